//! Hands as they are told and exported, and what becomes of exports that are tampered with.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use audit::history::{Export, ExportOf, Histories, LogExport, Reader, hands_page};
use audit::verify::{Failure, file};
use protocol::ExportFormat;
use serde_json::Value;
use store::sqlite::Sqlite;
use store::{LogId, LogReader};
use table::{PlayerId, TableId};

use crate::world::{ALONE, CALIFORNIA, CALIFORNIA_ROUNDS, PAIR, SOLO, SOLO_ROUNDS, played, public_key};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/verify_hand.py");

fn store() -> Arc<dyn LogReader> {
    Arc::new(Sqlite::open_read_only(played()).expect("a file"))
}

async fn history(table: TableId, round: u64, reader: Reader) -> Option<Value> {
    let history = Histories::new(store(), reader).round(table, round).await.expect("an answer");
    history.map(|history| serde_json::to_value(history.record(&public_key())).expect("JSON"))
}

async fn exported(of: ExportOf, reader: Reader, format: ExportFormat) -> String {
    let mut export = Export::new(store(), of, reader, format, public_key());
    let mut text = String::new();
    while let Some(page) = export.page().await.expect("a page") {
        text.push_str(&page);
    }
    text
}

pub(crate) async fn exported_log(log: u64) -> String {
    let mut export = LogExport::new(store(), LogId(log), public_key());
    let mut text = String::new();
    while let Some(page) = export.page().await.expect("a page") {
        text.push_str(&page);
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_told_from_beginning_to_end() {
    let round = history(SOLO, 1, Reader::Player(ALONE)).await.expect("a round");
    assert_eq!((&round["table"], &round["round"]), (&1.into(), &1.into()));
    assert_eq!((&round["name"], &round["settings"]["book"]), (&"Solo".into(), &"house".into()));
    assert_eq!(round["deck"].as_str().expect("a deck").split(' ').count(), 52);
    let decisions = round["decisions"].as_array().expect("decisions");
    let told: Vec<String> = decisions
        .iter()
        .map(|one| format!("{} {} {} {}", one["street"], one["action"], one["times"], one["by"]))
        .collect();
    assert_eq!(told, [r#""preflop" "check" null "player:1000""#, r#""flop" "raise" 2 "player:1000""#]);
    let last = &round["steps"].as_array().expect("steps").last().expect("a step")["view"]["round"];
    let hand = &last["hands"][0];
    assert_eq!(hand["wagers"].as_array().expect("wagers").len(), 4, "Ante, Blind, Play and Trips");
    assert!(hand["wagers"][0]["clause"].as_str().is_some_and(|clause| !clause.is_empty()));
    let balance = &round["balances"][0];
    let number = |name: &str| balance[name].as_i64().expect("a number");
    assert_eq!(number("after") - number("before"), number("net"));
    assert_eq!(hand["net"], balance["net"]);
    assert!(round["holes"].is_null());
    assert!(history(SOLO, SOLO_ROUNDS + 1, Reader::Auditor).await.is_none(), "it is under way");
    assert!(history(TableId(9), 0, Reader::Auditor).await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_see_what_they_saw_then() {
    let hole = |round: &Value, step: usize| {
        let steps = round["steps"].as_array().expect("steps");
        steps[step]["view"]["round"]["hands"][0]["hole"].clone()
    };
    // A hand that was folded stays face down for everybody else.
    for (reader, own, holes) in [
        (Reader::Player(ALONE), true, false),
        (Reader::Player(PAIR[0]), false, false),
        (Reader::Spectator, false, false),
        (Reader::Auditor, false, true),
    ] {
        let round = history(SOLO, 7, reader).await.expect("a round");
        let steps = round["steps"].as_array().expect("steps").len();
        assert_eq!(hole(&round, steps - 1).is_array(), own, "{reader}");
        assert_eq!(hole(&round, steps - 2).is_array(), own, "{reader}");
        assert_eq!(round["holes"].is_array(), holes, "{reader}");
        assert_eq!(round["reader"], reader.to_string());
        assert_eq!(reader.to_string().parse(), Ok(reader));
    }
    assert!("player:x".parse::<Reader>().is_err() && "floor".parse::<Reader>().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_round_says_why_and_opens_its_seed() {
    let round = history(SOLO, SOLO_ROUNDS, Reader::Spectator).await.expect("a round");
    assert_eq!(round["void_reason"], "a card was exposed");
    assert_eq!(round["balances"][0]["net"], 0);
    assert_eq!(file(round.to_string().as_bytes()).map(|figures| figures.rounds_void), Ok(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bank_pays_its_fee_in_the_record() {
    let round = history(CALIFORNIA, 0, Reader::Auditor).await.expect("a round");
    assert!(round["collection"].as_i64().is_some_and(|fee| fee > 0), "{}", round["collection"]);
    let nets = round["balances"].as_array().expect("balances").iter();
    let nets: i64 = nets.map(|one| one["net"].as_i64().expect("a net")).sum();
    assert_eq!(Some(-nets), round["collection"].as_i64(), "what one loses the other wins, but for the fee");
    assert_eq!(round["players"].as_array().map(Vec::len), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_script_takes_every_exported_hand() {
    let text = exported(ExportOf::Table(CALIFORNIA), Reader::Spectator, ExportFormat::Jsonl).await;
    assert_eq!(text.lines().count() as u64, CALIFORNIA_ROUNDS);
    for (number, line) in text.lines().enumerate() {
        let mut script = Command::new("python3")
            .arg(SCRIPT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this test runs scripts/verify_hand.py: install python3, version 3.7 or later");
        script.stdin.take().expect("a pipe").write_all(line.as_bytes()).expect("a hand");
        let said = script.wait_with_output().expect("python3 ends").stdout;
        let expected = format!("verified: table 2, round {number}, player seeds of 0 seats, 52 cards\n");
        assert_eq!(String::from_utf8_lossy(&said), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn exported_hands_are_verified() {
    let text = exported(ExportOf::Player(ALONE), Reader::Player(ALONE), ExportFormat::Jsonl).await;
    let figures = file(text.as_bytes()).expect("nothing is wrong");
    assert_eq!((figures.hands, figures.rounds_settled, figures.rounds_void), (41, SOLO_ROUNDS, 1));
    let document = include_str!("../../../../docs/FAIRNESS.md");
    let proof = document.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let figures = file(proof.expect("a proof").as_bytes()).expect("nothing is wrong");
    assert_eq!((figures.hands, figures.events), (1, 0), "a proof alone has no steps");
}

#[tokio::test(flavor = "multi_thread")]
async fn tampering_with_an_exported_hand_is_found() {
    let original = history(SOLO, 4, Reader::Player(ALONE)).await.expect("a round");
    let changes: [(&str, Value, &str); 11] = [
        ("/seed", "ab".repeat(32).into(), "the seed is not the one that the server committed to"),
        ("/round", 5.into(), "card 1 of the deck should be"),
        ("/collection", 500.into(), "`collection` is not what follows from the events"),
        ("/balances/0/net", 7.into(), "`balances` are not what follows from the events"),
        ("/decisions/0/by", "table".into(), "`decisions` is not what follows from the events"),
        ("/settings/pay_table", "UTH-04".into(), "`settings` is not what follows from the events"),
        ("/void_reason", "no".into(), "`void_reason` is not what follows from the events"),
        (
            "/steps/0/view/round/hands/0/wagers/0/stake",
            5.into(),
            "`steps` is not what follows from the events",
        ),
        ("/steps/3/events/0/by", "player:7".into(), "decides for a hand that is not theirs"),
        ("/steps/0/events/1/wagers/ante", 5.into(), "table 1, event "),
        ("/reader", "spectator".into(), "`steps` is not what follows from the events"),
    ];
    for (place, value, why) in changes {
        let mut forged = original.clone();
        *forged.pointer_mut(place).unwrap_or_else(|| panic!("{place}: {original}")) = value;
        if place == "/steps/3/events/0/by" {
            forged["decisions"][0]["by"] = "player:7".into();
        }
        let failure = file(forged.to_string().as_bytes()).expect_err(place);
        assert!(matches!(failure, Failure::Wrong(_)), "{place}: {failure}");
        assert!(failure.to_string().contains(why), "{place}: {failure}");
    }
    // Nobody gets around the steps by leaving them out.
    let mut forged = original;
    forged["balances"] = Value::Array(Vec::new());
    forged.as_object_mut().expect("a hand").remove("steps");
    let failure = file(forged.to_string().as_bytes()).expect_err("no steps");
    assert_eq!(failure.to_string(), "there is no field steps");
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_beyond_all_counting_are_no_hand() {
    let original = history(SOLO, 4, Reader::Player(ALONE)).await.expect("a round");
    for place in ["/start/seq", "/start/rounds", "/steps/0/seq", "/steps/0/at_ms", "/began_ms"] {
        for number in [0, u64::MAX] {
            let mut forged = original.clone();
            *forged.pointer_mut(place).unwrap_or_else(|| panic!("{place}: {original}")) = number.into();
            file(forged.to_string().as_bytes()).expect_err(place);
        }
    }
    let mut empty = original;
    empty["steps"][0]["events"] = Value::Array(Vec::new());
    empty["steps"][0]["seq"] = 0.into();
    file(empty.to_string().as_bytes()).expect_err("a step in which nothing happened");
}

#[tokio::test(flavor = "multi_thread")]
pub(crate) async fn exported_logs_are_verified() {
    for (log, settled, under_way) in [(0, 0, 0), (1, SOLO_ROUNDS, 1), (2, CALIFORNIA_ROUNDS, 0)] {
        let text = exported_log(log).await;
        let figures = file(text.as_bytes()).expect("nothing is wrong");
        assert_eq!((figures.logs, figures.rounds_settled), (1, settled));
        assert_eq!(figures.rounds_under_way, under_way);
    }
    assert_eq!(exported_log(7).await, "", "there is no such log");
    let text = exported_log(1).await;
    let lines: Vec<&str> = text.lines().collect();
    let seq = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["seq"].as_u64().expect("seq");
    let (third, last) = (seq(lines[3]), seq(lines[lines.len() - 1]));
    let without = |place: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != place);
        kept.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
    };
    let wrong = |text: &str| file(text.as_bytes()).expect_err("a forgery").to_string();
    assert!(wrong(&without(3)).starts_with(&format!("table 1, event {third}: it is missing")));
    assert!(wrong(&without(lines.len() - 1)).starts_with(&format!("table 1, event {last}: it is missing")));
    let forged = text.replacen("trips\\\":500", "trips\\\":600", 1);
    assert!(wrong(&forged).contains("the chain does not hold"), "{}", wrong(&forged));
    for nonsense in ["", "[]", "{}", "{\"deck\":", "{\"deck\":\"\"}", "7"] {
        let failure = file(nonsense.as_bytes()).expect_err(nonsense);
        assert!(matches!(failure, Failure::Unreadable(_)), "{nonsense}: {failure}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spreadsheets_have_a_row_for_each_wager() {
    let text = exported(ExportOf::Table(CALIFORNIA), Reader::Auditor, ExportFormat::Csv).await;
    let rows: Vec<&str> = text.split("\r\n").collect();
    assert!(rows[0].starts_with("time,table,round,book,pay_table,seat,"), "{}", rows[0]);
    assert_eq!(rows.len() as u64, 1 + CALIFORNIA_ROUNDS * 5 + 1, "four wagers and the bank");
    assert!(rows.iter().any(|row| row.contains(",ante,2500,")), "{}", rows[1]);
    assert!(rows.iter().any(|row| row.contains(",bank,50000,")), "{}", rows[5]);
}

/// Reads rows for spreadsheets: each is a map from the columns to its cells.
fn sheet(text: &str) -> Vec<BTreeMap<String, String>> {
    let cells = |row: &str| {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        for letter in row.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                _ => cells.last_mut().expect("a cell").push(letter),
            }
        }
        cells
    };
    let mut rows = text.split("\r\n").filter(|row| !row.is_empty()).map(cells);
    let head = rows.next().expect("a heading");
    rows.map(|row| head.iter().cloned().zip(row).collect()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_exports_their_own_wagers_and_the_sheet_of_every_round_they_banked() {
    let text = exported(ExportOf::Player(PAIR[0]), Reader::Player(PAIR[0]), ExportFormat::Csv).await;
    let rows = sheet(&text);
    let is_own = |row: &BTreeMap<String, String>| row["player"] == PAIR[0].to_string();
    let (mut banked, mut played) = (0, 0);
    for round in 0..CALIFORNIA_ROUNDS {
        let rows: Vec<_> = rows.iter().filter(|row| row["round"] == round.to_string()).collect();
        if rows.iter().all(|row| is_own(row)) {
            assert_eq!(rows.len(), 4, "the other player's bank is not theirs to export");
            played += 1;
            continue;
        }
        let (bank, wagers) = rows.split_last().expect("rows");
        assert!(is_own(bank) && bank["wager"] == "bank" && wagers.len() == 4, "{rows:?}");
        let number = |text: &str| text.parse::<i64>().expect("a number");
        let mut running = 0;
        for (order, row) in (1..).zip(wagers) {
            running -= number(&row["net"]);
            assert_eq!((number(&row["order"]), number(&row["bank"])), (order, running), "{row:?}");
            assert!(row["explanation"].ends_with('.'), "{row:?}");
        }
        assert_eq!((number(&bank["net"]), number(&bank["stake"])), (running, 50_000));
        assert!(number(&bank["collection"]) > 0);
        banked += 1;
    }
    assert_eq!((banked, played), (2, 2));
    let solo = exported(ExportOf::Player(ALONE), Reader::Player(ALONE), ExportFormat::Csv).await;
    let void: Vec<_> = sheet(&solo).into_iter().filter(|row| !row["void"].is_empty()).collect();
    assert_eq!(void.len(), 2);
    assert!(void.iter().all(|row| row["explanation"] == "Void: every wager returned."), "{void:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_go_from_page_to_page_newest_first() {
    let store = store();
    let mut rounds = Vec::new();
    let mut next = None;
    loop {
        let page = hands_page(&*store, ExportOf::Table(SOLO), next.as_deref(), 9).await.expect("a page");
        rounds.extend(page.hands.iter().map(|hand| hand.round.0));
        next = page.next;
        if next.is_none() {
            break;
        }
    }
    assert_eq!(rounds, (0..=SOLO_ROUNDS).rev().collect::<Vec<_>>());
    let hands = hands_page(&*store, ExportOf::Player(PAIR[1]), None, 100).await.expect("a page");
    assert_eq!((hands.hands.len() as u64, hands.next), (CALIFORNIA_ROUNDS, None));
    let foreign = hands_page(&*store, ExportOf::Player(PlayerId(5)), Some("p00000000000003e8/~"), 5)
        .await
        .expect("a page");
    assert_eq!(foreign.hands, [], "another's pages cannot be turned to");
}
