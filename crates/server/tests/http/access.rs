//! Who may do what, and by which credential: rounds of one's own, tokens, attacks on a name, recovery, second factors.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};
use server::http::Config;
use sha1::{Digest, Sha1};

use crate::scene::{Client, DAY_MS, House, MINUTE_MS, Socket, no_limits, password};

fn played(socket: &mut Socket, steps: &[Value]) {
    // An id is good for one command, also of a later connection.
    static COMMANDS: AtomicU64 = AtomicU64::new(0);
    for step in steps {
        let number = COMMANDS.fetch_add(1, Ordering::Relaxed);
        let answer = socket.command(&format!("step {number}"), step);
        assert_eq!(answer["type"], "done", "{step} {answer}");
    }
}

/// Sits down at table 1, wagers, and lets the cards be dealt.
fn begin_hand(client: &Client) -> Socket {
    let mut socket = client.socket();
    socket.hello();
    socket.watch();
    let wager = json!({"type": "wager", "seat": 1, "ante": 500});
    played(&mut socket, &[json!({"type": "sit", "seat": 1}), wager, json!({"type": "no_more_bets"})]);
    socket
}

const OWN_ROUND: (u16, &str) = (403, "own_round");

/// Tries to void and to close, at the address and over the socket.
fn rulings(floor: &mut Client) -> Vec<(u16, String)> {
    let reason = || json!({"reason": "the cards look bad"});
    let mut answers: Vec<(u16, String)> = ["void", "close"]
        .map(|act| floor.post(&format!("/api/tables/1/{act}"), reason()).failure())
        .into_iter()
        .collect();
    let mut socket = floor.socket();
    socket.hello();
    socket.watch();
    for act in ["void", "close"] {
        let answer = socket.command(act, &json!({"type": act, "reason": "the cards look bad"}));
        answers.push((403, answer["code"].as_str().unwrap_or("done").to_owned()));
    }
    answers
}

#[test]
fn the_floor_does_not_rule_about_a_round_of_its_own() {
    let house = House::open();
    let mut floor = house.floor();
    begin_hand(&floor);
    for (status, code) in rulings(&mut floor) {
        assert_eq!((status, code.as_str()), OWN_ROUND);
    }
    // Another floor may.
    let mut other = house.named("Fanny");
    let id = other.get("/api/me").ok()["id"].clone();
    floor.post("/api/roles", json!({"player": id, "role": "floor", "reason": "a second floor"})).ok();
    other.post("/api/tables/1/void", json!({"reason": "the shuffler jammed"})).ok();
}

#[test]
fn the_floor_does_not_rule_about_a_round_of_another_account_on_its_device() {
    let house = House::open();
    let mut floor = house.floor();
    // In the same browser, later: signed out, and playing as a guest.
    let mut second = Client { cookie: None, ..floor.clone() };
    second.post("/api/guest", json!({})).ok();
    assert_eq!(second.device, floor.device);
    let mut hand = begin_hand(&second);
    for (status, code) in rulings(&mut floor) {
        assert_eq!((status, code.as_str()), OWN_ROUND);
    }
    // From another device as well: the accounts are known to be one person's.
    let mut elsewhere = house.visitor();
    elsewhere.post("/api/sign-in", json!({"name": "Flora", "password": password("Flora")})).ok();
    assert_ne!(elsewhere.device, floor.device);
    let void = elsewhere.post("/api/tables/1/void", json!({"reason": "the cards look bad"}));
    assert_eq!(void.failure(), (403, "own_round".into()));
    // The hand goes on as if nothing had been asked.
    let check = || json!({"type": "check", "seat": 1});
    played(&mut hand, &[check(), check(), json!({"type": "fold", "seat": 1})]);
    // A cookie that the card room has not issued is replaced, and makes nobody somebody's double.
    let mut stranger = Client { device: Some("uth_device=device_made_up".into()), ..house.visitor() };
    stranger.post("/api/guest", json!({})).ok();
    assert_ne!(stranger.device.as_deref(), Some("uth_device=device_made_up"));
}

/// Has a player wager, checks so many times, and has the floor declare the round void.
fn void_a_round(house: &House, floor: &mut Client, player: &Client, checks: usize) {
    let mut hand = begin_hand(player);
    let check = json!({"type": "check", "seat": 1});
    played(&mut hand, &vec![check; checks]);
    floor.post("/api/tables/1/void", json!({"reason": "the cards look bad"})).ok();
    // Seated again by the next hand.
    played(&mut hand, &[json!({"type": "leave", "seat": 1})]);
    house.later(1_000);
}

