//! Guests, names, passwords, the daily grant and a player's own limits.

use serde_json::{Value, json};
use server::http::Config;

use crate::scene::{DAY_MS, House, MINUTE_MS, Socket, no_limits, password};

#[test]
fn a_guest_has_chips_at_one_click_and_keeps_them_under_a_name() {
    let house = House::open();
    let mut client = house.visitor();
    assert_eq!(client.get("/api/me").failure(), (401, "sign_in".into()));
    let guest = client.post("/api/guest", json!({})).ok();
    assert_eq!(
        (&guest["guest"], &guest["balance"], &guest["role"]),
        (&json!(true), &json!(100_000), &json!("player"))
    );
    assert_eq!(guest["name"], json!(format!("Guest {}", guest["id"])));
    // A second click is the same guest.
    assert_eq!(client.post("/api/guest", json!({})).ok()["id"], guest["id"]);

    let named = client
        .post("/api/name", json!({"name": " Ada  Lovelace ", "password": "seven analytical engines"}))
        .ok();
    assert_eq!((&named["id"], &named["balance"]), (&guest["id"], &json!(100_000)));
    assert_eq!((&named["name"], &named["guest"]), (&json!("Ada Lovelace"), &json!(false)));
    client.post("/api/sign-out", json!({})).ok();
    assert_eq!(client.cookie, None);
    let again = client
        .post("/api/sign-in", json!({"name": "ADA lovelace", "password": "seven analytical engines"}))
        .ok();
    assert_eq!(again["id"], guest["id"]);
}

#[test]
fn names_and_passwords_are_refused_for_a_reason() {
    let house = House::open();
    house.named("Ada");
    let mut guest = house.guest();
    let rows = [
        ("A", "three green parrots", 422, "name_length"),
        ("Ada!", "three green parrots", 422, "name_letters"),
        ("The House", "three green parrots", 422, "name_reserved"),
        ("Guest 12", "three green parrots", 422, "name_reserved"),
        ("aDA", "three green parrots", 409, "name_taken"),
        ("4da", "three green parrots", 409, "name_taken"),
        ("A_d_à", "three green parrots", 409, "name_taken"),
        ("Grace", "seven77", 422, "password_length"),
        ("Grace", "password", 422, "weak_password"),
        ("Grace", "gracegracegrace", 422, "weak_password"),
        ("Grace", "ultimatetexas", 422, "weak_password"),
    ];
    for (name, password, status, code) in rows {
        let answer = guest.post("/api/name", json!({"name": name, "password": password}));
        assert_eq!(answer.failure(), (status, code.into()), "{name}");
    }
    guest.post("/api/name", json!({"name": "Grace", "password": "three green parrots"})).ok();
    let again = guest.post("/api/name", json!({"name": "Hopper", "password": "three green parrots"}));
    assert_eq!(again.failure(), (409, "named_already".into()));
}

#[test]
fn three_failures_lock_a_name_for_an_address_whether_or_not_it_exists() {
    let house = House::open();
    house.named("Ada");
    let mut client = house.visitor();
    let mut attempt = |name: &str, password: &str| {
        let answer = client.post("/api/sign-in", json!({"name": name, "password": password}));
        if answer.status < 300 { (answer.status, String::new()) } else { answer.failure() }
    };
    for name in ["Ada", "Nobody"] {
        for _ in 0..3 {
            assert_eq!(attempt(name, "wrong password"), (401, "wrong_password".into()), "{name}");
        }
        assert_eq!(attempt(name, &password("Ada")), (429, "locked".into()), "{name}");
    }
    house.later(29 * MINUTE_MS);
    assert_eq!(attempt("ADA", &password("Ada")), (429, "locked".into()));
    house.later(MINUTE_MS);
    assert_eq!(attempt("Ada", &password("Ada")).0, 200);
    // A success forgets what was before.
    assert_eq!([attempt("Ada", "wrong password").0, attempt("Ada", "wrong password").0], [401, 401]);
    assert_eq!([attempt("Ada", &password("Ada")).0, attempt("Ada", "wrong password").0], [200, 401]);
}

