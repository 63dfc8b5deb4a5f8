//! The actor of a loaded table: it handles one message after the other, decides, commits, and only then answers and
//! updates its subscribers.

use std::sync::Arc;
use std::time::Duration;

use ::journal::{ReadRecords, TableRecord};
use async_channel::Receiver;
use fair::receipt::Confirmation;
use futures_channel::oneshot;
use protocol::ErrorCode;
use store::{CommitResult, LogId, StoreError};
use table::{Account, Event, PlayerId, Timestamp, Viewer};
use uth::Cents;

use crate::clock::Deadline;
use crate::command_error::CommandError;
use crate::confirmed::FollowError;
use crate::faults::{Fault, FaultKind};
use crate::house_players::HousePlayers;
use crate::idle_seats::IdleSeats;
use crate::load::{ReplayedEntry, catch_up, load};
use crate::nodes::GRACE_MS;
use crate::presence::Presence;
use crate::room::Room;
use crate::runtime::timeout;
use crate::side_records;
use crate::store_health::STORE_TIMEOUT;
use crate::table_state::{CommandRequest, Decided, PendingCommit, TableState};
use crate::toggle_limiter::ToggleLimiter;

mod audience;

use audience::{CommittedEvents, lobby_entry};
pub(super) use audience::{Known, Subscriber};

/// How often a request is decided again after a conflict with another node.
const MOST_ATTEMPTS: u32 = 32;

/// After so long without subscribers, messages and deadlines a table is unloaded.
const IDLE_TIMEOUT: Duration = Duration::from_mins(10);

/// The pause after a deadline that could not be acted on, so that a lasting fault does not busy the actor.
const PAUSE_AFTER_FAULT: Duration = Duration::from_millis(200);

/// What is sent to a table actor.
pub(super) enum TableMessage {
    /// A command, and when it was received, in monotonic time.
    Command(Arc<CommandRequest>, Duration, oneshot::Sender<Result<Confirmation, CommandError>>),
    /// A question for what a player has at stake.
    Stake(PlayerId, oneshot::Sender<Result<Stake, StoreError>>),
    /// A subscription, and what its client knows.
    Watch(Subscriber, Known, oneshot::Sender<Result<(), CommandError>>),
    /// The end of the subscription of an outbox.
    Unwatch(u64),
    /// A question for the table as the lobby shows it.
    LobbyEntry(oneshot::Sender<protocol::LobbyEntry>),
    /// Another node has written to the log. It is late if a notice should have told so.
    CatchUp { is_late: bool },
    /// The deadline in the store has passed.
    Due,
}

/// What a player has at stake at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stake {
    /// Their chips on the table.
    pub(super) staked: Cents,
    /// What the table may still ask of their wallet: chips that no wager elsewhere may use up if they have a limit.
    pub(super) reserved: Cents,
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
    subscribers: Vec<Subscriber>,
    house_players: HousePlayers,
    idle_seats: IdleSeats,
    presence: Presence,
    toggles: ToggleLimiter,
    /// Whether the log has to be read before the next decision: the outcome of a commit is unknown, or another node
    /// has written while this one had no subscribers.
    needs_catch_up: bool,
    /// The deadline of the table, as it is counted here.
    deadline: Option<Deadline>,
    /// Whether the store has another history of this table. The actor decides nothing more and ends.
    is_forked: bool,
}

impl TableActor {
    /// Loads a table and serves it until it is unloaded. Messages to a table that does not exist are dropped; their
    /// senders see that as the answer.
    pub(super) async fn run(room: Arc<Room>, log: LogId, inbox: Receiver<TableMessage>) {
        let inbox = Inbox(inbox);
        let is_loaded = match Box::pin(TableActor::load(Arc::clone(&room), log)).await {
            Ok(Some(mut actor)) => {
                room.clear(FaultKind::TableUnreadable, Some(log));
                actor.serve(&inbox.0).await;
                true
            }
            Ok(None) => false,
            // The fault of a table that is lost is raised.
            Err(_) if room.is_forked(log) => false,
            Err(error) => {
                room.raise(unreadable(log, &error));
                false
            }
        };
        // The handle goes first: whoever finds the inbox closed then finds no handle either, and starts a fresh actor
        // instead of waiting for this one.
        room.unload(log);
        inbox.0.close();
        while is_loaded && let Ok(message) = inbox.0.try_recv() {
            // Messages that raced with unloading are forwarded to a fresh actor.
            room.forward(log, message);
        }
    }

