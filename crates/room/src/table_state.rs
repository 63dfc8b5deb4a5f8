//! One table as the card room keeps it: its state, the end of its log, the secret of its round, and the commands that
//! it has answered. What a request leads to is decided here, without waiting for anything; what was decided becomes
//! true when the storage says so.

use std::sync::Arc;

use table::{
    Allowance, Awaits, Command, Context, Deciding, Event, PlayerId, ReplayError, Seq, Table, TableError,
    TableStatus, Timestamp,
};
use uth::Cents;

use super::command_error::CommandError;
use ::journal::chain::chained;
use ::journal::deck::{dealt, round_id};
use ::journal::dedup::CommandDedup;
use ::journal::record::{EventKey, SealedSeed, create, put};
use ::journal::summary::{DailyTotals, FinishedRound};
use ::journal::{CheckpointRecord, StoredCheckpoint};
use fair::entropy::Entropy;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use protocol::{EntryBody, ErrorCode, Hex32, InvalidCommandId, Receipt};
use store::{Commit, LogId, RecordKind, RecordWrite};

/// How many rounds are replayed at most when a table is loaded.
const ROUNDS_BETWEEN_CHECKPOINTS: u64 = 16;

/// A table with everything that the card room knows of it.
#[derive(Clone)]
pub struct TableState {
    pub(super) table: Table,
    /// The hash of the last entry.
    pub(super) hash: [u8; 32],
    /// Shared with the drafts that are made of it, because there are many.
    pub(super) answers: Arc<CommandDedup>,
    /// When the table last turned to something new: what was sent before was meant for something else.
    pub(super) last_street_seq: u64,
    /// The seed of the round that is under way, as it was dealt or will be.
    pub(super) seed: Option<Arc<ServerSeed>>,
    /// Where the round that is under way, or the last one, began.
    pub(super) round_began: u64,
    /// How many rounds there were at the last checkpoint.
    pub(super) checkpointed: u64,
    /// What the table turned over today.
    pub(super) day: DailyTotals,
}

/// What somebody asks, or what has to be done without anybody asking.
#[derive(Clone, Debug)]
pub struct CommandRequest {
    /// Who asks, the name that they gave it, and the last sequence number that they saw.
    pub by: Option<(PlayerId, String, u64)>,
    /// What they ask.
    pub command: Command,
    /// Whether it is for what lay on the table then, and nothing later.
    pub requires_current_street: bool,
    /// What the player's own limits leave, not counting what this table has reserved for them.
    pub allowance: Allowance,
    /// A record that must be as expected, and is written with it.
    pub guard: Option<RecordWrite>,
}

impl CommandRequest {
    /// What has to be done when a time is up.
    pub const fn tick() -> CommandRequest {
        CommandRequest::of_the_room(Command::Tick)
    }

    /// Returns a command that the card room gives by itself.
    pub const fn of_the_room(command: Command) -> CommandRequest {
        CommandRequest {
            by: None,
            command,
            requires_current_street: false,
            allowance: Allowance::Unlimited,
            guard: None,
        }
    }

    /// Returns what the limits of a player leave for a command at this table. Only the player who sends the command
    /// can lose more by it; the chips that the table has reserved for them are spoken for.
    fn allowance_at(&self, table: &Table, player: PlayerId) -> Allowance {
        match (&self.by, self.allowance) {
            (Some((by, _, _)), Allowance::AtMost(remaining)) if *by == player => {
                Allowance::AtMost(remaining - table.reserved(player))
            }
            (Some((by, _, _)), allowance) if *by == player => allowance,
            _ => Allowance::Unlimited,
        }
    }
}

/// What a decision may know and use of the card room.
pub struct DecisionContext<'a> {
    /// The time.
    pub now_ms: u64,
    /// What accounts hold.
    pub available: &'a dyn Fn(table::Account) -> Cents,
    /// Where chance comes from.
    pub entropy: &'a dyn Entropy,
    /// What seals a seed.
    pub key: &'a SealKey,
}

/// What a request leads to.
pub enum Decided {
    /// It was done before, and the table stood there then.
    Duplicate(Receipt),
    /// Once the change is durable, the table stands so.
    Commit(Box<PendingCommit>),
}

