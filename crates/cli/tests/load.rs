//! `uth load` against the real program: guests play, spectators watch, and the report adds up.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

use card_room::CardRoom;
use inspector::{confirm_schemas, inspected};
use serde_json::Value;

mod card_room;
#[path = "room/inspector.rs"]
mod inspector;
#[path = "../../server/tests/support/wire.rs"]
mod wire;

fn load(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uth")).arg("load").args(words).output().expect("the program starts")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn tables_are_played_and_watched_and_the_report_adds_up() {
    let room = CardRoom::open();
    let html = room.folder.path().join("load.html");
    // The same card room under two addresses stands for two nodes. More tables than guests may come in a minute.
    let said = load(&[
        "--server",
        &room.url,
        "--server",
        &room.url.replace("127.0.0.1", "localhost"),
        "--tables=30",
        "--viewers=45",
        "--duration=3s",
        "--warm-up=1s",
        "--rate=10",
        "--json",
        "--report",
        html.to_str().expect("a path"),
    ]);
    let (sheet, live) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(said.status.success(), "{sheet}{live}");
    assert!(live.lines().filter(|line| line.contains("commands/s")).count() >= 1, "{live}");

    let report: Value = serde_json::from_str(&sheet).expect("JSON");
    assert_eq!((&report["tables"], &report["viewers"]), (&30.into(), &45.into()));
    assert_eq!(report["errors"], serde_json::json!({}));
    for count in ["commands", "rounds", "updates", "commands_per_second"] {
        assert!(number(&report[count]) > 0.0, "{count}: {report}");
    }
    assert_eq!(report["answer_ms"]["count"], report["commands"]);
    for times in [&report["answer_ms"], &report["screen_ms"]] {
        let rising = ["p50", "p90", "p99", "p99_9", "max"].map(|name| number(&times[name]));
        assert!(rising[0] > 0.0 && rising.is_sorted(), "{times}");
    }
    assert!(report["by_second"].as_array().is_some_and(|seconds| !seconds.is_empty()), "{report}");
    if cfg!(target_os = "linux") {
        assert!(number(&report["memory"][1]["max_bytes"]) > 1e6, "{report}");
    }
    let page = std::fs::read_to_string(html).expect("a page");
    assert_eq!(page.matches("<svg").count(), 4);
    assert!(!page.contains("http://www") && !page.contains("NaN") && !page.contains("inf"), "{page}");

    // Everybody has got up, so that the tables are free for the next run.
    let again = load(&[
        "--server",
        &room.url,
        "--tables=30",
        "--viewers=0",
        "--duration=1s",
        "--warm-up=0s",
        "--rate=10",
    ]);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    let sheet = String::from_utf8_lossy(&again.stdout);
    assert!(sheet.contains("send to durable answer") && sheet.contains("no errors"), "{sheet}");
}

#[test]
fn tables_of_the_lobby_are_played_at_with_bots_and_every_message_fits_its_schema() {
    let room = CardRoom::open();
    let said = load(&[
        "--server",
        &inspected(&room.url),
        "--book=house",
        "--book=washington",
        "--tables=2",
        "--viewers=2",
        "--duration=3s",
        "--warm-up=0s",
        "--rate=5",
    ]);
    let sheet = String::from_utf8_lossy(&said.stdout);
    assert!(
        said.status.success() && sheet.contains("no errors"),
        "{sheet}{}",
        String::from_utf8_lossy(&said.stderr)
    );
    confirm_schemas();
}

#[test]
fn what_makes_no_sense_gets_one_sentence() {
    let room = CardRoom::open();
    let rows = [
        (
            vec!["--server", "ftp://cards.example"],
            "an address looks like http://127.0.0.1:8600 or https://cards.example",
        ),
        (vec!["--server", "http://127.0.0.1:1"], "no card room answers at http://127.0.0.1:1"),
        (vec!["--tables", "0"], "0 is not in 1..=5000"),
        (vec!["--rate", "0"], "a connection sends 0.001 to 50 commands a second"),
        (vec!["--rate", "fast"], "a connection sends 0.001 to 50 commands a second"),
        (vec!["--book", "bridge"], "bridge"),
        (vec!["--duration", "30"], "write it with its unit, like 900ms, 30s or 10m"),
        (vec!["--duration", "0s"], "--duration: there must be something to measure"),
        (vec!["--report", "/no/such/folder/load.html"], "cannot write /no/such/folder/load.html"),
        (
            vec!["--server", room.url.as_str(), "--book", "california", "--tables", "9"],
            "9 tables of california with a free seat are needed, and the lobby has 1",
        ),
    ];
    for (words, expected) in rows {
        let said = load(&words);
        let error = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{words:?} {error}");
        assert!(error.contains(expected), "{words:?} {error}");
    }
}

#[test]
fn who_stops_it_while_guests_are_seated_waits_for_nobody() {
    let room = CardRoom::open();
    let mut command = Command::new(env!("CARGO_BIN_EXE_uth"));
    let mut child = command
        .args(["load", "--server", &room.url, "--tables=5000"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut live = BufReader::new(child.stderr.take().expect("its output is ours"));
    let mut said = String::new();
    live.read_line(&mut said).expect("a line");
    assert_eq!(said, "50 of 5000 guests are seated\n");
    let asked =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
    assert!(asked.success(), "it still seats guests");
    live.read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(2), "{said}");
    assert!(said.ends_with("interrupted before the measurement began\n"), "{said}");
}
