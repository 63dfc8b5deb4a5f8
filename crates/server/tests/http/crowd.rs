//! Clients that send too much or read too little. Nobody else is to notice.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use server::http::{Config, Rate, ServerLimits};
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::scene::{Client, House, Socket, connected, no_limits};

/// How often a count is looked at before it is given up.
const LOOKS: u32 = 400;

/// How many rounds of `play` a guest's $1,000 last, each of them lost: six Antes of $5, and two for what comes after.
const AFFORDABLE_ROUNDS: u32 = 32;

/// Sits down at table 1.
fn seated(client: &Client) -> Socket {
    let mut player = client.socket();
    player.hello();
    player.watch();
    assert_eq!(player.command("sit", &json!({"type": "sit", "seat": 1}))["type"], "done");
    player
}

/// Plays a round for each of these numbers; each command is answered.
fn play(player: &mut Socket, numbers: Range<u32>) {
    for number in numbers {
        let round = [
            json!({"type": "wager", "seat": 1, "ante": 500}),
            json!({"type": "no_more_bets"}),
            json!({"type": "raise", "seat": 1, "times": 4}),
        ];
        for (step, command) in round.iter().enumerate() {
            let answer = player.command(&format!("p{number}-{step}"), command);
            assert_eq!(answer["type"], "done", "{answer}");
        }
    }
}

fn limited(limits: ServerLimits) -> House {
    House::open_with(Config { limits, ..Config::default() })
}

fn sockets(house: &House) -> u64 {
    metric(house, "uth_websockets")
}

fn metric(house: &House, name: &str) -> u64 {
    let metrics = String::from_utf8(house.visitor().get("/metrics").body).expect("text");
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|count| count.parse().ok()).expect("a count")
}

#[test]
fn a_client_that_floods_is_sent_away_and_everybody_else_is_answered() {
    let messages = Rate { per_minute: 60, at_once: 100 };
    let floods = Rate { per_minute: 1, at_once: 1 };
    let house = limited(ServerLimits { messages, floods, ..no_limits() });
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
    play(&mut player, 0..10);
    let (codes, ended) = ended.join().expect("the flood ends");
    assert_eq!((&codes[0], codes.last()), (&json!(null), Some(&json!("too_fast"))));
    let (code, reason) = ended.expect("it is told why");
    assert_eq!((code, reason.as_str()), (1008, "too many messages: reconnect later and slow down"));
    // For a while its address opens no other socket, and those that are open stay.
    let refused = flooder.try_socket().err().map(|error| error.to_string());
    assert!(refused.as_ref().is_some_and(|error| error.contains("429")), "{refused:?}");
    play_again(&mut player);
}

#[test]
fn empty_pieces_of_a_message_are_a_flood_like_any_other() {
    let messages = Rate { per_minute: 60, at_once: 100 };
    let house = limited(ServerLimits { messages, ..no_limits() });
    let mut flood = house.visitor().socket();
    flood.hello();
    let piece = |kind| Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), false));
    let mut is_heard = flood.try_send(piece(Data::Text));
    // The card room hangs up long before so many have come; without a limit it would take all of them.
    for _ in 0..200_000 {
        is_heard = is_heard && flood.try_send(piece(Data::Continue));
    }
    while flood.hear().is_some() {}
    let (code, _) = flood.ended.take().unwrap_or_default();
    assert!(!is_heard || code == 1008, "it is still heard: {:?}", flood.ended);
    let mut other = house.visitor().socket();
    other.hello();
}

#[test]
fn a_message_in_a_few_pieces_is_understood() {
    let house = House::open();
    let mut client = house.visitor().socket();
    let hello = br#"{"type":"hello","protocol":1}"#;
    let piece = |bytes: &[u8], kind, is_last| {
        Message::Frame(Frame::message(bytes.to_vec(), OpCode::Data(kind), is_last))
    };
    client.send(piece(&hello[..5], Data::Text, false));
    client.send(piece(&[], Data::Continue, false));
    client.send(piece(&hello[5..], Data::Continue, true));
    assert_eq!(client.hear_of("hello")["protocol"], 1);
}

fn play_again(player: &mut Socket) {
    let wager = json!({"type": "wager", "seat": 1, "ante": 500});
    assert_eq!(player.command("again", &wager)["type"], "done");
}

