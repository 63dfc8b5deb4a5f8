//! A store that goes back in time, or is exchanged for another one, under a node that runs: nothing is acknowledged on
//! top of a history that lacks what was acknowledged before.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fair::entropy::OperatingSystem;
use fair::receipt::Signer;
use fair::seal::SealKey;
use room::faults::FaultKind;
use room::{Options, Room};
use store::memory::Memory;
use store::postgres::Postgres;
use store::sqlite::Sqlite;
use store::{
    Commit, CommitResult, Entry, Head, KeyRange, LogId, LogReader, LogWriter, Pending, PostedTransfer,
    RecordKind,
};
use table::{Account, PlayerId, TableId};
use tempfile::TempDir;
use tokio_postgres::NoTls;
use tokio_postgres::error::SqlState;
use uth::Cents;

use crate::postgres::fresh_database;
use crate::world::{Guest, join, solo};

const SIT: &str = r#"{"type":"sit","seat":1}"#;
const WAGER: &str = r#"{"type":"wager","seat":1,"ante":500}"#;

/// A store in memory that can be exchanged, with the commits that led to it.
#[derive(Default)]
pub(crate) struct Exchangeable(Mutex<(Arc<Memory>, Vec<Commit>)>);

impl Exchangeable {
    fn now(&self) -> Arc<Memory> {
        Arc::clone(&self.0.lock().expect("no panic").0)
    }

    /// A store of its own with the same contents.
    async fn copy(&self) -> Exchangeable {
        let copy = Exchangeable::default();
        let commits = self.0.lock().expect("no panic").1.clone();
        for commit in commits {
            copy.append(commit).await.expect("it was done before");
        }
        copy
    }
}

impl LogWriter for Exchangeable {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        let mut now = self.0.lock().expect("no panic");
        now.1.push(commit.clone());
        let store = Arc::clone(&now.0);
        Box::pin(async move { store.append(commit).await })
    }
}

impl LogReader for Exchangeable {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        let store = self.now();
        Box::pin(async move { store.head(log).await })
    }
    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>> {
        let store = self.now();
        Box::pin(async move { store.all_heads().await })
    }
    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        let store = self.now();
        Box::pin(async move { store.due(now_ms).await })
    }
    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        let store = self.now();
        Box::pin(async move { store.entries(log, after, limit).await })
    }
    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        let store = self.now();
        Box::pin(async move { store.transfers_of(log, from, to).await })
    }
    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        let store = self.now();
        Box::pin(async move { store.transfers(after, limit).await })
    }
    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        let store = self.now();
        Box::pin(async move { store.balances(accounts).await })
    }
    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        let store = self.now();
        Box::pin(async move { store.record(kind, key).await })
    }
    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        let store = self.now();
        Box::pin(async move { store.records(range).await })
    }
}

/// A store that can be copied and exchanged while a node runs on it.
pub(crate) enum Place {
    Memory(Arc<Exchangeable>),
    File(TempDir),
    Database(String),
}

/// A copy of a store, which is itself a store.
enum Copy {
    Memory(Arc<Exchangeable>),
    File(PathBuf),
    Database(String),
}

impl Place {
    pub(crate) fn memory() -> Place {
        Place::Memory(Arc::default())
    }

