//! One table as the card room keeps it: its state, the end of its log, the secret of its round, and the commands that
//! it has answered. What a request leads to is decided here, without waiting for anything; what was decided becomes
//! true when the storage says so.

use std::sync::Arc;

use table::{Awaits, Command, Context, Event, PlayerId, Refusal, Standing, Table, decide};
use uth::Cents;

use super::command_error::CommandError;
use ::journal::chain::chained;
use ::journal::deck::{dealt, round_id};
use ::journal::dedup::CommandDedup;
use ::journal::history::{DailyTotals, FinishedRound};
use ::journal::{CheckpointRecord, checkpoint_text};
use fair::entropy::Entropy;
use fair::hex;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use protocol::Body;
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
    /// A record that must be as expected, and is written with it.
    pub guard: Option<RecordWrite>,
}

impl CommandRequest {
    /// What has to be done when a time is up.
    pub const fn tick() -> CommandRequest {
        CommandRequest { by: None, command: Command::Tick, requires_current_street: false, guard: None }
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
    Duplicate(u64),
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
            Awaits::Players { until_ms } => until_ms,
            Awaits::Deck | Awaits::Reveal => Some(0),
            Awaits::Commitment if self.opens_by_itself() => Some(0),
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
            if let Some(seq) = self.answers.done(*player, name) {
                return Ok(Decided::Duplicate(seq));
            }
            let since = if request.requires_current_street { self.last_street_seq } else { 0 };
            if *seen < since || self.answers.may_have_forgotten(*seen) {
                return Err(CommandError::stale(*seen, self.table.seq()));
            }
            if *seen > self.table.seq() {
                let reason = format!("the table is at {}, and {seen} is yet to come", self.table.seq());
                return Err(CommandError::new("ahead", reason));
            }
        }
        let mut builder =
            CommitBuilder { state: self.clone(), events: Vec::new(), writes: Vec::new(), context };
        if matches!(request.command, Command::Wager { .. } | Command::AddSeed { .. }) {
            builder.open_round_if_due()?;
        }
        builder.execute(request.command.clone())?;
        builder.advance()?;
        Ok(Decided::Commit(Box::new(builder.pending(self, request)?)))
    }

    /// Makes a draft true, now that the storage has it.
    pub(super) fn commit(&mut self, after: TableState, request: &CommandRequest) {
        *self = after;
        if let Some((player, name, _)) = &request.by {
            self.remember(*player, name);
        }
    }

    /// Remembers a command that is done.
    pub(super) fn remember(&mut self, player: PlayerId, name: &str) {
        Arc::make_mut(&mut self.answers).remember(player, name, self.table.seq());
    }

    /// Where a player banks, the round opens as soon as the bank stands; elsewhere with the first wager.
    fn opens_by_itself(&self) -> bool {
        self.table.settings().is_player_banked()
    }

    /// Makes an event true.
    pub(super) fn apply(&mut self, event: &Event) -> Result<(), table::Contradiction> {
        self.table.apply(event)?;
        match event {
            Event::RoundOpened { .. } => self.round_began = self.table.seq(),
            Event::Dealt { .. }
            | Event::Turned { .. }
            | Event::Settled { .. }
            | Event::Voided { .. }
            | Event::BankOffered { .. } => self.last_street_seq = self.table.seq(),
            Event::Revealed { .. } => self.seed = None,
            _ => {}
        }
        Ok(())
    }
}

/// Decides one thing after the other.
struct CommitBuilder<'a> {
    state: TableState,
    events: Vec<Event>,
    writes: Vec<RecordWrite>,
    context: &'a DecisionContext<'a>,
}

