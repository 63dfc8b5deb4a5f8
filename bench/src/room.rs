//! Durable commands of a whole card room, next to what the storage can do at most: rows of the same size, inserted raw
//! with the same settings, by as many who wait for each answer. On one file they are grouped as ours are; PostgreSQL
//! takes them as pgbench would bring them, one transaction each over many connections.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use fair::entropy::OperatingSystem;
use fair::receipt::{Confirmation, Signer};
use fair::seal::SealKey;
use journal::room_log::{GrantReason, RoomEvent};
use protocol::{ClientCommand, Receipt, Seq, TableMode, TableSettings};
use room::{CommandRequest, Options, Room};
use rusqlite::{Connection, params};
use store::LogWriter;
use store::postgres::Postgres;
use store::sqlite::Sqlite;
use table::{PlayerId, TableId};
use tokio::sync::oneshot;
use uth::{Book, Cents};

#[path = "../../crates/store/tests/support/postgres.rs"]
pub mod postgres;

const TABLES: u64 = 200;
const RUNS: u32 = 3;
const FOR: Duration = Duration::from_secs(4);

/// How many connections bring raw rows to PostgreSQL.
const CONNECTIONS: u64 = 20;

pub fn run() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    println!("\nroom: {TABLES} tables, everybody waits for each answer, best of {RUNS}\n");
    println!("| storage | raw rows a second | commands a second | ratio | median at 1,000 a second |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let (mut best, mut raw_best) = (0.0, 0.0);
    let mut median = Duration::MAX;
    for _ in 0..RUNS {
        let folder = tempfile::tempdir().expect("a folder");
        raw_best = f64::max(raw_best, runtime.block_on(raw(&folder.path().join("raw.db"))));
        let file = |name: &str| Arc::new(Sqlite::open(&folder.path().join(name)).expect("a file"));
        best = f64::max(best, runtime.block_on(commands(file("room.db"), false, FULL_SPEED)).0);
        median = median.min(runtime.block_on(commands(file("slow.db"), false, THOUSAND)).1);
    }
    row("SQLite", raw_best, best, median);
    let (mut best, mut raw_best) = (0.0, 0.0);
    let mut median = Duration::MAX;
    for _ in 0..RUNS {
        raw_best = f64::max(raw_best, runtime.block_on(raw_postgres()));
        let speed = |pause| async move {
            let url = postgres::fresh_database().await;
            let options = url.parse().expect("a connection string");
            let store = Postgres::open(&options, None).await.expect("a database");
            commands(Arc::new(store), true, pause).await
        };
        best = f64::max(best, runtime.block_on(speed(FULL_SPEED)).0);
        median = median.min(runtime.block_on(speed(THOUSAND)).1);
    }
    row("PostgreSQL", raw_best, best, median);
    receipts();
}

/// What a receipt costs: once for each command at the card room, and once for whoever checks it.
fn receipts() {
    const COUNT: u64 = 20_000;
    let signer = Signer::from_key(&[1; 32]);
    let (key, mut best) = (signer.public_key(), [f64::MAX; 2]);
    for _ in 0..RUNS {
        let confirmed = |seq| Confirmation { log: 7, seq, hash: [5; 32], at_ms: 1_767_225_600_100 };
        let start = Instant::now();
        let receipts: Vec<_> = (0..COUNT).map(|seq| Receipt::new(&confirmed(seq), &signer)).collect();
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        assert!(receipts.iter().all(|receipt| receipt.is_signed_by(&key)), "every receipt is signed");
        best[1] = best[1].min(start.elapsed().as_secs_f64());
    }
    let [sign_us, verify_us] = best.map(|seconds| seconds * 1e6 / COUNT as f64);
    println!("\na receipt takes {sign_us:.1} µs to sign and {verify_us:.1} µs to check");
}

fn row(storage: &str, raw: f64, ours: f64, median: Duration) {
    let median_ms = median.as_secs_f64() * 1e3;
    println!("| {storage} | {raw:.0} | {ours:.0} | {:.2} | {median_ms:.1} ms |", ours / raw);
}

