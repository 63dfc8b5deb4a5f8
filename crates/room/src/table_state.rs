//! One table as the room keeps it: its state, the end of its log, the seed of its round, and the commands it has
//! answered.
//!
//! [`TableState::decide`] says what a request leads to, without waiting for anything and without changing the state.
//! The actor commits that and then replaces the state.

use std::sync::Arc;

use ::journal::cache::NameCache;
use ::journal::chain::chained;
use ::journal::deck::{dealt, round_id};
use ::journal::dedup::{CommandDedup, DoneCommand, KnownCommand, digest};
use ::journal::record::{EventKey, SealedSeed, create, put};
use ::journal::summary::{DailyTotals, FinishedRound};
use ::journal::{CheckpointRecord, StoredCheckpoint};
use fair::entropy::Entropy;
use fair::receipt::Confirmation;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use protocol::{ClientCommand, CommandDigest, CommandId, EntryBody, ErrorCode};
use store::{Commit, GENESIS, LogId, RecordWrite};
use table::{
    Account, Allowance, Awaits, Command, Context, Deciding, Event, PlayerId, Seq, Table, TableError,
    Timestamp,
};
use uth::Cents;

use crate::accounts::WagerPermit;
use crate::command_error::CommandError;
use crate::confirmed::LogEnd;

/// How many rounds are replayed at most when a table is loaded.
const ROUNDS_BETWEEN_CHECKPOINTS: u64 = 16;

/// A table with everything that the room knows of it. Cheap to clone but for the table itself.
#[derive(Clone)]
pub struct TableState {
    pub(super) table: Table,
    /// The hash of the last entry, on which the next one builds.
    pub(super) hash: [u8; 32],
    /// Shared with pending commits; copied only when a command is remembered while one of those is still held.
    pub(super) dedup: Arc<CommandDedup>,
    /// Sequence number of the last street change. A command with an older `seen` is stale: it answers cards that have
    /// since changed.
    pub(super) last_street_seq: u64,
    /// The seed of the round that is under way, or of the next one.
    pub(super) seed: Option<Arc<ServerSeed>>,
    /// The sequence number with which the current round, or the last one, opened.
    pub(super) round_began: u64,
    /// How many rounds there were at the last checkpoint.
    pub(super) checkpointed: u64,
    /// What the table turned over today.
    pub(super) day: DailyTotals,
}

/// A command for a table, with what the room needs to know about it.
#[derive(Clone, Debug)]
pub struct CommandRequest {
    /// The client that sent it; `None` if the room itself acts.
    pub sender: Option<CommandSender>,
    /// What is to be done.
    pub command: Command,
    /// Whether it is refused once the cards have changed that its sender saw.
    pub requires_current_street: bool,
    /// What the sender's own limits permit.
    pub permit: WagerPermit,
    /// Other accounts that are the sender's as far as is known. Where one of them has chips, its owner does not rule.
    pub same_person: Vec<PlayerId>,
}

/// Where a command comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandSender {
    /// The player.
    pub player: PlayerId,
    /// The id that the client gave it: a repeat under the same id has no second effect.
    pub id: CommandId,
    /// What the command says, so that another one under the same id is noticed; `None` for bots.
    pub digest: Option<CommandDigest>,
    /// The last sequence number that the client knew.
    pub seen: Seq,
}

impl CommandRequest {
    /// A command of a player without limits.
    pub fn new(
        player: PlayerId,
        id: CommandId,
        seen: impl Into<Seq>,
        command: ClientCommand,
    ) -> CommandRequest {
        CommandRequest {
            sender: Some(CommandSender { player, id, digest: Some(digest(&command)), seen: seen.into() }),
            requires_current_street: command.requires_current_street(),
            command: command.command(player),
            permit: WagerPermit::UNLIMITED,
            same_person: Vec::new(),
        }
    }

    /// A command that the room gives by itself.
    pub const fn of_the_room(command: Command) -> CommandRequest {
        CommandRequest {
            sender: None,
            command,
            requires_current_street: false,
            permit: WagerPermit::UNLIMITED,
            same_person: Vec::new(),
        }
    }

    /// What has to be done when a deadline has passed.
    pub const fn tick() -> CommandRequest {
        CommandRequest::of_the_room(Command::Tick)
    }

    /// What has to be done when a deadline has passed by the room's own count, and the wall clock says otherwise.
    pub(super) const fn expire(until: Timestamp) -> CommandRequest {
        CommandRequest::of_the_room(Command::Expire { until })
    }

    /// The player who sent it.
    pub(super) fn player(&self) -> Option<PlayerId> {
        self.sender.as_ref().map(|sender| sender.player)
    }