/// A change that is not yet true.
pub struct PendingCommit {
    /// What is to be written.
    pub change: Commit,
    /// What happens.
    pub events: Vec<Event>,
    /// The table afterwards, but for the command, which is remembered when it is done.
    pub after: TableState,
}

impl TableState {
    /// The table, unseen cards included.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// When somebody has to look at the table, whatever happens.
    pub fn wake_ms(&self) -> Option<u64> {
        match self.table.awaits() {
            Awaits::Players { until } => until.map(|until| until.0),
            Awaits::Deck | Awaits::Reveal => Some(0),
            Awaits::Commitment if opens_by_itself(&self.table) => Some(0),
            Awaits::Commitment | Awaits::Nothing => None,
        }
    }

    /// What the request leads to.
    pub fn decide(
        &self,
        request: &CommandRequest,
        context: &DecisionContext<'_>,
    ) -> Result<Decided, CommandError> {
        if let Some((player, name, seen)) = &request.by {
            if let Some(receipt) = self.answers.done(*player, name) {
                return Ok(Decided::Duplicate(receipt));
            }
            let since = if request.requires_current_street { self.last_street_seq } else { 0 };
            if *seen < since || self.answers.may_have_forgotten(*seen) {
                return Err(CommandError::stale(*seen, self.table.seq().0));
            }
            if *seen > self.table.seq().0 {
                let reason = format!("the table is at {}, and {seen} is yet to come", self.table.seq());
                return Err(CommandError::new(ErrorCode::Ahead, reason));
            }
        }
        let allowance = |player| request.allowance_at(&self.table, player);
        let table_context =
            Context { now: Timestamp(context.now_ms), available: context.available, allowance: &allowance };
        let mut builder = CommitBuilder {
            before: self,
            deciding: Deciding::new(&self.table, &table_context),
            seed: self.seed.clone(),
            writes: Vec::new(),
            context,
        };
        if matches!(request.command, Command::Wager { .. } | Command::AddSeed { .. }) {
            builder.open_round_if_due()?;
        }
        builder.execute(request.command.clone())?;
        builder.advance()?;
        Ok(Decided::Commit(Box::new(builder.pending(request)?)))
    }

    /// Makes a draft true, now that the storage has it.
    pub(super) fn commit(&mut self, after: TableState, request: &CommandRequest, at_ms: u64) -> Receipt {
        *self = after;
        if let Some((player, name, _)) = &request.by {
            self.remember(*player, name, at_ms);
        }
        self.receipt(at_ms)
    }

    /// Returns the receipt of the entry with which the log ends.
    fn receipt(&self, at_ms: u64) -> Receipt {
        Receipt {
            table: self.table.id().into(),
            seq: self.table.seq().into(),
            hash: Hex32(self.hash),
            at_ms: Timestamp(at_ms).into(),
        }
    }

    /// Remembers a command that is done.
    pub(super) fn remember(&mut self, player: PlayerId, name: &str, at_ms: u64) {
        let receipt = self.receipt(at_ms);
        Arc::make_mut(&mut self.answers).remember(player, name, receipt);
    }

    /// Replays a stored event.
    pub(super) fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.table.apply(event)?;
        self.note(event, self.table.seq());
        if matches!(event, Event::Revealed { .. }) {
            self.seed = None;
        }
        Ok(())
    }

    /// Notes where the round began and when the last street began.
    fn note(&mut self, event: &Event, seq: Seq) {
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
}

/// Where a player banks, the round opens as soon as the bank stands; elsewhere with the first wager.
fn opens_by_itself(table: &Table) -> bool {
    table.settings().is_player_banked()
}

/// Decides a command and everything that the card room adds to it, as one commit.
struct CommitBuilder<'a> {
    before: &'a TableState,
    deciding: Deciding<'a>,
    /// The seed of the round that is under way.
    seed: Option<Arc<ServerSeed>>,
    writes: Vec<RecordWrite>,
    context: &'a DecisionContext<'a>,
}

