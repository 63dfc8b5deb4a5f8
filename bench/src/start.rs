//! How long a card room with a long past takes until it is ready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fair::entropy::OperatingSystem;
use room::{Options, Room};
use server::http;
use server::start::{Database, Start};
use store::sqlite::Sqlite;
use table::{PlayerId, TableId};

use crate::room::{ROUND, ask, seated};

const TABLES: u64 = 20;
const ROUNDS: u64 = 100_000;
const STARTS: u32 = 5;

pub fn run() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.db");
    let start = || Start {
        database: Database::File(path.clone()),
        key: None,
        fanout: None,
        listen: Some("127.0.0.1:0".parse().expect("an address")),
        app: http::Config::default(),
        entropy: Box::new(fair::entropy::OperatingSystem),
        bot_delay_ms: 0,
        witness: None,
        restored_ms: 0,
        first_tables: false,
    };
    // The first start makes the key.
    drop(runtime.block_on(start().open()).expect("a card room"));
    runtime.block_on(play(&path));
    let mut best = Duration::MAX;
    for _ in 0..STARTS {
        let began = Instant::now();
        let running = runtime.block_on(start().open()).expect("a card room");
        best = best.min(began.elapsed());
        runtime.block_on(running.run(async {}));
    }
    let megabytes = std::fs::metadata(&path).expect("a file").len() / 1_000_000;
    println!("\nstart: {ROUNDS} rounds at {TABLES} tables, {megabytes} MB, best of {STARTS}\n");
    println!("{} ms until it is ready", best.as_millis());
}

/// Plays so many rounds, all tables at once.
async fn play(path: &std::path::Path) {
    let key = server::paths::read_key(&server::paths::key_beside(path)).expect("a file").expect("a key");
    let runtime = Arc::new(server::runtime::Tokio::default());
    let entropy = Box::new(OperatingSystem);
    let options = Options {
        key: key.seal(),
        signer: Arc::new(key.signer()),
        entropy,
        runtime,
        bot_delay_ms: 0,
        is_shared: false,
    };
    let room = Room::new(Arc::new(Sqlite::open(path).expect("a file")), options).await.expect("a room");
    let mut tasks = Vec::new();
    for number in 1..=TABLES {
        let (table, player, seq) = seated(&room, number).await;
        tasks.push(tokio::spawn(rounds(Arc::clone(&room), table, player, seq)));
    }
    for task in tasks {
        task.await.expect("a player");
    }
    let mut played = 0;
    for (table, _) in room.tables().await.expect("tables") {
        played += room.lobby_entry(table).await.expect("a table").rounds;
    }
    assert_eq!(played, ROUNDS);
    room.close().await;
}

async fn rounds(room: Arc<Room>, table: TableId, player: PlayerId, mut seq: u64) {
    for _ in 0..ROUNDS / TABLES {
        for (name, command) in ROUND {
            seq = ask(&room, table, player, &format!("{name}{seq}"), seq, command).await;
        }
    }
}
