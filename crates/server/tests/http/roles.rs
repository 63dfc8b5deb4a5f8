//! Every address as everybody: who may use it is written down here once more, and an address that is not is a failure.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::scene::{Client, House, MINUTE_MS, solo_table};

/// Who may use an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum For {
    Anybody,
    Somebody,
    Staff,
    Floor,
}

/// Which credentials an address takes besides a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    /// It does not ask.
    All,
    /// None.
    Session,
    /// A token that may play.
    Play,
    /// A token that may read.
    Read,
    /// Any token.
    Token,
}

/// Method, address as the card room lists it, a body that does no harm, who may, and by which token.
type Row = (&'static str, &'static str, Option<Value>, For, By);

fn rows() -> Vec<Row> {
    [of_people_and_tables(), of_hands(), of_everything_else()].concat()
}

fn of_people_and_tables() -> Vec<Row> {
    let reason = || Some(json!({"reason": "a test"}));
    let empty = || Some(json!({}));
    vec![
        ("POST", "/api/guest", empty(), For::Anybody, By::Session),
        ("POST", "/api/name", Some(json!({"name": "x", "password": "p"})), For::Somebody, By::Session),
        (
            "POST",
            "/api/sign-in",
            Some(json!({"name": "No One", "password": "wrong words"})),
            For::Anybody,
            By::Session,
        ),
        ("POST", "/api/password", Some(json!({"current": "", "password": "p"})), For::Somebody, By::Session),
        ("GET", "/api/me", None, For::Somebody, By::Token),
        ("POST", "/api/chips", empty(), For::Somebody, By::Play),
        ("POST", "/api/limits", empty(), For::Somebody, By::Session),
        ("POST", "/api/recovery-codes", Some(json!({"current": ""})), For::Somebody, By::Session),
        ("POST", "/api/second-factor", None, For::Somebody, By::Session),
        (
            "POST",
            "/api/second-factor/enrol",
            Some(json!({"current": "", "secret": "", "code": ""})),
            For::Somebody,
            By::Session,
        ),
        (
            "POST",
            "/api/second-factor/remove",
            Some(json!({"current": "", "code": ""})),
            For::Somebody,
            By::Session,
        ),
        ("GET", "/api/tokens", None, For::Somebody, By::Session),
        ("POST", "/api/tokens", Some(json!({"name": ""})), For::Somebody, By::Session),
        ("DELETE", "/api/tokens/{id}", None, For::Somebody, By::Session),
        ("GET", "/api/logs/{id}", None, For::Staff, By::Session),
        ("GET", "/api/logs/{id}/export", None, For::Staff, By::Session),
        ("GET", "/api/logs/{id}/head", None, For::Staff, By::Session),
        ("GET", "/api/players", None, For::Staff, By::Session),
        ("POST", "/api/floor-code", Some(json!({"code": "floor_0"})), For::Somebody, By::Session),
        (
            "POST",
            "/api/roles",
            Some(json!({"player": 1, "role": "player", "reason": " "})),
            For::Floor,
            By::Session,
        ),
        ("GET", "/api/tables", None, For::Anybody, By::All),
        ("GET", "/api/tables/all", None, For::Staff, By::Session),
        ("GET", "/api/tables/{id}", None, For::Anybody, By::All),
        ("POST", "/api/solo", None, For::Somebody, By::Play),
        ("POST", "/api/tables", Some(json!({"name": "", "settings": solo_table()})), For::Floor, By::Session),
        ("POST", "/api/tables/{id}/void", reason(), For::Floor, By::Session),
        ("POST", "/api/tables/{id}/close", Some(json!({"reason": ""})), For::Floor, By::Session),
    ]
}

fn of_hands() -> Vec<Row> {
    vec![
        ("GET", "/api/hands", None, For::Somebody, By::Read),
        ("GET", "/api/hands/export", None, For::Somebody, By::Read),
        ("GET", "/api/hands/{table}/{round}/split", None, For::Somebody, By::Read),
        ("GET", "/api/hands/split", None, For::Somebody, By::Read),
        ("GET", "/api/hands/split/export", None, For::Somebody, By::Read),
        ("GET", "/api/players/{id}/split", None, For::Staff, By::Session),
        ("GET", "/api/tables/{id}/rounds", None, For::Anybody, By::All),
        ("GET", "/api/tables/{id}/rounds/{round}", None, For::Anybody, By::Read),
        ("GET", "/api/tables/{id}/export", None, For::Staff, By::Session),
        ("GET", "/api/players/{id}/hands", None, For::Staff, By::Session),
        ("GET", "/api/players/{id}/export", None, For::Staff, By::Session),
        ("GET", "/api/reports", None, For::Staff, By::Session),
        ("GET", "/api/reports/flows", None, For::Staff, By::Session),
        ("GET", "/api/reports/voids", None, For::Staff, By::Session),
        ("GET", "/api/reports/voids/export", None, For::Staff, By::Session),
        ("GET", "/api/rotation", None, For::Staff, By::Session),
        ("GET", "/api/rotation/export", None, For::Staff, By::Session),
        ("GET", "/api/banking", None, For::Somebody, By::Read),
    ]
}

