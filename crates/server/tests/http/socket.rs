//! Playing and watching through the socket.

use serde_json::{Value, json};
use server::http::{Config, Rate, ServerLimits};
use tungstenite::Message;

use crate::scene::{House, MINUTE_MS, Socket, no_limits};

#[test]
fn hello_comes_first_and_tells_who_one_is() {
    let house = House::open();
    let mut socket = house.visitor().socket();
    socket.say(&json!({"type": "watch", "table": 1}));
    assert_eq!(socket.hear_of("error")["code"], "hello");
    socket.say(&json!({"type": "hello", "protocol": 2}));
    assert_eq!(socket.hear_of("error")["code"], "protocol");
    assert_eq!(socket.hello()["player"], Value::Null);
    socket.say(&json!({"type": "ping"}));
    assert!(socket.hear_of("pong")["now_ms"].is_u64());

    let mut socket = house.named("Ada").socket();
    let hello = socket.hello();
    assert_eq!((&hello["player"]["name"], &hello["player"]["guest"]), (&json!("Ada"), &json!(false)));
    assert_eq!(socket.hear_of("wallet")["balance"], 100_000);
}

/// Plays table 1 by checking to the end and folding there; the number of the last event.
fn play_a_round(socket: &mut Socket) -> u64 {
    let commands = [
        json!({"type": "wager", "seat": 1, "ante": 500, "trips": 500}),
        json!({"type": "no_more_bets"}),
        json!({"type": "check", "seat": 1}),
        json!({"type": "check", "seat": 1}),
        json!({"type": "fold", "seat": 1}),
    ];
    let mut last = 0;
    for (number, command) in commands.iter().enumerate() {
        let answer = socket.command(&format!("{number}"), command);
        assert_eq!(answer["type"], "done", "{answer}");
        last = answer["receipt"]["seq"].as_u64().expect("a number");
    }
    last
}

#[test]
fn a_round_is_played_and_everybody_sees_what_they_may() {
    let house = House::open();
    let mut guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    let mut spectator = house.visitor().socket();
    spectator.hello();
    spectator.say(&json!({"type": "watch", "table": 1}));
    let first = spectator.hear_of("snapshot");
    let mut seq = first["seq"].as_u64().expect("a number");

    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    let last = play_a_round(&mut socket);
    while seq < last {
        let update = spectator.hear_of("update");
        let events = update["events"].as_array().expect("events");
        assert_eq!(update["seq"].as_u64(), Some(seq + events.len() as u64), "{update}");
        seq += events.len() as u64;
        let round = &update["view"]["round"];
        if round["stage"] == "preflop" {
            let text = update.to_string();
            assert_eq!((&round["board"], &round["dealer"]), (&json!([]), &Value::Null), "{text}");
            assert!(round["revealed"].is_null(), "{text}");
        }
    }
    // Somebody who comes back is told what they missed.
    let mut again = house.visitor().socket();
    again.hello();
    let after = json!({"seq": first["seq"], "hash": first["hash"]});
    again.say(&json!({"type": "watch", "table": 1, "after": after}));
    let snapshot = again.hear_of("snapshot");
    let known = first["seq"].as_u64().expect("a number");
    assert_eq!(
        snapshot["events"].as_array().map(|events| events.len() as u64),
        Some(last - known),
        "{snapshot}"
    );
    // A client that has another history of the table is told nothing that would build on it.
    let other = json!({"seq": first["seq"], "hash": "00".repeat(32)});
    again.say(&json!({"type": "watch", "table": 1, "after": other}));
    assert_eq!(again.hear_of("error")["code"], "forgotten");
    // Whoever folds loses the Ante and the Blind, and the Trips wager unless the cards pay it.
    let balance = guest.get("/api/me").ok()["balance"].as_i64().expect("a balance");
    assert_ne!(balance, 100_000);
}

#[test]
fn a_player_whose_connection_is_gone_is_away_until_the_next_one() {
    let house = House::open();
    let guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    let mut spectator = house.visitor().socket();
    spectator.hello();
    let snapshot = spectator.watch();
    assert_eq!(snapshot["view"]["seats"][0]["away"], false);
    drop(socket);
    let mut changes = |is_away: bool| {
        let update = spectator.hear_of("update");
        assert_eq!(update["view"]["seats"][0]["away"], is_away, "{update}");
        // Nothing has happened at the table, so that nothing is added to its log.
        assert_eq!((&update["events"], &update["seq"]), (&json!([]), &snapshot["seq"]), "{update}");
        assert_eq!(update["hash"], snapshot["hash"]);
    };
    changes(true);
    // Any connection counts, whether or not it watches the table.
    let mut back = guest.socket();
    back.hello();
    changes(false);
    let mut late = house.visitor().socket();
    late.hello();
    assert_eq!(late.watch()["view"]["seats"][0]["away"], false);
}

