//! The room itself: its tables by number, its journal, its store.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use ::journal::accounts::{BOT_GRANT, BOT_MINIMUM, HOUSE_CHIPS};
use ::journal::cache::{BalanceCache, NameCache};
use ::journal::record::{AccountRecord, HouseFunding, RecordRange, Unkeyed, create};
use ::journal::room_log::{GrantReason, RoomEvent};
use ::journal::{ReadRecords, TableRecord};
use async_channel::{Sender, bounded};
use fair::entropy::{Entropy, NoEntropy, fill};
use fair::receipt::Signer;
use fair::seal::SealKey;
use futures_channel::oneshot;
use protocol::{CommandId, ErrorCode, LogPosition, NamedPlayer, Receipt, TableSettings};
use store::{CommitResult, LogId, LogReader, LogWriter, StoreError};
use table::{Account, Command, PlayerId, Settings, TableId, Timestamp, Viewer};
use uth::Cents;

use crate::command_error::CommandError;
use crate::confirmed::{Confirmed, FollowError, Fork, LogEnd};
use crate::connection::{CloseReason, Connections};
use crate::counters::Counters;
use crate::faults::{Fault, FaultKind, Faults};
use crate::journal::{Journal, JournalCommit};
use crate::outbox::Outbox;
use crate::runtime::Runtime;
use crate::side_records;
use crate::store_health::StoreHealth;
use crate::table_actor::{Known, Stake, Subscriber, TableActor, TableMessage};
use crate::table_state::{CommandRequest, DecisionContext, TableState};
use crate::watched_store::WatchedStore;

/// How long closing waits for table actors to finish. What was answered is durable in any case.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(10);

/// How many messages may wait for a table actor before senders wait as well. Their places are reserved for every loaded
/// table.
const INBOX_CAPACITY: usize = 16;

/// How a room is run.
pub struct Options {
    /// Drives the room's tasks and tells it the time.
    pub runtime: Arc<dyn Runtime>,
    /// Seals the seeds of rounds that are not over.
    pub key: SealKey,
    /// Signs receipts.
    pub signer: Arc<Signer>,
    /// The source of seeds, nonces and secrets.
    pub entropy: Box<dyn Entropy + Send + Sync>,
    /// How long a bot waits before it acts.
    pub bot_delay_ms: u64,
    /// Whether other nodes write to the same store.
    pub is_shared: bool,
}

/// A card room on a store, or one node of a room that several nodes share.
pub struct Room {
    /// The room itself, for the tasks that it spawns.
    this: Weak<Room>,
    pub(crate) options: Options,
    pub(crate) store: Arc<dyn LogWriter>,
    pub(crate) archive: Arc<dyn LogReader>,
    pub(crate) journal: Journal,
    /// The name under which this node has started; none in a room that no program started.
    pub(crate) node: OnceLock<String>,
    pub(crate) balances: BalanceCache,
    pub(crate) names: NameCache,
    /// `None` once the room is closed. Ordered, so that actors end in the same order in every run of a simulation.
    actors: Mutex<Option<BTreeMap<LogId, TableHandle>>>,
    pub(crate) counters: Counters,
    faults: Arc<Faults>,
    /// Since when the room stands for its receipts again, after a restore.
    restored_ms: AtomicU64,
    pub(crate) confirmed: Arc<Confirmed>,
    /// Whether the store has turned out to be another one, so that nothing is done any more.
    is_halted: AtomicBool,
    pub(crate) health: StoreHealth,
    connections: Arc<Connections>,
}

/// A loaded table, seen from outside of its actor.
#[derive(Clone)]
pub(crate) struct TableHandle {
    pub(crate) messages: Sender<TableMessage>,
}