impl CommitBuilder<'_> {
    fn execute(&mut self, command: Command) -> Result<(), CommandError> {
        Ok(self.deciding.execute(command)?)
    }

    /// Does what only the card room can do: open rounds, deal, reveal.
    fn advance(&mut self) -> Result<(), CommandError> {
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
                    self.seed = None;
                }
                Awaits::Commitment if opens_by_itself(table) => self.open_round()?,
                _ => return Ok(()),
            }
        }
    }

    fn open_round_if_due(&mut self) -> Result<(), CommandError> {
        let table = self.deciding.table();
        let is_due = table.awaits() == Awaits::Commitment && table.status() == TableStatus::Open;
        if is_due { self.open_round() } else { Ok(()) }
    }

    fn open_round(&mut self) -> Result<(), CommandError> {
        let table = self.deciding.table();
        let seed = ServerSeed::fresh(self.context.entropy)?;
        let number = table.rounds();
        let round = round_id(table, number);
        let sealed = self.context.key.seal(&seed, round, self.context.entropy)?;
        self.writes.push(create(&round, &SealedSeed(sealed)));
        let commitment = table::Commitment(*seed.commitment().bytes());
        self.seed = Some(Arc::new(seed));
        self.execute(Command::OpenRound { commitment })
    }

    fn seed(&self) -> Result<Arc<ServerSeed>, CommandError> {
        let lost = || CommandError::new(ErrorCode::Fault, "the seed of the round is not to be had");
        self.seed.clone().ok_or_else(lost)
    }

    /// Returns the commit of everything that was decided, and the state after it.
    fn pending(self, request: &CommandRequest) -> Result<PendingCommit, CommandError> {
        let CommitBuilder { before, deciding, seed, mut writes, context } = self;
        let (events, table) = deciding.finish();
        let by = match &request.by {
            None => None,
            Some((player, name, _)) => {
                let id = name.parse().map_err(|error: InvalidCommandId| {
                    CommandError::new(ErrorCode::InvalidFields, error.to_string())
                })?;
                Some((*player, id))
            }
        };
        let body = EntryBody::new(by, &events).to_text();
        let (log, first) = (LogId(before.table.id().0), before.table.seq().next());
        let entry = chained(&before.hash, log, first.0, events.len() as u32, context.now_ms, body);
        let mut after = TableState {
            table,
            hash: entry.hash,
            answers: Arc::clone(&before.answers),
            last_street_seq: before.last_street_seq,
            seed,
            round_began: before.round_began,
            checkpointed: before.checkpointed,
            day: before.day.clone(),
        };
        for (event, seq) in events.iter().zip(first.0..) {
            after.note(event, Seq(seq));
        }
        writes.extend(before.checkpoint(&events));
        if writes.iter().any(|write| write.kind == RecordKind::Checkpoint) {
            after.checkpointed = before.table.rounds();
        }
        writes.extend(after.history(&events, context.now_ms));
        let moves = events.iter().flat_map(|event| event.moves().iter().copied()).collect();
        let change = Commit { entry: Some(entry), wake_ms: after.wake_ms(), moves, writes };
        Ok(PendingCommit { change, events, after })
    }
}

impl TableState {
    /// Returns the records of a round that these events ended.
    fn history(&mut self, events: &[Event], now_ms: u64) -> Vec<RecordWrite> {
        let is_void = events.iter().any(|event| matches!(event, Event::Voided { .. }));
        if !is_void && !events.iter().any(|event| matches!(event, Event::Settled { .. })) {
            return Vec::new();
        }
        let TableState { table, round_began: began, day, .. } = self;
        let finished = FinishedRound { table, began: *began, is_void, at_ms: now_ms };
        let Some(records) = finished.records(day) else { return Vec::new() };
        let writes = records.writes();
        *day = records.day.1;
        writes
    }

    /// Returns the checkpoint of the table as it is before a round opens, every few rounds. It is written with the
    /// opening of that round, so that a node which loads it sees the whole round.
    fn checkpoint(&self, events: &[Event]) -> Option<RecordWrite> {
        let opens = events.iter().any(|event| matches!(event, Event::RoundOpened { .. }));
        let is_due = self.table.rounds() >= self.checkpointed + ROUNDS_BETWEEN_CHECKPOINTS;
        let checkpoint = self.table.checkpoint().filter(|_| opens && is_due)?;
        let stored = CheckpointRecord {
            table: StoredCheckpoint(checkpoint),
            hash: self.hash,
            answers: CommandDedup::clone(&self.answers),
            last_street_seq: self.last_street_seq,
        };
        let key = EventKey { table: self.table.id(), seq: self.table.seq().0 };
        Some(put(&key, &stored))
    }
}