impl CommitBuilder<'_> {
    /// Does what the command asks.
    fn execute(&mut self, command: Command) -> Result<(), CommandError> {
        let DecisionContext { now_ms, available, .. } = *self.context;
        for event in decide(&self.state.table, command, &Context { now_ms, available })? {
            self.state.apply(&event).map_err(Refusal::from)?;
            self.events.push(event);
        }
        Ok(())
    }

    /// Does what only the card room can do: open rounds, deal, reveal.
    fn advance(&mut self) -> Result<(), CommandError> {
        loop {
            match self.state.table.awaits() {
                Awaits::Deck => {
                    let (seed, round) = (self.seed()?, self.state.table.live().ok_or(Refusal::NoRound)?);
                    let deck = dealt(&self.state.table, round, &seed);
                    self.execute(Command::Deal { deck })?;
                }
                Awaits::Reveal => {
                    let seed = table::Seed(*self.seed()?.bytes());
                    self.execute(Command::Reveal { seed })?;
                }
                Awaits::Commitment if self.state.opens_by_itself() => self.open_round()?,
                _ => return Ok(()),
            }
        }
    }

    fn open_round_if_due(&mut self) -> Result<(), CommandError> {
        let due =
            self.state.table.awaits() == Awaits::Commitment && self.state.table.standing() == Standing::Open;
        if due { self.open_round() } else { Ok(()) }
    }

    fn open_round(&mut self) -> Result<(), CommandError> {
        let seed = ServerSeed::fresh(self.context.entropy)?;
        let number = self.state.table.rounds();
        let round = round_id(&self.state.table, number);
        let sealed = self.context.key.seal(&seed, round, self.context.entropy)?;
        let key = format!("{:016x}/{number:016x}", round.table);
        self.writes.push(RecordWrite::create(RecordKind::Seed, key, hex::text(&sealed.to_bytes())));
        let commitment = table::Commitment(*seed.commitment().bytes());
        self.state.seed = Some(Arc::new(seed));
        self.execute(Command::OpenRound { commitment })
    }

    fn seed(&self) -> Result<Arc<ServerSeed>, CommandError> {
        let lost = || CommandError::new("fault", "the seed of the round is not to be had");
        self.state.seed.clone().ok_or_else(lost)
    }

    fn pending(
        mut self,
        before: &TableState,
        request: &CommandRequest,
    ) -> Result<PendingCommit, CommandError> {
        let by = request.by.as_ref();
        let body = Body {
            by: by.map(|(player, _, _)| player.0),
            command: by.map(|(_, name, _)| name.as_str()),
            events: &self.events,
        };
        let body =
            serde_json::to_string(&body).map_err(|error| CommandError::new("fault", error.to_string()))?;
        let (log, seq) = (LogId(before.table.id().0), before.table.seq() + 1);
        let now_ms = self.context.now_ms;
        let entry = chained(&before.hash, log, seq, self.events.len() as u32, now_ms, body);
        self.state.hash = entry.hash;
        self.checkpoint(before);
        self.history();
        let moves = self.events.iter().flat_map(|event| event.moves().iter().copied()).collect();
        let change = Commit { entry: Some(entry), wake_ms: self.state.wake_ms(), moves, writes: self.writes };
        Ok(PendingCommit { change, events: self.events, after: self.state })
    }

    /// Keeps what is remembered of a round that is over.
    fn history(&mut self) {
        let is_void = self.events.iter().any(|event| matches!(event, Event::Voided { .. }));
        if is_void || self.events.iter().any(|event| matches!(event, Event::Settled { .. })) {
            let TableState { table, round_began: began, day, .. } = &mut self.state;
            let over = FinishedRound { table, began: *began, is_void, at_ms: self.context.now_ms };
            self.writes.extend(over.records(day));
        }
    }

    /// Keeps the table as it stood before a round, now and then. It is written with the opening of that round, so
    /// that whoever starts there sees the whole round.
    fn checkpoint(&mut self, before: &TableState) {
        let opens = self.events.iter().any(|event| matches!(event, Event::RoundOpened { .. }));
        let is_due = before.table.rounds() >= before.checkpointed + ROUNDS_BETWEEN_CHECKPOINTS;
        if !opens || !is_due {
            return;
        }
        let Some(checkpoint) = before.table.checkpoint() else { return };
        let stored = CheckpointRecord {
            checkpoint: checkpoint_text(&checkpoint),
            hash: hex::text(&before.hash),
            answers: CommandDedup::clone(&before.answers),
            last_street_seq: before.last_street_seq,
        };
        if let Ok(text) = serde_json::to_string(&stored) {
            let key = format!("{:016x}/{:016x}", before.table.id().0, before.table.seq());
            self.writes.push(RecordWrite::put(RecordKind::Checkpoint, key, text));
            self.state.checkpointed = before.table.rounds();
        }
    }
}
