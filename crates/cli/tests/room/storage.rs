//! A storage that another program writes to, that is full, or that is not there: the card room says so, and what to do.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{ClientRequestBuilder, Message};

use crate::card_room::{CardRoom, PROGRAM, Place};
use crate::floor::Floor;

/// What the program says that does not start on that database.
fn refusal(database: &Path, key: &Path) -> String {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(database).arg("--key").arg(key);
    let Output { status, stderr, .. } = command.output().expect("the program starts");
    assert!(!status.success());
    String::from_utf8(stderr).expect("text")
}

/// Waits until `/readyz` answers with such a status, and returns the answer.
fn readiness(floor: &Floor, port: u16, code: Option<&str>) -> Value {
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let answer = floor.ask_at(port, "GET", "/readyz", &json!({}));
        if answer["code"].as_str() == code {
            return answer;
        }
        assert!(Instant::now() < patience, "{answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The lines of the log at level ERROR.
fn errors(place: &Place) -> Vec<String> {
    let log = std::fs::read_to_string(place.log()).expect("a log");
    log.lines().filter(|line| line.contains("ERROR")).map(str::to_owned).collect()
}

#[test]
fn a_second_program_on_the_same_file_is_refused_by_whatever_name_and_readers_are_not() {
    let place = Place::file();
    let room = CardRoom::start(&place, 0);
    let path = place.address();
    let path = Path::new(&path);
    let folder = tempfile::tempdir().expect("a folder");
    let [link, key] = ["link.db", "room.key"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(path, &link).expect("a link");
    let hard = path.with_extension("hard");
    std::fs::hard_link(path, &hard).expect("a hard link");
    for name in [path, &link, &hard] {
        let said = refusal(name, &key);
        assert!(said.contains("another card room runs on this file"), "{}: {said}", name.display());
    }
    place.verify();
    room.stop();
}

#[test]
fn a_file_that_is_written_to_by_hand_stops_the_card_room_which_says_why() {
    let place = Place::file();
    let room = CardRoom::start(&place, 0);
    let mut floor = Floor::of(&room);
    floor.open("house", None, 0);
    let stream = std::net::TcpStream::connect(("127.0.0.1", room.port)).expect("the card room listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time-out");
    let uri = format!("ws://127.0.0.1:{}/ws", room.port).parse().expect("an address");
    let request = ClientRequestBuilder::new(uri).with_header("Origin", room.url());
    let (mut socket, _) = tungstenite::client::client(request, stream).expect("a socket");
    for message in [r#"{"type":"hello","protocol":1}"#, r#"{"type":"watch","table":1}"#] {
        socket.send(Message::text(message)).expect("it is sent");
        socket.read().expect("an answer");
    }
    let by_hand = rusqlite::Connection::open(place.address()).expect("a file");
    by_hand
        .execute("UPDATE balances SET balance = balance + 25000 WHERE account LIKE 'wallet%'", [])
        .expect("done");
    let closed = loop {
        if let Message::Close(frame) = socket.read().expect("the socket is closed in order") {
            break frame.expect("with a reason").code;
        }
    };
    assert_eq!(closed, CloseCode::Error);
    let reason = readiness(&floor, room.port, Some("not_ready"))["reason"].to_string();
    assert!(reason.contains("Another program has written to the file"), "{reason}");
    for (method, path) in [("POST", "/api/guest"), ("GET", "/api/tables/1")] {
        let answer = floor.stranger().ask_at(room.port, method, path, &json!({}));
        assert_eq!(answer["code"], "unavailable", "{path}: {answer}");
    }
    let errors = errors(&place);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].contains("foreign_writer") && errors[0].contains("room.db"), "{errors:#?}");
    room.kill();
}

/// A file system of so many kilobytes, until it is dropped; none where the tests may not mount one.
struct Small(tempfile::TempDir);

impl Small {
    fn mount(kilobytes: u32) -> Option<Small> {
        let folder = tempfile::tempdir().expect("a folder");
        let size = format!("size={kilobytes}k");
        let mut mount = Command::new("mount");
        let mounted = mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
        mounted.expect("there is mount").status.success().then_some(Small(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_play_goes_on_once_there_is_space() {
    let Some(small) = Small::mount(4 * 1_024) else { return };
    let place = Place::file_in(small.0.path());
    let room = CardRoom::start(&place, 0);
    let mut floor = Floor::of(&room);
    readiness(&floor, room.port, None);
    let ballast = small.0.path().join("ballast");
    let _ = std::fs::write(&ballast, vec![0; 8 * 1_024 * 1_024]);
    // What is left within the files is used up.
    let patience = Instant::now() + Duration::from_secs(30);
    let stranger = floor.stranger();
    while stranger.ask_at(room.port, "POST", "/api/guest", &json!({}))["code"] != "unavailable" {
        assert!(Instant::now() < patience, "there is space");
    }
    let reason = readiness(&floor, room.port, Some("not_ready"))["reason"].to_string();
    assert!(reason.contains("no space left"), "{reason}");
    let errors = errors(&place);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].contains("disk_full"), "{errors:#?}");
    std::fs::remove_file(&ballast).expect("space");
    readiness(&floor, room.port, None);
    floor.open("house", None, 0);
    room.stop();
    place.verify();
}

#[cfg(target_os = "linux")]
#[test]
fn a_start_without_space_or_without_permission_says_what_to_do() {
    let Some(small) = Small::mount(1_024) else { return };
    let key = small.0.path().join("room.key");
    std::fs::write(&key, format!("{}\n", "07".repeat(32))).expect("a key");
    let ballast = small.0.path().join("ballast");
    let _ = std::fs::write(&ballast, vec![0; 2 * 1_024 * 1_024]);
    let full = refusal(&small.0.path().join("room.db"), &key);
    assert!(full.contains("no space left") && full.contains("make space"), "{full}");
    std::fs::remove_file(&ballast).expect("space");
    let mut remount = Command::new("mount");
    assert!(remount.args(["-o", "remount,ro"]).arg(small.0.path()).status().expect("mount").success());
    let read_only = refusal(&small.0.path().join("room.db"), &key);
    assert!(read_only.contains("cannot be written to") && read_only.contains("let the user"), "{read_only}");
}