    /// Returns what a player's limits leave for this command. Only the player who sends a command can lose more by it.
    fn allowance_of(&self, player: PlayerId) -> Allowance {
        if self.player() == Some(player) { self.permit.allowance } else { Allowance::Unlimited }
    }
}

/// What a decision may know and use of the room.
pub struct DecisionContext<'a> {
    /// The time.
    pub now: Timestamp,
    /// Returns what an account holds.
    pub available: &'a dyn Fn(Account) -> Cents,
    /// The source of seeds.
    pub entropy: &'a dyn Entropy,
    /// Seals a seed until its round is over.
    pub key: &'a SealKey,
    /// Knows which of the players are bots.
    pub names: &'a NameCache,
}

/// What a request leads to.
pub enum Decided {
    /// Nothing: the command was done before, and this was confirmed.
    Duplicate(Confirmation),
    /// A commit.
    Commit(Box<PendingCommit>),
}

/// A commit that is decided and not yet durable.
pub struct PendingCommit {
    /// What is to be written.
    pub commit: Commit,
    /// The events in it.
    pub events: Vec<Event>,
    /// The same events as they are stored and sent.
    pub sent: Vec<protocol::Event>,
    /// The state after it. The command is remembered once it is durable.
    pub after: TableState,
}

impl TableState {
    pub(super) fn new(table: Table, hash: [u8; 32]) -> TableState {
        TableState {
            round_began: table.seq().0,
            table,
            hash,
            dedup: Arc::default(),
            last_street_seq: 0,
            seed: None,
            checkpointed: 0,
            day: DailyTotals::default(),
        }
    }

    /// Returns the end of the log that led to this state.
    pub(super) const fn end(&self) -> LogEnd {
        LogEnd { seq: self.table.seq().0, hash: self.hash }
    }

    /// Returns the table, unseen cards included.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the players at the table, by seat; one with two seats comes twice.
    pub(super) fn seated(&self) -> impl Iterator<Item = PlayerId> {
        self.table.seats().filter_map(|seat| Some(self.table.occupant(seat)?.player))
    }

    /// Returns when the table has to be woken even if no message arrives.
    pub fn wake_ms(&self) -> Option<u64> {
        match self.table.awaits() {
            Awaits::Players { until } => until.map(|until| until.0),
            Awaits::Commitment | Awaits::Deck | Awaits::Reveal => Some(0),
            Awaits::Opening if opens_by_itself(&self.table) => Some(0),
            Awaits::Opening | Awaits::Nothing => None,
        }
    }

    /// Decides a command that opens a table.
    pub fn open(
        request: &CommandRequest,
        context: &DecisionContext<'_>,
    ) -> Result<PendingCommit, CommandError> {
        // Opening moves no chips and concerns no player's limits.
        let table_context =
            Context { now: context.now, available: context.available, allowance: &|_| Allowance::Unlimited };
        let deciding = Deciding::open(request.command.clone(), &table_context)?;
        let mut builder = CommitBuilder { before: None, deciding, seed: None, writes: Vec::new(), context };
        builder.advance()?;
        Ok(builder.finish(request))
    }

    /// Decides a request.
    pub fn decide(
        &self,
        request: &CommandRequest,
        context: &DecisionContext<'_>,
    ) -> Result<Decided, CommandError> {
        if let Some(sender) = &request.sender {
            // Before anything else is asked: a repeat is answered as the first was, even if the table has moved on so
            // far that it would be stale now.
            match self.dedup.known(sender.player, sender.id.as_str(), sender.digest) {
                Some(KnownCommand::Done(confirmation)) => return Ok(Decided::Duplicate(confirmation)),
                Some(KnownCommand::Reused) => return Err(CommandError::id_reused(&sender.id)),
                None => self.require_fresh(sender, request.requires_current_street)?,
            }
        }
        if request.same_person.iter().any(|player| self.table.has_chips_of(*player)) {
            let reason = "an account that was used on your device has chips in this round, so that another \
                          floor has to do this";
            return Err(CommandError::new(ErrorCode::OwnRound, reason));
        }
        // Dated at the deadline at the earliest: with a clock that is behind, the log would say that the table acted
        // before its players' time was up.
        let now = match request.command {
            Command::Expire { until } => context.now.max(until),
            _ => context.now,
        };
        let context = &DecisionContext { now, ..*context };
        let allowance = |player| request.allowance_of(player);
        let table_context = Context { now: context.now, available: context.available, allowance: &allowance };
        let mut builder = CommitBuilder {
            before: Some(self),
            deciding: Deciding::new(&self.table, &table_context),
            seed: self.seed.clone(),
            writes: Vec::new(),
            context,
        };
        // Where the house banks, the first wager opens the round. Both are one commit, so that a wager that is refused
        // leaves no empty round behind.
        if matches!(request.command, Command::Wager { .. } | Command::AddSeed { .. })
            && matches!(self.table.awaits(), Awaits::Opening | Awaits::Commitment)
        {
            builder.execute(Command::OpenRound)?;
        }
        // A commitment that could not be made in time is all that such a tick is for.
        if request.command != Command::Tick || self.table.awaits() != Awaits::Commitment {
            builder.execute(request.command.clone())?;
        }
        builder.advance()?;
        Ok(Decided::Commit(Box::new(builder.finish(request))))
    }

