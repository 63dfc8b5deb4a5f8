//! The card room: tables that people play at, and the journal of everything else.
//!
//! A [`table_state::TableState`] decides what a request leads to, without waiting. A host, one task for each loaded table, writes
//! that, answers when it is durable, and tells those who watch. Nothing that a host knows is lost when it stops: the
//! storage has all of it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use table::{Account, Event, PlayerId, Settings, TableId, Viewer};
use tokio::sync::{mpsc, oneshot};
use uth::Cents;

pub mod accounts;
mod balance_cache;
mod clock;
mod command_error;
mod counters;
mod floor_outbox;
mod frames;
pub mod house;
mod house_players;
mod idle_seats;
pub mod journal;
mod load;
mod nodes;
mod outbox;
pub mod side_records;
mod store_health;
mod table_actor;
pub mod table_state;
mod tables;

pub use clock::{Clock, WallClock};
pub use command_error::CommandError;
pub use counters::{BOUNDS_MS, Counters};
pub use outbox::{Frame, Outbox};
pub use store_health::{STORE_TIMEOUT, StoreHealth};
pub use tables::Summary;

use ::journal::TableRecord;
use ::journal::chain::{GENESIS, chained};
use ::journal::journal::RoomEvent;
use fair::entropy::Entropy;
use fair::seal::SealKey;
use journal::Journal;
use protocol::{Body, ClientCommand, NamedPlayer, SettingsRecord};
use store::{Commit, CommitResult, KeyRange, LogId, RecordKind, RecordWrite, Store, StoreError};
use table_actor::{TableActor, TableMessage, Watcher};
use table_state::CommandRequest;

/// The longest name that a command may have.
const LONGEST_NAME: usize = 64;

/// What the house has to bank with.
const HOUSE_CHIPS: Cents = Cents::dollars(10_000_000_000);

/// How long somebody who still holds the card room may take to let it go. What was answered is safe in any case.
const CLOSING: Duration = Duration::from_secs(10);

/// How a card room is run.
pub struct Options {
    /// Seals the seeds of rounds that are not over.
    pub key: SealKey,
    /// Where chance comes from.
    pub entropy: Box<dyn Entropy + Send + Sync>,
    /// How long a house-run player seems to think.
    pub thinking_ms: u64,
    /// Whether other nodes write to the same storage.
    pub is_shared: bool,
}

/// A card room.
pub struct Room {
    /// Itself, for the tasks that it starts.
    this: Weak<Room>,
    store: Arc<dyn Store>,
    archive: Arc<dyn Store>,
    key: SealKey,
    entropy: Box<dyn Entropy + Send + Sync>,
    thinking_ms: u64,
    is_shared: bool,
    clock: Box<dyn Clock>,
    journal: Journal,
    balances_cache: balance_cache::BalanceCache,
    people: ::journal::names::NameCache,
    /// Nothing once the room is closed. In order, so that they end in the same order in every run of a simulation.
    hosts: Mutex<Option<BTreeMap<LogId, TableHandle>>>,
    counters: Counters,
    health: StoreHealth,
}

/// A loaded table, seen from outside.
#[derive(Clone)]
struct TableHandle {
    messages: mpsc::Sender<TableMessage>,
    /// How far its host knows its log.
    seq: Arc<AtomicU64>,
}

impl Room {
    /// A card room on that storage. The house is given chips if it has none.
    pub async fn new(store: Arc<dyn Store>, options: Options) -> Result<Arc<Room>, StoreError> {
        Room::by_clock(store, options, Box::new(WallClock)).await
    }

    /// A card room that goes by another clock than the machine's.
    pub async fn by_clock(
        store: Arc<dyn Store>,
        options: Options,
        clock: Box<dyn Clock>,
    ) -> Result<Arc<Room>, StoreError> {
        let Options { key, entropy, thinking_ms, is_shared } = options;
        let room = Arc::new_cyclic(|this| Room {
            this: this.clone(),
            journal: Journal::new(Arc::clone(&store)),
            archive: store.read_replica().unwrap_or_else(|| Arc::clone(&store)),
            store,
            key,
            entropy,
            thinking_ms,
            is_shared,
            clock,
            balances_cache: balance_cache::BalanceCache::default(),
            people: ::journal::names::NameCache::default(),
            hosts: Mutex::new(Some(BTreeMap::new())),
            counters: Counters::default(),
            health: StoreHealth::new(),
        });
        let house = room.store.balances(vec![Account::House]).await?;
        if house.iter().all(|(_, balance)| *balance == Cents::ZERO) {
            // Nodes that start at once fund it once.
            let once =
                RecordWrite::create(RecordKind::Room, "house-funded".into(), HOUSE_CHIPS.0.to_string());
            let funded = |_| (vec![RoomEvent::HouseFunded { amount: HOUSE_CHIPS.0 }], vec![once.clone()]);
            room.journal.write(room.now_ms(), funded).await?;
        }
        room.drain_outbox().await?;
        Ok(room)
    }

