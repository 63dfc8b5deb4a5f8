//! Replay: from entries back to the table.
//!
//! Loading, histories, verification and simulation all use [`Replay`]. It checks the hash chain, reads the events of
//! each entry, and applies them in order. The log does not contain decks: a deal is repeated from the seed of its
//! round, which is revealed later in the log or supplied by a reader that can open the sealed one. Events from a deal
//! on wait until the seed is known, and a seed that differs from the round's commitment is a fault.
//!
//! ```
//! use journal::replay::Replay;
//! use store::{Entry, LogId};
//!
//! /// Returns the number of events that a log has applied without any secret.
//! fn public_events(log: LogId, entries: &[Entry]) -> Result<u64, journal::replay::ReplayFailure> {
//!     let mut replay = Replay::new(log);
//!     let mut count = 0;
//!     for entry in entries {
//!         replay.push(entry)?;
//!         while let Some(next) = replay.next_event()? {
//!             replay.apply(next)?; // `replay.table()` is the table before, and then after, the event
//!             count += 1;
//!         }
//!     }
//!     Ok(count)
//! }
//! # assert_eq!(public_events(LogId(7), &[]), Ok(0));
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use protocol::{CommandDigest, StoredEvent, StoredEvents};
use store::{Entry, LogId, StoreError};
use table::{Commitment, Event, PlayerId, Table, TableId};

use crate::CheckpointRecord;
use crate::chain::{Chain, ChainFault};
use crate::deck::dealt;

/// A table that is brought up to date by the entries of its log.
#[derive(Clone, Debug)]
pub struct Replay {
    log: LogId,
    chain: Chain,
    /// `None` before the opening.
    table: Option<Table>,
    /// Events that were pushed and not applied yet.
    queue: VecDeque<QueuedEvent>,
    /// The round whose seed the pushed entries have not revealed.
    secret: Option<SecretRound>,
    /// Seeds by round, from `Revealed` events or supplied.
    seeds: BTreeMap<u64, Arc<ServerSeed>>,
}

#[derive(Clone, Copy, Debug)]
struct SecretRound {
    round: RoundId,
    commitment: Commitment,
    was_dealt: bool,
}

/// The command that caused some events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The sequence number of its first event.
    pub seq: u64,
    /// The number of its events.
    pub events: u32,
    /// When it was decided.
    pub at_ms: u64,
    /// The player who sent it; `None` if the card room acted by itself.
    pub by: Option<PlayerId>,
    /// The id that the player gave it.
    pub command: Option<String>,
    /// What the command said.
    pub digest: Option<CommandDigest>,
}

impl Cause {
    /// Reads who caused an entry, without applying its events.
    pub fn of(entry: &Entry) -> Result<Cause, ReplayFailure> {
        let body = read_body(entry)?;
        let (seq, events, at_ms) = (entry.seq, entry.events, entry.at_ms);
        Ok(Cause {
            seq,
            events,
            at_ms,
            by: body.by.map(PlayerId),
            command: body.command,
            digest: body.digest,
        })
    }

    /// The sequence number of its last event.
    pub const fn last_seq(&self) -> u64 {
        self.seq + (self.events as u64).saturating_sub(1)
    }
}

/// An event that was pushed, without the deck of a deal.
#[derive(Clone, Debug)]
struct QueuedEvent {
    seq: u64,
    cause: Arc<Cause>,
    stored: StoredEvent,
}

/// An event that can be applied.
#[derive(Clone, Debug)]
pub struct NextEvent {
    /// Its sequence number.
    pub seq: u64,
    /// What caused it. Events of one entry share one cause.
    pub cause: Arc<Cause>,
    /// The event, the deck of a deal included.
    pub event: Event,
}

impl Replay {
    /// A log from its first entry.
    pub const fn new(log: LogId) -> Replay {
        Replay {
            log,
            chain: Chain::new(log),
            table: None,
            queue: VecDeque::new(),
            secret: None,
            seeds: BTreeMap::new(),
        }
    }

    /// A table as its log left it, ending with that hash.
    pub fn from_table(table: Table, hash: [u8; 32]) -> Replay {
        let log = LogId(table.id().0);
        let unrevealed = table.round().filter(|round| round.revealed.is_none());
        let next = table.next_commitment().map(|commitment| (table.rounds(), commitment));
        let secret = unrevealed.map(|round| (round.number, round.commitment)).or(next);
        let secret = secret.map(|(round, commitment)| SecretRound {
            round: RoundId { table: log.0, round },
            commitment,
            was_dealt: false,
        });
        let chain = Chain::at(log, table.seq().0, hash);
        Replay { chain, secret, table: Some(table), ..Replay::new(log) }
    }