#[test]
fn a_password_is_changed_by_whoever_knows_it() {
    let house = House::open();
    let mut ada = house.named("Ada");
    let wrong =
        ada.post("/api/password", json!({"current": "not this one", "password": "nine difference engines"}));
    assert_eq!(wrong.failure(), (401, "wrong_password".into()));
    ada.post("/api/password", json!({"current": password("Ada"), "password": "nine difference engines"}))
        .ok();
    let mut other = house.visitor();
    let old = other.post("/api/sign-in", json!({"name": "Ada", "password": password("Ada")}));
    assert_eq!(old.failure(), (401, "wrong_password".into()));
    other.post("/api/sign-in", json!({"name": "Ada", "password": "nine difference engines"})).ok();
    let guest =
        house.guest().post("/api/password", json!({"current": "", "password": "nine difference engines"}));
    assert_eq!(guest.failure(), (403, "guests_may_not".into()));
}

#[test]
fn the_first_visit_of_a_day_fills_the_wallet_up() {
    let house = House::open();
    let mut guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    let done = socket.command("bet", &json!({"type": "wager", "seat": 1, "ante": 10_000}));
    assert_eq!(done["type"], "done", "{done}");
    assert_eq!(guest.get("/api/me").ok()["balance"], 80_000);
    house.later(DAY_MS);
    assert_eq!(guest.get("/api/me").ok()["balance"], 80_000, "20,000 lie on the table");
    let deal = json!({"type": "no_more_bets"});
    let (check, fold) = (json!({"type": "check", "seat": 1}), json!({"type": "fold", "seat": 1}));
    for (number, command) in [&deal, &check, &check, &fold].into_iter().enumerate() {
        let done = socket.command(&format!("lose-{number}"), command);
        assert_eq!(done["type"], "done", "{done}");
    }
    assert_eq!(guest.get("/api/me").ok()["balance"], 80_000, "the day has begun already");
    house.later(DAY_MS);
    assert_eq!(guest.get("/api/me").ok()["balance"], 100_000);
    assert_eq!(guest.get("/api/me").ok()["balance"], 100_000);
    let mut floor = house.floor();
    let journal = floor.get("/api/logs/0").ok().to_string();
    let id = guest.get("/api/me").ok()["id"].clone();
    let told = |event: String| journal.matches(&event.replace('"', r#"\""#)).count();
    assert_eq!(told(format!(r#"{{"type":"granted","player":{id},"amount":20000,"why":{{"type":"daily""#)), 1);
    assert_eq!(told(format!(r#"{{"type":"day_begun","player":{id},"#)), 1, "{journal}");
}

/// Wagers the whole wallet at table 1 and folds, so that it is lost. `during` is called while it lies on the table.
fn lose_everything(socket: &mut Socket, round: u64, during: impl FnOnce()) {
    let wager = json!({"type": "wager", "seat": 1, "ante": 50_000});
    let deal = json!({"type": "no_more_bets"});
    let (check, fold) = (json!({"type": "check", "seat": 1}), json!({"type": "fold", "seat": 1}));
    let done = |socket: &mut Socket, number: u64, command: &Value| {
        let answer = socket.command(&format!("{round}-{number}"), command);
        assert_eq!(answer["type"], "done", "{answer}");
    };
    [wager, deal].iter().zip(0..).for_each(|(command, number)| done(socket, number, command));
    during();
    [&check, &check, &fold].into_iter().zip(2..).for_each(|(command, number)| done(socket, number, command));
}

#[test]
fn who_has_lost_everything_gets_a_few_stacks_a_day_and_is_told_when_the_next_grant_is_due() {
    let house = House::open();
    let mut guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    assert_eq!(guest.post("/api/chips", json!({})).failure(), (409, "has_chips".into()));
    for round in 0..3 {
        assert_eq!(guest.get("/api/me").ok()["grant"]["stacks_left"], 3 - round);
        let mut during = guest.clone();
        lose_everything(&mut socket, round, || {
            assert_eq!(during.get("/api/me").ok()["balance"], 0);
            assert_eq!(
                during.post("/api/chips", json!({})).failure(),
                (409, "has_chips".into()),
                "on the table"
            );
        });
        let me = guest.post("/api/chips", json!({})).ok();
        assert_eq!((&me["balance"], &me["grant"]["stacks_left"]), (&json!(100_000), &json!(2 - round)));
    }
    lose_everything(&mut socket, 3, || {});
    let refused = guest.post("/api/chips", json!({}));
    let body = refused.json();
    assert_eq!((refused.status, &body["code"]), (429, &json!("no_stack_left")), "{body}");
    let next_ms = guest.get("/api/me").ok()["grant"]["next_ms"].clone();
    assert_eq!(body["retry_at_ms"], next_ms);
    assert!(refused.header("retry-after").is_some());
    // Every stack is a grant of the cashier that the room log has.
    let journal = house.floor().get("/api/logs/0").ok().to_string();
    let id = guest.get("/api/me").ok()["id"].clone();
    let granted = format!(r#"{{\"type\":\"granted\",\"player\":{id},\"amount\":100000,"#);
    assert_eq!(journal.matches(&granted).count(), 4, "the first chips and three stacks: {journal}");
    house.later(DAY_MS);
    let me = guest.get("/api/me").ok();
    assert_eq!((&me["balance"], &me["grant"]["stacks_left"]), (&json!(100_000), &json!(3)));
}

#[test]
fn two_clicks_are_one_stack_and_new_chips_do_not_loosen_a_limit() {
    let house = House::open();
    let mut guest = house.guest();
    guest.post("/api/limits", json!({"daily_loss": 350_000})).ok();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    lose_everything(&mut socket, 0, || {});
    let clicks: Vec<_> = (0..4)
        .map(|_| {
            let mut guest = guest.clone();
            std::thread::spawn(move || guest.post("/api/chips", json!({})).status)
        })
        .collect();
    let mut statuses: Vec<u16> = clicks.into_iter().map(|click| click.join().expect("an answer")).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409]);
    assert_eq!(guest.get("/api/me").ok()["balance"], 100_000);
    // The same wager would now risk 300,000 on top of the 100,000 that are lost.
    let again = json!({"type": "wager", "seat": 1, "ante": 50_000});
    assert_eq!(socket.command("again", &again)["code"], "loss_limit");
}

#[test]
fn who_has_excluded_themselves_gets_no_chips_to_play_with() {
    let house = House::open();
    let mut guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    lose_everything(&mut socket, 0, || {});
    guest.post("/api/limits", json!({"exclude_days": 1})).ok();
    assert_eq!(guest.post("/api/chips", json!({})).failure(), (403, "excluded".into()));
}

#[test]
fn own_limits_are_tightened_at_once_and_loosened_a_day_later() {
    let house = House::open();
    let mut guest = house.guest();
    let mut limit = |ask| guest.post("/api/limits", ask).ok()["limits"].clone();
    assert_eq!(limit(json!({"daily_loss": 5_000}))["daily_loss"], 5_000);
    let looser = limit(json!({"daily_loss": 9_000}));
    assert_eq!((&looser["daily_loss"], &looser["later"]["daily_loss"]), (&json!(5_000), &json!(9_000)));
    house.later(DAY_MS);
    assert_eq!(limit(json!({}))["daily_loss"], 9_000);
    assert!(limit(json!({"exclude_days": 2}))["excluded_until_ms"].is_u64());
    assert!(limit(json!({"exclude_days": 1}))["excluded_until_ms"].is_u64());
    house.later(DAY_MS + DAY_MS / 2);
    assert!(limit(json!({}))["excluded_until_ms"].is_u64());
    house.later(DAY_MS / 2 + 1);
    assert!(limit(json!({}))["excluded_until_ms"].is_null());
    for (ask, code) in
        [(json!({"daily_loss": 0}), "limit_amount"), (json!({"exclude_days": 0}), "exclusion_days")]
    {
        assert_eq!(guest.post("/api/limits", ask).failure(), (422, code.into()));
    }
}

#[test]
fn nobody_wagers_beyond_their_own_limits() {
    let house = House::open();
    let mut guest = house.guest();
    let mut socket = guest.socket();
    socket.hello();
    socket.command("sit", &json!({"type": "sit", "seat": 1}));
    guest.post("/api/limits", json!({"daily_loss": 6_500})).ok();
    // A hand counts with its largest raise: six Antes, and its Trips.
    let wager = |ante: i64, trips: i64| json!({"type": "wager", "seat": 1, "ante": ante, "trips": trips});
    assert_eq!(socket.command("a", &wager(1_000, 1_000))["code"], "loss_limit");
    assert_eq!(socket.command("b", &wager(1_000, 0))["type"], "done");
    assert_eq!(socket.command("c", &wager(1_100, 0))["code"], "loss_limit");
    assert_eq!(socket.command("d", &wager(1_000, 500))["type"], "done", "only the difference counts");
    guest.post("/api/limits", json!({"exclude_days": 1})).ok();
    assert_eq!(socket.command("e", &wager(1_000, 600))["code"], "excluded");
    assert_eq!(socket.command("f", &json!({"type": "sit", "seat": 2}))["code"], "excluded");
    // The hand that was accepted is played to its end, at its largest raise.
    assert_eq!(socket.command("g", &json!({"type": "no_more_bets"}))["type"], "done");
    assert_eq!(socket.command("h", &json!({"type": "raise", "seat": 1, "times": 4}))["type"], "done");
}

#[test]
fn wagers_at_several_tables_at_the_same_moment_do_not_exceed_a_limit_together() {
    let house = House::open();
    let mut floor = house.floor();
    let mut guest = house.guest();
    guest.post("/api/limits", json!({"daily_loss": 11_999})).ok();
    let settings = json!({"book": "house", "mode": {"type": "clock", "betting_ms": 60_000, "bank_ms": 60_000},
        "decision_ms": 60_000});
    let mut sockets: Vec<(u64, Socket)> = Vec::new();
    for number in 0..4 {
        let wanted = json!({"name": format!("Table {number}"), "settings": settings});
        let table = floor.post("/api/tables", wanted).ok()["table"].as_u64().expect("a number");
        let mut socket = guest.socket();
        socket.hello();
        socket.order(table, 1, "sit", &json!({"type": "sit", "seat": 1}));
        assert_eq!(socket.answer_to("sit")["type"], "done");
        sockets.push((table, socket));
    }
    let wager = json!({"type": "wager", "seat": 1, "ante": 1_000});
    for (table, socket) in &mut sockets {
        socket.order(*table, 2, "wager", &wager);
    }
    let answers: Vec<Value> = sockets.iter_mut().map(|(_, socket)| socket.answer_to("wager")).collect();
    let done = answers.iter().filter(|answer| answer["type"] == "done").count();
    assert_eq!(done, 1, "{answers:?}");
    // Who was too late is told why when they ask again.
    for ((table, socket), answer) in sockets.iter_mut().zip(answers) {
        if answer["type"] != "done" {
            socket.order(*table, 2, "wager", &wager);
            assert_eq!(socket.answer_to("wager")["code"], "loss_limit");
        }
    }
}

#[test]
fn accounts_and_attempts_have_a_pace() {
    let house = House::open_with(Config {
        limits: server::http::ServerLimits {
            joins: server::http::Rate { per_minute: 1, at_once: 2 },
            sign_ins: server::http::Rate { per_minute: 1, at_once: 3 },
            ..no_limits()
        },
        ..Config::default()
    });
    for status in [200, 200, 429] {
        let answer = house.visitor().post("/api/guest", json!({}));
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("retry-after").is_some(), status == 429);
    }
    for (name, code) in
        [("a1", "wrong_password"), ("b1", "wrong_password"), ("c1", "wrong_password"), ("d1", "too_fast")]
    {
        let answer = house.visitor().post("/api/sign-in", json!({"name": name, "password": "password"}));
        assert_eq!(answer.failure().1, code, "{name}");
    }
}
