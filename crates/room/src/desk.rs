//! One table as the card room keeps it: its state, the end of its log, the secret of its round, and the commands that
//! it has answered. What a request leads to is decided here, without waiting for anything; what was decided becomes
//! true when the storage says so.

use std::sync::Arc;

use table::{Awaits, Command, Context, Event, PlayerId, Refusal, Standing, Table, decide};
use uth::Cents;

use super::refused::Refused;
use ::journal::answers::Answers;
use ::journal::chain::chained;
use ::journal::deck::{dealt, round_id};
use ::journal::history::{Day, Over};
use ::journal::{Stored, checkpoint_text};
use fair::entropy::Entropy;
use fair::hex;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use protocol::Body;
use store::{Change, LogId, Put, Shelf};

/// How many rounds are replayed at most when a table is loaded.
const ROUNDS_BETWEEN_CHECKPOINTS: u64 = 16;

/// A table with everything that the card room knows of it.
#[derive(Clone)]
pub struct Desk {
    pub(super) table: Table,
    /// The hash of the last entry.
    pub(super) hash: [u8; 32],
    /// Shared with the drafts that are made of it, because there are many.
    pub(super) answers: Arc<Answers>,
    /// When the table last turned to something new: what was sent before was meant for something else.
    pub(super) turned: u64,
    /// The seed of the round that is under way, as it was dealt or will be.
    pub(super) seed: Option<Arc<ServerSeed>>,
    /// Where the round that is under way, or the last one, began.
    pub(super) round_began: u64,
    /// How many rounds there were at the last checkpoint.
    pub(super) checkpointed: u64,
    /// What the table turned over today.
    pub(super) day: Day,
}

/// What somebody asks, or what has to be done without anybody asking.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who asks, the name that they gave it, and the last sequence number that they saw.
    pub by: Option<(PlayerId, String, u64)>,
    /// What they ask.
    pub command: Command,
    /// Whether it is for what lay on the table then, and nothing later.
    pub is_for_the_moment: bool,
    /// A record that must be as expected, and is written with it.
    pub guard: Option<Put>,
}

impl Request {
    /// What has to be done when a time is up.
    pub const fn tick() -> Request {
        Request { by: None, command: Command::Tick, is_for_the_moment: false, guard: None }
    }
}

/// What a decision may know and use of the card room.
pub struct Surroundings<'a> {
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
pub enum Verdict {
    /// It was done before, and the table stood there then.
    Before(u64),
    /// Once the change is durable, the table stands so.
    Now(Box<Draft>),
}

/// A change that is not yet true.
pub struct Draft {
    /// What is to be written.
    pub change: Change,
    /// What happens.
    pub events: Vec<Event>,
    /// The table afterwards, but for the command, which is remembered when it is done.
    pub after: Desk,
}

impl Desk {
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
    pub fn decide(&self, request: &Request, around: &Surroundings<'_>) -> Result<Verdict, Refused> {
        if let Some((player, name, seen)) = &request.by {
            if let Some(seq) = self.answers.done(*player, name) {
                return Ok(Verdict::Before(seq));
            }
            let since = if request.is_for_the_moment { self.turned } else { 0 };
            if *seen < since || self.answers.may_have_forgotten(*seen) {
                return Err(Refused::stale(*seen, self.table.seq()));
            }
            if *seen > self.table.seq() {
                let reason = format!("the table is at {}, and {seen} is yet to come", self.table.seq());
                return Err(Refused::new("ahead", reason));
            }
        }
        let mut writer = Writer { desk: self.clone(), events: Vec::new(), puts: Vec::new(), around };
        if matches!(request.command, Command::Wager { .. } | Command::AddSeed { .. }) {
            writer.open_round_if_due()?;
        }
        writer.obey(request.command.clone())?;
        writer.go_on()?;
        Ok(Verdict::Now(Box::new(writer.draft(self, request)?)))
    }

    /// Makes a draft true, now that the storage has it.
    pub(super) fn become_true(&mut self, after: Desk, request: &Request) {
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
            | Event::BankOffered { .. } => self.turned = self.table.seq(),
            Event::Revealed { .. } => self.seed = None,
            _ => {}
        }
        Ok(())
    }
}

/// Decides one thing after the other.
struct Writer<'a> {
    desk: Desk,
    events: Vec<Event>,
    puts: Vec<Put>,
    around: &'a Surroundings<'a>,
}

