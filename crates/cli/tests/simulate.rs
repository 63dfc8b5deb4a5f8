//! `uth simulate` and `uth bank` as a user runs them.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use serde_json::Value;

fn uth(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth")).args(arguments).output().expect("uth runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = uth(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const CALIFORNIA: &[&str] = &[
    "simulate",
    "--book",
    "california-bad-beat",
    "--seat",
    "ante=10,trips=5,bad-beat=5,bank=200",
    "--seat",
    "strategy=always-4x,ante=20,seat=4,bank=none",
    "--seat",
    "strategy=wait-for-flop,trips=5,bank=$300",
    "--collection-schedule",
    "7",
    "--rounds",
    "20000",
];

#[test]
fn the_rows_of_an_export_add_up_to_the_summary() {
    let folder = std::env::temp_dir().join(format!("uth-simulate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [csv, jsonl] = ["rounds.csv", "rounds.jsonl"].map(|name| folder.join(name));
    let files = ["--csv", csv.to_str().unwrap(), "--jsonl", jsonl.to_str().unwrap(), "--json"];
    let summary = json(&[CALIFORNIA, &files[..]].concat());
    let rows: Vec<BTreeMap<String, Value>> = std::fs::read_to_string(&jsonl)
        .expect("rows")
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let cents = |row: &BTreeMap<String, Value>, column: &str| row[column].as_i64().expect("cents");
    let hands = rows.iter().filter(|row| row["wager"] == "ante").count();
    assert_eq!(hands, 40_000, "three people, of whom one banks");
    for seat in summary["seats"].as_array().expect("seats") {
        let of_seat = || rows.iter().filter(|row| row["seat"] == seat["seat"] && row["wager"] != "bank");
        let hands = || of_seat().filter(|row| row["wager"] == "ante");
        assert_eq!(seat["result"]["sum"], of_seat().map(|row| cents(row, "net")).sum::<i64>());
        assert_eq!(seat["result"]["rounds"], hands().count());
        for (wager, estimate) in seat["wagers"].as_object().expect("wagers") {
            let of_wager = || of_seat().filter(|row| row["wager"] == wager.as_str());
            assert_eq!(estimate["sum"], of_wager().map(|row| cents(row, "net")).sum::<i64>(), "{wager}");
            assert_eq!(
                seat["staked"][wager],
                of_wager().map(|row| cents(row, "stake")).sum::<i64>(),
                "{wager}"
            );
        }
        for (action, count) in seat["actions"].as_object().expect("actions") {
            assert_eq!(*count, hands().filter(|row| row["play"] == action.as_str()).count());
        }
        for (hand, count) in seat["hands"].as_object().expect("hands") {
            assert_eq!(*count, hands().filter(|row| row["hand"] == hand.as_str()).count());
        }
    }
    let mut by_round: BTreeMap<i64, i64> = BTreeMap::new();
    for row in &rows {
        *by_round.entry(cents(row, "round")).or_default() += cents(row, "net");
    }
    assert!(by_round.keys().copied().eq(1..=20_000), "rounds are in order");
    assert!(by_round.values().all(|sum| *sum == 0), "the bank wins what the players lose");
    let banks = || rows.iter().filter(|row| row["wager"] == "bank");
    assert_eq!(summary["bank"]["sum"], banks().map(|row| cents(row, "net")).sum::<i64>());
    assert_eq!(summary["collection"]["sum"], banks().map(|row| cents(row, "collection")).sum::<i64>());
    let table = std::fs::read_to_string(&csv).expect("a table");
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    for (line, row) in lines.zip(&rows) {
        for (column, cell) in header.iter().zip(line.split(',')) {
            let value = &row[*column];
            let text = if value.is_null() { String::new() } else { value.to_string() };
            assert_eq!(value.as_str().map_or(text, str::to_owned), cell, "{column}");
        }
    }
    assert_eq!(table.lines().count(), rows.len() + 1);
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn one_two_and_five_threads_give_the_same() {
    let run = |threads: &str| {
        let mut summary =
            json(&["simulate", "--rounds", "100000", "--trips", "5", "--json", "--threads", threads]);
        summary.as_object_mut().expect("an object").remove("elapsed_s");
        summary
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one, run("5"));
    let z = one["seats"][0]["result"]["z"].as_f64().expect("a z-score");
    assert!(z.abs() < 4.0, "{z}");
    assert_eq!(one["seats"][0]["result"]["exact"], "-61095093823/2317817502", "cents a round");
}

#[test]
fn every_named_strategy_comes_out_at_its_exact_value() {
    let names = ["best-play", "uth", "practical", "three-times", "wait-for-flop", "always-4x"];
    let seats: Vec<String> = names.iter().map(|name| format!("strategy={name},trips=5")).collect();
    let seats = seats.iter().flat_map(|seat| ["--seat", seat.as_str()]);
    let arguments: Vec<&str> =
        ["simulate", "--rounds", "200000", "--json"].into_iter().chain(seats).collect();
    let summary = json(&arguments);
    for (seat, name) in summary["seats"].as_array().expect("seats").iter().zip(names) {
        assert_eq!(seat["strategy"], name);
        let all = seat["wagers"].as_object().expect("wagers").values().chain([&seat["result"]]);
        for z in all.map(|estimate| estimate["z"].as_f64().expect("a z-score")) {
            assert!(z.abs() < 4.0, "{name}: {z}");
        }
    }
    let z = summary["bank"]["z"].as_f64().expect("a z-score");
    assert!(z.abs() < 4.0, "the house: {z}");
}

#[test]
fn rows_on_standard_output_leave_the_summary_to_the_other() {
    let output = uth(&["simulate", "--rounds", "3", "--csv", "-"]);
    let rows = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(rows.lines().filter(|row| row.contains(",ante,1000,")).count(), 3, "{rows}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("all wagers"));
}

#[test]
fn bad_input_gets_a_sentence_and_exit_code_2() {
    let rows: [(&[&str], &str); 16] = [
        (
            &["simulate", "--strategy", "luck"],
            "uth: seat 1: there is no strategy \"luck\"; there are best-play, uth",
        ),
        (&["simulate", "--players", "8"], "--players: a house table has from 1 to 7 places"),
        (&["simulate", "--players", "0"], "--players: a house table has from 1 to 7 places"),
        (&["simulate", "--seat", "seat=9"], "there is no seat 9; the seats are 1 to 7"),
        (&["simulate", "--seat", "seat=2", "--seat", "seat=2"], "two players sit on seat 2"),
        (&["simulate", "--seat", "colour=red"], "\"colour\" is not a setting of a player"),
        (&["simulate", "--ante", "-5"], "unexpected argument"),
        (&["simulate", "--ante=ten"], "\"ten\" is not an amount"),
        (&["simulate", "--ante=0"], "seat 1: the Ante must be above zero"),
        (&["simulate", "--ante", "10.50"], "seat 1: the Ante must be a multiple of $1.00"),
        (&["simulate", "--bad-beat", "5"], "seat 1: this rule book has no Bad Beat wager"),
        (&["simulate", "--bank", "5"], "--bank: the house banks this table"),
        (&["simulate", "--rounds", "0"], "invalid value '0'"),
        (&["simulate", "--collection-schedule", "7"], "a house-banked table has no collection"),
        (&["bank", "--collection-schedule", "25"], "the printed collection schedules are 1 to 24"),
        (&["bank", "--book", "house"], "the house banks a house table"),
    ];
    for (arguments, sentence) in rows {
        let output = uth(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
    let full = uth(&["bank", "--players", "6"]);
    assert!(String::from_utf8_lossy(&full.stderr).contains("5 places beside the player-dealer's"));
    let alone = uth(&["simulate", "--book", "california", "--players", "1"]);
    assert!(String::from_utf8_lossy(&alone.stderr).contains("at least two players must take the bank"));
    let folder = uth(&["simulate", "--rounds", "1", "--csv", "/no/such/folder/rounds.csv"]);
    assert!(String::from_utf8_lossy(&folder.stderr).contains("cannot write /no/such/folder/rounds.csv"));
}

// Clauses: R7, R11
#[test]
fn a_bank_without_limit_is_exact_and_a_limited_one_simulated() {
    let bank = json(&["bank", "--players", "3", "--collection-schedule", "1", "--json"]);
    assert_eq!(bank["rate"]["exact"], "50643648973/4635635004000");
    assert_eq!(bank["action"], 6000);
    assert_eq!(bank["gain"]["exact"], "50643648973/772605834", "cents a round");
    assert_eq!(bank["collection"], 400);
    assert_eq!(bank["limited"], Value::Null);
    assert_eq!(bank["schedules"].as_array().map(Vec::len), Some(1));
    let limited = json(&["bank", "--players", "3", "--bank", "50", "--rounds", "50000", "--json"]);
    assert_eq!(limited["limited"]["bank"], 5000);
    assert_eq!(limited["limited"]["gain"]["rounds"], 50_000);
    assert!(limited["limited"]["exhausted"].as_i64() > Some(1000));
}

#[test]
fn all_24_schedules_are_worked_out_and_drawn() {
    let folder = std::env::temp_dir().join(format!("uth-bank-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("schedules.svg");
    let bank = json(&["bank", "--svg", path.to_str().unwrap(), "--json"]);
    let schedules = bank["schedules"].as_array().expect("schedules");
    assert_eq!(schedules.len(), 24);
    assert_eq!(schedules[16]["brackets"], schedules[17]["brackets"], "17 and 18 are identical");
    // Two dollars of 50643648973/4635635004000 of the action.
    assert_eq!(schedules[0]["brackets"][0]["break_even"]["exact"], "927127000800000/50643648973");
    assert_eq!(schedules[0]["brackets"][0]["covered"], "never");
    let picture = std::fs::read_to_string(&path).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert_eq!(picture.matches("<g ").count(), 24);
    std::fs::remove_dir_all(&folder).expect("the folder can go");
    let sheet = uth(&["bank"]);
    let sheet = String::from_utf8_lossy(&sheet.stdout).into_owned();
    assert!(sheet.contains("Schedule 24: covered for good from $6407.4066"), "{sheet}");
    assert_eq!(sheet.lines().filter(|line| line.contains('█')).count(), 25);
}
