//! `uth` and `uth rules` as a reader runs them.

use std::process::{Command, Output};

fn uth(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth")).args(arguments).output().expect("uth runs")
}

fn text(arguments: &[&str]) -> String {
    let output = uth(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn its_help_says_what_it_can_do() {
    let said = text(&["--help"]);
    for command in ["serve", "verify", "play", "bot", "rules", "settle", "solve", "simulate", "bank"] {
        assert!(said.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "serve",
        "verify",
        "play",
        "bot",
        "load",
        "rules",
        "settle",
        "solve",
        "advise",
        "simulate",
        "bank",
        "information",
        "strategy",
        "completions",
        "man",
    ] {
        assert!(text(&[command, "--help"]).contains("Examples:"), "{command}");
    }
}

// Clauses: BB.collection.4, BB.schedule.1, BB.schedule.20
#[test]
fn the_bad_beat_book_prints_its_tables_and_all_schedules() {
    let sheet = text(&["rules", "california-bad-beat"]);
    for part in [
        "Player-Dealer only plays with a pair or higher.",
        "7500 to 1",
        "players pay $0.00",
        "Schedule 24",
        "$1,000 - $1,999 $15.00",
        "$200+           $12.00",
    ] {
        assert!(sheet.contains(part), "{part}");
    }
}

#[test]
fn the_json_of_a_book_holds_what_the_sheet_says() {
    let book: serde_json::Value =
        serde_json::from_str(&text(&["rules", "california-bad-beat", "--json"])).expect("JSON");
    assert_eq!(book["id"], "california-bad-beat");
    assert_eq!(book["places"], serde_json::json!({"min": 6, "max": 6}));
    assert_eq!(book["limits"]["maximum"], serde_json::json!({"min": 10_000, "max": 1_000_000}));
    assert_eq!(
        book["pay_tables"]["UTH-04"]["bad_beat"][0],
        serde_json::json!({"hand":"straight flush","pays":7500,"to":1})
    );
    let schedules = book["collection_schedules"].as_array().expect("schedules");
    assert_eq!(schedules.len(), 24);
    assert_eq!(schedules[16]["brackets"], schedules[17]["brackets"], "17 and 18 are identical");
    let all: serde_json::Value = serde_json::from_str(&text(&["rules", "--json"])).expect("JSON");
    assert_eq!(all.as_array().map(Vec::len), Some(4));
}

// Clauses: WA.pay.3
#[test]
fn washington_s_printed_edges_stand_beside_the_true_ones() {
    let sheet = text(&["rules", "washington"]);
    for part in ["0.84%*", "0.526214%", "1.90%", "1.904049%", "lost its footnote"] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    let book: serde_json::Value =
        serde_json::from_str(&text(&["rules", "washington", "--json"])).expect("JSON");
    let pays = &book["pay_tables"]["UTH-01"];
    assert_eq!(pays["blind_edge"]["printed"], "0.84%*");
    assert_eq!(pays["blind_edge"]["actual"], "0.526214% of all money wagered under best play");
    assert_eq!(pays["trips_edge"]["exact"], "301629/33446140");
    assert_eq!(book["authorised_limit"]["maximum"], 10_000);
}

// Clauses: R12, R25
#[test]
fn a_book_says_what_a_table_states_and_posts() {
    let rows = [
        ("california", "must state its one pay table", "“Player/Dealer only plays with a pair or higher.”"),
        (
            "washington",
            "must state its minimum and its maximum",
            "“Players are limited to wagering on a maximum of four",
        ),
        (
            "california-bad-beat",
            "its minimum and its maximum, and its collection schedule",
            "the collection, if there",
        ),
        ("house", "pay 1 to 1", "Posted      minimum and maximum, the pay table, the odds of every wager"),
    ];
    for (book, stated, posted) in rows {
        let sheet = text(&["rules", book]);
        assert!(sheet.contains(stated) && sheet.contains(posted), "{book}: {sheet}");
    }
}

#[test]
fn a_clause_is_shown_with_its_ruling_and_its_tests() {
    let shown = text(&["rules", "BB.settle.4a"]);
    for part in [
        "California with Bad Beat Bonus (BB), How each wager wins, loses or pushes (rule)",
        "A winning hand is paid on Ante and Play.",
        "R9 decides:",
        "Proved in crates/uth/tests/rules/settlement.rs:",
        "a_winning_hand_is_paid_even_money_and_its_blind_pushes_below_a_straight",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let record: serde_json::Value =
        serde_json::from_str(&text(&["rules", "bb.settle.4a", "--json"])).expect("JSON");
    assert_eq!(record["clause"]["id"], "BB.settle.4a");
    assert_eq!(record["rulings"][0]["id"], "R9");
}

#[test]
fn an_unknown_clause_is_refused_with_the_nearest() {
    let output = uth(&["rules", "bb.settle.4z"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected =
        "there is no clause bb.settle.4z; the nearest are BB.settle.4a, BB.settle.4b and BB.settle.4c";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn an_unknown_book_is_refused_with_the_known_ones() {
    let output = uth(&["rules", "nevada"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("the rule books are california, washington, california-bad-beat and house"),
        "{said}"
    );
}
