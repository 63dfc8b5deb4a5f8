//! Durable commands of a whole card room, next to what the storage can do at most: rows of the same size, inserted raw
//! with the same settings of the file, grouped in the same way, by as many who wait for each answer.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use server::entropy::OperatingSystem;
use server::room::{Options, Room};
use server::seal::SealKey;
use server::store::sqlite::Sqlite;
use server::wire::{Ask, PaceRecord, SettingsRecord};
use table::{PlayerId, TableId};
use tokio::sync::oneshot;
use uth::{Book, Cents};

const TABLES: u64 = 200;
const RUNS: u32 = 3;
const FOR: Duration = Duration::from_secs(4);

pub fn run() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    println!("\nroom: {TABLES} tables, everybody waits for each answer, best of {RUNS}\n");
    let (mut best, mut raw_best) = (0.0, 0.0);
    for _ in 0..RUNS {
        let folder = tempfile::tempdir().expect("a folder");
        raw_best = f64::max(raw_best, runtime.block_on(raw(&folder.path().join("raw.db"))));
        best = f64::max(best, runtime.block_on(commands(&folder.path().join("room.db"))));
    }
    println!("| what | a second |\n| --- | ---: |");
    println!("| raw rows, grouped, durable | {raw_best:.0} |");
    println!("| commands of the card room, durable | {best:.0} |");
    println!("\nratio {:.2}", best / raw_best);
}

/// Commands a second: three make a round at a table for one.
async fn commands(path: &Path) -> f64 {
    let options = Options {
        key: SealKey::from_bytes(&[1; 32]),
        entropy: Box::new(OperatingSystem),
        thinking_ms: 0,
        is_shared: false,
    };
    let room = Room::new(Arc::new(Sqlite::open(path).expect("a file")), options).await.expect("a room");
    let mut players = Vec::new();
    for number in 1..=TABLES {
        let settings = SettingsRecord::new(Book::House, PaceRecord::Solo {});
        let table = room.open_table(None, "Bench", &settings, 0).await.expect("a table");
        let player = PlayerId(1_000_000 + number);
        room.grant(player, Cents::dollars(10_000_000)).await.expect("chips");
        let seq = ask(&room, table, player, "sit", 1, r#"{"type":"sit","seat":1}"#).await;
        players.push((table, player, seq));
    }
    let start = Instant::now();
    let tasks: Vec<_> = players
        .into_iter()
        .map(|(table, player, seq)| tokio::spawn(play(Arc::clone(&room), table, player, seq, start)))
        .collect();
    let mut done = 0;
    for task in tasks {
        done += task.await.expect("a player");
    }
    let took = start.elapsed().as_secs_f64();
    let balances = room.store().balances(vec![]).await.expect("balances");
    assert_eq!(balances.iter().map(|(_, balance)| balance.0).sum::<i64>(), 0, "chips are lost");
    let mut rounds = 0;
    for (table, _) in room.tables().await.expect("tables") {
        rounds += room.summary(table).await.expect("a table").rounds;
    }
    assert_eq!(rounds * 3, done, "every command was counted once");
    room.close().await;
    done as f64 / took
}

async fn play(room: Arc<Room>, table: TableId, player: PlayerId, mut seq: u64, start: Instant) -> u64 {
    let mut done = 0;
    while start.elapsed() < FOR {
        for (name, command) in [
            ("w", r#"{"type":"wager","seat":1,"ante":1000,"trips":500}"#),
            ("n", r#"{"type":"no_more_bets"}"#),
            ("r", r#"{"type":"raise","seat":1,"times":4}"#),
        ] {
            seq = ask(&room, table, player, &format!("{name}{seq}"), seq, command).await;
            done += 1;
        }
    }
    done
}

async fn ask(room: &Room, table: TableId, player: PlayerId, name: &str, seq: u64, command: &str) -> u64 {
    let command: Ask = serde_json::from_str(command).expect("a command");
    room.ask(table, player, name.to_owned(), seq, command).await.expect("a legal command")
}

/// Raw rows a second.
async fn raw(path: &Path) -> f64 {
    let (rows, inbox) = mpsc::channel::<(u64, oneshot::Sender<()>)>();
    let connection = Connection::open(path).expect("a file");
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
             CREATE TABLE entries (log INTEGER, seq INTEGER, at_ms INTEGER, body TEXT, hash BLOB,
                 PRIMARY KEY (log, seq)) WITHOUT ROWID;",
        )
        .expect("a table");
    let writer = std::thread::spawn(move || insert_all(connection, &inbox));
    let start = Instant::now();
    let task = |log: u64| {
        let rows = rows.clone();
        tokio::spawn(async move {
            let mut done = 0;
            while start.elapsed() < FOR {
                let (answer, answered) = oneshot::channel();
                rows.send((log, answer)).expect("a writer");
                answered.await.expect("an answer");
                done += 1;
            }
            done
        })
    };
    let tasks: Vec<_> = (0..TABLES).map(task).collect();
    let mut done = 0;
    for task in tasks {
        done += task.await.expect("a writer");
    }
    let took = start.elapsed().as_secs_f64();
    drop(rows);
    let written = writer.join().expect("the writer");
    assert_eq!(written, done, "every row was written once");
    done as f64 / took
}

fn insert_all(mut connection: Connection, inbox: &mpsc::Receiver<(u64, oneshot::Sender<()>)>) -> u64 {
    let body = "x".repeat(400);
    let mut seq = 0_i64;
    while let Ok(first) = inbox.recv() {
        let group: Vec<_> = std::iter::once(first).chain(inbox.try_iter()).collect();
        let transaction = connection.transaction().expect("a transaction");
        {
            let mut insert =
                transaction.prepare_cached("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5)").expect("a statement");
            for (log, _) in &group {
                seq += 1;
                insert.execute(params![log.cast_signed(), seq, seq, body, [0_u8; 32]]).expect("a row");
            }
        }
        transaction.commit().expect("a commit");
        group.into_iter().for_each(|(_, answer)| answer.send(()).unwrap_or_default());
    }
    connection.query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, i64>(0)).expect("a count").cast_unsigned()
}