#[test]
fn a_client_that_never_reads_is_dropped_and_may_come_back() {
    let house = House::open();
    let mut player = seated(&house.guest());
    let mut slow = house.visitor().socket();
    slow.hello();
    assert_eq!(sockets(&house), 2);
    // It asks for more and more and reads none of it, however much the operating system keeps for it. Everybody else
    // plays on, for as many rounds as the player can lose, until the card room gives the client up.
    let is_dropped = (0..LOOKS).any(|look| {
        let _ = (0..500).all(|_| slow.try_send(Message::text(r#"{"type":"watch","table":1}"#)));
        if look < AFFORDABLE_ROUNDS {
            play(&mut player, look..look + 1);
        } else {
            thread::sleep(Duration::from_millis(100));
        }
        sockets(&house) == 1
    });
    assert!(is_dropped, "it is still connected");
    let mut back = house.visitor().socket();
    back.hello();
    back.say(&json!({"type": "watch", "table": 1}));
    let snapshot = back.hear_of("snapshot");
    assert!(snapshot["seq"].as_u64().is_some_and(|seq| seq > 2), "{snapshot}");
    play_again(&mut player);
}

#[test]
fn many_sockets_of_one_address_are_heard_no_more_than_a_classroom() {
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    // Whose messages are not counted, and how many of 8 sockets with 5 messages each are then heard.
    for (uncounted, expected) in [(Vec::new(), 30), (vec![here], 40)] {
        let messages_of_address = Rate { per_minute: 1, at_once: 30 };
        let house = limited(ServerLimits { messages_of_address, uncounted, ..no_limits() });
        let mut all: Vec<Socket> = (0..8).map(|_| house.visitor().socket()).collect();
        let (mut heard, began) = (0, Instant::now());
        for socket in &mut all {
            for _ in 0..5 {
                socket.say(&json!({"type": "ping"}));
                match socket.hear().expect("the connection stays") {
                    pong if pong["type"] == "pong" => heard += 1,
                    refused => assert_eq!(refused["code"], "too_fast", "{refused}"),
                }
            }
        }
        assert_eq!(heard, expected);
        // Two sockets were refused five times, and not listened to for a moment between them.
        assert!(heard == 40 || began.elapsed() >= 8 * Duration::from_millis(250));
    }
}

#[test]
fn a_table_is_shown_again_only_so_often_and_followed_all_the_same() {
    let house = limited(ServerLimits { watches: Rate { per_minute: 1, at_once: 4 }, ..no_limits() });
    // Who plays has been shown the table once.
    let mut player = seated(&house.guest());
    let [mut watcher, mut other] = [(); 2].map(|()| house.visitor().socket());
    let [shown, refused] = [("snapshot", "table", json!(1)), ("error", "code", json!("too_fast"))];
    for (socket, (kind, field, expected)) in [(&mut watcher, shown), (&mut other, refused)] {
        socket.hello();
        for _ in 0..3 {
            socket.say(&json!({"type": "watch", "table": 1}));
            assert_eq!(socket.hear_of(kind)[field], expected);
        }
    }
    play_again(&mut player);
    assert_eq!(watcher.hear_of("update")["table"], 1);
    // Looking away in between makes it no cheaper.
    watcher.say(&json!({"type": "unwatch", "table": 1}));
    watcher.say(&json!({"type": "watch", "table": 1}));
    assert_eq!(watcher.hear_of("error")["code"], "too_fast");
}

#[test]
fn nobody_takes_all_places() {
    let house = limited(ServerLimits { connections_each: 3, ..no_limits() });
    let visitor = house.visitor();
    let mut all: Vec<Socket> = (0..3).map(|_| visitor.socket()).collect();
    // A socket has kept the place of its connection: there is none for anything else.
    let mut fourth = connected(house.address);
    let _ = fourth.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(matches!(fourth.read(&mut [0; 100]), Ok(0) | Err(_)), "it is sent away without a word");
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

#[test]
fn behind_a_proxy_nobody_takes_all_sockets() {
    let limits = ServerLimits { connections_each: 3, ..no_limits() };
    let house = House::open_with(Config { limits, behind_proxy: true, ..Config::default() });
    let visitor = house.visitor();
    let all: Vec<Socket> = (0..3).map(|_| visitor.socket()).collect();
    let refused = visitor.try_socket().err().map(|error| error.to_string());
    assert!(refused.as_ref().is_some_and(|error| error.contains("429")), "{refused:?}");
    // Who was refused is gone in a moment; whoever asks is the fourth.
    let is_counted = (0..LOOKS).any(|_| {
        thread::sleep(Duration::from_millis(20));
        (sockets(&house), metric(&house, "uth_connections")) == (3, 4)
    });
    assert!(is_counted, "there are other connections than those");
    drop(all);
}

/// Asks for more than anybody's buffers hold, over one connection.
fn asks_for_much(house: &House) -> std::net::TcpStream {
    let mut stream = connected(house.address);
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
    stream.write_all(request.repeat(MANY).as_bytes()).expect("it is sent");
    stream
}

/// So many answers are some megabytes.
const MANY: usize = 200;

#[test]
fn a_client_that_never_reads_its_answers_is_given_up_and_one_that_reads_slowly_is_not() {
    let house = limited(ServerLimits { read_within: Duration::from_millis(600), ..no_limits() });
    let never = asks_for_much(&house);
    let mut slow = asks_for_much(&house);
    let mut watcher = house.visitor().socket();
    watcher.hello();
    let (mut read, mut page) = (Vec::new(), vec![0; 256 * 1024]);
    let is_end = |read: &[u8]| read.windows(9).filter(|nine| nine == b"HTTP/1.1 ").count() == MANY;
    let mut looks = 0;
    while !is_end(&read) {
        thread::sleep(Duration::from_millis(50));
        let count = slow.read(&mut page).expect("the connection stays");
        assert!(count > 0, "it was given up after {} bytes", read.len());
        read.extend_from_slice(&page[..count]);
        looks += 1;
    }
    assert!(looks > 20, "it has read for longer than it may wait");
    drop(slow);
    // What is left: who asks for the count, and the socket, which has said nothing meanwhile.
    let is_dropped = (0..LOOKS).any(|_| {
        thread::sleep(Duration::from_millis(50));
        metric(&house, "uth_connections") == 2
    });
    assert!(is_dropped, "it is still connected");
    watcher.watch();
    drop(never);
}
