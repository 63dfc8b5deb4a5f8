//! The task behind a loaded table. It takes one letter after the other, decides, waits until the storage has it, and
//! only then answers and tells everybody.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_channel::Receiver;
use futures_channel::oneshot;
use futures_util::future::{Either, select};

use table::{Account, Event, PlayerId, Viewer};
use uth::Cents;

use super::command_error::CommandError;
use super::house_players::HousePlayers;
use super::idle_seats::IdleSeats;
use super::load::{Happened, catch_up, load};
use super::nodes::GRACE_MS;
use super::side_records;
use super::store_health::STORE_TIMEOUT;
use super::table_state::{CommandRequest, Decided, DecisionContext, PendingCommit, TableState};
use super::tables::Summary;
use crate::room::Room;
use ::journal::{ReadRecords, TableRecord};
use protocol::{ErrorCode, LogPosition, Receipt};
use store::{CommitResult, LogId, StoreError};

mod audience;

pub(super) use audience::Watcher;

/// How often a request is decided anew because somebody else was first.
const MOST_ATTEMPTS: u32 = 32;

/// After so long without anybody looking, a table is put away.
const IDLE: Duration = Duration::from_mins(10);

/// What a table can be sent.
pub(super) enum TableMessage {
    /// A command, and when it was received, in monotonic time.
    Command(CommandRequest, Duration, oneshot::Sender<Result<Receipt, CommandError>>),
    /// What the table has reserved for a player with a limit.
    Reserved(PlayerId, oneshot::Sender<Result<Cents, StoreError>>),
    Watch(Watcher, Option<LogPosition>, oneshot::Sender<Result<(), CommandError>>),
    Unwatch(u64),
    Summary(oneshot::Sender<Summary>),
    /// Another node has written to the log. It is late if a notice should have told so.
    CatchUp {
        is_late: bool,
    },
    /// Its time is up, whoever plays there.
    Due,
}

/// The receiving end of an actor's messages.
struct Inbox(Receiver<TableMessage>);

impl Drop for Inbox {
    /// Drops what nobody will read, also when the actor panics: a message that stayed in the channel would keep its
    /// sender waiting for an answer forever.
    fn drop(&mut self) {
        self.0.close();
        while self.0.try_recv().is_ok() {}
    }
}

/// A loaded table.
pub(super) struct TableActor {
    room: Arc<Room>,
    state: TableState,
    record: TableRecord,
    watchers: Vec<Watcher>,
    regulars: HousePlayers,
    absent: IdleSeats,
    /// Whether the storage has to be asked first: it broke off, or others have written what nobody here watches.
    needs_catch_up: bool,
    /// How far we know the log, for others to see.
    seq: Arc<AtomicU64>,
}

impl TableActor {
    /// Loads a table and serves it until it is put away. Letters to a table that is not there are dropped, which is
    /// an answer too.
    pub(super) async fn run(room: Arc<Room>, log: LogId, inbox: Receiver<TableMessage>, seq: Arc<AtomicU64>) {
        let inbox = Inbox(inbox);
        let loaded = match TableActor::load(Arc::clone(&room), log, seq).await {
            Ok(Some(mut host)) => {
                host.serve(&inbox.0).await;
                true
            }
            Ok(None) => false,
            Err(error) => {
                room.fault(&format!("table {log} cannot be loaded: {error}"));
                false
            }
        };
        room.unload(log);
        inbox.0.close();
        while loaded && let Ok(message) = inbox.0.try_recv() {
            // Messages that raced with unloading are forwarded to a fresh actor.
            room.forward(log, message);
        }
    }

    async fn load(
        room: Arc<Room>,
        log: LogId,
        seq: Arc<AtomicU64>,
    ) -> Result<Option<TableActor>, StoreError> {
        let store = room.store();
        let Some(state) = load(&**store, &room.key, log, room.now_ms()).await? else { return Ok(None) };
        let record = store.get::<TableRecord>(&table::TableId(log.0)).await?;
        let record = record.ok_or_else(|| StoreError::Broken(format!("table {log} has no table record")))?;
        let regulars = HousePlayers::new(&room, &state, record.house_players).await?;
        let absent = IdleSeats::new(room.is_shared);
        let (watchers, needs_catch_up) = (Vec::new(), false);
        seq.store(state.table().seq().0, Ordering::Relaxed);
        Ok(Some(TableActor { room, state, record, watchers, regulars, absent, needs_catch_up, seq }))
    }

