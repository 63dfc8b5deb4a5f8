//! Hands that were played, over HTTP: who may read them, and what they get.

use serde_json::{Value, json};

use crate::scene::{Client, House};

/// A guest who has played one round at table 1.
pub(crate) fn played(house: &House) -> Client {
    played_rounds(house, 1, |_| json!({"type": "wager", "seat": 1, "ante": 500, "trips": 500}))
}

/// A guest who has played rounds at table 1 with those wagers.
pub(crate) fn played_rounds(house: &House, rounds: u32, wager: impl Fn(u32) -> Value) -> Client {
    let guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.watch();
    let mut does = |name: String, command: Value| {
        assert_eq!(socket.command(&name, &command)["type"], "done", "{name}");
    };
    does("sit".into(), json!({"type": "sit", "seat": 1}));
    for round in 0..rounds {
        does(format!("wager {round}"), wager(round));
        does(format!("deal {round}"), json!({"type": "no_more_bets"}));
        does(format!("raise {round}"), json!({"type": "raise", "seat": 1, "times": 4}));
    }
    guest
}

#[test]
fn a_hand_can_be_read_again_kept_and_proved() {
    let house = House::open();
    let mut guest = played(&house);
    let hands = guest.get("/api/hands").ok();
    assert_eq!((&hands["hands"][0]["table"], &hands["hands"][0]["round"]), (&json!(1), &json!(0)), "{hands}");
    assert_eq!(hands["hands"][0]["wagered"], 500 * 2 + 500 + 500 * 4);
    let net = hands["hands"][0]["net"].as_i64().expect("a result");
    assert_eq!(guest.get("/api/me").ok()["balance"], 100_000 + net);

    let round = guest.get("/api/tables/1/rounds/0").ok();
    assert!(round["steps"].as_array().is_some_and(|steps| steps.len() >= 3), "{round}");
    assert_eq!(round["deck"].as_str().map(str::len), Some(104 + 51), "{}", round["deck"]);
    assert_eq!(guest.get("/api/tables/1/rounds/1").failure(), (404, "no_such_round".into()));
    assert_eq!(guest.get("/api/tables/9/rounds/0").failure(), (404, "no_such_round".into()));
    let rounds = house.visitor().get("/api/tables/1/rounds").ok();
    assert_eq!(rounds["hands"].as_array().map(Vec::len), Some(1), "{rounds}");

    let lines = guest.get("/api/hands/export");
    assert_eq!(lines.header("content-type"), Some("application/jsonl"));
    // It comes in chunks, with their lengths in between.
    let text = String::from_utf8_lossy(&lines.body);
    let line = text.lines().find(|line| line.starts_with('{')).expect("a line");
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!((&line["seed"], &line["deck"]), (&round["seed"], &round["deck"]));
    let table = guest.get("/api/hands/export?format=csv");
    assert!(String::from_utf8_lossy(&table.body).lines().count() >= 4, "a heading and every wager");
    assert_eq!(guest.get("/api/hands/export?format=pdf").failure().0, 400);
}

#[test]
fn reports_are_for_the_floor_and_auditors() {
    let house = House::open();
    let mut guest = played(&house);
    let mut floor = house.floor();
    for path in [
        "/api/reports?by=book",
        "/api/reports/flows",
        "/api/rotation?from=2026-01-01&table=1",
        "/api/rotation/export?format=csv",
        "/api/tables/1/export",
        "/api/logs/1/export",
        "/api/players/1/hands",
        "/api/players/1/export?format=csv",
    ] {
        assert_eq!(guest.get(path).failure().0, 403, "{path}");
        assert_eq!(floor.get(path).status, 200, "{path}");
    }
    let report = floor.get("/api/reports?by=book").ok();
    assert_eq!(
        (&report["total"]["rounds"], &report["rows"][0]["of"]),
        (&json!(1), &json!("house")),
        "{report}"
    );
    assert!(report["total"]["house_banked"]["people"]["theory"].is_object());
    assert_eq!(floor.get("/api/rotation").ok()["violations"], json!([]));
    assert_eq!(guest.get("/api/banking").ok()["sessions"], json!([]), "the house banked");
    assert_eq!(floor.get("/api/reports?from=yesterday").failure(), (400, "bad_query".into()));
    assert_eq!(floor.get("/api/reports?by=colour").failure().0, 400);
}