#[test]
fn every_connection_of_a_player_hears_of_the_wallet_whatever_changed_it() {
    let house = House::open();
    let mut floor = house.floor();
    let guest = house.guest();
    // One plays, and the other neither watches nor plays.
    let (mut playing, mut idle) = (guest.socket(), guest.socket());
    for socket in [&mut playing, &mut idle] {
        socket.hello();
        assert_eq!(socket.hear_of("wallet")["balance"], 100_000);
    }
    playing.command("sit", &json!({"type": "sit", "seat": 1}));
    playing.command("wager", &json!({"type": "wager", "seat": 1, "ante": 500}));
    assert_eq!(idle.hear_of("wallet")["balance"], 99_000);
    floor.post("/api/tables/1/void", json!({"reason": "a test"})).ok();
    assert_eq!(idle.hear_of("wallet")["balance"], 100_000);
    // The one that plays has heard the same, and each balance goes to each connection once.
    for (socket, expected) in [(&mut playing, vec![100_000]), (&mut idle, vec![])] {
        socket.say(&json!({"type": "ping"}));
        let heard = std::iter::from_fn(|| socket.hear().filter(|heard| heard["type"] != "pong"));
        let told: Vec<i64> = heard.filter_map(|heard| heard["balance"].as_i64()).collect();
        assert_eq!(told, expected);
    }
}

#[test]
fn a_command_that_is_sent_twice_has_one_effect() {
    let house = House::open();
    let mut socket = house.guest().socket();
    socket.hello();
    let sit = json!({"type": "sit", "seat": 1});
    let first = socket.command("sit", &sit);
    assert_eq!(first["type"], "done");
    assert_eq!(socket.command("sit", &sit), first);
    let bet = json!({"type": "wager", "seat": 1, "ante": 500});
    let first = socket.command("bet", &bet);
    assert_eq!(first["type"], "done", "{first}");
    assert_eq!(socket.command_at(0, "bet", &bet), first);
    // What was meant for cards that have gone by, or are yet to come, is not done.
    assert_eq!(socket.command("deal", &json!({"type": "no_more_bets"}))["type"], "done");
    let fold = json!({"type": "fold", "seat": 1});
    assert_eq!(socket.command_at(1, "late", &fold)["code"], "stale");
    assert_eq!(socket.command_at(99, "early", &fold)["code"], "ahead");
}

#[test]
fn what_was_done_before_a_limit_was_set_is_not_refused_when_it_comes_again() {
    let house = House::open();
    let mut guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    let bet = json!({"type": "wager", "seat": 1, "ante": 500});
    let first = socket.command("bet", &bet);
    assert_eq!(first["type"], "done", "{first}");
    guest.post("/api/limits", json!({"exclude_days": 1})).ok();
    assert_eq!(socket.command("bet", &bet), first);
    assert_eq!(socket.command("more", &json!({"type": "wager", "seat": 1, "ante": 600}))["code"], "excluded");
}

