//! What one node decides about somebody holds on the others; and what a node needs to be one of them.

use std::process::{Command, Output};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{ClientRequestBuilder, Message};

use crate::card_room::{CardRoom, Place};
use crate::floor::Floor;
use crate::wire::check_message;

#[test]
fn a_session_that_ends_on_one_node_ends_on_all_with_its_sockets() {
    let place = Place::postgres();
    let here = CardRoom::start(&place, 0);
    let mut floor = Floor::of(&here);
    let there = CardRoom::start(&place, 0);
    assert_eq!(floor.ask_at(there.port, "GET", "/api/me", &json!({}))["role"], "floor");
    let mut socket = socket(&there, floor.cookie());
    let thief = floor.clone();
    floor.post("/api/sign-out", &json!({}));
    // Without a word from the other node this would take a minute.
    let closed = loop {
        if let Message::Close(frame) = socket.read().expect("the socket is closed in order") {
            break frame.expect("with a reason").code;
        }
    };
    assert_eq!(closed, CloseCode::Policy);
    assert_eq!(thief.ask_at(there.port, "GET", "/api/me", &json!({}))["code"], "sign_in");
    let ready = floor.ask_at(there.port, "GET", "/readyz", &json!({}));
    assert_eq!(ready["fanout"], json!({"way": "postgres", "state": "connected"}), "{ready}");
}

fn socket(room: &CardRoom, cookie: &str) -> tungstenite::WebSocket<std::net::TcpStream> {
    let stream = std::net::TcpStream::connect(("127.0.0.1", room.port)).expect("the card room listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time-out");
    let uri = format!("ws://127.0.0.1:{}/ws", room.port).parse().expect("an address");
    let request =
        ClientRequestBuilder::new(uri).with_header("Cookie", cookie).with_header("Origin", room.url());
    let (mut socket, _) = tungstenite::client::client(request, stream).expect("a socket");
    socket.send(Message::text(r#"{"type":"hello","protocol":1}"#)).expect("it is sent");
    let hello = socket.read().expect("an answer").into_text().expect("text");
    let hello: Value = serde_json::from_str(&hello).expect("JSON");
    check_message(&hello);
    assert_eq!(hello["player"]["name"], "Flora", "{hello}");
    socket
}

#[test]
fn a_node_with_another_key_or_words_for_nobody_does_not_start() {
    let place = Place::file();
    CardRoom::start(&place, 0).stop();
    let folder = tempfile::tempdir().expect("a folder");
    let said = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uth"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", &place.address()]).args(words);
        let Output { status, stderr, .. } = command.output().expect("the program starts");
        assert!(!status.success());
        String::from_utf8(stderr).expect("text")
    };
    let key = folder.path().join("other.key").display().to_string();
    let another = said(&["--key", &key]);
    assert!(another.contains("has another key than the one that this card room began with"), "{another}");
    let nobody = said(&["--fanout", "nats://127.0.0.1"]);
    assert!(nobody.contains("a card room in a file has one node"), "{nobody}");
    let no_address = said(&["--fanout", "127.0.0.1:4222"]);
    assert!(no_address.contains("a NATS looks like nats://127.0.0.1:4222"), "{no_address}");
}

#[test]
fn an_origin_that_is_none_is_one_sentence_and_exit_code_two() {
    for origin in ["nonsense", "cards.example", "https://cards.example/room"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uth"));
        let Output { status, stderr, .. } =
            command.args(["serve", "--origin", origin]).output().expect("the program starts");
        let said = String::from_utf8(stderr).expect("text");
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(said.contains("an origin looks like https://cards.example"), "{said}");
    }
}
