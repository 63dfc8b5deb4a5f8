//! Games that visitors make up.

use analysis::solve::{BAD_BEAT, BLIND, GameTerms, RAISES, Solved};
use analysis::{ruin_result, solution};
use odds::bank::{BankEdge, StrategyValues};
use odds::{Fraction, Game, Information, Scenario};
use serde_json::{Value, json};
use uth::{Cents, Schedule, Wagers};

use crate::scene::House;

#[test]
fn the_laboratory_says_what_the_library_says() {
    let house = House::open();
    let mut visitor = house.visitor();
    let standard = visitor.post("/api/solve", json!({})).ok();
    assert_eq!(standard["base"]["exact"], "-50643648973/2317817502000");
    assert_eq!(standard["preflop"].as_array().map(Vec::len), Some(169));
    // In full it is the same game, and the answer is known by now.
    let full = json!({
        "paytable": "uth-01", "blind": BLIND, "bad_beat": BAD_BEAT, "qualify": "pair", "raises": RAISES, "mix": "",
    });
    assert_eq!(visitor.post("/api/solve", full).ok(), standard);

    let terms = GameTerms {
        paytable: uth::PayTableId::Uth01,
        blind: "400,50,10,3,1.5,1".parse().expect("pays"),
        trips: Some("50,40,20,7,6,5,3".parse().expect("pays")),
        bad_beat: BAD_BEAT.parse().expect("pays"),
        qualify: odds::Qualify::Always,
        raises: "4/2/1".parse().expect("raises"),
        mix: "trips=1,bad-beat=1/2".parse().expect("a mix"),
    };
    let ask = json!({
        "blind": "400,50,10,3,1.5,1", "trips": "50,40,20,7,6,5,3", "qualify": "none", "raises": "4/2/1",
        "mix": "trips=1,bad-beat=1/2",
    });
    let solved = Solved::new(&odds::Solver::new(), &terms.game()).expect("a game");
    let written = serde_json::to_string(&solution(&solved)).expect("JSON");
    let library: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(visitor.post("/api/solve", ask).ok(), library);
}

#[test]
fn a_game_that_cannot_be_solved_is_refused_in_one_sentence() {
    let house = House::open();
    let mut visitor = house.visitor();
    let rows = [
        json!({"paytable": "UTH-05"}),
        json!({"paytable": "UTH-01", "trips": "50,40,30,9,7,4,3"}),
        json!({"blind": "500,50,10"}),
        json!({"blind": "500,50,10,3,x,1"}),
        json!({"blind": "9999999,50,10,3,1,1"}),
        json!({"trips": "-1,40,30,9,7,4,3"}),
        json!({"trips": "9999999,40,30,9,7,4,3"}),
        json!({"trips": "50,40,30,9,7,4,1/1001"}),
        json!({"qualify": "flush"}),
        json!({"raises": "4,3"}),
        json!({"raises": "9,8,7,6,5,4,3,2,1/2/1"}),
        json!({"raises": "4/1/2"}),
        json!({"mix": "ante=1"}),
    ];
    for ask in rows {
        assert_eq!(visitor.post("/api/solve", ask.clone()).failure(), (422, "game".into()), "{ask}");
    }
    assert_eq!(visitor.post("/api/solve", json!({"blinds": "1"})).failure(), (422, "invalid_fields".into()));
}

/// The game of the tests below, as it is asked for, and solved by the library.
fn mixed() -> (Value, Solved) {
    let terms = GameTerms {
        paytable: uth::PayTableId::Uth02,
        blind: BLIND.parse().expect("pays"),
        trips: None,
        bad_beat: BAD_BEAT.parse().expect("pays"),
        qualify: odds::Qualify::Pair,
        raises: RAISES.parse().expect("raises"),
        mix: "trips=1/2,bad-beat=1".parse().expect("a mix"),
    };
    let solved = Solved::new(&odds::Solver::new(), &terms.game()).expect("a game");
    (json!({"paytable": "UTH-02", "mix": "trips=1/2,bad-beat=1"}), solved)
}

#[test]
fn the_report_is_the_page_that_the_library_writes() {
    let house = House::open();
    let (ask, solved) = mixed();
    let answer = house.visitor().post("/api/solve/report", ask);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"uth-report.html\""));
    assert_eq!(String::from_utf8(answer.body).expect("text"), analysis::solve::report(&solved));
}

#[test]
fn ruin_is_what_the_library_says() {
    let house = House::open();
    let (game, solved) = mixed();
    let ask = json!({"game": game, "bankroll": "101/2", "hands": 300});
    let answer = house.visitor().post("/api/ruin", ask).ok();
    let bankroll = "101/2".parse().expect("a fraction");
    let ruin = solved.round.ruin(bankroll, 300).expect("a bankroll");
    // Floats are read from text on both sides, which may round the last digit.
    let library: Value = serde_json::to_value(ruin_result(bankroll, &ruin)).expect("JSON");
    assert_eq!(answer, library);
    assert_eq!(answer["needed"]["exact"], "13/2");
}

