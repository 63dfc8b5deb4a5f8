//! Roles: how they are given, and what the floor does with its own.

use serde_json::{Value, json};

use crate::scene::{House, solo_table};

#[test]
fn the_code_of_the_first_start_makes_one_account_floor() {
    let house = House::open();
    let code = json!({"code": house.floor_code});
    assert_eq!(house.guest().post("/api/floor-code", code.clone()).failure(), (403, "guests_may_not".into()));
    let mut ada = house.named("Ada");
    let wrong = json!({"code": format!("floor_{}", "0".repeat(64))});
    assert_eq!(ada.post("/api/floor-code", wrong).failure(), (403, "wrong_code".into()));
    assert_eq!(ada.post("/api/floor-code", code.clone()).ok()["role"], "floor");
    assert_eq!(ada.get("/api/me").ok()["role"], "floor");
    assert_eq!(house.named("Grace").post("/api/floor-code", code).failure(), (403, "wrong_code".into()));
}

#[test]
fn the_floor_gives_roles_with_a_reason_that_the_journal_keeps() {
    let house = House::open();
    let mut floor = house.floor();
    let mut ada = house.named("Ada");
    let (ada_id, floor_id) = (ada.get("/api/me").ok()["id"].clone(), floor.get("/api/me").ok()["id"].clone());
    let guest_id = house.guest().get("/api/me").ok()["id"].clone();
    let rows = [
        (json!({"player": ada_id, "role": "auditor", "reason": " "}), 422, "no_reason"),
        (json!({"player": floor_id, "role": "player", "reason": "tired"}), 403, "role_not_theirs"),
        (json!({"player": guest_id, "role": "floor", "reason": "nice"}), 403, "role_not_theirs"),
        (json!({"player": 999_999, "role": "floor", "reason": "nice"}), 404, "no_such_player"),
        (json!({"player": ada_id, "role": "owner", "reason": "nice"}), 422, "bad_fields"),
    ];
    for (ask, status, code) in rows {
        assert_eq!(floor.post("/api/roles", ask.clone()).failure(), (status, code.into()), "{ask}");
    }
    floor
        .post("/api/roles", json!({"player": ada_id, "role": "auditor", "reason": "audits on Mondays"}))
        .ok();
    assert_eq!(ada.get("/api/me").ok()["role"], "auditor");
    let journal = ada.get("/api/logs/0").ok().to_string();
    assert!(journal.contains("audits on Mondays"), "{journal}");
    floor.post("/api/roles", json!({"player": ada_id, "role": "player", "reason": "done"})).ok();
    assert_eq!(ada.get("/api/logs/0").failure(), (403, "not_yours".into()));
}

#[test]
fn the_floor_opens_and_closes_tables() {
    let house = House::open();
    let mut floor = house.floor();
    let opened =
        floor.post("/api/tables", json!({"name": "Two", "settings": solo_table()})).ok()["id"].clone();
    assert_eq!(floor.get(&format!("/api/tables/{opened}")).ok()["name"], "Two");
    let reason = json!({"reason": "a test"});
    // There is no round to declare void.
    let void = floor.post(&format!("/api/tables/{opened}/void"), reason.clone());
    assert_eq!(void.failure(), (409, "not_now".into()));
    floor.post(&format!("/api/tables/{opened}/close"), reason).ok();
}

#[test]
fn tables_are_opened_only_as_their_rule_book_permits() {
    let house = House::open();
    let mut floor = house.floor();
    let with = |name: &str, value: Value| {
        let mut settings = solo_table();
        settings[name] = value;
        json!({"name": "Three", "settings": settings})
    };
    let rows = [
        (with("book", json!("nevada")), 422, "settings"),
        (with("places", json!(9)), 422, "settings"),
        (with("pay_table", json!("UTH-09")), 422, "settings"),
        (with("minimum", json!(500)), 422, "settings"),
        (with("places", json!(-1)), 422, "bad_fields"),
        (with("colour", json!("green")), 422, "bad_fields"),
        (json!({"name": "", "settings": solo_table()}), 422, "name"),
    ];
    for (ask, status, code) in rows {
        assert_eq!(floor.post("/api/tables", ask.clone()).failure(), (status, code.into()), "{ask}");
    }
    assert_eq!(floor.get("/api/tables/77").failure(), (404, "no_such_table".into()));
}