    /// Refuses a command of a client that knew too little, or too much.
    fn require_fresh(
        &self,
        sender: &CommandSender,
        requires_current_street: bool,
    ) -> Result<(), CommandError> {
        let CommandSender { player, seen, .. } = *sender;
        let oldest = if requires_current_street { self.last_street_seq } else { 0 };
        // A command that was sent before the oldest one in memory may have been done and forgotten.
        if seen.0 < oldest || self.dedup.may_have_forgotten(player, seen.0) {
            return Err(CommandError::stale(seen, self.table.seq()));
        }
        if seen > self.table.seq() {
            let reason = format!("the table is at {}, and {seen} is yet to come", self.table.seq());
            return Err(CommandError::new(ErrorCode::Ahead, reason));
        }
        Ok(())
    }

    /// Replaces the state by the one after a commit that is now durable, and returns what can be confirmed.
    pub(super) fn commit(
        &mut self,
        after: TableState,
        request: &CommandRequest,
        at: Timestamp,
    ) -> Confirmation {
        let first = self.table.seq().next().0;
        // The whole state is replaced: a commit is visible completely or not at all.
        *self = after;
        let confirmation = self.confirmation(at);
        if let Some(CommandSender { player, id, digest, .. }) = &request.sender {
            let (player, id, digest) = (*player, id.to_string(), *digest);
            self.remember(DoneCommand { player, id, digest, first, confirmation });
        }
        confirmation
    }

    /// Returns that the entry with which the log ends is durable.
    pub(super) fn confirmation(&self, at: Timestamp) -> Confirmation {
        Confirmation { log: self.table.id().0, seq: self.table.seq().0, hash: self.hash, at_ms: at.0 }
    }

    /// Remembers a command that is done.
    fn remember(&mut self, command: DoneCommand) {
        let TableState { dedup, table, .. } = self;
        Arc::make_mut(dedup).remember(command, |player| table.seats_of(player).next().is_some());
    }

    /// Notes where the round and the street began.
    pub(super) fn note(&mut self, event: &Event, seq: Seq) {
        match event {
            Event::RoundOpened { .. } => self.round_began = seq.0,
            Event::Dealt { .. }
            | Event::Turned { .. }
            | Event::Settled { .. }
            | Event::Voided { .. }
            | Event::BankOffered { .. } => self.last_street_seq = seq.0,
            _ => {}
        }
    }

    /// Returns the records of a round that these events ended.
    fn finished_round(&mut self, events: &[Event], context: &DecisionContext<'_>) -> Vec<RecordWrite> {
        // A commit ends at most one round, so that one pair of records is enough.
        let is_void = events.iter().any(|event| matches!(event, Event::Voided { .. }));
        if !is_void && !events.iter().any(|event| matches!(event, Event::Settled { .. })) {
            return Vec::new();
        }
        let TableState { table, round_began: began, day, .. } = self;
        let is_bot = |player| context.names.named(player).bot;
        let at_ms = context.now.0;
        let finished = FinishedRound { table, began: *began, is_void, at_ms, is_bot: &is_bot };
        let Some(records) = finished.records(day) else { return Vec::new() };
        let writes = records.writes();
        *day = records.day.1;
        writes
    }

    /// Returns the checkpoint of the table as it is before a round opens, every few rounds. It is written with the
    /// opening of that round, so that a node which loads it sees the whole round.
    fn checkpoint(&self, events: &[Event]) -> Option<RecordWrite> {
        let opens = events.iter().any(|event| matches!(event, Event::RoundOpened { .. }));
        // Counted in rounds and not in time: loading replays at most this many, however long the table was idle.
        let is_due = self.table.rounds() >= self.checkpointed + ROUNDS_BETWEEN_CHECKPOINTS;
        let checkpoint = self.table.checkpoint().filter(|_| opens && is_due)?;
        let stored = CheckpointRecord {
            table: StoredCheckpoint(checkpoint),
            hash: self.hash,
            commands: self.dedup.checkpoint(),
            last_street_seq: self.last_street_seq,
        };
        let key = EventKey { table: self.table.id(), seq: self.table.seq().0 };
        Some(put(&key, &stored))
    }
}