impl Room {
    /// Opens the room of that store. A new store's house account is funded.
    pub async fn new(store: Arc<dyn LogWriter>, options: Options) -> Result<Arc<Room>, StoreError> {
        let (faults, confirmed) = (Arc::<Faults>::default(), Arc::<Confirmed>::default());
        let store: Arc<dyn LogWriter> = Arc::new(WatchedStore { store, faults: Arc::clone(&faults) });
        let room = Arc::new_cyclic(|this| Room {
            this: this.clone(),
            journal: Journal::new(
                Arc::clone(&store),
                Arc::clone(&options.signer),
                Arc::clone(&faults),
                Arc::clone(&confirmed),
            ),
            node: OnceLock::new(),
            // A store without a replica answers reads and writes independently anyway.
            archive: store.read_replica().unwrap_or_else(|| Arc::clone(&store) as Arc<dyn LogReader>),
            store,
            options,
            balances: BalanceCache::default(),
            names: NameCache::default(),
            actors: Mutex::new(Some(BTreeMap::new())),
            connections: Arc::default(),
            counters: Counters::default(),
            faults,
            restored_ms: AtomicU64::new(0),
            confirmed,
            is_halted: AtomicBool::new(false),
            health: StoreHealth::default(),
        });
        let house = room.store.balances(vec![Account::House]).await?;
        if house.iter().all(|(_, balance)| *balance == Cents::ZERO) {
            // The record is created once, so that nodes that start at the same time fund the house once.
            let once = create(&Unkeyed, &HouseFunding { amount: HOUSE_CHIPS.0 });
            let funded = |_| (vec![RoomEvent::HouseFunded { amount: HOUSE_CHIPS.0 }], vec![once.clone()]);
            room.journal.write(room.now_ms(), funded).await?;
        }
        room.drain_outbox().await?;
        Ok(room)
    }

    /// The store that tables are written to.
    pub const fn store(&self) -> &Arc<dyn LogWriter> {
        &self.store
    }

    /// A read replica if there is one: lists, histories and reports read here, where they do not hold up play.
    pub const fn archive(&self) -> &Arc<dyn LogReader> {
        &self.archive
    }

    /// The room's own log.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Counts since the start.
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The faults of this node.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// The open connections of this node.
    pub const fn connections(&self) -> &Arc<Connections> {
        &self.connections
    }

    /// The source of seeds, nonces and secrets.
    pub fn entropy(&self) -> &(dyn Entropy + Send + Sync) {
        &*self.options.entropy
    }

    /// The clock, timers and tasks of the room.
    pub fn runtime(&self) -> &Arc<dyn Runtime> {
        &self.options.runtime
    }