#[test]
fn voids_are_reported_by_person_with_what_each_would_have_paid() {
    let house = House::open();
    let mut floor = house.floor();
    let mut friend = house.named("Fiona");
    for _ in 0..3 {
        void_a_round(&house, &mut floor, &friend, 2);
    }
    // Before the deal nobody could know anything.
    let mut socket = friend.socket();
    socket.hello();
    socket.watch();
    played(
        &mut socket,
        &[json!({"type": "sit", "seat": 1}), json!({"type": "wager", "seat": 1, "ante": 500})],
    );
    floor.post("/api/tables/1/void", json!({"reason": "a mistake"})).ok();

    let report = floor.get("/api/reports/voids").ok();
    let stages: Vec<&str> =
        report["voids"].as_array().expect("voids").iter().filter_map(|void| void["stage"].as_str()).collect();
    assert_eq!(stages, ["betting", "river", "river", "river"]);
    let betting = &report["voids"][0];
    assert_eq!((&betting["reason"], &betting["by"]), (&json!("a mistake"), &json!("floor")));
    assert_eq!(betting["hands"][0]["net"], Value::Null);
    let hand = &report["voids"][1]["hands"][0];
    // Folding on the river loses Ante and Blind. Calling with another Ante loses at most three of them.
    assert_eq!(
        (&hand["player"]["name"], &hand["decided"], &hand["net"]),
        (&json!("Fiona"), &json!(false), &json!(-1_000))
    );
    assert!(hand["net_raised"].as_i64().is_some_and(|net| net >= -1_500), "{hand}");
    let person = &report["people"][0];
    assert_eq!(
        (&person["person"]["name"], &person["voids"], &person["dealt"]),
        (&json!("Flora"), &json!(4), &json!(3))
    );
    let saved = &person["players"][0];
    assert_eq!(
        (&saved["player"]["name"], &saved["rounds"], &saved["net"]),
        (&json!("Fiona"), &json!(3), &json!(-3_000))
    );
    assert_eq!(saved["same_device"], false);
    let csv = floor.get("/api/reports/voids/export?format=csv");
    let csv = String::from_utf8_lossy(&csv.body).into_owned();
    assert_eq!((csv.matches(",river,floor,").count(), csv.matches("Fiona").count()), (3, 4), "{csv}");
    assert_eq!(floor.get("/api/reports/voids?person=1").ok()["voids"], json!([]));
    assert_eq!(friend.get("/api/reports/voids").failure(), (403, "forbidden".into()));
}

#[test]
fn a_token_plays_or_reads_over_the_socket_as_its_scopes_say() {
    let house = House::open();
    let mut floor = house.floor();
    let sit = json!({"type": "sit", "seat": 1});
    for (scopes, expected) in [(&["read"][..], "not_with_token"), (&["play"], "done")] {
        let program = house.program_for(&mut floor, scopes);
        let mut socket = program.socket();
        assert_eq!(socket.hello()["player"]["role"], "player");
        socket.watch();
        let answer = socket.command("sit", &sit);
        assert_eq!(answer["code"].as_str().or(answer["type"].as_str()), Some(expected), "{answer}");
        for act in ["void", "close"] {
            let answer = socket.command(act, &json!({"type": act, "reason": "because"}));
            assert_eq!(answer["code"], "not_with_token", "{scopes:?} {answer}");
        }
    }
}

#[test]
fn a_token_ends_at_its_time_also_on_a_socket_that_is_open() {
    let house = House::open();
    let mut ada = house.named("Ada");
    for (days, expected) in [(0, 422), (366, 422), (1, 200)] {
        let ask = json!({"name": "bot", "expires_days": days, "scopes": ["play"]});
        assert_eq!(ada.post("/api/tokens", ask).status, expected, "{days}");
    }
    let empty = ada.post("/api/tokens", json!({"name": "bot", "scopes": []}));
    assert_eq!(empty.failure(), (422, "invalid_fields".into()));
    let mut usual = house.program(&mut ada);
    let listed = ada.get("/api/tokens").ok();
    let lasts = |token: &Value| {
        let time = |field: &str| token[field].as_u64().expect("a time");
        (time("expires_ms") - time("created_ms")) / DAY_MS
    };
    assert_eq!(listed.as_array().map(|all| all.iter().map(lasts).collect::<Vec<_>>()), Some(vec![1, 90]));
    let mut socket = usual.socket();
    socket.hello();
    socket.watch();
    // The session is used in between, so that it does not end as well.
    for _ in 0..4 {
        house.later(22 * DAY_MS);
        ada.get("/api/me").ok();
    }
    house.later(DAY_MS);
    assert_eq!(socket.command("sit", &json!({"type": "sit", "seat": 1}))["type"], "done");
    house.later(DAY_MS);
    assert_eq!(socket.command("leave", &json!({"type": "leave", "seat": 1}))["code"], "sign_in");
    assert_eq!(usual.get("/api/me").failure(), (401, "sign_in".into()));
}

