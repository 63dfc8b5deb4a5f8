//! `uth information` as game protection runs it.

use std::process::{Command, Output};

use serde_json::Value;

fn uth(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth")).args(arguments).output().expect("uth runs")
}

#[test]
fn a_card_of_the_flop_is_valued_exactly() {
    let output = uth(&["information", "--scenario", "flop-card", "--json"]);
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "no progress where nobody watches");
    let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(record["base"]["exact"], "-50643648973/2317817502000");
    let scenarios = record["scenarios"].as_array().expect("scenarios");
    assert_eq!(scenarios.len(), 1);
    assert_eq!(scenarios[0]["scenario"], "flop-card");
    assert_eq!(scenarios[0]["exact"], "314386663957/6953452506000");
    let number = |name: &str| scenarios[0][name].as_f64().expect("a number");
    assert!((number("value") - 0.045_213_03).abs() < 5e-9);
    assert!((number("gain") - 0.067_062_74).abs() < 5e-9);
}

#[test]
fn the_sheet_says_how_to_ask_for_more() {
    let output = uth(&["information", "--scenario", "flop-card"]);
    let sheet = String::from_utf8(output.stdout).expect("text");
    for part in ["one flop card", "+4.521303%", "+6.706274%", "-2.184971%", "314386663957/6953452506000"] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    let help = String::from_utf8(uth(&["information", "--help"]).stdout).expect("text");
    for part in ["--scenario neighbours", "dealer-and-flop-card", "--seed", "Examples:"] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let rows: [(&[&str], &str); 3] = [
        (&["--scenario", "burn-card"], "invalid value 'burn-card' for '--scenario <NAME>'"),
        (&["--scenario", "neighbours", "--samples", "1"], "1 is not in 2.."),
        (&["--seed", "-1"], "unexpected argument '-1' found"),
    ];
    for (arguments, said) in rows {
        let output = uth(&[&["information"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}