    pub(crate) fn file() -> Place {
        Place::File(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) async fn database() -> Place {
        Place::Database(fresh_database().await)
    }

    async fn room(&self) -> Arc<Room> {
        match self {
            Place::Memory(store) => room(Arc::clone(store) as Arc<dyn LogWriter>, true).await,
            Place::File(folder) => {
                let store = Sqlite::open(&folder.path().join("room.db")).expect("a file");
                room(Arc::new(store), false).await
            }
            Place::Database(url) => {
                let options = url.parse().expect("a connection string");
                room(Arc::new(Postgres::open(&options, None).await.expect("a database")), true).await
            }
        }
    }

    async fn copy(&self) -> Copy {
        match self {
            Place::Memory(store) => Copy::Memory(Arc::new(store.copy().await)),
            Place::File(folder) => {
                let path = folder.path().join("copy.db");
                let file = rusqlite::Connection::open(folder.path().join("room.db")).expect("a file");
                file.execute("VACUUM INTO ?1", [path.to_str().expect("a name")]).expect("a backup");
                Copy::File(path)
            }
            Place::Database(url) => {
                let (name, operator) = (database(url), operator(url).await);
                let copy = format!("{name}_copy");
                detached(&operator, &name, &format!("CREATE DATABASE {copy} TEMPLATE {name}")).await;
                attach(&operator, &name).await;
                Copy::Database(url.replace(&name, &copy))
            }
        }
    }

    /// Puts a copy in the place of the store, while nodes run on it.
    async fn exchange(&self, copy: Copy) {
        match (self, copy) {
            (Place::Memory(store), Copy::Memory(copy)) => {
                let copy = copy.0.lock().expect("no panic");
                *store.0.lock().expect("no panic") = (Arc::clone(&copy.0), copy.1.clone());
            }
            (Place::File(folder), Copy::File(copy)) => {
                let path = folder.path().join("room.db");
                for beside in ["room.db-wal", "room.db-shm"] {
                    std::fs::remove_file(folder.path().join(beside)).expect("it is there");
                }
                std::fs::rename(copy, path).expect("exchanged");
            }
            (Place::Database(url), Copy::Database(copy)) => {
                let operator = operator(url).await;
                let (name, copy) = (database(url), database(&copy));
                let rename = |from: &str, to: &str| format!("ALTER DATABASE {from} RENAME TO {to}");
                detached(&operator, &name, &rename(&name, &format!("{name}_gone"))).await;
                detached(&operator, &copy, &rename(&copy, &name)).await;
                attach(&operator, &name).await;
            }
            _ => unreachable!("a copy of the same kind"),
        }
    }
}

impl Copy {
    async fn room(&self) -> Arc<Room> {
        match self {
            Copy::Memory(store) => room(Arc::clone(store) as Arc<dyn LogWriter>, true).await,
            Copy::File(path) => room(Arc::new(Sqlite::open(path).expect("a file")), false).await,
            Copy::Database(url) => {
                let options = url.parse().expect("a connection string");
                room(Arc::new(Postgres::open(&options, None).await.expect("a database")), true).await
            }
        }
    }
}

fn database(url: &str) -> String {
    let name = url.split_once("uth@/").and_then(|(_, rest)| rest.split_once('?'));
    name.expect("a name").0.to_owned()
}

async fn operator(url: &str) -> tokio_postgres::Client {
    let url = url.replace(&database(url), "postgres");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.expect("the server is there");
    tokio::spawn(connection);
    client
}

/// Ends all connections to a database, lets no other in, and does something that needs that.
async fn detached(operator: &tokio_postgres::Client, name: &str, statement: &str) {
    let detach = format!(
        "ALTER DATABASE {name} ALLOW_CONNECTIONS false;
         SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
    );
    // A connection that was being made at that moment is ended by the next attempt.
    for _ in 0..100 {
        operator.batch_execute(&detach).await.expect("detached");
        match operator.batch_execute(statement).await {
            Ok(()) => return,
            Err(error) => assert_eq!(error.code(), Some(&SqlState::OBJECT_IN_USE), "{error}"),
        }
    }
    panic!("{name} cannot be detached");
}

async fn attach(operator: &tokio_postgres::Client, name: &str) {
    let attached = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true");
    operator.batch_execute(&attached).await.expect("attached");
}

async fn room(store: Arc<dyn LogWriter>, is_shared: bool) -> Arc<Room> {
    let (key, entropy) = (SealKey::from_bytes(&[7; 32]), Box::new(OperatingSystem));
    let runtime = Arc::new(Hurried(server::runtime::Tokio::default()));
    let signer = Arc::new(Signer::from_key(&[7; 32]));
    let options = Options { key, signer, entropy, runtime, bot_delay_ms: 0, is_shared };
    Room::new(store, options).await.expect("a room")
}

/// A runtime in which nobody waits for minutes: a table without viewers is unloaded soon.
struct Hurried(server::runtime::Tokio);

impl room::Runtime for Hurried {
    fn now_ms(&self) -> u64 {
        self.0.now_ms()
    }
    fn monotonic(&self) -> Duration {
        self.0.monotonic()
    }
    fn sleep(&self, duration: Duration) -> room::Task {
        self.0.sleep(if duration >= Duration::from_mins(5) { Duration::from_millis(50) } else { duration })
    }
    fn spawn(&self, task: room::Task) {
        self.0.spawn(task);
    }
    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        self.0.spawn_blocking(work);
    }
}

/// Whether the node says that it is not ready because of the history of that log, or of the whole store.
fn has_noticed(room: &Room, log: LogId) -> bool {
    let faults = room.faults();
    let forked = [Some(log), Some(LogId::ROOM)].iter().any(|log| faults.has(FaultKind::Forked, *log));
    forked || faults.has(FaultKind::ForeignWriter, None)
}