    /// Returns the time by the room's clock, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.runtime().now_ms()
    }

    /// Returns the time since an arbitrary moment, in milliseconds. What never leaves this node is counted in it.
    pub(crate) fn monotonic_ms(&self) -> u64 {
        self.runtime().monotonic().as_millis() as u64
    }

    /// Returns how many tables are loaded.
    pub fn loaded(&self) -> usize {
        self.actors().as_ref().map_or(0, BTreeMap::len)
    }

    /// Returns a command id that has not been used before, for commands that their sender gave none.
    ///
    /// # Panics
    /// Never: 32 hexadecimal digits are a valid id.
    pub fn fresh_command_id(&self) -> Result<CommandId, NoEntropy> {
        let mut bytes = [0; 16];
        fill(&mut bytes, &*self.options.entropy)?;
        Ok(CommandId::try_from(hex::encode(bytes)).expect("32 digits are a valid id"))
    }

    /// Signs what the card room confirms.
    pub fn signer(&self) -> &Signer {
        &self.options.signer
    }

    /// Has a table execute a command; returns the signed receipt once it is durable.
    pub async fn execute(&self, table: TableId, request: CommandRequest) -> Result<Receipt, CommandError> {
        let is_for_floor = matches!(request.command, Command::Void { .. } | Command::Close { .. });
        // The time runs from here, so that waiting in the actor's inbox counts. The request is shared, because it is
        // sent again if the actor unloads at this moment.
        let (request, received) = (Arc::new(request), self.runtime().monotonic());
        let message = |answer| TableMessage::Command(Arc::clone(&request), received, answer);
        let confirmation = self.send(table, message).await??;
        // The act is durable in the table's outbox. It is copied now so that the room log shows it at once; if this
        // node stops first, the next drain copies it.
        if is_for_floor {
            self.drain_outbox_or_log().await;
        }
        // Signed here and not by the actor, which has gone on to its next message: signing takes 11 µs, and the tasks
        // of many senders do it at the same time.
        Ok(Receipt::new(&confirmation, self.signer()))
    }

    /// Returns what a player has at stake at a table.
    pub(crate) async fn stake(&self, table: TableId, player: PlayerId) -> Result<Stake, CommandError> {
        Ok(self.send(table, |answer| TableMessage::Stake(player, answer)).await??)
    }

    /// Subscribes an outbox to a table: a snapshot comes at once, and every update after it. If the log no longer has
    /// what the client saw or was confirmed, the watch is refused as [`ErrorCode::Forgotten`].
    pub async fn watch(
        &self,
        table: TableId,
        viewer: Viewer,
        outbox: &Outbox,
        after: Option<LogPosition>,
        receipt: Option<Receipt>,
    ) -> Result<(), CommandError> {
        // Only a receipt with the room's own signature is a claim against it. Otherwise strangers could have the node
        // report faults, and read its store, with invented ones.
        let key = self.signer().public_key();
        let receipt =
            receipt.filter(|receipt| TableId::from(receipt.table) == table && receipt.is_signed_by(&key));
        let known = Known { after, receipt };
        let subscriber = || Subscriber { viewer, outbox: outbox.clone() };
        let result = self.send(table, |answer| TableMessage::Watch(subscriber(), known, answer)).await;
        match (result, receipt) {
            (Ok(result), _) => result,
            // A card room that went back far enough does not even know the table.
            (Err(refused), Some(receipt)) if refused.code == ErrorCode::NoSuchTable => {
                Err(self.forgotten(&receipt))
            }
            (Err(refused), _) => Err(refused),
        }
    }

    /// Declares that the store was restored at that time from an older copy. Clients with earlier receipts are told
    /// that what they confirm is forgotten, and raise no fault.
    pub fn declare_restored(&self, at_ms: u64) {
        self.restored_ms.store(at_ms, Ordering::Relaxed);
    }

    /// Reports that a log no longer has what a receipt with this room's signature confirms, and returns the answer for
    /// the client that presented it.
    pub(crate) fn forgotten(&self, receipt: &Receipt) -> CommandError {
        let Receipt { table, seq, hash, at_ms, .. } = receipt;
        // A restore that the operator has declared is no news, and one client with an old receipt must not keep the
        // node from being ready for ever.
        if at_ms.0 < self.restored_ms.load(Ordering::Relaxed) {
            return CommandError::forgotten(TableId::from(*table), seq.0, true);
        }
        let reason = format!(
            "Table {table} no longer has event {seq}, which this card room has confirmed: its storage was exchanged or \
             restored from an older copy. Stop, and compare with `uth verify --receipts`."
        );
        let detail = format!("the hash was {hash}, confirmed at {at_ms}");
        self.raise(Fault::new(FaultKind::Forgotten, reason).at(LogId(table.0)).because(&detail));
        CommandError::forgotten(TableId::from(*table), seq.0, true)
    }

    /// Ends a subscription.
    pub fn unwatch(&self, table: TableId, outbox: &Outbox) {
        if let Some(handle) = self.loaded_table(LogId(table.0)) {
            // An actor whose inbox is full notices by itself that the outbox is closed.
            let _ = handle.messages.try_send(TableMessage::Unwatch(outbox.number()));
        }
    }

    /// Returns a table as the lobby shows it.
    pub async fn lobby_entry(&self, table: TableId) -> Result<protocol::LobbyEntry, CommandError> {
        self.send(table, TableMessage::LobbyEntry).await
    }

    /// Returns the tables that are open, by number.
    pub async fn tables(&self) -> Result<Vec<(TableId, TableRecord)>, StoreError> {
        let mut tables = self.tables_ever().await?;
        tables.retain(|(_, record)| !record.closed);
        Ok(tables)
    }

    /// Returns all tables, closed ones included, by number.
    pub async fn tables_ever(&self) -> Result<Vec<(TableId, TableRecord)>, StoreError> {
        let records = self.archive.scan::<TableRecord>(&RecordRange::all()).await?;
        Ok(records.into_iter().map(|(table, stored)| (table, stored.record)).collect())
    }

    /// Opens a table under the next free number, which the receipt names. Tables that the room opens by itself have no
    /// floor.
    pub async fn open_table(
        &self,
        floor: Option<PlayerId>,
        name: &str,
        settings: &TableSettings,
        house_players: u8,
    ) -> Result<Receipt, CommandError> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
            return Err(CommandError::new(ErrorCode::TableName, "a table has a name of 1 to 60 characters"));
        }
        let settings =
            settings.settings().map_err(|error| CommandError::new(ErrorCode::Settings, error.to_string()))?;
        let last = self.store.scan::<TableRecord>(&RecordRange::all().backwards().limit(1)).await?.pop();
        // Another node may take the number first; then the next one is tried.
        for number in last.map_or(0, |(TableId(number), _)| number) + 1.. {
            if let Some(receipt) = self.open_numbered(number, floor, name, &settings, house_players).await? {
                return Ok(receipt);
            }
        }
        Err(CommandError::new(ErrorCode::TooManyTables, "there are no more numbers for tables"))
    }

    /// Opens the table with that number; returns `None` if it is taken.
    pub async fn open_numbered(
        &self,
        number: u64,
        floor: Option<PlayerId>,
        name: &str,
        settings: &Settings,
        house_players: u8,
    ) -> Result<Option<Receipt>, CommandError> {
        let log = LogId(number);
        if self.has_other_store() {
            return Err(CommandError::forked());
        }
        if self.confirmed.end(log).is_some() {
            // The number is taken. If the store does not say so, it has forgotten a table that this node has confirmed.
            self.require_confirmed(log).await?;
            return Ok(None);
        }
        // No actor takes part: there is no table yet. The store decides between nodes that open the same number,
        // because only one of them can append to an empty log.
        let request = CommandRequest::of_the_room(Command::Open {
            table: TableId(number),
            settings: Box::new(*settings),
            floor: floor.unwrap_or(PlayerId(0)),
        });
        // A table opens without chips and without players, so that no balance is asked for.
        let mut pending = TableState::open(&request, &self.context(&|_| Cents::ZERO))?;
        let record = TableRecord { name: name.to_owned(), house_players, closed: false };
        let writes = side_records::writes(&request, &pending.events, &pending.after, &record);
        pending.commit.writes.extend(writes);
        let at = Timestamp(pending.commit.entry.as_ref().map_or(0, |entry| entry.at_ms));
        if !matches!(self.store.append(pending.commit).await?, CommitResult::Done(_)) {
            return Ok(None);
        }
        self.confirmed.advance(log, pending.after.end());
        self.drain_outbox_or_log().await;
        Ok(Some(Receipt::new(&pending.after.confirmation(at), self.signer())))
    }

    /// Returns what a decision may know and use now.
    pub(crate) fn context<'a>(&'a self, available: &'a dyn Fn(Account) -> Cents) -> DecisionContext<'a> {
        let Options { key, entropy, .. } = &self.options;
        let (now, entropy) = (Timestamp(self.now_ms()), &**entropy);
        DecisionContext { now, available, entropy, key, names: &self.names }
    }

    /// Returns a player's public name.
    pub async fn named(&self, player: PlayerId) -> Result<NamedPlayer, StoreError> {
        self.names.look_up(&*self.store, [player]).await?;
        Ok(self.names.named(player))
    }

    /// Forgets a cached name, because the player has another one now.
    pub fn renamed(&self, player: PlayerId) {
        self.names.forget(player);
    }

    /// Returns the balance of a player's wallet, as the store has it now.
    pub async fn wallet(&self, player: PlayerId) -> Result<Cents, StoreError> {
        let account = Account::Wallet(player);
        self.balances.refresh(&*self.store, vec![account]).await?;
        Ok(self.balances.held(account))
    }

    /// Gives more chips to a bot that has too little to play on.
    pub(crate) async fn fund_bot(&self, player: PlayerId) -> Result<(), StoreError> {
        let wallet = Account::Wallet(player);
        // Another node may fill the wallet first; then it no longer holds what was read.
        loop {
            let held = self.wallet(player).await?;
            if held >= BOT_MINIMUM {
                return Ok(());
            }
            // Required as it was read: a store that went back to before the bot joined must not fund it.
            let account = self.store.get_stored::<AccountRecord>(&player).await?;
            let missing = || StoreError::Unavailable(format!("there is no account {player}"));
            let writes = vec![account.ok_or_else(missing)?.require(&player)];
            let why = GrantReason::Bot { wallet: held.0 };
            let events = vec![RoomEvent::Granted { player: player.0, amount: BOT_GRANT.0, why }];
            let commit = JournalCommit { events, balances: vec![(wallet, held)], writes };
            match self.journal.write(self.now_ms(), |_| commit.clone()).await? {
                CommitResult::BalanceChanged(_) | CommitResult::PreconditionFailed(..) => {}
                CommitResult::Done(balances) => {
                    self.take_balances(&balances);
                    return Ok(());
                }
                refused => return Err(StoreError::Broken(format!("a bot gets no chips: {refused:?}"))),
            }
        }
    }

    /// Takes balances that a commit has just led to: for the next decisions, and for the connections of the players.
    pub(crate) fn take_balances(&self, balances: &[(Account, Cents)]) {
        self.balances.learn(balances.iter().copied());
        self.connections.report_balances(balances);
    }

    /// Lets table actors finish what they have begun and closes the room. Everything is in the store: the next start
    /// goes on from there.
    pub async fn close(self: Arc<Room>) {
        // Without a handle, the inbox of an actor is closed and the actor ends; it holds the room until then.
        *self.actors() = None;
        let deadline = self.runtime().monotonic() + CLOSING_TIMEOUT;
        // Polled, because nothing signals that the last task has let go of the room. A room is closed once.
        while Arc::strong_count(&self) > 1 && self.runtime().monotonic() < deadline {
            self.runtime().sleep(Duration::from_millis(5)).await;
        }
    }

    /// Sends a message to a table's actor, which is loaded if need be, and waits for the answer. An actor that unloads
    /// at this moment drops the message, so that it is sent again.
    async fn send<T>(
        &self,
        table: TableId,
        message: impl Fn(oneshot::Sender<T>) -> TableMessage,
    ) -> Result<T, CommandError> {
        // An actor unloads after ten idle minutes. Meeting one that does so is a race; meeting three in a row means
        // that the table cannot be loaded.
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            let messages = self.actor(LogId(table.0))?;
            if messages.send(message(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        // A table that cannot be read at the moment must not look like one that does not exist.
        Err(match self.store.head(LogId(table.0)).await? {
            Some(_) => CommandError::new(
                ErrorCode::Unavailable,
                format!("table {table} cannot be read; try again in a moment"),
            ),
            None => CommandError::new(ErrorCode::NoSuchTable, format!("there is no table {table}")),
        })
    }

    /// Sends a message to a table's actor if its inbox has room; a busy actor catches up by itself.
    pub(crate) fn forward(&self, log: LogId, message: TableMessage) {
        if let Ok(messages) = self.actor(log) {
            let _ = messages.try_send(message);
        }
    }

    /// Returns the inbox of a table's actor, which is started if need be.
    fn actor(&self, log: LogId) -> Result<Sender<TableMessage>, CommandError> {
        let room = self.this.upgrade().ok_or_else(CommandError::stopping)?;
        if log == LogId::ROOM {
            return Err(CommandError::new(ErrorCode::NoSuchTable, "tables are numbered from 1"));
        }
        if self.is_forked(log) {
            return Err(CommandError::forked());
        }
        // The lock is held until the new handle is in the map: a table with two actors on one node would answer its
        // viewers from two states.
        let mut actors = self.actors();
        let actors = actors.as_mut().ok_or_else(CommandError::stopping)?;
        match actors.get(&log) {
            // An actor that panicked leaves a closed inbox behind and is replaced. One that unloads in order removes
            // its handle before it closes the inbox.
            Some(handle) if !handle.messages.is_closed() => Ok(handle.messages.clone()),
            _ => {
                let (messages, inbox) = bounded(INBOX_CAPACITY);
                self.runtime().spawn(Box::pin(TableActor::run(room, log, inbox)));
                actors.insert(log, TableHandle { messages: messages.clone() });
                Ok(messages)
            }
        }
    }

    /// Returns the handle of a table, if it is loaded.
    pub(crate) fn loaded_table(&self, log: LogId) -> Option<TableHandle> {
        self.actors().as_ref()?.get(&log).cloned()
    }

    /// Returns what is confirmed of the journal and of each loaded table.
    pub(crate) fn loaded_ends(&self) -> Vec<(LogId, LogEnd)> {
        let loaded: Vec<LogId> = self.actors().iter().flatten().map(|(log, _)| *log).collect();
        let ends = loaded.into_iter().chain([LogId::ROOM]);
        ends.filter_map(|log| Some((log, self.confirmed.end(log)?))).collect()
    }

    /// Whether the store has another history of that log than the one that this node has confirmed, or may have.
    pub(crate) fn is_forked(&self, log: LogId) -> bool {
        // Once forked, a log stays so until the node is restarted: a client that was told of entries that are gone must
        // not be told of others in their place as if nothing had happened.
        self.faults.has(FaultKind::Forked, Some(log)) || self.has_other_store()
    }

    /// Whether the store as a whole is no longer the one that this node has written to.
    pub(crate) fn has_other_store(&self) -> bool {
        self.faults.has(FaultKind::ForeignWriter, None)
            || self.faults.has(FaultKind::Forked, Some(LogId::ROOM))
    }

    /// Fails if the store's log of a table does not contain what this node has confirmed; the table is lost then.
    pub(crate) async fn require_confirmed(&self, log: LogId) -> Result<(), StoreError> {
        let Some(end) = self.confirmed.end(log) else { return Ok(()) };
        end.require_in(&*self.store, log).await.map_err(|error| match error {
            FollowError::Store(error) => error,
            FollowError::Forked(fork) => self.lose_table(log, &fork),
        })
    }

    /// Raises the fault of a table with another history in the store, unloads the table and ends the sockets of those
    /// who watch it. It is not loaded again.
    pub(crate) fn lose_table(&self, log: LogId, fork: &Fork) -> StoreError {
        // Raised first: from here on no actor is started for this table.
        self.raise(fork.fault());
        self.unload(log);
        self.connections.end_watchers(TableId(log.0), CloseReason::FORKED);
        StoreError::Unavailable(format!("log {log} has another history there"))
    }

    /// Unloads all tables and ends all sockets if the store as a whole has turned out to be another one.
    pub(crate) fn halt_if_needed(&self) {
        if self.has_other_store() && !self.is_halted.swap(true, Ordering::AcqRel) {
            // Without a handle, the inbox of an actor is closed and the actor ends.
            self.actors().iter_mut().for_each(BTreeMap::clear);
            self.connections.end_all(CloseReason::FORKED);
        }
    }

    pub(crate) fn unload(&self, log: LogId) {
        // A room that is closed has no handles to remove.
        self.actors().as_mut().map(|actors| actors.remove(&log));
    }

    fn actors(&self) -> MutexGuard<'_, Option<BTreeMap<LogId, TableHandle>>> {
        // A panic while the map was locked leaves it whole: an entry is inserted or removed in one step.
        self.actors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