    async fn load(room: Arc<Room>, log: LogId) -> Result<Option<TableActor>, StoreError> {
        let store = room.store();
        // A table that was loaded before must not come back with another history: clients know what it said.
        room.require_confirmed(log).await?;
        let Some(state) = load(&**store, &room.options.key, log, room.now_ms()).await? else {
            return Ok(None);
        };
        let record = store.get::<TableRecord>(&state.table().id()).await?;
        // Both are written by the commit that opens a table, so that one without the other is damage.
        let missing = || StoreError::Broken(format!("table {log} has a log and no table record"));
        let record = record.ok_or_else(missing)?;
        let house_players = HousePlayers::new(&room, &state, record.house_players).await?;
        let is_shared = room.options.is_shared;
        let (idle_seats, presence) = (IdleSeats::new(is_shared), Presence::new(is_shared));
        let (subscribers, needs_catch_up, is_forked) = (Vec::new(), false, false);
        let actor = TableActor {
            room,
            state,
            record,
            subscribers,
            house_players,
            idle_seats,
            presence,
            toggles: ToggleLimiter::default(),
            needs_catch_up,
            deadline: None,
            is_forked,
        };
        actor.note_end();
        Ok(Some(actor))
    }

    async fn serve(&mut self, inbox: &Receiver<TableMessage>) {
        while !self.is_forked {
            // Without this, a connection that ended while the table was idle would keep the actor loaded.
            self.subscribers.retain(|subscriber| !subscriber.outbox.is_closed());
            // Monotonic, because a wall clock that is set back would make the actor sleep for as long.
            let now_ms = self.room.monotonic_ms();
            self.look_for_absent(now_ms).await;
            let wake_ms = self.wake_ms(now_ms);
            let pause =
                wake_ms.map_or(IDLE_TIMEOUT, |wake| Duration::from_millis(wake.saturating_sub(now_ms)));
            // Messages come first: a command that arrived in time is not refused by a timer that fires with it.
            let message = timeout(&**self.room.runtime(), pause, inbox.recv()).await;
            match message {
                // Boxed, because an idle actor would otherwise reserve the 15 KB of its largest work: there may be
                // thousands of idle tables.
                Some(Ok(message)) => Box::pin(self.handle(message)).await,
                // The room is closing.
                Some(Err(_)) => return,
                None if wake_ms.is_none() && self.subscribers.is_empty() => return,
                None => Box::pin(self.wake()).await,
            }
        }
    }

    /// Returns when the actor has something to do by itself, in monotonic time.
    fn wake_ms(&mut self, now_ms: u64) -> Option<u64> {
        // The deadlines of the table, of its bots, of idle seats and of presence are all recomputed from the state
        // after every message, so that no timer has to be cancelled.
        let is_watched = !self.subscribers.is_empty();
        let bots_ms = self.house_players.wake_ms(&self.state, is_watched, &self.room);
        let is_bot = |player| self.house_players.has(player);
        let idle_ms = self.idle_seats.look(&self.state, now_ms, is_bot, |player| {
            let watches = |subscriber: &Subscriber| subscriber.viewer == Viewer::Player(player);
            self.subscribers.iter().any(watches)
        });
        // Without subscribers here, another node may have them and act in time.
        let grace_ms = if self.room.options.is_shared && !is_watched { GRACE_MS } else { 0 };
        let look_ms = self.presence.next_look_ms().filter(|_| is_watched);
        let due_ms = self.due_ms(now_ms);
        let first_ms = due_ms.into_iter().chain(bots_ms).chain(idle_ms).chain(look_ms).min();
        first_ms.map(|wake_ms| wake_ms.saturating_add(grace_ms))
    }

    /// Returns when the deadline of the table has passed, in monotonic time.
    fn due_ms(&mut self, now_ms: u64) -> Option<u64> {
        let until_ms = self.state.wake_ms();
        // Counted once for each deadline: the wall clock may be set while the table waits for it.
        if self.deadline.map(|deadline| deadline.until_ms) != until_ms {
            let longest_ms = self.state.table().longest_wait_ms();
            let deadline = |until_ms| Deadline::new(until_ms, self.room.now_ms(), now_ms, longest_ms);
            self.deadline = until_ms.map(deadline);
        }
        self.deadline.map(|deadline| deadline.due_ms(self.room.now_ms(), now_ms))
    }

