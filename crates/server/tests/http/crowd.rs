//! Clients that send too much or read too little. Nobody else is to notice.

use std::ops::Range;
use std::thread;
use std::time::Duration;

use serde_json::json;
use server::http::{Config, Limits, Rate};
use tungstenite::Message;

use crate::scene::{Client, House, Socket, no_limits};

/// How often a count is looked at before it is given up.
const LOOKS: u32 = 400;

/// Sits down at table 1.
fn seated(client: &Client) -> Socket {
    let mut player = client.socket();
    player.hello();
    player.watch();
    assert_eq!(player.command("sit", &json!({"type": "sit", "seat": 1}))["type"], "done");
    player
}

/// Wagers and takes it back, once for each of these numbers; each is answered.
fn play(player: &mut Socket, numbers: Range<u32>) {
    for number in numbers {
        let wager = json!({"type": "wager", "seat": 1, "ante": 500});
        assert_eq!(player.command(&format!("w{number}"), &wager)["type"], "done");
        let withdraw = json!({"type": "withdraw", "seat": 1});
        assert_eq!(player.command(&format!("t{number}"), &withdraw)["type"], "done");
    }
}

fn sockets(house: &House) -> u64 {
    let metrics = String::from_utf8(house.visitor().get("/metrics").body).expect("text");
    let line = metrics.lines().find_map(|line| line.strip_prefix("uth_websockets "));
    line.and_then(|count| count.parse().ok()).expect("a count")
}

#[test]
fn a_client_that_floods_is_sent_away_and_everybody_else_is_answered() {
    let messages = Rate { per_minute: 60, at_once: 100 };
    let floods = Rate { per_minute: 1, at_once: 1 };
    let house =
        House::open_with(Config { limits: Limits { messages, floods, ..no_limits() }, ..Config::default() });
    let (owner, flooder) = (house.guest(), house.guest());
    let mut player = seated(&owner);
    let mut flood = flooder.socket();
    flood.hello();
    let ended = thread::spawn(move || {
        let mut codes = Vec::new();
        while flood.try_send(Message::text(r#"{"type":"ping"}"#)) {
            let Some(heard) = flood.hear() else { break };
            codes.push(heard["code"].clone());
        }
        (codes, flood.ended)
    });
    play(&mut player, 0..40);
    let (codes, ended) = ended.join().expect("the flood ends");
    assert_eq!((&codes[0], codes.last()), (&json!(null), Some(&json!("too_fast"))));
    let (code, reason) = ended.expect("it is told why");
    assert_eq!((code, reason.as_str()), (1008, "too many messages: come back in a while and slow down"));
    // For a while its address opens no other socket, and those that are open stay.
    let refused = flooder.try_socket().err().map(|error| error.to_string());
    assert!(refused.as_ref().is_some_and(|error| error.contains("429")), "{refused:?}");
    play_again(&mut player);
}

fn play_again(player: &mut Socket) {
    let wager = json!({"type": "wager", "seat": 1, "ante": 500});
    assert_eq!(player.command("again", &wager)["type"], "done");
}

#[test]
fn a_client_that_never_reads_is_dropped_when_its_queue_is_full_and_may_come_back() {
    let house = House::open();
    let mut player = seated(&house.guest());
    let mut slow = house.visitor().socket();
    slow.hello();
    assert_eq!(sockets(&house), 2);
    // It asks for more and more and reads none of it, however much the operating system keeps for it. Everybody else
    // plays on, until more has happened than the card room keeps.
    let is_dropped = (0..LOOKS).any(|look| {
        let _ = (0..500).all(|_| slow.try_send(Message::text(r#"{"type":"watch","table":1}"#)));
        play(&mut player, look * 25..(look + 1) * 25);
        sockets(&house) == 1
    });
    assert!(is_dropped, "it is still connected");
    let mut back = house.visitor().socket();
    back.hello();
    back.say(&json!({"type": "watch", "table": 1, "after": 2}));
    let snapshot = back.hear_of("snapshot");
    assert!(snapshot["seq"].as_u64().is_some_and(|seq| seq > 2), "{snapshot}");
    play_again(&mut player);
}

#[test]
fn nobody_takes_all_places() {
    let house = House::open_with(Config {
        limits: Limits { connections_each: 3, ..no_limits() },
        ..Config::default()
    });
    let visitor = house.visitor();
    let mut all: Vec<Socket> = (0..3).map(|_| visitor.socket()).collect();
    let refused = visitor.try_socket().err().map(|error| error.to_string());
    assert!(refused.as_ref().is_some_and(|error| error.contains("429")), "{refused:?}");
    for socket in &mut all {
        assert_eq!(socket.hello()["type"], "hello");
    }
    // Who leaves makes room.
    drop(all.pop());
    let came = (0..LOOKS).any(|_| {
        thread::sleep(Duration::from_millis(50));
        visitor.try_socket().is_ok_and(|mut socket| socket.hello()["type"] == "hello")
    });
    assert!(came, "the place is not free again");
}
