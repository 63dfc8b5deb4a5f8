//! Games that visitors make up.

use serde_json::{Value, json};
use server::solve::{BAD_BEAT, BLIND, GameTerms, RAISES, Solved};
use server::wire::solution_record;

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
    let written = solution_record(&solved).to_string();
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
    assert_eq!(visitor.post("/api/solve", json!({"blinds": "1"})).failure(), (422, "bad_fields".into()));
}
