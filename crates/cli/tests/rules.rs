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
