//! What a visitor needs for a first hand, and to learn from it.

use serde_json::{Value, json};

use crate::scene::{House, solo_table};

#[test]
fn everybody_is_seated_at_a_table_of_their_own() {
    let house = House::open();
    assert_eq!(house.visitor().post("/api/solo", json!({})).failure(), (401, "sign_in".into()));
    let mut ada = house.guest();
    let first = ada.post("/api/solo", json!({})).ok();
    assert_eq!(first, json!({"table": 1, "seat": 1}));
    // Whoever comes back sits where they sat.
    assert_eq!(ada.post("/api/solo", json!({})).ok(), first);
    // The free table is taken, so there is a new one, and it is a table for one.
    let second = house.guest().post("/api/solo", json!({})).ok();
    assert_eq!(second["table"], 2);
    let table = ada.get("/api/tables/2").ok();
    assert_eq!((&table["settings"]["mode"], &table["places"]), (&solo_table()["mode"], &json!(1)));
    assert_eq!(table["players"].as_array().map(Vec::len), Some(1));
}

#[test]
fn nobody_sits_at_two_tables_for_one() {
    let house = House::open();
    let (mut ada, mut bert) = (house.guest(), house.guest());
    ada.post("/api/solo", json!({})).ok();
    bert.post("/api/solo", json!({})).ok();
    let mut socket = ada.socket();
    socket.hello();
    let leave = json!({"type": "leave", "seat": 1});
    assert_eq!(socket.command("leave", &leave)["type"], "done");
    // The first table is free, and somebody who has one does not get it, too.
    let mut other = bert.socket();
    other.hello();
    let seen = other.watch()["seq"].as_u64().expect("a number");
    assert_eq!(other.command_at(seen, "sit", &json!({"type": "sit", "seat": 1}))["code"], "seat_taken");
    // Who has left sits down again.
    assert_eq!(ada.post("/api/solo", json!({})).ok()["table"], 1);
}

#[test]
fn somebody_who_sits_down_this_way_plays_at_once() {
    let house = House::open();
    let mut ada = house.guest();
    ada.post("/api/solo", json!({})).ok();
    let mut socket = ada.socket();
    socket.hello();
    socket.watch();
    let rows = [json!({"type": "wager", "seat": 1, "ante": 500}), json!({"type": "no_more_bets"})];
    for (id, command) in ["a", "b"].iter().zip(rows) {
        assert_eq!(socket.command(id, &command)["type"], "done", "{command}");
    }
    let view = socket.watch()["view"].clone();
    assert_eq!(view["round"]["stage"], "preflop");
}

#[test]
fn the_coach_says_what_the_terminal_says() {
    let house = House::open();
    let mut visitor = house.visitor();
    let mut advise = |ask: Value| visitor.post("/api/advise", ask);
    let flop = advise(json!({"hole": "Qh 5s", "board": "7c 8d 9h"})).ok();
    assert_eq!((&flop["best"], &flop["actions"][0]["exact"]), (&json!("check"), &json!("-1027/1035")));
    let river = advise(json!({"hole": "Qh 5s", "board": "7c 8d 9h 2s 2d"})).ok();
    assert_eq!(river["dealer_hands"], json!({"win": 769, "tie": 45, "lose": 176}));
    let start = advise(json!({"hole": "As Kd"})).ok();
    assert_eq!(start["actions"][0]["exact"], "307271677/262196550");
    let rows = [
        json!({"hole": "As"}),
        json!({"hole": "As Kx"}),
        json!({"hole": "As Kd", "board": "As 2c 3c"}),
        json!({"hole": "As Kd", "board": "2c"}),
        json!({"hole": "As Kd", "dealer": "2c 3c 4c"}),
    ];
    for ask in rows {
        assert_eq!(advise(ask.clone()).failure(), (422, "cards".into()), "{ask}");
    }
}

#[test]
fn every_clause_can_be_read() {
    let clauses = House::open().visitor().get("/api/clauses").ok();
    let clauses = clauses.as_array().expect("a list");
    let clause = clauses.iter().find(|clause| clause["id"] == "HB.11").expect("a clause");
    assert!(clause["text"].as_str().is_some_and(|text| text.contains("the Ante is returned")), "{clause}");
}