    /// Tells the subscribers if a seated player has lost the connection or come back. A table looks at most once a
    /// second, so that it sends at most one such message a second, however many players come and go at once.
    async fn look_for_absent(&mut self, now_ms: u64) {
        if !self.subscribers.is_empty() && self.presence.is_due(now_ms) && self.look(now_ms) {
            let at = Timestamp(self.room.now_ms());
            let no_events = CommittedEvents { at, by: None, events: Vec::new() };
            // Boxed like the other work of an actor: it mostly waits.
            Box::pin(self.broadcast(&no_events)).await;
        }
    }

    /// Looks who is connected; returns whether that has changed.
    fn look(&mut self, now_ms: u64) -> bool {
        let people = self.state.seated().filter(|player| !self.house_players.has(*player));
        self.presence.look(people, now_ms, |player| self.room.connections().is_connected(player))
    }

    /// Notes that a player has done something.
    fn heard(&mut self, player: PlayerId) {
        self.idle_seats.heard(player);
        self.presence.heard(player, self.room.monotonic_ms());
    }

    /// Handles a message. An answer that its asker no longer waits for is dropped.
    async fn handle(&mut self, message: TableMessage) {
        match message {
            TableMessage::Command(request, received, answer) => {
                if let Some(player) = request.player() {
                    self.heard(player);
                }
                let result = self.execute(&request, received).await;
                self.room.counters.count_command(&result);
                let _ = answer.send(result);
            }
            TableMessage::Stake(player, answer) => {
                let _ = answer.send(self.stake(player).await);
            }
            TableMessage::Watch(subscriber, known, answer) => {
                let number = subscriber.outbox.number();
                let result = self.subscribe(subscriber, known).await;
                // A client must not go on to get updates that contradict what it knows.
                if matches!(&result, Err(refused) if refused.code == ErrorCode::Forgotten) {
                    self.unsubscribe(number);
                }
                let _ = answer.send(result);
            }
            TableMessage::Unwatch(number) => self.unsubscribe(number),
            TableMessage::LobbyEntry(answer) => {
                self.catch_up_if_needed().await;
                self.look_up_names().await;
                let named = |player| self.room.names.named(player);
                let watchers = self.subscribers.len();
                let _ = answer.send(lobby_entry(&self.state, &self.record, watchers, named));
            }
            // Without subscribers the log is read when a client asks for the table.
            TableMessage::CatchUp { .. } if self.subscribers.is_empty() => self.needs_catch_up = true,
            TableMessage::CatchUp { is_late } => match self.catch_up().await {
                Ok(true) if is_late => {
                    self.room.counters.found_behind.inc();
                }
                Ok(_) => {}
                Err(error) => self.report(&error),
            },
            // The node that wrote the deadline may be gone: once the deadline is known here, this actor's timer has it.
            TableMessage::Due => {
                if !self.is_due() {
                    self.needs_catch_up = true;
                    self.catch_up_if_needed().await;
                }
            }
        }
    }

    /// Whether a deadline has passed, as far as is known here.
    fn is_due(&self) -> bool {
        let is_current = |deadline: &Deadline| Some(deadline.until_ms) == self.state.wake_ms();
        let (wall_ms, now_ms) = (self.room.now_ms(), self.room.monotonic_ms());
        let deadline = self.deadline.filter(is_current);
        deadline.is_some_and(|deadline| deadline.due_ms(wall_ms, now_ms) <= now_ms)
    }

    /// Returns the request that acts on the deadline.
    fn tick(&self) -> CommandRequest {
        match self.deadline {
            // The wall clock was set back, or is behind that of the node that wrote the deadline.
            Some(Deadline { until_ms, .. }) if until_ms > self.room.now_ms() => {
                CommandRequest::expire(Timestamp(until_ms))
            }
            _ => CommandRequest::tick(),
        }
    }

    /// Acts on a deadline, gives up an idle seat, or lets a bot act.
    async fn wake(&mut self) {
        self.catch_up_if_needed().await;
        if self.is_due() {
            let ticked = self.execute(&self.tick(), self.room.runtime().monotonic()).await;
            // "Not now" means that another node was first.
            if let Some(refused) = ticked.err().filter(|refused| refused.code != ErrorCode::NotNow) {
                let reason = format!("Table {} cannot act on its deadline.", self.state.table().id());
                self.room.raise(Fault::new(FaultKind::Other, reason).because(&refused));
                self.room.runtime().sleep(PAUSE_AFTER_FAULT).await;
            }
        }
        if let Some(request) = self.idle_seats.leave(&self.state, self.room.monotonic_ms()) {
            // Refused if the player has just come back; then the wait begins anew.
            let _ = self.execute(&request, self.room.runtime().monotonic()).await;
        }
        match self.house_players.next_request(&self.state, &self.room).await {
            // A bot that is refused looks at the table again.
            Ok(Some(request)) => drop(self.execute(&request, self.room.runtime().monotonic()).await),
            Ok(None) => {}
            Err(error) => self.room.raise(Fault::from(&error)),
        }
    }