#[test]
fn what_makes_no_sense_is_refused_and_the_connection_stays() {
    let house = House::open();
    let mut socket = house.guest().socket();
    socket.hello();
    let rows = [
        ("", "malformed"),
        ("{", "malformed"),
        ("[]", "invalid_fields"),
        ("{\"type\": \"dance\"}", "invalid_fields"),
        ("{\"type\": \"watch\"}", "invalid_fields"),
        ("{\"type\": \"watch\", \"table\": -1}", "invalid_fields"),
        ("{\"type\": \"watch\", \"table\": 1, \"also\": 2}", "invalid_fields"),
        ("{\"type\": \"watch\", \"table\": 99}", "no_such_table"),
        ("{\"type\": \"watch\", \"table\": 0}", "no_such_table"),
    ];
    for (text, code) in rows {
        socket.say_text(text);
        let error = socket.hear_of("error");
        assert_eq!(error["code"], code, "{text} {error}");
        assert!(error["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    }
    socket.say_text(&format!("{{\"type\": \"ping\", \"x\": \"{}\"}}", "x".repeat(16 * 1024)));
    assert_eq!(socket.hear_of("error")["code"], "too_large");
    socket.send(Message::binary(vec![0, 1, 2]));
    assert_eq!(socket.hear_of("error")["code"], "binary");
    socket.send(Message::Ping(vec![1].into()));
    socket.say(&json!({"type": "ping"}));
    socket.hear_of("pong");
}

#[test]
fn commands_are_refused_by_their_name() {
    let house = House::open();
    let mut owner = house.guest().socket();
    owner.hello();
    assert_eq!(owner.command("sit", &json!({"type": "sit", "seat": 1}))["type"], "done");
    let mut socket = house.guest().socket();
    socket.hello();
    socket.watch();
    let rows = [
        (json!({"type": "dance"}), "invalid_fields"),
        (json!({"type": "sit"}), "invalid_fields"),
        (json!({"type": "sit", "seat": 0}), "invalid_fields"),
        (json!({"type": "sit", "seat": 1}), "seat_taken"),
        (json!({"type": "wager", "seat": 1, "ante": 500}), "not_your_seat"),
        (json!({"type": "leave", "seat": 1}), "not_your_seat"),
        (json!({"type": "fold", "seat": 1}), "not_your_seat"),
        (json!({"type": "void", "reason": "for fun"}), "forbidden"),
        (json!({"type": "close", "reason": "for fun"}), "forbidden"),
    ];
    for (number, (command, code)) in rows.into_iter().enumerate() {
        let answer = socket.command(&format!("c-{number}"), &command);
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!(code)),
            "{command} {answer}"
        );
    }
    for ante in [json!(-500), json!(0), json!(501), json!(i64::MAX), json!(1e30), json!("500")] {
        let answer =
            owner.command(&format!("ante {ante}"), &json!({"type": "wager", "seat": 1, "ante": ante}));
        assert_eq!(answer["type"], "refused", "{ante} {answer}");
    }
    let long = "x".repeat(65);
    socket.order(1, 0, &long, &json!({"type": "sit", "seat": 2}));
    assert_eq!(socket.hear_of("error")["code"], "invalid_fields");
    let mut spectator = house.visitor().socket();
    spectator.hello();
    assert_eq!(spectator.command("a", &json!({"type": "sit", "seat": 2}))["code"], "sign_in");
}

#[test]
fn a_flood_is_refused_and_then_closed_and_others_are_unharmed() {
    let limits = ServerLimits { messages: Rate { per_minute: 60, at_once: 10 }, ..no_limits() };
    let house = House::open_with(Config { limits, ..Config::default() });
    let mut quiet = house.visitor().socket();
    quiet.hello();
    let mut socket = house.visitor().socket();
    socket.hello();
    for number in 0..100 {
        socket.say(&json!({"type": "command", "id": format!("{number}"), "table": 1, "seen": 0,
                    "command": {"type": "no_more_bets"}}));
    }
    let codes: Vec<Value> = (0..100).map(|_| socket.hear_of("refused")["code"].clone()).collect();
    assert_eq!((&codes[0], &codes[99]), (&json!("sign_in"), &json!("too_fast")));
    // The card room may hang up before all of it is sent.
    let _ = (0..500).take_while(|_| socket.try_send(Message::text("{}"))).count();
    while socket.hear().is_some() {}
    quiet.say(&json!({"type": "ping"}));
    quiet.hear_of("pong");
}

#[test]
fn one_connection_watches_many_tables_but_not_all() {
    let house = House::open();
    let mut floor = house.floor();
    for number in 2..=65 {
        let settings = crate::scene::solo_table();
        floor.post("/api/tables", json!({"name": format!("Table {number}"), "settings": settings})).ok();
    }
    let mut socket = house.visitor().socket();
    socket.hello();
    for table in 1..=64 {
        socket.say(&json!({"type": "watch", "table": table}));
        assert_eq!(socket.hear_of("snapshot")["table"], table);
    }
    socket.say(&json!({"type": "watch", "table": 65}));
    assert_eq!(socket.hear_of("error")["code"], "too_many");
    socket.say(&json!({"type": "unwatch", "table": 64}));
    socket.say(&json!({"type": "watch", "table": 65}));
    assert_eq!(socket.hear_of("snapshot")["table"], 65);
}

#[test]
fn the_floor_rules_through_the_socket_too() {
    let house = House::open();
    let mut player = house.guest().socket();
    player.hello();
    player.command("sit", &json!({"type": "sit", "seat": 1}));
    player.command("bet", &json!({"type": "wager", "seat": 1, "ante": 500}));
    let mut socket = house.floor().socket();
    socket.hello();
    let void = json!({"type": "void", "reason": "a card lay face up"});
    assert_eq!(socket.command("void", &void)["type"], "done");
    // Half an hour later it has to be somebody who was there.
    house.later(30 * MINUTE_MS);
    assert_eq!(socket.command("again", &void)["code"], "forbidden");
}

#[test]
fn a_socket_ends_with_the_session_or_token_that_opened_it() {
    let house = House::open();
    let mut guest = house.guest();
    let mut other = house.guest().socket();
    let mut program = house.program(&mut guest).socket();
    let mut socket = guest.socket();
    for socket in [&mut other, &mut program, &mut socket] {
        socket.hello();
    }
    assert_eq!(guest.ask("DELETE", "/api/tokens/1", None).status, 204);
    program.hear_of("wallet");
    assert_eq!(program.hear(), None);
    guest.post("/api/sign-out", json!({})).ok();
    socket.hear_of("wallet");
    assert_eq!(socket.hear(), None);
    other.say(&json!({"type": "ping"}));
    other.hear_of("pong");
}

#[test]
fn a_card_room_that_stops_says_so_and_finishes() {
    let house = House::open();
    let mut socket = house.guest().socket();
    socket.hello();
    assert_eq!(socket.command("sit", &json!({"type": "sit", "seat": 1}))["type"], "done");
    let address = house.address;
    house.close();
    assert_eq!(socket.hear(), None);
    assert!(std::net::TcpStream::connect(address).is_err());
}
