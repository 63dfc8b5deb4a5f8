//! What a card room needs while nothing happens: many tables, many who watch.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::store::sqlite::Sqlite;
use server::wire::{PaceRecord, SettingsRecord};
use tokio_tungstenite::tungstenite::Message;
use uth::Book;

use crate::room::open_room;

const TABLES: u64 = 1_000;
const VIEWERS: u64 = 2_000;

pub fn run() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    runtime.block_on(async {
        let room = open_room(std::sync::Arc::new(Sqlite::open(&path).expect("a file")), false).await;
        let settings =
            SettingsRecord::new(Book::House, PaceRecord::Clock { betting_ms: 10_000, bank_ms: 10_000 });
        for number in 1..=TABLES {
            room.open_table(None, &format!("Table {number}"), &settings, 0).await.expect("a table");
        }
        room.close().await;
    });
    // This very program is a card room when it is told so.
    let mut server = Command::new(std::env::current_exe().expect("this program"))
        .args(["serve", "--no-tables", "--listen", "127.0.0.1:0", "--database"])
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a card room");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let address = line.trim().rsplit_once("http://").expect("an address").1.trim_end_matches('/').to_owned();
    runtime.block_on(watch(&address, &mut server));
    server.kill().expect("the end");
    server.wait().expect("the end");
}

async fn watch(address: &str, server: &mut Child) {
    let mut sockets = Vec::new();
    for number in 0..VIEWERS {
        let mut socket = loop {
            // The card room takes only so many new connections a second from one address.
            match tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await {
                Ok((socket, _)) => break socket,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        };
        let table = 1 + number % TABLES;
        for message in [
            r#"{"type":"hello","protocol":1}"#.to_owned(),
            format!("{{\"type\":\"watch\",\"table\":{table}}}"),
        ] {
            socket.send(Message::text(message)).await.expect("a connection");
        }
        let snapshot = loop {
            let message = socket.next().await.expect("a frame").expect("a frame").into_text().expect("text");
            if message.contains("\"type\":\"snapshot\"") {
                break message;
            }
        };
        assert!(snapshot.contains(&format!("\"table\":{table},")), "{snapshot}");
        sockets.push(socket);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("a process");
    let resident = status.lines().find(|line| line.starts_with("VmRSS")).expect("its memory");
    println!("\nidle: {TABLES} tables, {} who watch\n\n{resident}", sockets.len());
}