#[test]
fn the_bank_earns_what_the_library_says() {
    let house = House::open();
    let (game, Solved { solution, .. }) = mixed();
    let ask = json!({"game": game, "players": 5, "ante": 1000});
    let answer = house.visitor().post("/api/bank", ask).ok();
    let wagers = Wagers { ante: Cents(1000), trips: Cents(500), bad_beat: Cents(1000) };
    let rate = BankEdge::new(&StrategyValues::of(&solution), wagers).expect("wagers");
    assert_eq!(answer["action"], 17_500);
    assert_eq!(answer["rate"]["exact"], rate.value().to_string());
    assert_eq!(answer["gain"]["exact"], rate.gain(Cents(17_500)).to_string());
    let schedules = answer["schedules"].as_array().expect("a list");
    assert_eq!(schedules.len(), 24);
    for (told, schedule) in schedules.iter().zip(Schedule::all_printed()) {
        let left = rate.gain(Cents(17_500)) - Fraction::whole(schedule.fee(Cents(17_500)).0);
        assert_eq!(told["left"]["exact"], left.to_string());
        let good = rate.covered_for_good(schedule).map(|action| action.to_string());
        assert_eq!(told["covered_for_good_from"]["exact"].as_str(), good.as_deref());
    }
}

#[test]
fn what_seen_cards_are_worth_is_what_the_library_finds() {
    let house = House::open();
    let told = house.visitor().get("/api/information").ok();
    let solver = odds::Solver::new();
    let information = Information::new(&solver);
    for (name, scenario) in [("flop-card", Scenario::FlopCard), ("river-card", Scenario::RiverCard)] {
        let value = information.value(&Game::standard(), scenario, |_, _| ()).expect("a game");
        let found = told["scenarios"].as_array().expect("a list").iter().find(|one| one["scenario"] == name);
        assert_eq!(found.expect("the scenario")["value"]["exact"], value.to_string());
    }
    let base = solver.solve(&Game::standard()).expect("a game").base();
    assert_eq!(told["base"]["exact"], base.to_string());
    assert_eq!(told["neighbours"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_drill_is_as_close_as_the_coach_says() {
    let house = House::open();
    let mut visitor = house.visitor();
    // Whether best play gets there: kings are raised, and a pair on the flop is bet.
    let rows = [
        ("Kd Ks", "", true),
        ("Qh 5s", "7c 8d 9h", true),
        ("Kd Ks", "7c 8d 9h", false),
        ("Qh 5s", "7c 8d 9h 2s 2d", true),
        ("Qh 5s", "Qc 8d 9h 2s 2d", false),
    ];
    let points: Vec<Value> =
        rows.iter().map(|(hole, board, _)| json!({"hole": hole, "board": board})).collect();
    let told = visitor.post("/api/drill", json!({"points": points})).ok();
    for ((point, told), (hole, board, reached)) in
        points.iter().zip(told.as_array().expect("a list")).zip(rows)
    {
        let advice = visitor.post("/api/advise", point.clone()).ok();
        assert_eq!(told["gap_exact"], advice["actions"][1]["cost_exact"], "{hole} {board}");
        assert_eq!(told["reached"], reached, "{hole} {board}");
    }
}

#[test]
fn what_follows_from_no_game_is_refused_in_one_sentence() {
    let house = House::open();
    let mut visitor = house.visitor();
    let rows = [
        ("/api/ruin", json!({"bankroll": "many", "hands": 10})),
        ("/api/ruin", json!({"bankroll": "5", "hands": 10})),
        ("/api/ruin", json!({"bankroll": "100", "hands": 10_001})),
        ("/api/bank", json!({"players": 0, "ante": 1000})),
        ("/api/bank", json!({"players": 8, "ante": 1000})),
        ("/api/bank", json!({"players": 1, "ante": 0})),
        ("/api/bank", json!({"players": 1, "ante": i64::MAX})),
        ("/api/bank", json!({"game": {"mix": "trips=1/3"}, "players": 1, "ante": 1000})),
    ];
    for (path, ask) in rows {
        assert_eq!(visitor.post(path, ask.clone()).failure(), (422, "game".into()), "{path} {ask}");
    }
    let points = |point: Value, count: usize| json!({"points": vec![point; count]});
    for ask in [
        points(json!({"hole": "As Kd"}), 0),
        points(json!({"hole": "As Kd"}), 25),
        points(json!({"hole": "As As"}), 1),
        points(json!({"hole": "As Kd", "board": "2c"}), 1),
    ] {
        assert_eq!(visitor.post("/api/drill", ask.clone()).failure(), (422, "cards".into()), "{ask}");
    }
}