/// What makes a round at a table for one, each with the first letter of its name.
pub const ROUND: [(&str, &str); 3] = [
    ("w", r#"{"type":"wager","seat":1,"ante":1000,"trips":500}"#),
    ("n", r#"{"type":"no_more_bets"}"#),
    ("r", r#"{"type":"raise","seat":1,"times":4}"#),
];

/// Everybody asks again as soon as they are answered.
const FULL_SPEED: Duration = Duration::ZERO;

/// Everybody asks five times a second, which makes a thousand commands.
const THOUSAND: Duration = Duration::from_millis(200);

/// Commands a second, and the median time to their answers: three make a round at a table for one.
async fn commands(store: Arc<dyn LogWriter>, is_shared: bool, pause: Duration) -> (f64, Duration) {
    let room = open_room(store, is_shared).await;
    let mut players = Vec::new();
    for number in 1..=TABLES {
        players.push(seated(&room, number).await);
    }
    let start = Instant::now();
    let tasks: Vec<_> = players
        .into_iter()
        .map(|(table, player, seq)| tokio::spawn(play(Arc::clone(&room), table, player, (seq, pause), start)))
        .collect();
    let mut waited = Vec::new();
    for task in tasks {
        waited.extend(task.await.expect("a player"));
    }
    let took = start.elapsed().as_secs_f64();
    waited.sort_unstable();
    let balances = room.store().balances(vec![]).await.expect("balances");
    assert_eq!(balances.iter().map(|(_, balance)| balance.0).sum::<i64>(), 0, "chips are lost");
    let mut rounds = 0;
    for (table, _) in room.tables().await.expect("tables") {
        rounds += room.lobby_entry(table).await.expect("a table").rounds;
    }
    assert_eq!(rounds * 3, waited.len() as u64, "every command was counted once");
    room.close().await;
    (waited.len() as f64 / took, waited[waited.len() / 2])
}

pub async fn open_room(store: Arc<dyn LogWriter>, is_shared: bool) -> Arc<Room> {
    let options = Options {
        key: SealKey::from_bytes(&[1; 32]),
        signer: Arc::new(Signer::from_key(&[1; 32])),
        entropy: Box::new(OperatingSystem),
        runtime: Arc::new(server::runtime::Tokio::default()), bot_delay_ms: 0,
        is_shared,
    };
    Room::new(store, options).await.expect("a room")
}

/// Somebody with many chips at a table for one, and where that table stands.
pub async fn seated(room: &Room, number: u64) -> (TableId, PlayerId, u64) {
    let settings = TableSettings::new(Book::House, TableMode::Solo {});
    let table = room.open_table(None, "Bench", &settings, 0).await.expect("a table").table.into();
    let player = PlayerId(1_000_000 + number);
    // More than any grant, so that nobody runs out while commands are counted.
    let (player_number, amount) = (player.0, Cents::dollars(10_000_000).0);
    let granted = RoomEvent::Granted { player: player_number, amount, why: GrantReason::Starting {} };
    room.journal().write(0, |_| (vec![granted.clone()], Vec::new())).await.expect("chips");
    let seq = ask(room, table, player, "sit", 1, r#"{"type":"sit","seat":1}"#).await;
    (table, player, seq)
}

async fn play(
    room: Arc<Room>,
    table: TableId,
    player: PlayerId,
    (mut seq, pause): (u64, Duration),
    start: Instant,
) -> Vec<Duration> {
    let mut waited = Vec::new();
    // Not everybody at the same moment.
    let mut due = start + pause * u32::try_from(table.0).unwrap_or(0) / TABLES as u32;
    while start.elapsed() < FOR {
        for (name, command) in ROUND {
            // To sleep until now is to wait for the next tick.
            if pause > FULL_SPEED {
                tokio::time::sleep_until(due.into()).await;
            }
            let asked = Instant::now();
            seq = ask(&room, table, player, &format!("{name}{seq}"), seq, command).await;
            waited.push(asked.elapsed());
            due = (due + pause).max(asked);
        }
    }
    waited
}

pub async fn ask(room: &Room, table: TableId, player: PlayerId, name: &str, seq: u64, command: &str) -> u64 {
    let command: ClientCommand = serde_json::from_str(command).expect("a command");
    let request = CommandRequest::new(player, name.parse().expect("an id"), Seq(seq), command);
    room.execute(table, request).await.expect("a legal command").seq.0
}

/// Raw rows a second.
async fn raw(path: &Path) -> f64 {
    let (rows, inbox) = mpsc::channel::<(u64, oneshot::Sender<()>)>();
    let connection = Connection::open(path).expect("a file");
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
             PRAGMA wal_autocheckpoint = 4000;
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
            let mut insert = transaction
                .prepare_cached("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5)")
                .expect("a statement");
            for (log, _) in &group {
                seq += 1;
                insert.execute(params![log.cast_signed(), seq, seq, body, [0_u8; 32]]).expect("a row");
            }
        }
        transaction.commit().expect("a commit");
        group.into_iter().for_each(|(_, answer)| answer.send(()).unwrap_or_default());
    }
    connection
        .query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, i64>(0))
        .expect("a count")
        .cast_unsigned()
}

/// Raw rows a second in PostgreSQL: one transaction each, over many connections.
async fn raw_postgres() -> f64 {
    let url = postgres::empty_database().await;
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.expect("a connection");
        tokio::spawn(connection);
        clients.push(client);
    }
    let make = "CREATE TABLE entries
        (log bigint, seq bigint, at_ms bigint, body text, hash bytea, PRIMARY KEY (log, seq))";
    clients[0].batch_execute(make).await.expect("a table");
    let start = Instant::now();
    let task = |(log, client): (i64, tokio_postgres::Client)| {
        tokio::spawn(async move {
            let insert =
                client.prepare("INSERT INTO entries VALUES ($1, $2, $2, $3, $4)").await.expect("a statement");
            let (body, hash) = ("x".repeat(400), vec![0_u8; 32]);
            let mut done = 0_i64;
            while start.elapsed() < FOR {
                done += 1;
                client.execute(&insert, &[&log, &done, &body, &hash]).await.expect("a row");
            }
            done
        })
    };
    let tasks: Vec<_> = (0..).zip(clients).map(task).collect();
    let mut done = 0;
    for task in tasks {
        done += task.await.expect("a client");
    }
    done as f64 / start.elapsed().as_secs_f64()
}