    async fn serve(&mut self, inbox: &Receiver<TableMessage>) {
        loop {
            let now_ms = self.room.now_ms();
            self.watchers.retain(|watcher| !watcher.outbox.is_closed());
            let regular_ms = self.regulars.wake_ms(&self.state, !self.watchers.is_empty(), &self.room);
            let absent_ms = self.absent.look(&self.state, now_ms, |player| {
                let watches = |watcher: &Watcher| watcher.viewer == Viewer::Player(player);
                self.regulars.has(player) || self.watchers.iter().any(watches)
            });
            // Where nobody watches here, others may have somebody there, and do it themselves.
            let grace_ms = if self.room.is_shared && self.watchers.is_empty() { GRACE_MS } else { 0 };
            let wake_ms = self.state.wake_ms().into_iter().chain(regular_ms).chain(absent_ms).min();
            let wake_ms = wake_ms.map(|wake_ms| wake_ms.saturating_add(grace_ms));
            let sleep = wake_ms.map_or(IDLE, |wake_ms| Duration::from_millis(wake_ms.saturating_sub(now_ms)));
            // Messages come first: a command that arrived in time is not refused by a timer that fires with it.
            let timer = self.room.runtime.sleep(sleep);
            match select(pin!(inbox.recv()), timer).await {
                Either::Left((Ok(message), _)) => self.take(message).await,
                Either::Left((Err(_), _)) => return,
                Either::Right(_) if wake_ms.is_none() && self.watchers.is_empty() => return,
                Either::Right(_) => self.wake().await,
            }
        }
    }

    async fn take(&mut self, message: TableMessage) {
        match message {
            TableMessage::Command(request, asked, answer) => {
                if let Some((player, _, _)) = &request.by {
                    self.absent.heard(*player);
                }
                let result = self.ask(&request, asked).await;
                self.room.counters.count_command(&result);
                let _ = answer.send(result);
            }
            TableMessage::Reserved(player, answer) => {
                let _ = answer.send(self.reserved(player).await);
            }
            TableMessage::Watch(watcher, after, answer) => {
                let _ = answer.send(self.watch(watcher, after).await.map_err(CommandError::from));
            }
            TableMessage::Unwatch(number) => {
                self.watchers.retain(|watcher| watcher.outbox.number() != number)
            }
            TableMessage::Summary(answer) => {
                self.look_again().await;
                self.meet().await;
                let named = |player| self.room.names.named(player);
                let _ = answer.send(Summary::new(&self.state, &self.record, self.watchers.len(), named));
            }
            // What nobody watches here is looked at when somebody asks for it.
            TableMessage::CatchUp { .. } if self.watchers.is_empty() => self.needs_catch_up = true,
            TableMessage::CatchUp { is_late } => match self.catch_up().await {
                Ok(happened) if happened && is_late => {
                    self.room.counters.found_behind.fetch_add(1, Ordering::Relaxed);
                }
                Ok(_) => {}
                Err(error) => self.room.fault(&error.to_string()),
            },
            // Whoever wrote the deadline may be gone: once it is known here, our own clock goes by it.
            TableMessage::Due => {
                if !self.is_due() {
                    self.needs_catch_up = true;
                    self.look_again().await;
                }
            }
        }
    }

    async fn reserved(&mut self, player: PlayerId) -> Result<Cents, StoreError> {
        // Another node may have taken a wager that this one has not heard of.
        if self.room.is_shared || self.needs_catch_up {
            self.catch_up().await?;
        }
        Ok(self.state.table().reserved(player))
    }

    /// Whether the time is up, as far as is known here.
    fn is_due(&self) -> bool {
        self.state.wake_ms().is_some_and(|wake_ms| wake_ms <= self.room.now_ms())
    }

    /// Does what a clock or a house-run player has to do.
    async fn wake(&mut self) {
        self.look_again().await;
        if self.is_due() {
            let refused = self
                .ask(&CommandRequest::tick(), self.room.runtime.monotonic())
                .await
                .err()
                .filter(|refused| refused.code != ErrorCode::NotNow);
            if let Some(refused) = refused {
                self.room.fault(&format!("table {}: {refused}", self.state.table().id()));
                self.room.runtime.sleep(Duration::from_millis(200)).await;
            }
        }
        if let Some(request) = self.absent.leave(&self.state, self.room.now_ms()) {
            // Somebody who came back at this moment is asked after again.
            let _ = self.ask(&request, self.room.runtime.monotonic()).await;
        }
        if let Some(request) = self.regulars.take_turn(&self.state, &self.room).await {
            // A regular that is refused has only missed its moment.
            let _ = self.ask(&request, self.room.runtime.monotonic()).await;
        }
    }

    /// Catches up if others have gone on, or may have. If that fails, it is tried again with the next request.
    async fn look_again(&mut self) {
        if self.needs_catch_up
            && let Err(error) = self.catch_up().await
        {
            self.room.fault(&error.to_string());
        }
    }

