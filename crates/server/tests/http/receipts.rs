//! Receipts through sockets and over HTTP.

use fair::receipt::{Confirmation, PublicKey, Signer};
use protocol::Receipt;
use serde_json::{Value, json};

use crate::scene::{House, solo_table};

/// The key of every house of these tests.
fn signer() -> Signer {
    Signer::from_key(&[7; 32])
}

fn receipt(value: &Value) -> Receipt {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn faults(house: &House) -> String {
    let metrics = house.visitor().get("/metrics").body;
    let text = String::from_utf8(metrics).expect("text");
    text.lines()
        .find(|line| line.starts_with("uth_faults_total{kind=\"forgotten\"}"))
        .expect("a count")
        .to_owned()
}

#[test]
fn the_public_key_is_in_hello_at_its_address_and_in_every_export() {
    let house = House::open();
    let told = house.visitor().get("/api/key").ok()["public_key"].clone();
    let key: PublicKey = told.as_str().expect("text").parse().expect("a key");
    assert_eq!(key, signer().public_key());
    let mut socket = house.guest().socket();
    assert_eq!(socket.hello()["public_key"], told);
    socket.watch();
    socket.command("a", &json!({"type": "sit", "seat": 1}));
    socket.command("b", &json!({"type": "wager", "seat": 1, "ante": 500}));
    socket.command("c", &json!({"type": "no_more_bets"}));
    socket.command("d", &json!({"type": "raise", "seat": 1, "times": 4}));
    let mut floor = house.floor();
    assert_eq!(floor.get("/api/tables/1/rounds/0").ok()["public_key"], told);
    for path in ["/api/tables/1/export", "/api/logs/1/export"] {
        let text = String::from_utf8(floor.get(path).body).expect("text");
        assert!(text.contains(&format!("\"public_key\":{told}")), "{path}: {text}");
    }
}

#[test]
fn what_the_floor_does_over_http_has_receipts() {
    let house = House::open();
    let mut floor = house.floor();
    let opened = floor.post("/api/tables", json!({"name": "Two", "settings": solo_table()})).ok();
    let closed = floor.post("/api/tables/2/close", json!({"reason": "enough", "id": "close"})).ok();
    let again = floor.post("/api/tables/2/close", json!({"reason": "enough", "id": "close"})).ok();
    assert_eq!(again, closed, "a repeat has the same receipt");
    let key = signer().public_key();
    let [opened, closed] = [&opened["receipt"], &closed].map(receipt);
    for receipt in [opened, closed] {
        assert!(receipt.is_signed_by(&key), "{receipt:?}");
        assert_eq!(receipt.table.0, 2);
    }
    assert!(opened.seq < closed.seq);
    let head = floor.get("/api/logs/2/head").ok();
    assert_eq!(head["hash"], closed.hash.to_string());
}

#[test]
fn nothing_goes_on_until_a_client_that_knows_more_starts_over() {
    let house = House::open();
    let mut socket = house.guest().socket();
    socket.hello();
    socket.watch();
    let done = socket.command("a", &json!({"type": "sit", "seat": 1}));
    assert!(receipt(&done["receipt"]).is_signed_by(&signer().public_key()), "{done}");
    // What the card room confirmed before it was restored from an older copy.
    let lost = Confirmation { log: 1, seq: 40, hash: [5; 32], at_ms: 1_767_225_600_000 };
    let lost = Receipt::new(&lost, &signer());
    let before = faults(&house);
    socket.say(&json!({"type": "watch", "table": 1, "receipt": lost}));
    let error = socket.hear_of("error");
    assert_eq!((&error["code"], &error["table"]), (&json!("forgotten"), &json!(1)), "{error}");
    assert_ne!(faults(&house), before);
    let refused = socket.command_at(2, "b", &json!({"type": "sit_out", "seat": 1}));
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("forgotten")));
    // The watch has ended: what others do is not told.
    let mut floor = house.floor();
    floor.post("/api/tables/1/close", json!({"reason": "enough"})).ok();
    socket.say(&json!({"type": "ping"}));
    assert_eq!(socket.hear().expect("an answer")["type"], "pong");
    assert_eq!(socket.watch()["view"]["status"], "closed", "it starts over");
    let left = socket.command("c", &json!({"type": "sit", "seat": 1}));
    assert_eq!(left["code"], "closed", "commands are judged again");
}
