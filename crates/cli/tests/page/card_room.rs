//! `uth serve` in a process of its own, with the tables of its first start.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::http;

pub(crate) struct CardRoom {
    pub(crate) port: u16,
    folder: PathBuf,
    floor_code: String,
    child: Child,
}

impl CardRoom {
    /// Starts a card room that keeps everything in that folder, and waits until it is open.
    pub(crate) fn start(folder: &Path) -> CardRoom {
        let (child, port, floor_code) = start(folder, 0);
        CardRoom { port, folder: folder.to_owned(), floor_code, child }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Kills it without a warning.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it is gone");
    }

    /// Copies everything that it keeps from one name to another, while it is not running.
    pub(crate) fn copy(&self, from: &str, to: &str) {
        for ending in ["db", "db-wal", "db-shm"] {
            let [from, to] = [from, to].map(|name| self.folder.join(format!("{name}.{ending}")));
            let _ = std::fs::remove_file(&to);
            // There is a write-ahead log only if it was killed before that was written back.
            let _ = std::fs::copy(from, to);
        }
    }

    /// Starts it again where it was.
    pub(crate) fn start_again(&mut self) {
        (self.child, ..) = start(&self.folder, self.port);
    }
}

/// A test that fails leaves nothing running.
impl Drop for CardRoom {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the process. Returns it, its port, and the one-time floor code if that has not been used.
fn start(folder: &Path, port: u16) -> (Child, u16, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uth"))
        .args(["serve", "--bot-delay", "0ms", "--listen", &format!("127.0.0.1:{port}"), "--database"])
        .arg(folder.join("room.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let output = BufReader::new(child.stdout.take().expect("its output is ours"));
    let (mut port, mut code) = (port, String::new());
    for line in output.lines().map_while(Result::ok) {
        if let Some(address) = line.strip_prefix("The card room is open: http://127.0.0.1:") {
            port = address.trim_end_matches('/').parse().expect("a port");
        }
        if let Some((_, told)) = line.split_once("to become the floor: ") {
            told.clone_into(&mut code);
        }
        if line.starts_with("Stop it with") {
            return (child, port, code);
        }
    }
    let ended = child.wait();
    panic!("the card room does not open: {ended:?}");
}

/// The floor, who acts through HTTP with a session as the page does.
pub(crate) struct Floor {
    port: u16,
    cookie: String,
}

/// The name and password of the floor's account.
pub(crate) const FLOOR_NAME: &str = "Flora";
pub(crate) const FLOOR_PASSWORD: &str = "correct horse battery";

impl Floor {
    pub(crate) fn of(room: &CardRoom) -> Floor {
        Floor::with_code(room.port, &room.floor_code)
    }

    /// Creates the floor: a guest who takes a name and enters the one-time code.
    pub(crate) fn with_code(port: u16, code: &str) -> Floor {
        let mut floor = Floor { port, cookie: String::new() };
        floor.post("/api/guest", &json!({}));
        floor.post("/api/name", &json!({"name": FLOOR_NAME, "password": FLOOR_PASSWORD}));
        floor.post("/api/floor-code", &json!({"code": code}));
        floor
    }

    /// Opens a table with a short clock and returns its number.
    pub(crate) fn open_table(&mut self, book: &str, betting_ms: u64, bots: u8) -> u64 {
        self.open(book, &json!({"type": "clock", "betting_ms": betting_ms, "bank_ms": 4_000}), bots)
    }

    /// Opens a table and returns its number.
    pub(crate) fn open(&mut self, book: &str, mode: &Value, bots: u8) -> u64 {
        let mut settings =
            json!({"book": book, "mode": mode, "minimum": 1_000, "maximum": 10_000, "decision_ms": 60_000});
        match book {
            "california" => settings["pay_table"] = "UTH-01".into(),
            "california-bad-beat" => settings["schedule"] = 7.into(),
            _ => {}
        }
        let ask = json!({"name": "Saturday table", "settings": settings, "bots": bots});
        self.post("/api/tables", &ask)["table"].as_u64().expect("a number")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Value {
        let headers = format!("Origin: http://127.0.0.1:{}\r\nCookie: {}\r\n", self.port, self.cookie);
        let answer = http::ask(self.port, &format!("POST {path}"), &headers, Some(body)).expect("an answer");
        assert!((200..300).contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
        for line in answer.head.lines() {
            // The cookie of the device is of no use to a floor that comes once.
            if let Some(cookie) =
                line.strip_prefix("set-cookie: ").filter(|cookie| cookie.contains("_session="))
            {
                cookie.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
            }
        }
        answer.body
    }
}