    /// Decides a request and makes it true, however often somebody else is first. One that has waited for long is
    /// not decided: whoever sent it may have gone to another node and decided otherwise.
    async fn ask(&mut self, request: &CommandRequest, asked: Duration) -> Result<Receipt, CommandError> {
        let mut has_looked = false;
        for _ in 0..MOST_ATTEMPTS {
            if self.needs_catch_up {
                self.catch_up().await?;
            }
            if self.room.runtime.monotonic() > asked + STORE_TIMEOUT {
                return Err(CommandError::late());
            }
            self.room.balances.look_up(&**self.room.store(), self.accounts(request)).await?;
            match self.decided(request) {
                Ok(Decided::Duplicate(receipt)) => return Ok(receipt),
                Ok(Decided::Commit(pending)) => {
                    if let Some(receipt) = self.write(*pending, request).await? {
                        return Ok(receipt);
                    }
                }
                // Nobody is refused because of something that is no longer so.
                Err(refused) if has_looked => return Err(refused),
                Err(_) => {
                    has_looked = true;
                    self.room.balances.refresh(&**self.room.store(), self.accounts(request)).await?;
                    if self.room.is_shared {
                        self.catch_up().await?;
                    }
                }
            }
        }
        Err(CommandError::new(ErrorCode::Busy, "others were faster again and again; try again"))
    }

    fn decided(&self, request: &CommandRequest) -> Result<Decided, CommandError> {
        let context = DecisionContext {
            now_ms: self.room.now_ms(),
            available: &|account| self.room.balances.held(account),
            entropy: &*self.room.entropy,
            key: &self.room.key,
        };
        self.state.decide(request, &context)
    }

    /// Writes a pending commit and returns its receipt; nothing if it has to be decided again.
    async fn write(
        &mut self,
        pending: PendingCommit,
        request: &CommandRequest,
    ) -> Result<Option<Receipt>, CommandError> {
        let PendingCommit { mut change, events, after } = pending;
        change.writes.extend(side_records::writes(request, &events, &after, &self.record));
        let at_ms = change.entry.as_ref().map_or(0, |entry| entry.at_ms);
        let began = self.room.runtime.monotonic();
        let outcome = self.room.store().append(change).await;
        self.room.counters.count_append(self.room.runtime.monotonic().saturating_sub(began));
        match outcome {
            Ok(CommitResult::Done(balances)) => {
                self.record.closed |= events.contains(&Event::Closed);
                self.room.balances.learn(balances.iter().copied());
                let receipt = self.state.commit(after, request, at_ms);
                self.seq.store(self.state.table().seq().0, Ordering::Relaxed);
                self.room.counters.count_events(&events);
                let by = request.by.as_ref().map(|(player, _, _)| player.0);
                self.tell(&events, at_ms, by, &balances).await;
                Ok(Some(receipt))
            }
            Ok(CommitResult::Conflict) => {
                self.catch_up().await?;
                Ok(None)
            }
            Ok(CommitResult::Overdrawn(_)) => {
                self.room.balances.refresh(&**self.room.store(), self.accounts(request)).await?;
                Ok(None)
            }
            Ok(CommitResult::PreconditionFailed(kind, key)) => Err(side_records::unexpected(kind, &key)),
            Err(error) => {
                self.needs_catch_up = true;
                Err(error.into())
            }
        }
    }

    /// Whose chips a request may touch.
    fn accounts(&self, request: &CommandRequest) -> Vec<Account> {
        let table = self.state.table();
        let seated = table.seats().filter_map(|seat| Some(table.occupant(seat)?.player));
        let owners = table.round().into_iter().flat_map(|round| round.owners.iter().flatten().copied());
        let mut players: Vec<PlayerId> = seated.chain(owners).collect();
        players.extend(request.by.as_ref().map(|(player, _, _)| *player));
        players.sort_unstable();
        players.dedup();
        let wallets = players.into_iter().map(Account::Wallet);
        wallets.chain([Account::House, Account::Drop, Account::Escrow(table.id())]).collect()
    }

    /// Learns what others have written, and tells everybody; whether there was anything.
    async fn catch_up(&mut self) -> Result<bool, StoreError> {
        let room = Arc::clone(&self.room);
        let happened = catch_up(&**room.store(), &room.key, &mut self.state).await?;
        self.needs_catch_up = false;
        self.seq.store(self.state.table().seq().0, Ordering::Relaxed);
        let Some(last) = happened.last() else { return Ok(false) };
        let (at_ms, by) = (last.at_ms, last.by.filter(|by| happened.iter().all(|one| one.by == Some(*by))));
        happened.iter().filter_map(|one| one.by).for_each(|by| self.absent.heard(PlayerId(by)));
        let events: Vec<Event> = happened.into_iter().flat_map(|Happened { events, .. }| events).collect();
        self.record.closed |= events.contains(&Event::Closed);
        // What was written must be told even if what everybody holds cannot be asked for now.
        let balances = room.balances.refresh(&**room.store(), self.accounts(&CommandRequest::tick())).await;
        let moved = events.iter().any(|event| !event.moves().is_empty());
        let told = balances.as_deref().ok().filter(|_| moved).unwrap_or_default();
        self.tell(&events, at_ms, by, told).await;
        balances.map(|_| true)
    }
}