#[test]
fn tokens_and_sessions_end_with_the_password_and_by_signing_out_everywhere() {
    let house = House::open();
    let mut ada = house.named("Ada");
    let sign_in = |password: &str| {
        let mut client = house.visitor();
        client.post("/api/sign-in", json!({"name": "Ada", "password": password})).ok();
        client
    };
    let ends = |what: &str, here: &mut Client, end: &dyn Fn(&mut Client), password: &str| {
        let (mut program, mut elsewhere) = (house.program(here), sign_in(password));
        let mut socket = program.socket();
        socket.hello();
        end(here);
        assert_eq!(program.get("/api/me").failure(), (401, "sign_in".into()), "{what}");
        assert_eq!(elsewhere.get("/api/me").failure(), (401, "sign_in".into()), "{what}");
        while socket.hear().is_some() {}
        assert!(socket.ended.is_some(), "{what}: the socket is closed");
    };
    let change = |client: &mut Client| {
        let ask = json!({"current": password("Ada"), "password": "nine difference engines"});
        client.post("/api/password", ask).ok();
    };
    ends("password", &mut ada, &change, &password("Ada"));
    assert_eq!(ada.get("/api/tokens").ok(), json!([]));
    let everywhere = |client: &mut Client| {
        client.post("/api/sign-out/everywhere", json!({})).ok();
    };
    ends("everywhere", &mut ada, &everywhere, "nine difference engines");
    assert_eq!((ada.cookie.clone(), ada.get("/api/me").status), (None, 401));
}

/// A card room behind a proxy, so that the tests can come from any address.
fn behind_proxy() -> House {
    House::open_with(Config { limits: no_limits(), behind_proxy: true, ..Config::default() })
}

fn attempt(client: &mut Client, address: &str, password: &str) -> (u16, String) {
    client.forwarded = Some(address.to_owned());
    let answer = client.post("/api/sign-in", json!({"name": "Flora", "password": password}));
    if answer.status < 300 { (answer.status, String::new()) } else { answer.failure() }
}

#[test]
fn wrong_guesses_from_one_address_lock_nobody_else_out() {
    let house = behind_proxy();
    house.floor();
    let mut stranger = house.visitor();
    for _ in 0..3 {
        assert_eq!(attempt(&mut stranger, "203.0.113.1", "a wrong guess").1, "wrong_password");
    }
    assert_eq!(attempt(&mut stranger, "203.0.113.1", &password("Flora")).1, "locked");
    assert_eq!(attempt(&mut house.visitor(), "203.0.113.2", &password("Flora")).0, 200);
}

#[test]
fn an_owner_signs_in_through_hours_of_attack() {
    let house = behind_proxy();
    let mut owner = house.floor();
    let codes = owner.post("/api/recovery-codes", json!({"current": password("Flora")})).ok();
    let codes: Vec<&str> =
        codes["codes"].as_array().expect("codes").iter().filter_map(Value::as_str).collect();
    assert_eq!(codes.len(), 10);
    let (mut stranger, mut guesses, mut addresses) = (house.visitor(), 0, 0_u32);
    for (hour, recovery_code) in codes.iter().enumerate().take(8) {
        // As many guesses as are let through, from an address of their own each, all hour long.
        for _ in 0..12 {
            for _ in 0..40 {
                addresses += 1;
                let address = format!("198.51.{}.{}", addresses / 200, addresses % 200 + 1);
                let (_, code) = attempt(&mut stranger, &address, "a wrong guess");
                guesses += usize::from(code == "wrong_password");
                if code == "locked" {
                    break;
                }
            }
            house.later(5 * MINUTE_MS);
        }
        // A stranger's device is locked out by now, and so would be the owner's if it were not known.
        attempt(&mut stranger, "192.0.2.1", "a wrong guess");
        assert_eq!(attempt(&mut house.visitor(), "192.0.2.2", &password("Flora")).1, "locked", "hour {hour}");
        owner.cookie = None;
        assert_eq!(attempt(&mut owner, "192.0.2.3", &password("Flora")).0, 200, "hour {hour}");
        let mut anywhere = Client { forwarded: Some("192.0.2.4".into()), ..house.visitor() };
        let by_code = json!({"name": "Flora", "recovery_code": recovery_code});
        assert_eq!(anywhere.post("/api/sign-in", by_code.clone()).ok()["recovery_codes"], 9 - hour);
        let again = house.visitor().post("/api/sign-in", by_code);
        assert_eq!(again.failure(), (403, "wrong_code".into()), "a code is used once");
    }
    assert!(guesses < 20 + 12 + 8 * 5, "{guesses} guesses in eight hours");
}

