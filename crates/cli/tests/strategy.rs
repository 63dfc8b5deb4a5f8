//! `uth strategy` as a player runs it.

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
fn every_command_has_help_with_an_example() {
    for command in [&["strategy"][..], &["strategy", "list"], &["strategy", "show"], &["strategy", "cost"]] {
        assert!(text(&[command, &["--help"]].concat()).contains("Examples:"), "{command:?}");
    }
}

#[test]
fn the_list_has_exact_figures() {
    let list = text(&["strategy", "list"]);
    for part in ["best-play", "2.184971%", "practical", "2.432877%", "0.086891%"] {
        assert!(list.contains(part), "{part}");
    }
    let json: serde_json::Value = serde_json::from_str(&text(&["strategy", "list", "--json"])).expect("JSON");
    assert_eq!(json[0]["name"], "best-play");
    assert_eq!(json[0]["cost"]["exact"], "0");
    assert_eq!(json[2]["base"]["exact"], "-452323427/18592119000");
}

#[test]
fn a_strategy_is_shown_with_its_chart_and_its_rules() {
    let shown = text(&["strategy", "show", "uth"]);
    for part in
        [" K5o 4 ", " K4o · ", "69 hands, 500 of 1326", "- four to a flush with a ten or better", "An out"]
    {
        assert!(shown.contains(part), "{part}");
    }
    assert!(text(&["strategy", "show", "three-times"]).contains(" AKo 3 "));
}

#[test]
fn the_cost_of_a_file_is_computed() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../strategies/always-4x.toml");
    let json: serde_json::Value =
        serde_json::from_str(&text(&["strategy", "cost", file, "--json"])).expect("JSON");
    assert_eq!(json["base"]["exact"], "-6432686411/15803301150");
    assert_eq!(json["cost"]["exact"], "382635867703/993350358000");
    assert_eq!(json["base"]["actions"]["4x"], 1.0);
    assert_eq!(json["base"]["average_wager_exact"], "6");
    assert!(text(&["strategy", "cost", "always-4x"]).contains("= -6432686411/15803301150 of an Ante"));
}

#[test]
fn a_fault_is_one_sentence_and_exit_code_two() {
    for (name, expected) in
        [("nobody", "there is no strategy \"nobody\""), ("no-such.toml", "cannot read no-such.toml")]
    {
        for command in ["show", "cost"] {
            let output = uth(&["strategy", command, name]);
            assert_eq!(output.status.code(), Some(2));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.contains(expected) && said.lines().count() == 1, "{said}");
        }
    }
}
