//! One log, entry by entry: its chain, its numbers, and what its entries say.

use table::{Event, Move};

use super::rounds::Rounds;
use super::{Figures, Wrong};
use journal::chain::Chain;
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, LogId};

/// A log that was read up to some event.
pub(super) struct Log {
    pub(super) id: LogId,
    /// The end of the room log, which is not replayed.
    chain: Chain,
    /// The rounds of a table's log.
    pub(super) rounds: Rounds,
    /// The tables that the room log says were opened.
    pub(super) opened: Vec<LogId>,
}

impl Log {
    pub(super) const fn new(id: LogId) -> Log {
        Log { id, chain: Chain::new(id), rounds: Rounds::new(id), opened: Vec::new() }
    }

    /// The sequence number of the last event.
    pub(super) fn seq(&self) -> u64 {
        if self.id == LogId::ROOM { self.chain.seq() } else { self.rounds.seq() }
    }

    /// The hash of the last entry.
    pub(super) fn hash(&self) -> [u8; 32] {
        if self.id == LogId::ROOM { self.chain.hash() } else { self.rounds.hash() }
    }

    /// Takes the next entry; the chips that it moves.
    pub(super) fn take(&mut self, entry: &Entry, figures: &mut Figures) -> Result<Vec<Move>, Wrong> {
        let wrong = |why: &dyn std::fmt::Display| Wrong::at(self.id, entry.seq, why);
        let (moves, count) = if self.id == LogId::ROOM {
            self.chain.push(entry)?;
            let body: JournalEntry = serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
            let count = body.events.len() as u64;
            if count != u64::from(entry.events) || count == 0 {
                return Err(wrong(&format!("it should have {} events and has {count}", entry.events)));
            }
            self.opened.extend(body.events.iter().filter_map(opened));
            (body.events.iter().filter_map(RoomEvent::moves).collect(), count)
        } else {
            let count = self.rounds.take(entry, figures)?;
            let StoredEvents { events, .. } =
                serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
            (moves(&events), count)
        };
        figures.entries += 1;
        figures.events += count;
        Ok(moves)
    }
}

fn opened(notice: &RoomEvent) -> Option<LogId> {
    match notice {
        RoomEvent::TableOpened { table, .. } => Some(LogId(*table)),
        _ => None,
    }
}

/// The chips that an entry moves, in order.
fn moves(facts: &[StoredEvent]) -> Vec<Move> {
    let events = facts.iter().filter_map(|fact| match fact {
        StoredEvent::Event(event) => Some(event),
        StoredEvent::Dealt { .. } => None,
    });
    events.flat_map(Event::moves).copied().collect()
}