    fn log(&self) -> LogId {
        LogId(self.state.table().id().0)
    }

    /// Notes the end of the log up to which the store has confirmed what is known here.
    fn note_end(&self) {
        self.room.confirmed.advance(self.log(), self.state.end());
    }

    /// Raises the fault of a log that could not be read, unless the table is lost, which was raised.
    fn report(&self, error: &StoreError) {
        if !self.is_forked {
            self.room.raise(unreadable(self.log(), error));
        }
    }

    async fn stake(&mut self, player: PlayerId) -> Result<Stake, StoreError> {
        // Another node may have taken a wager that this one has not heard of.
        if self.room.options.is_shared || self.needs_catch_up {
            self.catch_up().await?;
        }
        let table = self.state.table();
        Ok(Stake { staked: table.staked(player), reserved: table.reserved(player) })
    }

    /// Catches up if other nodes may have written. A failure is tried again with the next request.
    async fn catch_up_if_needed(&mut self) {
        if self.needs_catch_up
            && let Err(error) = self.catch_up().await
        {
            self.report(&error);
        }
    }

    /// Decides a request and commits it, again after each conflict. A request that has waited for long is not decided:
    /// its client may have reconnected to another node and decided otherwise there.
    async fn execute(
        &mut self,
        request: &CommandRequest,
        received: Duration,
    ) -> Result<Confirmation, CommandError> {
        let mut is_current = false;
        for _ in 0..MOST_ATTEMPTS {
            if self.needs_catch_up {
                self.catch_up().await?;
            }
            // Asked in every attempt: catching up with a slow store takes time as well.
            if self.room.runtime().monotonic() > received + STORE_TIMEOUT {
                return Err(CommandError::late());
            }
            self.room.balances.look_up(&**self.room.store(), self.accounts(request)).await?;
            // The day's totals keep people and bots apart, so a name that is not known must not pass for a person's.
            self.room.names.look_up(&**self.room.store(), self.players()).await?;
            // Bound to a name, because the context must not live across an await: it is not `Send`.
            let decided = self.state.decide(request, &self.room.context(&|one| self.room.balances.held(one)));
            match decided {
                Ok(Decided::Duplicate(confirmation)) => return Ok(confirmation),
                Ok(Decided::Commit(pending)) => {
                    // Not before: a repeat is answered however fast it comes.
                    let (table, now) = (self.state.table(), self.room.runtime().monotonic());
                    self.toggles.admit(request, table, now)?;
                    self.toggles.count(request, table, now);
                    if let Some(confirmation) = self.commit(*pending, request).await? {
                        return Ok(confirmation);
                    }
                }
                Err(refused) if is_current => return Err(refused),
                // The refusal may rest on a cached balance or on an old state: it is decided once more on fresh ones.
                Err(_) => {
                    is_current = true;
                    self.room.balances.refresh(&**self.room.store(), self.accounts(request)).await?;
                    if self.room.options.is_shared {
                        self.catch_up().await?;
                    }
                }
            }
        }
        Err(CommandError::new(ErrorCode::Busy, "other nodes were faster again and again; try again"))
    }

