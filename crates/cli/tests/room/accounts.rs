//! What the operator does to accounts with `uth account`, on both storages.

use std::process::Command;

use serde_json::{Value, json};
use store::LogId;

use crate::card_room::{CardRoom, PROGRAM, Place};
use crate::floor::Floor;

/// Runs `uth account` on a card room, and returns its exit code and what it printed.
fn account(place: &Place, words: &[&str]) -> (Option<i32>, Value, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["account", "--json", "--database", &place.address()]).arg("--key").arg(place.key());
    let done = command.args(words).output().expect("the program starts");
    let said = serde_json::from_slice(&done.stdout).unwrap_or(Value::Null);
    (done.status.code(), said, String::from_utf8_lossy(&done.stderr).into_owned())
}

/// The journal's text.
fn journal(place: &Place) -> String {
    place.look(async |store| {
        let entries = store.entries(LogId::ROOM, 0, 1_000).await.expect("the journal");
        entries.into_iter().map(|entry| entry.body).collect::<Vec<_>>().join("\n")
    })
}

/// Gives Flora's account back to her, and checks what has become of it.
fn give_back(place: &Place, mut room: Option<CardRoom>) {
    let (code, people, complaint) = account(place, &["list", "--role", "floor"]);
    assert_eq!((code, &people[0]["name"]), (Some(0), &json!("Flora")), "{complaint}");
    let role = ["role", "flora", "auditor", "--reason", "reads the books from now on"];
    assert_eq!(account(place, &role).0, Some(0));
    assert_eq!(account(place, &["role", "flora", "floor", "--reason", " "]).0, Some(2), "no reason");
    assert_eq!(account(place, &["unlock", "Nobody"]).0, Some(2));
    assert_eq!(account(place, &["unlock", "Flora"]).0, Some(0));
    let (code, reset, complaint) = account(place, &["reset", "Flora"]);
    assert_eq!(code, Some(0), "{complaint}");
    let codes = reset["recovery_codes"].as_array().expect("codes");
    let room = room.get_or_insert_with(|| CardRoom::start(place, 0));
    let mut flora = Floor::nobody(room);
    let me = flora.post("/api/sign-in", &json!({"name": "Flora", "recovery_code": codes[0]}));
    assert_eq!((&me["role"], &me["recovery_codes"]), (&json!("auditor"), &json!(1)));
    flora.post("/api/password", &json!({"current": codes[1], "password": "nine difference engines"}));
    let journal = journal(place);
    for event in ["role_given", "unlocked", "signed_out_everywhere", "recovery_codes_set"] {
        let told = journal.lines().any(|entry| entry.contains(event) && entry.contains("\"operator\""));
        assert!(told, "{event} by the operator is not in the journal");
    }
    assert!(!codes.iter().filter_map(Value::as_str).any(|code| journal.contains(code)), "a code is written");
}

#[test]
fn the_operator_gives_an_account_back_when_the_file_is_not_served() {
    let place = Place::file();
    let room = CardRoom::start(&place, 0);
    Floor::of(&room);
    let (code, _, complaint) = account(&place, &["list"]);
    assert_eq!(code, Some(2), "the card room has the lock: {complaint}");
    room.stop();
    give_back(&place, None);
    place.verify();
}

#[test]
fn the_operator_gives_an_account_back_beside_the_nodes_of_postgres() {
    let place = Place::postgres();
    let room = CardRoom::start(&place, 0);
    let floor = Floor::of(&room);
    give_back(&place, Some(room));
    drop(floor);
    place.verify();
}

#[test]
fn a_card_room_that_is_not_there_is_not_made() {
    let place = Place::file();
    let (code, _, complaint) = account(&place, &["list"]);
    assert_eq!((code, complaint.lines().count()), (Some(2), 1), "{complaint}");
    assert!(!place.key().exists(), "no key was made");
}
