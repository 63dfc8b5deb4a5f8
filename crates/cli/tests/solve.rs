//! `uth solve` and `uth advise` as a mathematician runs them.

use std::process::{Command, Output};

use serde_json::Value;

fn uth(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth")).args(arguments).output().expect("uth runs")
}

fn text(arguments: &[&str]) -> String {
    let output = uth(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).expect("JSON")
}

fn near(value: &Value, expected: f64) {
    let value = value.as_f64().expect("a number");
    assert!((value - expected).abs() < 5e-7, "{value} is not {expected}");
}

// Clauses: WA.pay.3
#[test]
fn the_standard_game_has_the_known_figures() {
    let solved = json(&["solve", "--json"]);
    assert_eq!(solved["deals"], "27813810024000");
    let base = &solved["base"];
    assert_eq!(base["exact"], "-50643648973/2317817502000");
    near(&base["house_edge"], 0.021_849_71);
    near(&base["element_of_risk"], 0.005_262_14);
    near(&base["standard_deviation"], 4.939_312);
    near(&base["average_wager"], 4.152_252);
    for (action, share) in
        [("4x", 37.707_391), ("3x", 0.0), ("2x", 21.284_622), ("1x", 21.826_351), ("fold", 19.181_637)]
    {
        near(&base["actions"][action], share / 100.0);
    }
    near(&solved["wagers"]["ante"]["value"], -0.165_757_5);
    near(&solved["wagers"]["blind"]["value"], -0.314_685_3);
    near(&solved["wagers"]["play"]["value"], 0.458_593_1);
    assert_eq!(solved["trips"]["exact"], "-301629/33446140");
    near(&solved["bad_beat"]["no_fold_value"], -0.147_868_2);
    let preflop = solved["preflop"].as_array().expect("starting hands");
    assert_eq!(preflop.len(), 169);
    let raised = preflop.iter().filter(|start| start["best"] == "4x");
    let combos: u64 = raised.clone().filter_map(|start| start["combos"].as_u64()).sum();
    assert_eq!((raised.count(), combos), (69, 500));
    assert!(preflop.iter().all(|start| start["best"] != "3x"), "3x is never best");
}

// Clauses: WA.pay.3
#[test]
fn other_pay_tables_are_solved_as_well() {
    for (table, trips) in
        [("UTH-02", "-48987/2572780"), ("UTH-03", "-233985/6689228"), ("UTH-04", "-22717/367540")]
    {
        assert_eq!(json(&["solve", "--json", "--paytable", table])["trips"]["exact"], trips);
    }
    let even = json(&["solve", "--json", "--blind", "500,50,10,3,1,1"]);
    let expected = odds::Fraction::new(-1_930_679_528_232, 55_627_620_048_000).expect("a fraction");
    assert_eq!(even["base"]["exact"], expected.to_string());
    near(&even["base"]["element_of_risk"], 0.008_358_65);
}

#[test]
fn the_chart_shows_every_starting_hand() {
    let chart = text(&["solve", "--chart"]);
    for hand in ["AA 4", "K5o 4", "K4o ·", "Q6s 4", "33 4", "22 ·", "69 hands, 500 of 1326"] {
        assert!(chart.contains(hand), "{hand}");
    }
}

#[test]
fn the_report_is_complete_in_itself() {
    let path = std::env::temp_dir().join(format!("uth-report-{}.html", std::process::id()));
    text(&["solve", "--report", path.to_str().expect("a path")]);
    let page = std::fs::read_to_string(&path).expect("a page");
    std::fs::remove_file(&path).expect("removed");
    for part in ["-50643648973/2317817502000", "2.184971%", "0.526214%", "<svg", "72o", "3/2", "</html>"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http"), "nothing is fetched from elsewhere");
}

#[test]
fn advice_gives_every_legal_action_best_first() {
    let preflop = json(&["advise", "As Kd", "--json"]);
    assert_eq!(preflop["best"], "4x");
    assert_eq!(preflop["actions"][0]["exact"], "307271677/262196550");
    let names = |advice: &Value| {
        let actions = advice["actions"].as_array().expect("actions").iter();
        actions.map(|action| action["action"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&preflop), ["4x", "3x", "check"]);
    let flop = json(&["advise", "Qh 5s", "--board", "7c 8d 9h", "--json"]);
    assert_eq!(names(&flop), ["check", "2x"]);
    assert_eq!(flop["actions"][0]["exact"], "-1027/1035");
    let river = json(&["advise", "Qh 5s", "--board", "7c 8d 9h 2s 2d", "--json"]);
    assert_eq!(names(&river), ["1x", "fold"]);
    assert_eq!(river["dealer_hands"], serde_json::json!({"win": 769, "tie": 45, "lose": 176}));
    let outs: u64 =
        river["outs"].as_array().expect("outs").iter().filter_map(|group| group["count"].as_u64()).sum();
    assert_eq!(outs, 19);
}

/// A fold forfeits the Bad Beat, which three kings on the board win in nearly every showdown.
#[test]
fn advice_is_for_the_bonus_wagers_that_lie_there() {
    let spot = ["advise", "3c 2d", "--board", "Kh Kd Ks 8c 7d", "--pay-table", "UTH-04", "--json", "--mix"];
    let best = |mix: &str| json(&[&spot[..], &[mix]].concat())["best"].clone();
    assert_eq!([best("trips=1"), best("trips=1,bad-beat=1")], ["fold", "1x"]);
    // With the same cards the pay table changes what Trips is worth, and nothing else.
    let trips = |table: &str| json(&["advise", "As Kd", "--pay-table", table, "--mix", "trips=1", "--json"]);
    let [first, fourth] = ["UTH-01", "UTH-04"].map(trips);
    assert_eq!(first["best"], fourth["best"]);
    assert_ne!(first["actions"][0]["exact"], fourth["actions"][0]["exact"]);
    assert_eq!(first["actions"][1]["cost_exact"], fourth["actions"][1]["cost_exact"]);
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let rows: [(&[&str], &str); 10] = [
        (&["solve", "--blind", "500,50"], "there must be 6 pays, best hand first, not 2"),
        (
            &["solve", "--blind", "500,50,10,3,3/0,1"],
            "pay 5 is \"3/0\", but the number below the line is zero",
        ),
        (&["solve", "--trips", "50,40,30,9,7,4,-3"], "pay 7 is \"-3\", but it may not be negative"),
        (
            &["solve", "--raises", "4/2"],
            "raises are written before the flop/on the flop/on the river, like 4,3/2/1",
        ),
        (&["solve", "--mix", "lucky=1"], "\"lucky\" is no bonus wager: they are trips and bad-beat"),
        (&["advise", "As"], "the hole cards are two cards, like \"As Kd\", not 1"),
        (&["advise", "As Kd", "--board", "As 2c 3c"], "--board: the card As is there twice"),
        (&["advise", "As Kd", "--dead", "Kd"], "--dead: the card Kd is there twice"),
        (&["advise", "As Kd", "--board", "2c 3c"], "--board: a board has no card, three or five, not 2"),
        (
            &["advise", "As Kd", "--board", "2c 3c 4c", "--dealer", "5c 6c 7c"],
            "--dealer: the dealer has two cards, not 3",
        ),
    ];
    for (arguments, said) in rows {
        let output = uth(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(said), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
}