#[test]
fn a_known_device_has_three_guesses_of_its_own() {
    let house = behind_proxy();
    let mut owner = house.named("Flora");
    owner.cookie = None;
    for _ in 0..3 {
        assert_eq!(attempt(&mut owner, "192.0.2.1", "a wrong guess").1, "wrong_password");
    }
    // Another address does not help whoever has the device.
    assert_eq!(attempt(&mut owner, "192.0.2.9", &password("Flora")).1, "locked");
    house.later(30 * MINUTE_MS);
    assert_eq!(attempt(&mut owner, "192.0.2.9", &password("Flora")).0, 200);
}

#[test]
fn recovery_codes_need_the_password_are_told_once_and_set_a_new_one() {
    let house = House::open();
    let guest = house.guest().post("/api/recovery-codes", json!({"current": "anything at all"}));
    assert_eq!(guest.failure(), (403, "guests_may_not".into()));
    let mut ada = house.named("Ada");
    let wrong = ada.post("/api/recovery-codes", json!({"current": "a wrong guess"}));
    assert_eq!(wrong.failure(), (401, "wrong_password".into()));
    let codes = || json!({"current": password("Ada")});
    let first = ada.post("/api/recovery-codes", codes()).ok();
    assert_eq!(ada.get("/api/me").ok()["recovery_codes"], 10);
    let second = ada.post("/api/recovery-codes", codes()).ok();
    let sign_in = |code: &Value| {
        let typed = code.as_str().expect("a code").to_lowercase().replace('-', " ");
        let mut client = house.visitor();
        let answer = client.post("/api/sign-in", json!({"name": "Ada", "recovery_code": typed}));
        (client, answer)
    };
    assert_eq!(sign_in(&first["codes"][0]).1.failure(), (403, "wrong_code".into()), "they were replaced");
    // Somebody who has forgotten the password: one code to sign in, one for a new password.
    let (mut client, answer) = sign_in(&second["codes"][0]);
    answer.ok();
    let ask = json!({"current": second["codes"][1], "password": "nine difference engines"});
    client.post("/api/password", ask.clone()).ok();
    assert_eq!(client.get("/api/me").ok()["recovery_codes"], 8);
    assert_eq!(client.post("/api/password", ask).failure(), (401, "wrong_password".into()));
    let both = json!({"name": "Ada", "password": "p", "recovery_code": "c"});
    assert_eq!(client.post("/api/sign-in", both).failure(), (422, "invalid_fields".into()));
}