fn of_everything_else() -> Vec<Row> {
    let empty = || Some(json!({}));
    vec![
        ("POST", "/api/advise", Some(json!({"hole": "As"})), For::Anybody, By::All),
        ("POST", "/api/solve", Some(json!({"blind": "1"})), For::Anybody, By::All),
        ("POST", "/api/solve/report", Some(json!({"blind": "1"})), For::Anybody, By::All),
        ("POST", "/api/ruin", empty(), For::Anybody, By::All),
        ("POST", "/api/bank", empty(), For::Anybody, By::All),
        ("GET", "/api/information", None, For::Anybody, By::All),
        ("POST", "/api/drill", Some(json!({"points": []})), For::Anybody, By::All),
        ("GET", "/api/clauses", None, For::Anybody, By::All),
        ("GET", "/api/rules", None, For::Anybody, By::All),
        ("GET", "/api/rules/{book}", None, For::Anybody, By::All),
        ("GET", "/api/openapi.json", None, For::Anybody, By::All),
        ("GET", "/api", None, For::Anybody, By::All),
        ("GET", "/ws", None, For::Anybody, By::Token),
        ("GET", "/api/key", None, For::Anybody, By::All),
        ("GET", "/healthz", None, For::Anybody, By::All),
        ("GET", "/readyz", None, For::Anybody, By::All),
        ("GET", "/metrics", None, For::Anybody, By::All),
        // Last: they end the session that asks.
        ("POST", "/api/sign-out/everywhere", None, For::Somebody, By::Session),
        ("POST", "/api/sign-out", empty(), For::Anybody, By::Session),
    ]
}

#[test]
fn every_address_is_among_those_that_each_role_is_tried_at() {
    let house = House::open();
    let listed = house.visitor().get("/api/openapi.json").ok();
    let mut addresses = BTreeSet::new();
    for (path, methods) in listed["paths"].as_object().expect("paths") {
        let methods = methods.as_object().expect("methods").keys();
        addresses.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
    }
    let tried: BTreeSet<(String, String)> =
        rows().into_iter().map(|(method, path, ..)| (method.to_owned(), path.to_owned())).collect();
    let untried: Vec<_> = addresses.difference(&tried).collect();
    assert!(untried.is_empty(), "say in this file who may use {untried:?}");
    let gone: Vec<_> = tried.difference(&addresses).collect();
    assert!(gone.is_empty(), "there is no longer {gone:?}");
}

/// Somebody, and the most that they may use.
struct Visitor {
    who: &'static str,
    client: Client,
    may: For,
}

