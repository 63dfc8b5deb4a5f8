//! What anybody may read: the page, the description, the rules, and how the card room is.

use std::io::Read;

use room::faults::{Fault, FaultKind};
use serde_json::{Value, json};
use store::LogId;

use crate::scene::{Client, House, raw};

#[test]
fn every_answer_is_dressed_for_safety() {
    let house = House::open();
    for path in ["/", "/style.css", "/api", "/api/rules", "/metrics", "/nowhere", "/api/me", "/ws"] {
        let answer = house.visitor().get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"),
            "{path}"
        );
        let rows = [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ];
        for (name, value) in rows {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert!(answer.header("permissions-policy").is_some(), "{path}");
        let cache = if matches!(path, "/" | "/style.css") { "no-cache" } else { "no-store" };
        assert_eq!(answer.header("cache-control"), Some(cache), "{path}");
    }
}

#[test]
fn the_page_is_zipped_for_whoever_takes_that_and_not_sent_twice() {
    let house = House::open();
    let get = |headers: &[(&str, String)]| raw(house.address, "GET", "/", headers, b"");
    let plain = get(&[]);
    assert_eq!((plain.status, plain.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let zipped = get(&[("Accept-Encoding", "br, gzip".into())]);
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    assert!(zipped.body.len() < plain.body.len());
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&zipped.body[..]).read_to_end(&mut text).expect("a zip");
    assert_eq!(text, plain.body);
    let tag = plain.header("etag").expect("a tag").to_owned();
    let again = get(&[("If-None-Match", tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[test]
fn every_address_is_described_and_every_described_address_answers() {
    let house = House::open();
    crate::history::played(&house);
    let mut visitor = house.visitor();
    let description = visitor.get("/api/openapi.json").ok();
    let page = String::from_utf8(visitor.get("/api").body).expect("text");
    let mut operations = 0;
    for (path, methods) in description["paths"].as_object().expect("paths") {
        let address = path
            .replace("{id}", "1")
            .replace("{table}", "1")
            .replace("{book}", "house")
            .replace("{round}", "0");
        for (method, operation) in methods.as_object().expect("methods") {
            operations += 1;
            assert!(page.contains(&format!("<code>{} {path}</code>", method.to_uppercase())), "{path}");
            let answer = house.visitor().ask(&method.to_uppercase(), &address, None);
            let schemes = operation["security"].as_array().expect("schemes");
            let is_for_anybody = schemes.is_empty() || schemes.contains(&json!({}));
            assert_eq!(answer.status == 401, !is_for_anybody, "{method} {path} {}", answer.status);
            assert!(!matches!(answer.status, 404 | 405 | 500..), "{method} {path} {}", answer.status);
            let statuses = operation["responses"].as_object().expect("responses");
            assert!(
                statuses.len() > 1 && statuses.keys().any(|status| status.as_str() < "300"),
                "{method} {path}"
            );
            let named = operation["parameters"].as_array().expect("parameters").iter();
            let in_path = named.filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(in_path, path.matches('{').count(), "{path}");
        }
    }
    assert!(operations > 20);
}

#[test]
fn the_rules_are_read_without_an_account() {
    let house = House::open();
    let mut visitor = house.visitor();
    let all = visitor.get("/api/rules").ok();
    let ids: Vec<&Value> = all.as_array().expect("books").iter().map(|book| &book["id"]).collect();
    assert_eq!(ids, ["california", "washington", "california-bad-beat", "house"]);
    let book = visitor.get("/api/rules/california-bad-beat").ok();
    assert_eq!(book["pay_tables"]["UTH-04"]["bad_beat"][0]["pays"], 7500);
    assert_eq!(book["collection_schedules"].as_array().map(Vec::len), Some(24));
    assert_eq!(book["limits"]["maximum"]["max"], 1_000_000);
}

#[test]
fn the_card_room_tells_how_it_is() {
    let house = House::open();
    let mut guest = house.guest();
    assert_eq!(guest.get("/healthz").ok()["status"], "ok");
    assert_eq!(guest.get("/readyz").ok()["status"], "ok");
    guest.get("/nowhere");
    let metrics = String::from_utf8(guest.get("/metrics").body).expect("text");
    for line in
        ["uth_ledger_imbalance_cents 0", "uth_ledger_accounts 3", "uth_websockets 0", "uth_tables_loaded 0"]
    {
        assert!(metrics.lines().any(|found| found == line), "{line} in\n{metrics}");
    }
    let memory = metrics.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    let memory: Option<u64> = memory.and_then(|bytes| bytes.parse().ok());
    assert!(memory.is_some_and(|bytes| bytes > 1_000_000) || !cfg!(target_os = "linux"), "{metrics}");
    assert!(metrics.contains("uth_http_answers_total{class=\"4xx\"} 1"), "{metrics}");
    assert!(metrics.contains("uth_append_seconds_bucket{le=\"0.001\"} "), "{metrics}");
}

#[test]
fn a_node_with_a_fault_is_not_ready_says_why_and_counts_it() {
    let house = House::open();
    let mut visitor = house.visitor();
    let faults = |visitor: &mut Client| {
        let metrics = String::from_utf8(visitor.get("/metrics").body).expect("text");
        ["forked", "disk_full", "other"].map(|kind| {
            let line = format!("uth_faults_total{{kind=\"{kind}\"}} ");
            let count = metrics.lines().find_map(|found| found.strip_prefix(&line));
            count.expect("each kind is there from the start").parse::<u64>().expect("a number")
        })
    };
    assert_eq!(faults(&mut visitor), [0, 0, 0]);
    house.room().raise(Fault::new(FaultKind::Other, "A bot stays away."));
    assert_eq!(visitor.get("/readyz").ok()["status"], "ok", "this one does not last");
    for _ in 0..2 {
        house.room().raise(Fault::new(FaultKind::Forked, "Table 1 differs.").at(LogId(1)).because(&"secret"));
    }
    house.room().raise(Fault::new(FaultKind::DiskFull, "Make space."));
    let answer = visitor.get("/readyz");
    assert_eq!(answer.status, 503);
    let body = answer.json();
    assert_eq!(
        (&body["reason"], &body["code"]),
        (&"Table 1 differs. Make space.".into(), &"not_ready".into())
    );
    assert_eq!(visitor.get("/healthz").ok()["status"], "ok", "the process need not be killed");
    assert_eq!(faults(&mut visitor), [1, 1, 1]);
    house.room().clear(FaultKind::DiskFull, None);
    assert_eq!(visitor.get("/readyz").status, 503);
    house.room().clear(FaultKind::Forked, Some(LogId(1)));
    assert_eq!(visitor.get("/readyz").ok()["status"], "ok");
}

#[test]
fn the_lobby_shows_the_tables() {
    let house = House::open();
    let lobby = house.visitor().get("/api/tables").ok();
    assert_eq!((&lobby[0]["table"], &lobby[0]["name"]), (&Value::from(1), &Value::from("One")));
    assert_eq!(lobby[0]["settings"]["book"], "house");
}
