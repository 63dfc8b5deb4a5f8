//! What a card room needs while nothing happens: many tables, many who watch.

use futures_util::{SinkExt, StreamExt};
use protocol::{TableMode, TableSettings};
use store::sqlite::Sqlite;
use tokio_tungstenite::tungstenite::Message;
use uth::Book;

use crate::card_room::CardRoom;
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
            TableSettings::new(Book::House, TableMode::Clock { betting_ms: 10_000, bank_ms: 10_000 });
        for number in 1..=TABLES {
            room.open_table(None, &format!("Table {number}"), &settings, 0).await.expect("a table");
        }
        room.close().await;
    });
    let server = CardRoom::open(&["--no-tables"], &path);
    runtime.block_on(watch(&server));
}

async fn watch(server: &CardRoom) {
    let mut sockets = Vec::new();
    for number in 0..VIEWERS {
        let address = format!("ws://{}/ws", server.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(address).await.expect("a connection");
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
    let status = server.told("status");
    let resident = status.lines().find(|line| line.starts_with("VmRSS")).expect("its memory");
    println!("\nidle: {TABLES} tables, {} who watch\n\n{resident}", sockets.len());
}
