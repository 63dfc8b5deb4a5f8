//! A card room that forgets, from the outside: the real program, bots that keep receipts, a witness, and the auditor.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use client::Api;

/// A card room on a file that outlives it.
struct CardRoom {
    url: String,
    child: Child,
}

impl CardRoom {
    fn open(folder: &Path, witness: &str) -> CardRoom {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uth"))
            .args(["serve", "--listen", "127.0.0.1:0", "--uncounted", "127.0.0.1"])
            .args(["--witness", witness, "--witness-every", "20ms"])
            .arg("--database")
            .arg(folder.join("room.db"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let url = line.trim().rsplit(' ').next().expect("an address").trim_end_matches('/').to_owned();
        CardRoom { url, child }
    }

    fn api(&self) -> Api {
        Api::new(self.url.parse().expect("an address")).expect("an interface")
    }
}

impl Drop for CardRoom {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with everything: the card room, what the bot keeps, and what the witness was told.
struct Scene {
    folder: tempfile::TempDir,
    token: String,
}

impl Scene {
    fn new() -> Scene {
        Scene { folder: tempfile::tempdir().expect("a folder"), token: String::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a path").to_owned()
    }

    fn open(&self) -> CardRoom {
        CardRoom::open(self.folder.path(), &self.text("heads.jsonl"))
    }

    /// Plays rounds at table 1 and keeps every receipt in that file.
    fn play(&self, room: &CardRoom, receipts: &str, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_uth"))
            .args(["bot", "--server", &room.url, "--token", &self.token, "--table", "1", "--rounds", "2"])
            .args(["--receipts", &self.text(receipts)])
            .args(more)
            .env("XDG_STATE_HOME", self.path("state"))
            .env("HOME", self.path("home"))
            .output()
            .expect("the bot runs")
    }

    fn verify(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_uth"))
            .args(["verify", "--database", &self.text("room.db")])
            .args(arguments)
            .output()
            .expect("uth runs");
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    }

    /// Waits until the witness has heard of the last receipt in that file.
    fn until_witnessed(&self, receipts: &str) {
        let last = std::fs::read_to_string(self.path(receipts)).expect("receipts");
        let last: serde_json::Value =
            serde_json::from_str(last.lines().last().expect("a receipt")).expect("JSON");
        let hash = last["hash"].as_str().expect("a hash").to_owned();
        let began = Instant::now();
        while !std::fs::read_to_string(self.path("heads.jsonl")).is_ok_and(|told| told.contains(&hash)) {
            assert!(began.elapsed() < Duration::from_secs(20), "the witness was not told of {hash}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn count_lines(path: &Path) -> usize {
    std::fs::read_to_string(path).expect("a file").lines().count()
}

#[test]
fn a_card_room_that_was_put_back_is_given_away_by_receipts_and_by_the_witness() {
    let mut scene = Scene::new();
    let room = scene.open();
    let guest = room.api().sign_in_as_guest("a test").expect("a guest");
    guest.token().expect("a token").clone_into(&mut scene.token);
    let played = scene.play(&room, "before.jsonl", &[]);
    assert!(played.status.success(), "{played:?}");
    drop(room);
    for ending in ["db", "db-wal"] {
        // The write-ahead log may be gone with the last connection.
        let _ = std::fs::copy(scene.path(&format!("room.{ending}")), scene.path(&format!("copy.{ending}")));
    }

    let room = scene.open();
    let played = scene.play(&room, "after.jsonl", &[]);
    assert!(played.status.success(), "{played:?}");
    scene.until_witnessed("after.jsonl");
    drop(room);
    let receipts = ["before.jsonl", "after.jsonl"].map(|name| scene.text(name));
    let heads = scene.text("heads.jsonl");
    let all = ["--receipts", &receipts[0], "--receipts", &receipts[1], "--witness", &heads];
    let (code, said) = scene.verify(&all);
    let count =
        [&receipts[0], &receipts[1], &heads].map(|path| count_lines(path.as_ref())).iter().sum::<usize>();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("{count} receipts, each signed and in its log")), "{said}");

    put_back(&scene);
    let (code, said) = scene.verify(&["--receipts", &receipts[0]]);
    assert_eq!(code, Some(0), "what is older than the copy is still there: {said}");
    for arguments in [["--receipts", &receipts[1]], ["--witness", &heads]] {
        let (code, said) = scene.verify(&arguments);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.starts_with(&format!("wrong: {}, receipt ", arguments[1])), "{said}");
        assert!(said.contains("table 1, event "), "{said}");
        assert!(said.contains("is missing: the log ends with event"), "{said}");
    }
    let (code, said) = scene.verify(&["--receipts", &receipts[1], "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &said["verified"]), (Some(1), &false.into()));
    assert_eq!(said["receipts"].as_array().map(Vec::len), Some(count_lines(receipts[1].as_ref())), "{said}");
    check_that_the_bot_does_not_go_on(&scene);
}

/// The operator puts the copy back.
fn put_back(scene: &Scene) {
    for ending in ["db", "db-wal", "db-shm"] {
        let _ = std::fs::remove_file(scene.path(&format!("room.{ending}")));
        let _ = std::fs::rename(scene.path(&format!("copy.{ending}")), scene.path(&format!("room.{ending}")));
    }
}

/// The bot has kept its last receipt, and does not go on as if nothing had happened.
fn check_that_the_bot_does_not_go_on(scene: &Scene) {
    let room = scene.open();
    let refused = scene.play(&room, "later.jsonl", &[]);
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success(), "{complaint}");
    assert!(complaint.contains("no longer has what it confirmed to you at 20"), "{complaint}");
    assert!(complaint.contains("your receipt is in ") && complaint.contains("--start-over"), "{complaint}");
    assert_eq!(count_lines(&scene.path("later.jsonl")), 0);
    let metrics = room.api().metrics().expect("metrics");
    assert!(metrics.contains("uth_faults_total{kind=\"forgotten\"} 1"), "{metrics}");
    let played = scene.play(&room, "later.jsonl", &["--start-over"]);
    assert!(played.status.success(), "{played:?}");
    let played = scene.play(&room, "later.jsonl", &[]);
    assert!(played.status.success(), "the new history has receipts of its own: {played:?}");
}

#[test]
fn a_receipt_is_judged_by_the_key_that_the_auditor_names() {
    let mut scene = Scene::new();
    let room = scene.open();
    let guest = room.api().sign_in_as_guest("a test").expect("a guest");
    guest.token().expect("a token").clone_into(&mut scene.token);
    assert!(scene.play(&room, "mine.jsonl", &[]).status.success());
    let key = room.api().public_key().expect("a key").to_string();
    drop(room);
    let mine = scene.text("mine.jsonl");
    let (code, said) = scene.verify(&["--receipts", &mine, "--public-key", &key]);
    assert_eq!(code, Some(0), "{said}");
    let other = "10499ae2a931575600518e657642cb8bce26eb02b2f6719652c719b9ccd5f78a";
    let (code, said) = scene.verify(&["--receipts", &mine, "--public-key", other]);
    assert_eq!((code, said.contains("the signature is not this card room's")), (Some(1), true), "{said}");
    // A copy of the database without the key file.
    std::fs::remove_file(scene.path("room.key")).expect("a key file");
    let (code, said) = scene.verify(&["--receipts", &mine]);
    assert_eq!((code, said.contains("--public-key")), (Some(2), true), "{said}");
}

#[test]
fn a_witness_at_an_address_is_told_again_after_a_failure() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/uth", listener.local_addr().expect("an address"));
    let folder = tempfile::tempdir().expect("a folder");
    let room = CardRoom::open(folder.path(), &address);
    let mut bodies = Vec::new();
    for status in ["500 Broken", "204 No Content"] {
        let (stream, _) = listener.accept().expect("a connection");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a header");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a number");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("a body");
        bodies.push(String::from_utf8(body).expect("text"));
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        reader.get_mut().write_all(answer.as_bytes()).expect("an answer");
    }
    // The same logs, and receipts of another moment.
    let tables = |body: &String| -> Vec<u64> {
        let table = |line: &str| {
            let receipt: protocol::Receipt = serde_json::from_str(line).expect("a receipt");
            assert!(receipt.is_signed_by(&room.api().public_key().expect("a key")));
            receipt.table.0
        };
        body.lines().map(table).collect()
    };
    assert_eq!(tables(&bodies[0]), (0..=8).collect::<Vec<u64>>());
    assert_eq!(tables(&bodies[1]), tables(&bodies[0]));
    let metrics = room.api().metrics().expect("metrics");
    assert!(metrics.contains("uth_witness_total{result=\"failed\"} 1"), "{metrics}");
}
