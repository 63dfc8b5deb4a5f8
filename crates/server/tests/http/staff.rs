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
        (json!({"player": ada_id, "role": "owner", "reason": "nice"}), 422, "invalid_fields"),
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
    assert_eq!(ada.get("/api/logs/0").failure(), (403, "forbidden".into()));
}

#[test]
fn the_floor_opens_and_closes_tables() {
    let house = House::open();
    let mut floor = house.floor();
    let opened =
        floor.post("/api/tables", json!({"name": "Two", "settings": solo_table()})).ok()["table"].clone();
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
        (with("book", json!("nevada")), 422, "invalid_fields"),
        (with("places", json!(9)), 422, "settings"),
        (with("pay_table", json!("UTH-09")), 422, "invalid_fields"),
        (with("minimum", json!(500)), 422, "settings"),
        (with("places", json!(-1)), 422, "invalid_fields"),
        (with("colour", json!("green")), 422, "invalid_fields"),
        (with("book", json!("washington")), 422, "settings"),
        (json!({"name": "", "settings": solo_table()}), 422, "table_name"),
    ];
    for (ask, status, code) in rows {
        assert_eq!(floor.post("/api/tables", ask.clone()).failure(), (status, code.into()), "{ask}");
    }
    assert_eq!(floor.get("/api/tables/77").failure(), (404, "no_such_table".into()));
}

#[test]
fn the_floor_finds_people_by_name_by_number_and_by_role() {
    let house = House::open();
    let mut floor = house.floor();
    for name in ["Zoë", "Zora"] {
        house.named(name);
    }
    let guest_id = house.guest().get("/api/me").ok()["id"].clone();
    let names = |answer: &Value| -> Vec<String> {
        let people = answer["people"].as_array().expect("people").iter();
        people.map(|person| person["name"].as_str().expect("a name").to_owned()).collect()
    };
    let guest = format!("Guest {guest_id}");
    let flora_id = floor.get("/api/me").ok()["id"].clone();
    let rows: [(String, &[&str]); 9] = [
        (String::new(), &[&guest, "Zora", "Zoë", "Flora"]),
        ("?limit=2".into(), &[&guest, "Zora"]),
        ("?role=floor".into(), &["Flora"]),
        ("?role=auditor".into(), &[]),
        ("?find=zo".into(), &["Zora", "Zoë"]),
        ("?find=ZO%C3%8B".into(), &["Zoë"]),
        (format!("?find={guest_id}"), &[&guest]),
        (format!("?ids={flora_id},99999"), &["Flora"]),
        ("?find=nobody".into(), &[]),
    ];
    for (query, expected) in rows {
        assert_eq!(names(&floor.get(&format!("/api/players{query}")).ok()), expected, "{query}");
    }
    let first = floor.get("/api/players?limit=3").ok();
    let next = first["next"].as_str().expect("more");
    assert_eq!(names(&floor.get(&format!("/api/players?limit=3&next={next}")).ok()), ["Flora"]);
    let person = &first["people"][0];
    assert_eq!((&person["guest"], &person["balance"]), (&json!(true), &json!(100_000)));
    assert_eq!(floor.get("/api/players?ids=x").failure(), (400, "bad_query".into()));
}

#[test]
fn the_floor_sees_what_is_under_way_and_what_was_closed() {
    let house = House::open();
    let mut floor = house.floor();
    let mut socket = house.guest().socket();
    socket.hello();
    socket.watch();
    assert_eq!(floor.get("/api/tables/1").ok()["stage"], Value::Null);
    socket.command("a", &json!({"type": "sit", "seat": 1}));
    socket.command("b", &json!({"type": "wager", "seat": 1, "ante": 500}));
    socket.command("c", &json!({"type": "no_more_bets"}));
    let under_way = floor.get("/api/tables/1").ok();
    assert_eq!((&under_way["stage"], &under_way["banker"]), (&json!("preflop"), &Value::Null));
    // Asked for twice under one name, it is done and told once.
    for _ in 0..2 {
        floor.post("/api/tables/1/void", json!({"reason": "a card fell", "id": "void-1"})).ok();
    }
    assert_eq!(floor.get("/api/tables/1").ok()["stage"], "void");
    let head = floor.get("/api/logs/1/head").ok();
    let log = floor.get("/api/logs/1").ok();
    let last = log.as_array().and_then(|entries| entries.last()).expect("an entry").clone();
    assert_eq!(head["hash"], last["hash"]);
    let end = last["seq"].as_u64().zip(last["events"].as_u64()).map(|(seq, events)| seq + events - 1);
    assert_eq!(head["seq"].as_u64(), end);
    assert_eq!(floor.get("/api/logs/77/head").failure(), (404, "no_such_log".into()));
    socket.command("d", &json!({"type": "leave", "seat": 1}));
    floor.post("/api/tables/1/close", json!({"reason": "good night"})).ok();
    assert_eq!(floor.get("/api/tables").ok(), json!([]));
    assert_eq!(floor.get("/api/tables/all").ok(), json!([{"table": 1, "name": "One", "closed": true}]));
    let journal = floor.get("/api/logs/0").ok().to_string();
    for reason in ["a card fell", "good night"] {
        assert_eq!(journal.matches(reason).count(), 1, "{reason} in {journal}");
    }
}