    /// A table at a checkpoint.
    pub fn from_checkpoint(checkpoint: &CheckpointRecord) -> Result<Replay, ReplayFailure> {
        let table = Table::resumed(&checkpoint.table.0).map_err(|error| ReplayFailure {
            log: LogId(checkpoint.table.0.table.0),
            seq: checkpoint.table.0.seq.0,
            fault: ReplayFault::Illegal(error.to_string()),
        })?;
        Ok(Replay::from_table(table, checkpoint.hash))
    }

    /// The table after the events that were applied; `None` before the opening.
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Returns the table.
    pub fn into_table(self) -> Option<Table> {
        self.table
    }

    /// The hash of the last entry that was pushed.
    pub const fn hash(&self) -> [u8; 32] {
        self.chain.hash()
    }

    /// The sequence number of the last event that was pushed.
    pub const fn seq(&self) -> u64 {
        self.chain.seq()
    }

    /// Whether every event that was pushed is applied.
    pub fn is_caught_up(&self) -> bool {
        self.queue.is_empty()
    }

    /// The round whose seed is still secret, with the commitment to it.
    pub fn secret_round(&self) -> Option<(RoundId, Commitment)> {
        self.secret.map(|secret| (secret.round, secret.commitment))
    }

    /// The seed of the secret round, if it was supplied.
    pub fn supplied_seed(&self) -> Option<&Arc<ServerSeed>> {
        self.seeds.get(&self.secret?.round.round)
    }

    /// Checks that an entry continues the log, and queues its events.
    pub fn push(&mut self, entry: &Entry) -> Result<Arc<Cause>, ReplayFailure> {
        // Nothing of an entry is read before its hash is right.
        self.chain.push(entry)?;
        let fault = |fault| ReplayFailure { log: entry.log, seq: entry.seq, fault };
        let body = read_body(entry)?;
        // The count numbers the next entry, so a wrong one would shift every event after it.
        if body.events.len() as u64 != u64::from(entry.events) || body.events.is_empty() {
            return Err(fault(ReplayFault::Count { stated: entry.events, found: body.events.len() }));
        }
        self.push_events(entry.seq, entry.at_ms, body)
    }

    /// Queues events without an entry: those of an exported hand, which has no hashes.
    pub fn push_events(
        &mut self,
        seq: u64,
        at_ms: u64,
        body: StoredEvents,
    ) -> Result<Arc<Cause>, ReplayFailure> {
        let StoredEvents { by, command, digest, events } = body;
        let count = events.len() as u32;
        let cause = Arc::new(Cause { seq, events: count, at_ms, by: by.map(PlayerId), command, digest });
        for (seq, stored) in (seq..).zip(events) {
            // Queued, not applied: a deal has no deck until a later entry reveals its seed, or the key opens it.
            self.note(seq, &stored)?;
            self.queue.push_back(QueuedEvent { seq, cause: Arc::clone(&cause), stored });
        }
        Ok(cause)
    }

    /// Follows which round's seed is secret. This looks ahead of the table: a seed is compared with its commitment
    /// before any event of its entry is applied, because a wrong seed deals a wrong deck and later events would get the
    /// blame.
    fn note(&mut self, seq: u64, stored: &StoredEvent) -> Result<(), ReplayFailure> {
        let failure = |fault| Err(ReplayFailure { log: self.log, seq, fault });
        match stored {
            // From here on, and not from the opening of the round: wagers and seeds come after it.
            StoredEvent::Event(Event::Committed { number, commitment }) => {
                if self.secret.is_some_and(|secret| secret.was_dealt) {
                    return failure(ReplayFault::NeverRevealed);
                }
                let round = RoundId { table: self.log.0, round: *number };
                self.secret = Some(SecretRound { round, commitment: *commitment, was_dealt: false });
            }
            StoredEvent::Dealt { .. } => {
                if let Some(secret) = &mut self.secret {
                    secret.was_dealt = true;
                }
            }
            StoredEvent::Event(Event::Revealed { seed }) => {
                let seed = ServerSeed::from_bytes(seed.0);
                if let Some(SecretRound { round, commitment, .. }) = self.secret.take() {
                    if seed.commitment().0 != commitment.0 {
                        return failure(ReplayFault::OtherSeed { round: round.round });
                    }
                    self.seeds.insert(round.round, Arc::new(seed));
                }
            }
            StoredEvent::Event(_) => {}
        }
        Ok(())
    }

    /// Supplies the seed of the [secret round](Replay::secret_round), opened with the card room's key.
    pub fn supply_seed(&mut self, seed: Arc<ServerSeed>) -> Result<(), ReplayFailure> {
        let Some(SecretRound { round, commitment, .. }) = self.secret else { return Ok(()) };
        // The sealed record lies outside of the chain, so it counts only if it matches the commitment inside of it.
        if seed.commitment().0 != commitment.0 {
            let fault = ReplayFault::OtherSealedSeed { round: round.round };
            return Err(ReplayFailure { log: self.log, seq: self.seq(), fault });
        }
        self.seeds.insert(round.round, seed);
        Ok(())
    }

