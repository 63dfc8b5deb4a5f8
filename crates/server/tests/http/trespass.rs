//! Everything that is somebody else's: seats, hands, cards, tokens, and the floor's own commands.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::scene::{House, Socket};

/// Every command there is, about seat 1.
fn commands() -> Vec<Value> {
    let of_seat = ["leave", "sit", "sit_out", "come_back", "decline_bank", "withdraw_bank", "withdraw"];
    let mut commands: Vec<Value> = of_seat.iter().map(|kind| json!({"type": kind, "seat": 1})).collect();
    commands.extend([
        json!({"type": "check", "seat": 1}),
        json!({"type": "fold", "seat": 1}),
        json!({"type": "raise", "seat": 1, "times": 4}),
        json!({"type": "wager", "seat": 1, "ante": 500}),
        json!({"type": "add_seed", "seat": 1, "seed": "ab".repeat(32)}),
        json!({"type": "accept_bank", "seat": 1, "wager": 50_000}),
        json!({"type": "no_more_bets"}),
        json!({"type": "offer_bank_again"}),
        json!({"type": "void", "reason": "because"}),
        json!({"type": "close", "reason": "because"}),
    ]);
    commands
}

/// Sends a command to a table, as somebody who has seen everything, and waits for its answer.
fn send(socket: &mut Socket, table: u64, id: &str, command: &Value) -> Value {
    socket.say(&json!({"type": "watch", "table": table}));
    let seen = socket.hear_of("snapshot")["seq"].clone();
    socket.say(&json!({"type": "command", "id": id, "table": table, "seen": seen, "command": command}));
    loop {
        let heard = socket.hear().expect("the connection stays");
        if heard["id"] == id {
            return heard;
        }
    }
}

fn done(socket: &mut Socket, table: u64, id: &str, command: &Value) {
    let answer = send(socket, table, id, command);
    assert_eq!(answer["type"], "done", "{command} {answer}");
}

