//! A storage that does not answer for a while, for card rooms that must go on afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use protocol::{ClientCommand, ErrorCode, Seq};
use room::{CommandRequest, Options, Outbox, Room};
use store::sqlite::Sqlite;
use store::{
    Commit, CommitResult, Entry, Head, KeyRange, LogId, LogReader, LogWriter, Pending, PostedTransfer,
    RecordKind, StoreError,
};
use table::{Account, PlayerId, TableId, Viewer};
use uth::{Cents, Seat};

use crate::world::{Guest, World, nodes, solo};

/// Two nodes on one storage, the second of which cannot always read balances and entries.
struct Flaky {
    store: Arc<Sqlite>,
    no_balances: Arc<AtomicBool>,
    no_entries: Arc<AtomicBool>,
}

fn refused<T: Send + 'static>() -> Pending<'static, T> {
    Box::pin(async { Err(StoreError::Unavailable("the network is down".into())) })
}

impl LogWriter for Flaky {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        self.store.append(commit)
    }
}

impl LogReader for Flaky {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        self.store.head(log)
    }
    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>> {
        self.store.all_heads()
    }
    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        self.store.due(now_ms)
    }
    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        if self.no_entries.load(Ordering::SeqCst) { refused() } else { self.store.entries(log, after, limit) }
    }
    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.store.transfers_of(log, from, to)
    }
    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        self.store.transfers(after, limit)
    }
    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        if self.no_balances.swap(false, Ordering::SeqCst) { refused() } else { self.store.balances(accounts) }
    }
    fn record(&self, place: RecordKind, key: String) -> Pending<'_, Option<String>> {
        self.store.record(place, key)
    }
    fn records(&self, span: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        self.store.records(span)
    }
}

async fn node(store: Arc<dyn LogWriter>) -> Arc<Room> {
    let (key, entropy) = (SealKey::from_bytes(&[7; 32]), Box::new(OperatingSystem));
    let options = Options {
        key,
        signer: Arc::new(Signer::from_key(&[7; 32])),
        entropy,
        runtime: Arc::new(server::runtime::Tokio::default()),
        bot_delay_ms: 0,
        is_shared: true,
    };
    Room::new(store, options).await.expect("a room")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_is_told_everything_also_when_the_storage_does_not_answer_meanwhile() {
    let world = World::new();
    let store = Arc::new(Sqlite::open(&world.path()).expect("a file"));
    let (no_balances, no_entries) = (Arc::default(), Arc::default());
    let first = node(Arc::clone(&store) as Arc<dyn LogWriter>).await;
    let table = solo(&first).await;
    let flaky = Flaky { store, no_balances: Arc::clone(&no_balances), no_entries };
    let second = node(Arc::new(flaky)).await;
    let mut player = Guest::new(&first, table, 1_000).await;
    let mut watcher = Guest::new(&second, table, 1_001).await;
    let (seen, nonsense) = (watcher.seq(), r#"{"type":"fold","seat":1}"#);
    assert!(watcher.ask(nonsense).await.is_err(), "from now on the node knows all purses");
    player.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    // The watcher's node finds out that it is behind, and cannot look into the purses then.
    no_balances.store(true, Ordering::SeqCst);
    let seat_taken = r#"{"type":"sit","seat":1}"#;
    assert_eq!(watcher.ask_as("a", seen, seat_taken).await, Err("unavailable".into()));
    assert_eq!(watcher.ask_as("b", seen, seat_taken).await, Err("seat_taken".into()));
    assert_eq!(watcher.seq(), player.seq(), "what the other node has written was told");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_to_a_node_that_is_behind_is_told_nothing_twice() {
    let world = World::new();
    let rooms = nodes(&world.path(), 2).await;
    let table = solo(&rooms[0]).await;
    let mut player = Guest::new(&rooms[0], table, 1_000).await;
    let watcher = Guest::new(&rooms[1], table, 1_001).await;
    let (seen, after) = (watcher.seq(), watcher.position());
    watcher.leave();
    player.ask(r#"{"type":"sit","seat":1}"#).await.expect("a seat");
    let (outbox, frames) = Outbox::new();
    rooms[1].watch(table, Viewer::Spectator, &outbox, Some(after), None).await.expect("a view");
    let mut at = seen;
    // Where the node has not heard of the seat, it is made to look.
    let sit = ClientCommand::Sit { seat: Seat::new(1).expect("a seat").into() };
    let _ = rooms[1]
        .execute(table, CommandRequest::new(PlayerId(1_001), "a".parse().expect("an id"), Seq(seen), sit))
        .await;
    while let Some(frame) = frames.try_recv() {
        let told: serde_json::Value = serde_json::from_str(&frame).expect("JSON");
        at += told["events"].as_array().expect("events").len() as u64;
        assert_eq!(told["seq"], at, "{told}");
    }
    assert_eq!(at, player.seq());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_read_just_now_is_not_one_that_does_not_exist() {
    let world = World::new();
    let store = Arc::new(Sqlite::open(&world.path()).expect("a file"));
    let no_entries = Arc::new(AtomicBool::new(false));
    let flaky = Flaky { store, no_balances: Arc::default(), no_entries: Arc::clone(&no_entries) };
    let room = node(Arc::new(flaky)).await;
    let table = solo(&room).await;
    no_entries.store(true, Ordering::SeqCst);
    assert_eq!(room.lobby_entry(table).await.expect_err("no answer").code, ErrorCode::Unavailable);
    assert_eq!(room.lobby_entry(TableId(99)).await.expect_err("no table").code, ErrorCode::NoSuchTable);
    no_entries.store(false, Ordering::SeqCst);
    assert_eq!(room.lobby_entry(table).await.expect("a table").seq, protocol::Seq(2));
}