    /// Returns the next event, without applying it; `None` if there is none, or if it waits for a seed.
    pub fn next_event(&self) -> Result<Option<NextEvent>, ReplayFailure> {
        let Some(QueuedEvent { seq, cause, stored }) = self.queue.front() else { return Ok(None) };
        let failure = |fault| ReplayFailure { log: self.log, seq: *seq, fault };
        let event = match stored {
            StoredEvent::Event(event) => event.clone(),
            StoredEvent::Dealt { until } => {
                let table = self.table.as_ref().ok_or_else(|| failure(ReplayFault::NoRound))?;
                let round = table.live().ok_or_else(|| failure(ReplayFault::NoRound))?;
                let Some(seed) = self.seeds.get(&round.number) else { return Ok(None) };
                Event::Dealt { deck: dealt(table, round, seed), until: *until }
            }
        };
        Ok(Some(NextEvent { seq: *seq, cause: Arc::clone(cause), event }))
    }

    /// Applies the event that [`Replay::next_event`] returned, and returns it.
    pub fn apply(&mut self, next: NextEvent) -> Result<NextEvent, ReplayFailure> {
        let failure = |fault| ReplayFailure { log: self.log, seq: next.seq, fault };
        let illegal = |error: table::ReplayError| failure(ReplayFault::Illegal(error.to_string()));
        if let Some(table) = &mut self.table {
            table.apply(&next.event).map_err(illegal)?;
        } else {
            // A forger can chain the events of another table anew. The first of them says whose they are.
            let table = Table::opened(&next.event).map_err(illegal)?;
            if table.id().0 != self.log.0 {
                return Err(failure(ReplayFault::OtherTable(table.id())));
            }
            self.table = Some(table);
        }
        // Not before: an event that cannot be applied stays queued, so that the table never looks caught up.
        self.queue.pop_front();
        // From here on the table holds the seed; kept longer, a long log would keep one for every round.
        if matches!(next.event, Event::Revealed { .. })
            && let Some(round) = self.table.as_ref().and_then(Table::round)
        {
            self.seeds.remove(&round.number);
        }
        Ok(next)
    }

    /// Applies everything that can be applied.
    pub fn apply_all(&mut self) -> Result<Vec<NextEvent>, ReplayFailure> {
        let mut applied = Vec::new();
        while let Some(next) = self.next_event()? {
            applied.push(self.apply(next)?);
        }
        Ok(applied)
    }

    /// Fails if an event still waits for a seed.
    pub fn require_caught_up(&self) -> Result<(), ReplayFailure> {
        match self.queue.front() {
            None => Ok(()),
            Some(QueuedEvent { seq, .. }) => {
                Err(ReplayFailure { log: self.log, seq: *seq, fault: ReplayFault::NoSeed })
            }
        }
    }
}

fn read_body(entry: &Entry) -> Result<StoredEvents, ReplayFailure> {
    serde_json::from_str(&entry.body).map_err(|error| ReplayFailure {
        log: entry.log,
        seq: entry.seq,
        fault: ReplayFault::Unreadable(error.to_string()),
    })
}

/// What is wrong with a log, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("table {log}, event {seq}: {fault}")]
pub struct ReplayFailure {
    /// The log.
    pub log: LogId,
    /// The sequence number of the event.
    pub seq: u64,
    /// What is wrong.
    pub fault: ReplayFault,
}

/// What can be wrong with an entry or an event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayFault {
    /// The entry does not continue the log.
    #[error("{0}")]
    Chain(ChainFault),
    /// The body is not one that this program writes.
    #[error("{0}")]
    Unreadable(String),
    /// The body has another number of events than the entry says.
    #[error("it should have {stated} events and has {found}")]
    #[allow(missing_docs)]
    Count { stated: u32, found: usize },
    /// The table does not allow the event.
    #[error("{0}")]
    Illegal(String),
    /// The first event opens another table.
    #[error("it opens table {0}")]
    OtherTable(TableId),
    /// A deal outside of a round.
    #[error("cards are dealt in no round")]
    NoRound,
    /// The next shuffle was committed to while the seed of the round before is secret.
    #[error("the seed of the round before was never revealed")]
    NeverRevealed,
    /// A deal whose seed is neither revealed nor supplied.
    #[error("the seed of the round is not revealed")]
    NoSeed,
    /// The revealed seed differs from the commitment.
    #[error("the seed of round {round} is not the one that the server committed to")]
    #[allow(missing_docs)]
    OtherSeed { round: u64 },
    /// The sealed seed differs from the commitment.
    #[error("the sealed seed of round {round} is not the one that the server committed to")]
    #[allow(missing_docs)]
    OtherSealedSeed { round: u64 },
}

impl From<ReplayFailure> for StoreError {
    fn from(failure: ReplayFailure) -> StoreError {
        StoreError::Broken(failure.to_string())
    }
}