/// Waits until maintenance has noticed it.
async fn notices(room: &Room, log: LogId) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !has_noticed(room, log) {
        assert!(Instant::now() < patience, "nobody notices; {:?}", room.faults().lasting());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Asks until the table says that nothing is done there, and makes sure that it never does anything.
async fn refuses(guest: &mut Guest, command: &str) {
    for _ in 0..3 {
        assert_eq!(guest.ask(command).await, Err("unavailable".into()));
    }
}

pub(crate) async fn a_command_on_a_store_that_went_back_is_refused(place: Place) {
    let node = place.room().await;
    let table = solo(&node).await;
    let mut ann = Guest::new(&node, table, 7).await;
    let copy = place.copy().await;
    ann.ask(SIT).await.expect("a seat");
    place.exchange(copy).await;
    // The store would take an entry here: the log ends at the event before.
    refuses(&mut ann, WAGER).await;
    assert!(has_noticed(&node, LogId(table.0)), "{:?}", node.faults().lasting());
    let hidden = node.lobby_entry(table).await.expect_err("the table is not shown either");
    assert_eq!(hidden.code, protocol::ErrorCode::Unavailable);
}

pub(crate) async fn a_command_on_a_fork_of_the_same_length_is_refused(place: Place) {
    let node = place.room().await;
    let table = solo(&node).await;
    let mut ann = Guest::new(&node, table, 7).await;
    let copy = place.copy().await;
    ann.ask(SIT).await.expect("a seat");
    {
        let elsewhere = copy.room().await;
        let mut bob = Guest::new(&elsewhere, table, 8).await;
        bob.ask(SIT).await.expect("the same seat");
        assert_eq!(bob.seq(), ann.seq());
        bob.leave();
        elsewhere.close().await;
    }
    place.exchange(copy).await;
    refuses(&mut ann, WAGER).await;
    assert!(has_noticed(&node, LogId(table.0)), "{:?}", node.faults().lasting());
}

pub(crate) async fn a_longer_fork_is_not_followed(place: Place) {
    let node = place.room().await;
    let table = solo(&node).await;
    let mut ann = Guest::new(&node, table, 7).await;
    let copy = place.copy().await;
    ann.ask(SIT).await.expect("a seat");
    {
        let elsewhere = copy.room().await;
        let mut bob = Guest::new(&elsewhere, table, 8).await;
        for command in [SIT, WAGER] {
            bob.ask(command).await.expect("it is done");
        }
        bob.leave();
        elsewhere.close().await;
    }
    place.exchange(copy).await;
    refuses(&mut ann, WAGER).await;
    assert!(has_noticed(&node, LogId(table.0)), "{:?}", node.faults().lasting());
}

pub(crate) async fn a_store_that_went_back_is_noticed_without_a_command(place: Place) {
    let node = place.room().await;
    let table = solo(&node).await;
    let mut ann = Guest::new(&node, table, 7).await;
    let copy = place.copy().await;
    ann.ask(SIT).await.expect("a seat");
    let maintenance = tokio::spawn(Room::run_maintenance(Arc::downgrade(&node)));
    place.exchange(copy).await;
    notices(&node, LogId(table.0)).await;
    refuses(&mut ann, WAGER).await;
    maintenance.abort();
}

pub(crate) async fn a_table_that_was_unloaded_does_not_come_back_with_another_history(place: Place) {
    let node = place.room().await;
    let table = solo(&node).await;
    let mut ann = Guest::new(&node, table, 7).await;
    let copy = place.copy().await;
    for command in [SIT, r#"{"type":"leave","seat":1}"#] {
        ann.ask(command).await.expect("it is done");
    }
    ann.leave();
    while node.loaded() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    place.exchange(copy).await;
    if matches!(place, Place::File(_)) {
        // Connections that are open read the file that was there; that it is another one is found by looking.
        tokio::spawn(Room::run_maintenance(Arc::downgrade(&node)));
        notices(&node, LogId(table.0)).await;
    }
    let refused = node.lobby_entry(table).await.expect_err("what was confirmed is gone");
    assert_eq!(refused.code, protocol::ErrorCode::Unavailable);
    assert!(has_noticed(&node, LogId(table.0)), "{:?}", node.faults().lasting());
}

pub(crate) async fn a_journal_that_went_back_is_noticed_and_stops_the_node(place: Place) {
    let node = place.room().await;
    let table = solo(&node).await;
    let mut ann = Guest::new(&node, table, 7).await;
    let copy = place.copy().await;
    // Nothing at the table is lost, but an account is, with its chips.
    join(&node, PlayerId(8)).await.expect("an account");
    let maintenance = tokio::spawn(Room::run_maintenance(Arc::downgrade(&node)));
    place.exchange(copy).await;
    notices(&node, LogId::ROOM).await;
    refuses(&mut ann, SIT).await;
    assert!(join(&node, PlayerId(9)).await.is_err(), "no account either");
    assert_eq!(
        node.lobby_entry(TableId(table.0)).await.expect_err("nothing").code.to_string(),
        "unavailable"
    );
    maintenance.abort();
}

pub(crate) async fn a_journal_that_went_back_is_not_written_to(place: Place) {
    let node = place.room().await;
    let copy = place.copy().await;
    join(&node, PlayerId(7)).await.expect("an account");
    place.exchange(copy).await;
    for player in 8..11 {
        assert!(join(&node, PlayerId(player)).await.is_err(), "an account was forgotten");
    }
    assert!(has_noticed(&node, LogId::ROOM), "{:?}", node.faults().lasting());
}

macro_rules! on_every_store {
    ($($test:ident)*) => {
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(super::Place::memory()).await;
            })*
        }

        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(super::Place::file()).await;
            })*
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(super::Place::database().await).await;
            })*
        }
    };
}

on_every_store! {
    a_command_on_a_store_that_went_back_is_refused
    a_command_on_a_fork_of_the_same_length_is_refused
    a_longer_fork_is_not_followed
    a_store_that_went_back_is_noticed_without_a_command
    a_table_that_was_unloaded_does_not_come_back_with_another_history
    a_journal_that_went_back_is_noticed_and_stops_the_node
    a_journal_that_went_back_is_not_written_to
}