    /// Commits what was decided and returns what can be confirmed; `None` if it has to be decided again.
    async fn commit(
        &mut self,
        pending: PendingCommit,
        request: &CommandRequest,
    ) -> Result<Option<Confirmation>, CommandError> {
        let PendingCommit { mut commit, events, sent, after } = pending;
        commit.writes.extend(side_records::writes(request, &events, &after, &self.record));
        let at = Timestamp(commit.entry.as_ref().map_or(0, |entry| entry.at_ms));
        // From here on the command may be durable, whatever becomes of this node. It is answered only when the store
        // has said so.
        let began = self.room.runtime().monotonic();
        let result = self.room.store().append(commit).await;
        self.room.counters.count_append(self.room.runtime().monotonic().saturating_sub(began));
        match result {
            Ok(CommitResult::Done(balances)) => {
                self.record.closed |= events.contains(&Event::Closed);
                self.room.balances.learn(balances.iter().copied());
                // First memory follows the store, then viewers are told, and the client is answered last, so that its
                // `done` never precedes the update. A crash in between leaves a durable command: the client repeats it
                // under the same id, and the next actor answers from the log.
                let confirmation = self.state.commit(after, request, at);
                self.note_end();
                self.room.counters.count_events(&events);
                let committed = CommittedEvents { at, by: request.player(), events: sent };
                self.broadcast(&committed).await;
                self.room.connections().report_balances(&balances);
                Ok(Some(confirmation))
            }
            // Another node was first and nothing was written, or the store has another history. The entry of a node
            // may have changed what is legal, so that the request is decided anew and not merely appended again.
            Ok(CommitResult::Conflict) => {
                self.catch_up().await?;
                Ok(None)
            }
            // The cached balance was too high: another table or node has moved chips of the same wallet.
            Ok(CommitResult::Overdrawn(_) | CommitResult::BalanceChanged(_)) => {
                self.room.balances.refresh(&**self.room.store(), self.accounts(request)).await?;
                Ok(None)
            }
            // A guard of the request no longer holds. Deciding again cannot help: the permit itself has to be asked for
            // again.
            Ok(CommitResult::PreconditionFailed(kind, key)) => {
                Err(side_records::precondition_failed(kind, &key))
            }
            Err(error) => {
                // Memory must not run ahead of the store, nor stay behind it: the log says what became of the commit.
                self.needs_catch_up = true;
                Err(error.into())
            }
        }
    }

    /// Returns the accounts that a request may touch.
    fn accounts(&self, request: &CommandRequest) -> Vec<Account> {
        let table = self.state.table();
        let owners = table.round().into_iter().flat_map(|round| round.owners.iter().flatten().copied());
        let mut players: Vec<PlayerId> = self.state.seated().chain(owners).chain(request.player()).collect();
        // A player can sit, own a hand and ask at the same time.
        players.sort_unstable();
        players.dedup();
        let wallets = players.into_iter().map(Account::Wallet);
        wallets.chain([Account::House, Account::Drop, Account::Escrow(table.id())]).collect()
    }

    /// Replays what other nodes have written and updates the subscribers; returns whether there was anything.
    async fn catch_up(&mut self) -> Result<bool, StoreError> {
        let room = Arc::clone(&self.room);
        let followed = catch_up(&**room.store(), &room.options.key, &mut self.state).await;
        let replayed = followed.map_err(|error| match error {
            FollowError::Store(error) => error,
            FollowError::Forked(fork) => {
                self.is_forked = true;
                self.subscribers.clear();
                room.lose_table(self.log(), &fork)
            }
        })?;
        self.needs_catch_up = false;
        self.note_end();
        let Some(ReplayedEntry { at, by, .. }) = replayed.last() else { return Ok(false) };
        // One update for all entries names a player only if all of them were caused by that player.
        let (at, by) = (*at, by.filter(|by| replayed.iter().all(|entry| entry.by == Some(*by))));
        replayed.iter().filter_map(|entry| entry.by).for_each(|by| self.heard(by));
        let events: Vec<Event> = replayed.into_iter().flat_map(|entry| entry.events).collect();
        self.record.closed |= events.contains(&Event::Closed);
        // The events are broadcast even if the balances cannot be read: the state has moved on, and subscribers must
        // not miss an event.
        let tick = CommandRequest::tick();
        let balances = room.balances.refresh(&**room.store(), self.accounts(&tick)).await;
        let have_moved = events.iter().any(|event| !event.moves().is_empty());
        let committed = CommittedEvents { at, by, events: events.iter().map(Into::into).collect() };
        self.broadcast(&committed).await;
        room.connections()
            .report_balances(balances.as_deref().ok().filter(|_| have_moved).unwrap_or_default());
        balances.map(|_| true)
    }
}

/// Returns the fault of a log that cannot be read: the table's if the log is broken, the store's if it does not answer.
fn unreadable(log: LogId, error: &StoreError) -> Fault {
    match error {
        StoreError::Broken(_) => {
            let reason =
                format!("Table {log} cannot be read; run `uth verify`, and restore it from a backup.");
            Fault::new(FaultKind::TableUnreadable, reason).at(log).because(error)
        }
        _ => Fault::from(error),
    }
}
