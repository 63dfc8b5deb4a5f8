//! Who is asking: sessions that end, tokens that are revoked.

use serde_json::json;
use server::http::{Config, PublicOrigin};

use crate::scene::{Client, DAY_MS, House, MINUTE_MS, no_limits, password};

#[test]
fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
    let rows = [
        (None, "uth_session=", false),
        (Some("http://cards.example"), "uth_session=", false),
        (Some("https://cards.example"), "__Host-uth_session=", true),
    ];
    for (origin, name, secure) in rows {
        let public = origin.map_or_else(PublicOrigin::default, |text| text.parse().expect("an origin"));
        let house = House::open_with(Config { origin: public, limits: no_limits(), ..Config::default() });
        let mut client = house.visitor();
        client.origin = origin.map(str::to_owned).or(client.origin);
        let answer = client.post("/api/guest", json!({}));
        let cookies: Vec<&str> = answer.headers("set-cookie").collect();
        assert_eq!(cookies.len(), 2, "a session and a device");
        for (cookie, name) in cookies.into_iter().zip([name, &name.replace("session", "device")]) {
            assert!(cookie.starts_with(name), "{cookie}");
            for attribute in ["; HttpOnly", "; SameSite=Lax", "; Path=/"] {
                assert!(cookie.contains(attribute), "{cookie}");
            }
            assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
        }
        client.get("/api/me").ok();
    }
}

#[test]
fn a_session_ends_and_whoever_has_it_is_nobody() {
    type End = fn(&House, &mut Client);
    let rows: [(&str, End); 6] = [
        ("signed out", |_, client| {
            client.post("/api/sign-out", json!({})).ok();
        }),
        ("took a name", |_, client| {
            client.post("/api/name", json!({"name": "Ada", "password": "three green parrots"})).ok();
        }),
        ("signed in as another", |_, client| {
            client.post("/api/sign-in", json!({"name": "Grace", "password": password("Grace")})).ok();
        }),
        ("changed the password", |_, client| {
            client.post("/api/name", json!({"name": "Edith", "password": "three green parrots"})).ok();
            client
                .post(
                    "/api/password",
                    json!({"current": "three green parrots", "password": "four green parrots"}),
                )
                .ok();
        }),
        ("stayed away for thirty days", |house, client| {
            house.later(30 * DAY_MS);
            client.cookie = None;
        }),
        ("was never one", |_, client| client.cookie = None),
    ];
    let house = House::open();
    house.named("Grace");
    for (how, end) in rows {
        let mut client = house.guest();
        let mut thief = client.clone();
        if how == "was never one" {
            thief.cookie = Some(format!("uth_session={}", "0".repeat(64)));
        } else {
            thief.get("/api/me").ok();
        }
        end(&house, &mut client);
        assert_eq!(thief.get("/api/me").failure(), (401, "sign_in".into()), "{how}");
    }
}

#[test]
fn a_password_that_changes_ends_the_other_sessions() {
    let house = House::open();
    let mut here = house.named("Ada");
    let mut elsewhere = house.visitor();
    elsewhere.post("/api/sign-in", json!({"name": "Ada", "password": password("Ada")})).ok();
    here.post("/api/password", json!({"current": password("Ada"), "password": "nine difference engines"}))
        .ok();
    here.get("/api/me").ok();
    assert_eq!(elsewhere.get("/api/me").failure(), (401, "sign_in".into()));
}

#[test]
fn sessions_run_out_thirty_days_or_for_staff_thirty_minutes_after_the_last_visit() {
    let house = House::open();
    let mut player = house.named("Ada");
    let mut floor = house.floor();
    for _ in 0..3 {
        house.later(29 * MINUTE_MS);
        floor.get("/api/me").ok();
    }
    house.later(30 * MINUTE_MS);
    assert_eq!(floor.get("/api/me").failure(), (401, "sign_in".into()));
    for _ in 0..3 {
        house.later(29 * DAY_MS);
        player.get("/api/me").ok();
    }
    house.later(30 * DAY_MS);
    assert_eq!(player.get("/api/me").failure(), (401, "sign_in".into()));
}

#[test]
fn a_token_is_shown_once_listed_without_its_secret_and_revoked() {
    let house = House::open();
    let mut ada = house.named("Ada");
    let made = ada.post("/api/tokens", json!({"name": "my bot"})).ok();
    let secret = made["token"].as_str().expect("a token").to_owned();
    assert!(secret.starts_with("uth_") && secret.len() == 68, "{secret}");
    let mut program = house.visitor();
    (program.token, program.origin) = (Some(secret.clone()), None);
    assert_eq!(program.get("/api/me").ok()["name"], "Ada");
    let listed = ada.get("/api/tokens");
    assert_eq!(listed.json()[0]["name"], "my bot");
    assert!(!String::from_utf8_lossy(&listed.body).contains(&secret[4..]));
    // A program changes something without saying where it comes from, and through the socket, too.
    program.post("/api/solo", json!({})).ok();
    assert_eq!(program.socket().hello()["player"]["name"], "Ada");
    let path = format!("/api/tokens/{}", made["id"]);
    assert_eq!(ada.ask("DELETE", &path, None).status, 204);
    assert_eq!(ada.ask("DELETE", &path, None).failure(), (404, "no_such_token".into()));
    assert_eq!(program.get("/api/me").failure(), (401, "sign_in".into()));
    assert!(program.try_socket().is_err());
    for name in ["", "a\nb", &"x".repeat(41)] {
        assert_eq!(ada.post("/api/tokens", json!({"name": name})).failure(), (422, "token_name".into()));
    }
}

#[test]
fn a_program_becomes_a_guest_with_a_token_in_one_request() {
    let house = House::open();
    let mut program = house.visitor();
    program.origin = None;
    let joined = program.post("/api/guest", json!({"token": "bot"})).ok();
    (program.token, program.cookie) = (joined["token"].as_str().map(str::to_owned), None);
    assert_eq!(program.get("/api/me").ok()["id"], joined["id"]);
}

#[test]
fn an_account_has_at_most_twenty_tokens() {
    let house = House::open();
    let mut guest = house.guest();
    for number in 0..20 {
        guest.post("/api/tokens", json!({"name": format!("bot {number}")})).ok();
    }
    assert_eq!(guest.post("/api/tokens", json!({"name": "one more"})).failure(), (409, "tokens_full".into()));
}