/// Where a player banks, the round opens as soon as the bank stands; elsewhere with the first wager.
fn opens_by_itself(table: &Table) -> bool {
    table.settings().is_player_banked()
}

/// Decides a command, and what the room adds to it, as one commit.
struct CommitBuilder<'a> {
    /// The state that the commit builds on; `None` if it opens the table.
    before: Option<&'a TableState>,
    deciding: Deciding<'a>,
    /// The seed of the round that is under way, or of the next one.
    seed: Option<Arc<ServerSeed>>,
    writes: Vec<RecordWrite>,
    context: &'a DecisionContext<'a>,
}

impl CommitBuilder<'_> {
    fn execute(&mut self, command: Command) -> Result<(), CommandError> {
        Ok(self.deciding.execute(command)?)
    }

    /// Does what only the room can do: commit to shuffles, open rounds, deal and reveal.
    fn advance(&mut self) -> Result<(), CommandError> {
        // This ends: a deal waits for decisions, a commitment for the next bank or wager, and an open round for wagers.
        loop {
            let table = self.deciding.table();
            match table.awaits() {
                Awaits::Deck => {
                    let (seed, round) = (self.seed()?, table.live().ok_or(TableError::NoRound)?);
                    let deck = dealt(table, round, &seed);
                    self.execute(Command::Deal { deck })?;
                }
                Awaits::Reveal => {
                    let seed = table::Seed(*self.seed()?.bytes());
                    self.execute(Command::Reveal { seed })?;
                    // The next round must not be dealt from a seed that is public.
                    self.seed = None;
                }
                Awaits::Commitment => match self.commit_to_shuffle() {
                    // Without entropy no further round opens, but what was decided stands: a round is settled and its
                    // seed revealed all the same.
                    Err(_) if !self.deciding.events().is_empty() && self.before.is_some() => return Ok(()),
                    committed => committed?,
                },
                Awaits::Opening if opens_by_itself(table) => self.execute(Command::OpenRound)?,
                _ => return Ok(()),
            }
        }
    }

    /// Commits to the shuffle of the next round with a fresh seed, which is stored sealed in the same commit: a node
    /// that takes over deals from it.
    fn commit_to_shuffle(&mut self) -> Result<(), CommandError> {
        let table = self.deciding.table();
        let seed = ServerSeed::fresh(self.context.entropy)?;
        let round = round_id(table, table.rounds());
        let sealed = self.context.key.seal(&seed, round, self.context.entropy)?;
        let commitment = seed.commitment();
        self.execute(Command::Commit { commitment })?;
        self.writes.push(create(&round, &SealedSeed(sealed)));
        self.seed = Some(Arc::new(seed));
        Ok(())
    }

    fn seed(&self) -> Result<Arc<ServerSeed>, CommandError> {
        let lost = || CommandError::new(ErrorCode::Fault, "the seed of the round is missing");
        self.seed.clone().ok_or_else(lost)
    }

    /// Returns the commit of everything that was decided, and the state after it.
    fn finish(self, request: &CommandRequest) -> PendingCommit {
        let CommitBuilder { before, deciding, seed, mut writes, context } = self;
        let (events, table) = deciding.finish();
        // The command's id is in the entry, so that every node that replays the log knows what was answered.
        let mut body = EntryBody::new(&events);
        if let Some(CommandSender { player, id, digest, .. }) = &request.sender {
            body = body.caused_by(*player, id.clone(), *digest);
        }
        let (previous, first) =
            before.map_or((GENESIS, Seq(1)), |before| (before.hash, before.table.seq().next()));
        let (log, count) = (LogId(table.id().0), events.len() as u32);
        let entry = chained(&previous, log, first.0, count, context.now.0, body.to_text());
        let mut after = match before {
            None => TableState { seed, ..TableState::new(table, entry.hash) },
            Some(before) => TableState {
                table,
                hash: entry.hash,
                // The command itself is remembered by `TableState::commit`, once it is durable.
                dedup: Arc::clone(&before.dedup),
                seed,
                day: before.day.clone(),
                ..*before
            },
        };
        for (event, seq) in events.iter().zip(first.0..) {
            after.note(event, Seq(seq));
        }
        if let Some(checkpoint) = before.and_then(|before| before.checkpoint(&events)) {
            writes.push(checkpoint);
            after.checkpointed = before.map_or(0, |before| before.table.rounds());
        }
        writes.extend(after.finished_round(&events, context));
        let moves = events.iter().flat_map(|event| event.moves().iter().copied()).collect();
        let commit =
            Commit { entry: Some(entry), wake_ms: after.wake_ms(), moves, writes, balances: Vec::new() };
        PendingCommit { commit, events, sent: body.events, after }
    }
}