fn visitors(house: &House) -> Vec<Visitor> {
    let mut floor = house.floor();
    let mut player = house.named("Paula");
    let mut auditor = house.named("Audrey");
    let mut excluded = house.named("Edith");
    excluded.post("/api/limits", json!({"exclude_days": 7})).ok();
    let id = auditor.get("/api/me").ok()["id"].clone();
    floor.post("/api/roles", json!({"player": id, "role": "auditor", "reason": "audits"})).ok();
    let mut signed_out = house.named("Olga");
    let session = signed_out.clone();
    signed_out.post("/api/sign-out", json!({})).ok();
    let mut made_up = house.visitor();
    made_up.cookie = Some(format!("uth_session={}", "0".repeat(64)));
    let mut revoked = house.program(&mut player);
    let tokens = player.get("/api/tokens").ok();
    player.ask("DELETE", &format!("/api/tokens/{}", tokens[0]["id"]), None).ok();
    // Two answers of a program whose token has ended: told so, or not looked at.
    assert_eq!(revoked.get("/api/me").failure(), (401, "sign_in".into()));
    let all: [(&'static str, Client, For); 8] = [
        ("somebody who has not been here", house.visitor(), For::Anybody),
        ("a session that was signed out of", session, For::Anybody),
        ("a session that never was", made_up, For::Anybody),
        ("a guest", house.guest(), For::Somebody),
        ("a player", player, For::Somebody),
        ("somebody who has excluded themselves", excluded, For::Somebody),
        ("an auditor", auditor, For::Staff),
        ("the floor", floor, For::Floor),
    ];
    all.into_iter().map(|(who, client, may)| Visitor { who, client, may }).collect()
}

/// The status and the code that refuse somebody; nothing for whoever may.
fn refusal(visitor: &Visitor, only_for: For) -> Option<(u16, String)> {
    match visitor.may {
        may if may >= only_for => None,
        For::Anybody => Some((401, "sign_in".into())),
        _ => Some((403, "forbidden".into())),
    }
}

#[test]
fn at_every_address_each_role_is_refused_what_it_may_not_do() {
    let house = House::open();
    let mut refused = 0;
    for visitor in visitors(&house) {
        for (method, path, body, only_for, _) in rows() {
            // Whoever becomes a guest on the way stays a stranger here.
            let address = filled_in(path);
            let answer = visitor.client.clone().ask(method, &address, body);
            let asked = format!("{} at {method} {address}", visitor.who);
            match refusal(&visitor, only_for) {
                Some(expected) => assert_eq!(answer.failure(), expected, "{asked}"),
                None => assert!(!is_shut(&answer.json(), answer.status), "{asked}: {}", answer.status),
            }
            refused += usize::from(refusal(&visitor, only_for).is_some());
        }
    }
    assert!(refused > 150, "only {refused} refusals: is everything open?");
    // All of it has changed nothing that anybody else would notice.
    let tables = house.visitor().get("/api/tables").ok();
    assert!(tables.as_array().is_some_and(|tables| tables.iter().all(|table| table["open"] == true)));
}

/// Whether a token with these scopes is enough for an address.
fn is_enough(scopes: &[&str], by: By) -> bool {
    match by {
        By::All | By::Token => true,
        By::Session => false,
        By::Play => scopes.contains(&"play"),
        By::Read => scopes.contains(&"read"),
    }
}

#[test]
fn at_every_address_a_token_of_another_scope_is_refused() {
    let house = House::open();
    let mut floor = house.floor();
    let mut player = house.named("Paula");
    let mut refused = 0;
    for owner in [&mut player, &mut floor] {
        for scopes in [&["play"][..], &["read"], &["play", "read"]] {
            let program = house.program_for(owner, scopes);
            for (method, path, body, _, by) in rows() {
                let answer = program.clone().ask(method, &filled_in(path), body);
                let asked = format!("{scopes:?} at {method} {path}");
                if is_enough(scopes, by) {
                    assert!(!is_shut(&answer.json(), answer.status), "{asked}: {}", answer.status);
                } else {
                    assert_eq!(answer.failure(), (403, "not_with_token".into()), "{asked}");
                    refused += 1;
                }
            }
        }
        // Not one of them has ended a session, made a token or changed the account.
        let me = owner.get("/api/me").ok();
        let untouched = json!({"daily_loss": null, "later": null, "excluded_until_ms": null});
        assert_eq!(me["limits"], untouched);
        assert_eq!(owner.get("/api/tokens").ok().as_array().map(Vec::len), Some(3));
    }
    assert!(refused > 150, "only {refused} refusals: is everything open?");
}

#[test]
fn the_description_says_which_token_each_address_takes() {
    let house = House::open();
    let listed = house.visitor().get("/api/openapi.json").ok();
    for (method, path, _, only_for, by) in rows() {
        let security = &listed["paths"][path][method.to_lowercase()]["security"];
        let tokens: &[&str] = match by {
            By::All | By::Session => &[],
            By::Play => &["play"],
            By::Read => &["read"],
            By::Token => &["play", "read"],
        };
        let mut expected: Vec<Value> = Vec::new();
        if by != By::All {
            expected.push(json!({"session": []}));
            expected.extend(tokens.iter().map(|scope| json!({"token": [scope]})));
            expected.extend((only_for == For::Anybody).then(|| json!({})));
        }
        assert_eq!(*security, json!(expected), "{method} {path}");
    }
}

/// The address of something that is there. Nobody has so many tokens, so that none is revoked.
fn filled_in(path: &str) -> String {
    let tokens = path.replace("/tokens/{id}", "/tokens/99");
    tokens.replace("{id}", "1").replace("{table}", "1").replace("{round}", "0").replace("{book}", "house")
}

/// Whether somebody is turned away because of who they are. A wrong password or code is something else.
fn is_shut(body: &Value, status: u16) -> bool {
    matches!(status, 401 | 403)
        && matches!(body["code"].as_str(), Some("sign_in" | "forbidden" | "not_with_token"))
}

#[test]
fn the_floor_that_was_away_for_half_an_hour_is_nobody() {
    let house = House::open();
    let mut floor = house.floor();
    floor.get("/api/reports").ok();
    house.later(30 * MINUTE_MS);
    assert_eq!(floor.get("/api/reports").failure(), (401, "sign_in".into()));
}

#[test]
fn a_page_of_another_site_is_refused_at_every_address_that_changes_something() {
    let house = House::open();
    let mut floor = house.floor();
    floor.origin = Some("http://evil.example".into());
    for (method, path, body, ..) in rows().into_iter().filter(|(method, ..)| *method != "GET") {
        let address = path.replace("{id}", "1");
        let answer = floor.ask(method, &address, body);
        assert_eq!(answer.failure(), (403, "origin".into()), "{method} {address}");
    }
}
