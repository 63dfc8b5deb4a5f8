//! Hands that a card room exports, settled as they are.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use card_room::CardRoom;
use client::Api;
use serde_json::Value;

mod card_room;

const ROUNDS: usize = 4;

/// The caller's hands as JSON Lines.
fn export(room: &CardRoom, token: &str) -> String {
    let authority = room.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(authority).expect("a connection");
    // An answer by HTTP/1.0 is not chunked and ends with the connection.
    let request = format!(
        "GET /api/hands/export HTTP/1.0\r\nHost: {authority}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.contains(" 200 "), "{head}");
    body.to_owned()
}

fn settle(file: &Path) -> (Vec<Value>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_uth"))
        .args(["settle", "--json"])
        .arg(file)
        .output()
        .expect("uth runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let settled = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (settled, String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn exported_hands_settle_to_what_the_card_room_paid() {
    let room = CardRoom::open();
    let api = Api::new(room.url.parse().expect("an address")).expect("an interface");
    let api = api.sign_in_as_guest("a test").expect("a guest");
    let token = api.token().expect("a token");
    let played = Command::new(env!("CARGO_BIN_EXE_uth"))
        .args(["bot", "--server", &room.url, "--token", token, "--trips", "5"])
        .args(["--rounds", &ROUNDS.to_string()])
        .env("XDG_STATE_HOME", room.folder.path())
        .output()
        .expect("uth runs");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));

    let exported = export(&room, token);
    let file = room.folder.path().join("hands.jsonl");
    std::fs::write(&file, &exported).expect("a file");
    let (settled, faults) = settle(&file);
    assert_eq!((settled.len(), faults.as_str()), (ROUNDS, ""), "{exported}");
    for (line, settled) in exported.lines().zip(&settled) {
        let history: Value = serde_json::from_str(line).expect("JSON");
        let last = history["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
        let hand = &last["view"]["round"]["hands"][0];
        assert_eq!(settled["seats"][0]["net"], hand["net"], "{line}");
        assert_eq!(settled["id"], format!("{}/{}", history["table"], history["round"]));
    }
}
