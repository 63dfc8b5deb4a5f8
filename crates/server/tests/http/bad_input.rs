//! Requests that make no sense, or come from elsewhere, or too fast.

use std::io::{Read, Write};

use serde_json::json;
use server::http::{Config, Rate, ServerLimits};

use crate::scene::{House, connected, no_limits, raw};

/// Method, path, headers, body; the status and the code that come back.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str, u16, &'a str);

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    let house = House::open();
    let large = format!("{{\"name\": \"{}\", \"password\": \"password\"}}", "a".repeat(64 * 1024));
    let sign_in = "/api/sign-in";
    let rows: [Row; 14] = [
        ("GET", "/nowhere", &[], "", 404, "not_found"),
        ("GET", "/api/rules/nevada", &[], "", 404, "not_found"),
        ("GET", "/api/tables/one", &[], "", 404, "not_found"),
        ("GET", "/api/tables/99", &[], "", 404, "no_such_table"),
        ("DELETE", "/api/me", &[], "", 405, "method"),
        ("POST", "/", &[], "", 405, "method"),
        ("GET", "/ws", &[], "", 426, "websocket"),
        ("POST", sign_in, &[], "{}", 415, "content_type"),
        ("POST", sign_in, &[("Content-Type", "text/plain")], "{}", 415, "content_type"),
        ("POST", sign_in, &[JSON], "{\"name\":", 400, "malformed"),
        ("POST", sign_in, &[JSON], "{\"name\": \"Ada\"}", 422, "invalid_fields"),
        ("POST", sign_in, &[JSON], "{\"name\": 7, \"password\": \"password\"}", 422, "invalid_fields"),
        (
            "POST",
            sign_in,
            &[JSON],
            "{\"name\": \"Ada\", \"password\": \"p\", \"x\": 1}",
            422,
            "invalid_fields",
        ),
        ("POST", sign_in, &[JSON], &large, 413, "too_large"),
    ];
    for (method, path, headers, body, status, code) in rows {
        let headers: Vec<(&str, String)> =
            headers.iter().map(|(name, value)| (*name, (*value).into())).collect();
        let answer = raw(house.address, method, path, &headers, body.as_bytes());
        assert_eq!(answer.failure(), (status, code.into()), "{method} {path}");
    }
}

#[test]
fn another_sites_page_changes_nothing_with_somebodys_cookie() {
    let house = House::open();
    let client = house.guest();
    let here = format!("http://{}", house.address);
    let rows = [
        (Some(here.as_str()), 200),
        (Some("http://evil.example"), 403),
        (Some("http://127.0.0.1"), 403),
        (Some("null"), 403),
        (None, 403),
    ];
    for (origin, status) in rows {
        let mut client = client.clone();
        client.origin = origin.map(str::to_owned);
        let answer = client.post("/api/limits", json!({}));
        assert_eq!(answer.status, status, "{origin:?}");
        let socket = client.try_socket();
        assert_eq!(socket.is_ok(), status == 200, "{origin:?}");
        // Looking is free, and other sites cannot read what comes.
        client.get("/api/me").ok();
    }
}

#[test]
fn only_the_public_origin_counts_where_there_is_one() {
    let public = "https://cards.example";
    let origin = public.parse().expect("an origin");
    let house = House::open_with(Config { origin, limits: no_limits(), ..Config::default() });
    let mut client = house.visitor();
    assert_eq!(client.post("/api/guest", json!({})).failure(), (403, "origin".into()));
    client.origin = Some(public.to_owned());
    client.post("/api/guest", json!({})).ok();
}

#[test]
fn whoever_asks_too_fast_waits() {
    let limits = ServerLimits { requests: Rate { per_minute: 1, at_once: 5 }, ..no_limits() };
    let house = House::open_with(Config { limits, ..Config::default() });
    let mut client = house.visitor();
    let statuses: Vec<u16> = (0..7).map(|_| client.get("/healthz").status).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    assert_eq!(client.get("/healthz").failure(), (429, "too_fast".into()));
}

#[test]
fn behind_a_proxy_each_visitor_has_their_own_pace() {
    let limits = ServerLimits { requests: Rate { per_minute: 1, at_once: 1 }, ..no_limits() };
    for (behind_proxy, expected) in [(true, [200, 200, 429]), (false, [200, 429, 429])] {
        let house = House::open_with(Config { limits: limits.clone(), behind_proxy, ..Config::default() });
        // The first of several can be anything; the proxy adds the last.
        let statuses = ["6.6.6.6, 10.0.0.1", "10.0.0.2", "7.7.7.7, 10.0.0.1"].map(|from| {
            raw(house.address, "GET", "/healthz", &[("X-Forwarded-For", from.into())], b"").status
        });
        assert_eq!(statuses, expected, "{behind_proxy}");
    }
}

#[test]
fn headers_have_64_kib_and_no_more() {
    let house = House::open();
    // How many headers, of how many bytes each; the status.
    let rows = [(1, 60_000, 200), (1, 66_000, 431), (1, 100_000, 431), (1, 130_000, 431), (60, 1_000, 200)];
    let more = [(90, 1_000, 431), (99, 10, 431), (1_000, 10, 431)];
    for (count, length, status) in rows.into_iter().chain(more) {
        let header = ("X-Long", "a".repeat(length));
        let answer = raw(house.address, "GET", "/healthz", &vec![header; count], b"");
        assert_eq!(answer.status, status, "{count} headers of {length} bytes");
    }
    let path = format!("/healthz?{}", "a".repeat(60_000));
    let answer = raw(house.address, "GET", &path, &[("X-Long", "a".repeat(6_000))], b"");
    assert_eq!(answer.status, 431, "the address counts as well");
}

#[test]
fn a_request_names_its_host_once() {
    let house = House::open();
    let rows = [
        ("GET /healthz HTTP/1.1\r\nHost: a\r\n", "200"),
        ("GET /healthz HTTP/1.1\r\nHost: [::1]:8600\r\n", "200"),
        ("GET /healthz HTTP/1.1\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost:\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost: a b\r\n", "400"),
        ("GET http://a/healthz HTTP/1.1\r\n", "400"),
        ("GET /healthz HTTP/1.0\r\n", "200"),
        ("GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n", "400"),
    ];
    for (request, status) in rows {
        let mut stream = connected(house.address);
        stream.write_all(format!("{request}Connection: close\r\n\r\n").as_bytes()).expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert_eq!(answer.split(' ').nth(1), Some(status), "{request}: {answer}");
    }
}