/// The six digits of a secret at a time, computed once more (RFC 6238).
fn digits(secret: &str, now_ms: u64) -> String {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let (mut key, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for character in secret.chars() {
        (bits, count) = (bits << 5 | alphabet.find(character).expect("Base32") as u32, count + 5);
        if count >= 8 {
            count -= 8;
            key.push((bits >> count) as u8);
        }
    }
    let pad = |byte: u8| (0..64).map(|place| byte ^ key.get(place).unwrap_or(&0)).collect::<Vec<u8>>();
    let inner = Sha1::digest([pad(0x36), (now_ms / 30_000).to_be_bytes().to_vec()].concat());
    let mac = Sha1::digest([pad(0x5c), inner.to_vec()].concat());
    let at = usize::from(mac[19] & 15);
    let word = u32::from_be_bytes(mac[at..at + 4].try_into().expect("four bytes")) & 0x7fff_ffff;
    format!("{:06}", word % 1_000_000)
}

/// The time by the clock of the card room.
fn now_ms(client: &mut Client) -> u64 {
    let mut socket = client.socket();
    socket.hello()["now_ms"].as_u64().expect("a time")
}

/// Enrols a second factor and returns its secret.
fn enrol(client: &mut Client, name: &str) -> String {
    let made = client.post("/api/second-factor", json!({})).ok();
    let secret = made["secret"].as_str().expect("a secret").to_owned();
    assert!(made["link"].as_str().is_some_and(|link| link.contains(&secret)), "{made}");
    assert!(made["qr_code"].as_str().is_some_and(|drawn| drawn.starts_with("<svg ")), "{made}");
    let ask = |code: &str| json!({"current": password(name), "secret": secret, "code": code});
    let wrong = client.post("/api/second-factor/enrol", ask("000000"));
    assert_eq!(wrong.failure(), (401, "wrong_second_factor".into()));
    let code = digits(&secret, now_ms(client));
    assert_eq!(client.post("/api/second-factor/enrol", ask(&code)).ok()["second_factor"], "on");
    secret
}

#[test]
fn a_second_factor_is_asked_for_at_sign_in_and_good_for_one() {
    let house = House::open();
    let mut floor = house.floor();
    assert_eq!(floor.get("/api/me").ok()["second_factor"], "due");
    assert_eq!(house.named("Ada").get("/api/me").ok()["second_factor"], "off");
    let secret = enrol(&mut floor, "Flora");
    let sign_in = |code: Option<&str>| {
        let ask = json!({"name": "Flora", "password": password("Flora"), "second_factor": code});
        house.visitor().post("/api/sign-in", ask)
    };
    // Asking without digits is no guess, however often.
    for _ in 0..5 {
        assert_eq!(sign_in(None).failure(), (401, "second_factor_needed".into()));
    }
    // The digits of the step that enrolled it have been used.
    house.later(MINUTE_MS);
    let now = now_ms(&mut floor);
    let code = digits(&secret, now);
    assert_eq!(sign_in(Some(&code)).status, 200);
    assert_eq!(sign_in(Some(&code)).failure(), (401, "wrong_second_factor".into()));
    // Nor do the digits of an earlier step count after a later one.
    let earlier = digits(&secret, now - 30_000);
    assert_eq!(sign_in(Some(&earlier)).failure(), (401, "wrong_second_factor".into()));
    for _ in 0..2 {
        let _ = sign_in(Some("123456"));
    }
    house.later(MINUTE_MS);
    let code = digits(&secret, now_ms(&mut floor));
    assert_eq!(sign_in(Some(&code)).failure(), (429, "locked".into()), "guesses at the digits are limited");
}

#[test]
fn a_recovery_code_stands_for_a_lost_second_factor_but_not_for_both() {
    let house = House::open();
    let mut floor = house.floor();
    let codes = floor.post("/api/recovery-codes", json!({"current": password("Flora")})).ok();
    let secret = enrol(&mut floor, "Flora");
    let code = |place: usize| codes["codes"][place].clone();
    let sign_in = |ask: Value| house.visitor().post("/api/sign-in", ask);
    let by_password = json!({"name": "Flora", "password": password("Flora"), "second_factor": code(0)});
    assert_eq!(sign_in(by_password).status, 200);
    let alone = sign_in(json!({"name": "Flora", "recovery_code": code(1)}));
    assert_eq!(alone.failure(), (401, "second_factor_needed".into()));
    let same = sign_in(json!({"name": "Flora", "recovery_code": code(1), "second_factor": code(1)}));
    assert_eq!(same.failure(), (401, "wrong_second_factor".into()));
    let two = sign_in(json!({"name": "Flora", "recovery_code": code(1), "second_factor": code(2)}));
    assert_eq!(two.ok()["recovery_codes"], 7);
    house.later(MINUTE_MS);
    let ask = |code: &str| json!({"current": password("Flora"), "code": code});
    let wrong = floor.post("/api/second-factor/remove", ask("000000"));
    assert_eq!(wrong.failure(), (401, "wrong_second_factor".into()));
    let code = digits(&secret, now_ms(&mut floor));
    floor.post("/api/second-factor/remove", ask(&code)).ok();
    assert_eq!(sign_in(json!({"name": "Flora", "password": password("Flora")})).status, 200);
}

#[test]
fn staff_without_a_second_factor_do_nothing_where_it_is_required() {
    let config = Config { limits: no_limits(), require_second_factor: true, ..Config::default() };
    let house = House::open_with(config);
    let mut floor = house.floor();
    let me = floor.get("/api/me").ok();
    assert_eq!((&me["role"], &me["second_factor"]), (&json!("player"), &json!("due")));
    for (method, path) in [("GET", "/api/logs/0"), ("GET", "/api/reports"), ("POST", "/api/tables/1/close")] {
        let body = (method == "POST").then(|| json!({"reason": "a test"}));
        let answer = floor.ask(method, path, body);
        assert_eq!(answer.failure(), (401, "second_factor_needed".into()), "{path}");
    }
    let mut socket = floor.socket();
    socket.hello();
    socket.watch();
    let answer = socket.command("close", &json!({"type": "close", "reason": "a test"}));
    assert_eq!(answer["code"], "second_factor_needed", "{answer}");
    enrol(&mut floor, "Flora");
    assert_eq!(floor.get("/api/me").ok()["role"], "floor");
    floor.get("/api/logs/0").ok();
}