    /// Where everything is kept.
    pub const fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The same for whoever reads much and does not play: lists, histories, reports.
    pub const fn archive(&self) -> &Arc<dyn Store> {
        &self.archive
    }

    /// The card room's own log.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What was counted since the start.
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Whether the storage is in sight.
    pub const fn health(&self) -> &StoreHealth {
        &self.health
    }

    /// Where chance comes from.
    pub fn entropy(&self) -> &(dyn Entropy + Send + Sync) {
        &*self.entropy
    }

    /// How many tables are loaded.
    pub fn loaded(&self) -> usize {
        self.hosts().as_ref().map_or(0, BTreeMap::len)
    }

    /// Asks a table for something. The answer is where the table stands once that is durable.
    pub async fn ask(
        &self,
        table: TableId,
        by: PlayerId,
        name: String,
        seen: u64,
        ask: ClientCommand,
    ) -> Result<u64, CommandError> {
        self.ask_with(table, by, name, seen, ask, None).await
    }

    /// The same, if a record is as expected then; it is written with it.
    pub async fn ask_with(
        &self,
        table: TableId,
        by: PlayerId,
        name: String,
        seen: u64,
        ask: ClientCommand,
        guard: Option<RecordWrite>,
    ) -> Result<u64, CommandError> {
        if name.is_empty() || name.len() > LONGEST_NAME {
            let reason = format!("a command has a name of 1 to {LONGEST_NAME} bytes");
            return Err(CommandError::new("name", reason));
        }
        let (requires_current_street, is_for_floor) = (ask.requires_current_street(), ask.is_for_floor());
        let request = CommandRequest {
            by: Some((by, name, seen)),
            command: ask.command(by),
            requires_current_street,
            guard,
        };
        let asked = tokio::time::Instant::now();
        let seq = self.send(table, |answer| TableMessage::Command(request.clone(), asked, answer)).await??;
        if is_for_floor {
            self.drain_outbox_or_log().await;
        }
        Ok(seq)
    }

    /// Where a table stood when a command was done, if it was done of late.
    pub async fn done(&self, table: TableId, by: PlayerId, name: &str) -> Result<Option<u64>, CommandError> {
        self.send(table, |answer| TableMessage::Done(by, name.to_owned(), answer)).await
    }

    /// Watches a table: a snapshot comes at once, and everything after it as it happens.
    pub async fn watch(
        &self,
        table: TableId,
        viewer: Viewer,
        outbox: &Outbox,
        after: Option<u64>,
    ) -> Result<(), CommandError> {
        let watcher = || Watcher { viewer, outbox: outbox.clone() };
        self.send(table, |answer| TableMessage::Watch(watcher(), after, answer)).await?
    }

    /// Watches a table no longer.
    pub fn unwatch(&self, table: TableId, outbox: &Outbox) {
        let host = self.hosts().as_ref().and_then(|hosts| hosts.get(&LogId(table.0)).cloned());
        if let Some(host) = host {
            // A table that is so busy finds out by itself that nobody reads.
            let _ = host.messages.try_send(TableMessage::Unwatch(outbox.number()));
        }
    }

    /// A table as the lobby shows it.
    pub async fn summary(&self, table: TableId) -> Result<Summary, CommandError> {
        self.send(table, TableMessage::Summary).await
    }