impl Writer<'_> {
    /// Does what the command asks.
    fn obey(&mut self, command: Command) -> Result<(), Refused> {
        let Surroundings { now_ms, available, .. } = *self.around;
        for event in decide(&self.desk.table, command, &Context { now_ms, available })? {
            self.desk.apply(&event).map_err(Refusal::from)?;
            self.events.push(event);
        }
        Ok(())
    }

    /// Does what only the card room can do: open rounds, deal, reveal.
    fn go_on(&mut self) -> Result<(), Refused> {
        loop {
            match self.desk.table.awaits() {
                Awaits::Deck => {
                    let (seed, round) = (self.seed()?, self.desk.table.live().ok_or(Refusal::NoRound)?);
                    let deck = dealt(&self.desk.table, round, &seed);
                    self.obey(Command::Deal { deck })?;
                }
                Awaits::Reveal => {
                    let seed = table::Seed(*self.seed()?.bytes());
                    self.obey(Command::Reveal { seed })?;
                }
                Awaits::Commitment if self.desk.opens_by_itself() => self.open_round()?,
                _ => return Ok(()),
            }
        }
    }

    fn open_round_if_due(&mut self) -> Result<(), Refused> {
        let due =
            self.desk.table.awaits() == Awaits::Commitment && self.desk.table.standing() == Standing::Open;
        if due { self.open_round() } else { Ok(()) }
    }

    fn open_round(&mut self) -> Result<(), Refused> {
        let seed = ServerSeed::fresh(self.around.entropy)?;
        let number = self.desk.table.rounds();
        let round = round_id(&self.desk.table, number);
        let sealed = self.around.key.seal(&seed, round, self.around.entropy)?;
        let key = format!("{:016x}/{number:016x}", round.table);
        self.puts.push(Put::fresh(Shelf::Seed, key, hex::text(&sealed.to_bytes())));
        let commitment = table::Commitment(*seed.commitment().bytes());
        self.desk.seed = Some(Arc::new(seed));
        self.obey(Command::OpenRound { commitment })
    }

    fn seed(&self) -> Result<Arc<ServerSeed>, Refused> {
        let lost = || Refused::new("fault", "the seed of the round is not to be had");
        self.desk.seed.clone().ok_or_else(lost)
    }

    fn draft(mut self, before: &Desk, request: &Request) -> Result<Draft, Refused> {
        let by = request.by.as_ref();
        let body = Body {
            by: by.map(|(player, _, _)| player.0),
            command: by.map(|(_, name, _)| name.as_str()),
            events: &self.events,
        };
        let body = serde_json::to_string(&body).map_err(|error| Refused::new("fault", error.to_string()))?;
        let (log, seq) = (LogId(before.table.id().0), before.table.seq() + 1);
        let now_ms = self.around.now_ms;
        let entry = chained(&before.hash, log, seq, self.events.len() as u32, now_ms, body);
        self.desk.hash = entry.hash;
        self.checkpoint(before);
        self.history();
        let moves = self.events.iter().flat_map(|event| event.moves().iter().copied()).collect();
        let change = Change { entry: Some(entry), wake_ms: self.desk.wake_ms(), moves, puts: self.puts };
        Ok(Draft { change, events: self.events, after: self.desk })
    }

    /// Keeps what is remembered of a round that is over.
    fn history(&mut self) {
        let is_void = self.events.iter().any(|event| matches!(event, Event::Voided { .. }));
        if is_void || self.events.iter().any(|event| matches!(event, Event::Settled { .. })) {
            let Desk { table, round_began: began, day, .. } = &mut self.desk;
            let over = Over { table, began: *began, is_void, at_ms: self.around.now_ms };
            self.puts.extend(over.records(day));
        }
    }

    /// Keeps the table as it stood before a round, now and then. It is written with the opening of that round, so
    /// that whoever starts there sees the whole round.
    fn checkpoint(&mut self, before: &Desk) {
        let opens = self.events.iter().any(|event| matches!(event, Event::RoundOpened { .. }));
        let is_due = before.table.rounds() >= before.checkpointed + ROUNDS_BETWEEN_CHECKPOINTS;
        if !opens || !is_due {
            return;
        }
        let Some(checkpoint) = before.table.checkpoint() else { return };
        let stored = Stored {
            checkpoint: checkpoint_text(&checkpoint),
            hash: hex::text(&before.hash),
            answers: Answers::clone(&before.answers),
            turned: before.turned,
        };
        if let Ok(text) = serde_json::to_string(&stored) {
            let key = format!("{:016x}/{:016x}", before.table.id().0, before.table.seq());
            self.puts.push(Put::new(Shelf::Checkpoint, key, text));
            self.desk.checkpointed = before.table.rounds();
        }
    }
}