/// Tries all commands on what belongs to somebody else: each is refused, and nothing has happened at the table.
fn trespass(who: &str, socket: &mut Socket, table: u64, allowed: &[&str]) {
    let at = |socket: &mut Socket| {
        socket.say(&json!({"type": "watch", "table": table}));
        socket.hear_of("snapshot")["seq"].clone()
    };
    let before = at(socket);
    for (number, command) in commands().iter().enumerate() {
        if allowed.iter().any(|kind| command["type"] == *kind) {
            continue;
        }
        let answer = send(socket, table, &format!("{who}{number}"), command);
        assert_eq!(answer["type"], "refused", "{who}: {command} {answer}");
        assert!(answer["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{answer}");
    }
    assert_eq!(at(socket), before, "{who} has changed something");
}

fn socket_of(client: &crate::scene::Client) -> Socket {
    let mut socket = client.socket();
    socket.hello();
    socket
}

#[test]
fn every_command_is_among_those_that_are_tried() {
    let house = House::open();
    let mut socket = socket_of(&house.guest());
    let answer = send(&mut socket, 1, "a", &json!({"type": "everything"}));
    // "unknown variant `everything`, expected one of `sit`, `leave`, …"
    let reason = answer["reason"].as_str().expect("a reason");
    let known: BTreeSet<&str> = reason.split('`').skip(3).step_by(2).collect();
    let commands = commands();
    let tried: BTreeSet<&str> = commands.iter().filter_map(|command| command["type"].as_str()).collect();
    assert_eq!(tried, known, "{reason}");
}

#[test]
fn nobody_acts_for_a_seat_of_somebody_else_at_any_street() {
    let house = House::open();
    let owner = house.guest();
    let mut owner = socket_of(&owner);
    let mut floor = house.floor();
    let mut auditor = house.named("Audrey");
    let id = auditor.get("/api/me").ok()["id"].clone();
    floor.post("/api/roles", json!({"player": id, "role": "auditor", "reason": "audits"})).ok();
    let program = house.program(&mut floor);
    let mut others = [
        ("a guest", socket_of(&house.guest()), &[][..]),
        ("a spectator", socket_of(&house.visitor()), &[][..]),
        ("an auditor", socket_of(&auditor), &[][..]),
        ("a program of the floor", socket_of(&program), &[][..]),
        // The floor may void and close, and may no more play somebody's hand than anybody else.
        ("the floor", socket_of(&floor), &["void", "close"][..]),
    ];
    done(&mut owner, 1, "sit", &json!({"type": "sit", "seat": 1}));
    let steps = [
        json!({"type": "wager", "seat": 1, "ante": 500, "trips": 500}),
        json!({"type": "no_more_bets"}),
        json!({"type": "check", "seat": 1}),
        json!({"type": "check", "seat": 1}),
        json!({"type": "raise", "seat": 1, "times": 1}),
    ];
    for (street, step) in steps.iter().enumerate() {
        for (who, other, allowed) in &mut others {
            trespass(&format!("{who} {street}"), other, 1, allowed);
        }
        done(&mut owner, 1, &format!("step {street}"), step);
    }
}

#[test]
fn nobody_banks_or_wagers_for_a_neighbour() {
    let house = House::open();
    let settings = json!({"book": "california", "pay_table": "UTH-01", "decision_ms": 600_000,
                          "mode": {"type": "clock", "betting_ms": 600_000, "bank_ms": 600_000}});
    let opened = house.floor().post("/api/tables", json!({"name": "Two", "settings": settings})).ok();
    let table = opened["table"].as_u64().expect("a number");
    let [mut banker, mut neighbour, mut third] = [(); 3].map(|()| socket_of(&house.guest()));
    done(&mut banker, table, "sit", &json!({"type": "sit", "seat": 1}));
    done(&mut neighbour, table, "sit", &json!({"type": "sit", "seat": 2}));
    done(&mut third, table, "sit", &json!({"type": "sit", "seat": 3}));
    // The bank is offered to seat 1, then it is put up, then the neighbour has wagered against it.
    trespass("offered", &mut neighbour, table, &[]);
    done(&mut banker, table, "bank", &json!({"type": "accept_bank", "seat": 1, "wager": 50_000}));
    trespass("banked", &mut neighbour, table, &[]);
    done(&mut neighbour, table, "bet", &json!({"type": "wager", "seat": 2, "ante": 500}));
    // A third player has not wagered, so that bets stay open as long as the clock runs.
    trespass("wagered", &mut neighbour, table, &[]);
}

/// Plays table 1 to the river and folds there, so that the cards stay face down.
fn fold_a_hand(socket: &mut Socket) {
    let steps = [
        json!({"type": "sit", "seat": 1}),
        json!({"type": "wager", "seat": 1, "ante": 500}),
        json!({"type": "no_more_bets"}),
        json!({"type": "check", "seat": 1}),
        json!({"type": "check", "seat": 1}),
        json!({"type": "fold", "seat": 1}),
    ];
    for (number, step) in steps.iter().enumerate() {
        done(socket, 1, &format!("{number}"), step);
    }
}

#[test]
fn the_history_of_a_hand_shows_each_reader_what_they_saw() {
    let house = House::open();
    let mut owner = house.guest();
    fold_a_hand(&mut socket_of(&owner));
    let round = "/api/tables/1/rounds/0";
    let hole = |history: &Value| {
        let steps = history["steps"].as_array().expect("steps");
        steps.iter().any(|step| step["view"]["round"]["hands"][0]["hole"].is_array())
    };
    assert!(hole(&owner.get(round).ok()), "the cards are the owner's own");
    for (who, mut client) in [("a guest", house.guest()), ("a stranger", house.visitor())] {
        let history = client.get(round).ok();
        assert!(!hole(&history), "{who}: {history}");
        assert_eq!(history["holes"], Value::Null, "{who}");
    }
    assert!(house.floor().get(round).ok()["holes"].is_array(), "auditors see what was dealt");
}

#[test]
fn a_cursor_into_somebody_elses_book_leads_nowhere() {
    let house = House::open();
    let mut owner = house.guest();
    fold_a_hand(&mut socket_of(&owner));
    let own = owner.get("/api/hands").ok();
    assert_eq!(own["hands"].as_array().map(Vec::len), Some(1));
    let id = owner.get("/api/me").ok()["id"].as_u64().expect("a number");
    let mut other = house.guest();
    for next in [format!("p{id:016x}/z"), format!("p{:016x}/z", id + 1), "z".into(), "%00".into(), "t".into()]
    {
        let page = other.get(&format!("/api/hands?next={next}")).ok();
        assert_eq!(page["hands"], json!([]), "{next}");
    }
}

#[test]
fn a_token_is_revoked_by_its_owner_alone() {
    let house = House::open();
    let mut owner = house.guest();
    let mut program = house.program(&mut owner);
    let mut other = house.named("Eve");
    assert_eq!(other.ask("DELETE", "/api/tokens/1", None).failure(), (404, "no_such_token".into()));
    assert_eq!(other.get("/api/tokens").ok(), json!([]));
    program.get("/api/me").ok();
    owner.ask("DELETE", "/api/tokens/1", None).ok();
    assert_eq!(program.get("/api/me").failure().0, 401);
}