    /// Opens a table. The floor is nobody for the tables that a card room begins with.
    pub async fn open_table(
        &self,
        floor: Option<PlayerId>,
        name: &str,
        settings: &SettingsRecord,
        house_players: u8,
    ) -> Result<TableId, CommandError> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
            return Err(CommandError::new("name", "a table has a name of 1 to 60 characters"));
        }
        let settings =
            settings.settings().map_err(|error| CommandError::new("settings", error.to_string()))?;
        let last = KeyRange { backwards: true, ..KeyRange::prefix(RecordKind::Table, "", 1) };
        let last =
            self.store.records(last).await?.pop().and_then(|(key, _)| u64::from_str_radix(&key, 16).ok());
        for number in last.unwrap_or(0) + 1.. {
            if self.open_numbered(number, floor, name, &settings, house_players).await? {
                return Ok(TableId(number));
            }
        }
        Err(CommandError::new("full", "there are no more numbers for tables"))
    }

    /// Opens the table with that number, unless there is one.
    pub async fn open_numbered(
        &self,
        number: u64,
        floor: Option<PlayerId>,
        name: &str,
        settings: &Settings,
        house_players: u8,
    ) -> Result<bool, CommandError> {
        let opened = [Event::Opened {
            table: TableId(number),
            settings: Box::new(*settings),
            floor: floor.unwrap_or(PlayerId(0)),
        }];
        let body = Body { by: floor.map(|floor| floor.0), command: None, events: &opened };
        let body =
            serde_json::to_string(&body).map_err(|error| CommandError::new("fault", error.to_string()))?;
        let record = TableRecord { name: name.to_owned(), house_players, closed: false };
        let by = floor.map(|floor| floor.0);
        let notice = RoomEvent::TableOpened { table: number, name: name.to_owned(), by };
        let kept = RecordWrite::create(RecordKind::Table, TableRecord::key(LogId(number)), record.to_text());
        let change = Commit {
            entry: Some(chained(&GENESIS, LogId(number), 1, 1, self.now_ms(), body)),
            writes: side_records::act(TableId(number), 1, &notice).into_iter().chain([kept]).collect(),
            ..Commit::default()
        };
        if !matches!(self.store.append(change).await?, CommitResult::Done(_)) {
            return Ok(false);
        }
        self.drain_outbox_or_log().await;
        Ok(true)
    }

    /// Who that is, as far as everybody may know.
    pub async fn named(&self, player: PlayerId) -> Result<NamedPlayer, StoreError> {
        self.people.look_up(&*self.store, [player]).await?;
        Ok(self.people.named(player))
    }

    /// Somebody has another name now.
    pub fn renamed(&self, player: PlayerId) {
        self.people.forget(player);
    }

    /// What is in a wallet.
    pub async fn wallet(&self, player: PlayerId) -> Result<Cents, StoreError> {
        let account = Account::Wallet(player);
        self.balances_cache.refresh(&*self.store, vec![account]).await?;
        Ok(self.balances_cache.held(account))
    }

    /// The cashier hands out chips.
    pub async fn grant(&self, player: PlayerId, amount: Cents) -> Result<(), StoreError> {
        let granted = RoomEvent::Granted { player: player.0, amount: amount.0 };
        let outcome = self.journal.write(self.now_ms(), |_| (vec![granted.clone()], Vec::new())).await?;
        if let CommitResult::Done(balances) = outcome {
            self.balances_cache.learn(balances);
        }
        Ok(())
    }

    /// Finishes what is under way and closes the card room. Nothing is lost: the next start goes on from here.
    pub async fn close(self: Arc<Room>) {
        *self.hosts() = None;
        let patience = tokio::time::Instant::now() + CLOSING;
        while Arc::strong_count(&self) > 1 && tokio::time::Instant::now() < patience {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Sends a letter to a table and waits for the answer, loading the table if need be.
    async fn send<T>(
        &self,
        table: TableId,
        message: impl Fn(oneshot::Sender<T>) -> TableMessage,
    ) -> Result<T, CommandError> {
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            let host = self.host(LogId(table.0))?;
            if host.send(message(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        // A table that is there but cannot be read just now is not one that does not exist.
        Err(match self.store.head(LogId(table.0)).await? {
            Some(_) => CommandError::new(
                "unavailable",
                format!("table {table} cannot be read; try again in a moment"),
            ),
            None => CommandError::new("no_such_table", format!("there is no table {table}")),
        })
    }

    fn forward(&self, log: LogId, message: TableMessage) {
        if let Ok(host) = self.host(log) {
            let _ = host.try_send(message);
        }
    }

    /// The host of a table, started if need be.
    fn host(&self, log: LogId) -> Result<mpsc::Sender<TableMessage>, CommandError> {
        let room = self.this.upgrade().ok_or_else(CommandError::stopping)?;
        if log == LogId::JOURNAL {
            return Err(CommandError::new("no_such_table", "tables are numbered from 1"));
        }
        let mut hosts = self.hosts();
        let host = hosts.as_mut().ok_or_else(CommandError::stopping)?.entry(log).or_insert_with(|| {
            let (messages, inbox) = mpsc::channel(64);
            let seq = Arc::default();
            tokio::spawn(TableActor::run(room, log, inbox, Arc::clone(&seq)));
            TableHandle { messages, seq }
        });
        Ok(host.messages.clone())
    }

    fn unload(&self, log: LogId) {
        self.hosts().as_mut().map(|hosts| hosts.remove(&log));
    }

    fn hosts(&self) -> MutexGuard<'_, Option<BTreeMap<LogId, TableHandle>>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something that should not happen, for whoever watches the card room.
    fn fault(&self, what: &str) {
        self.counters.faults.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        tracing::error!("{what}");
    }
}
