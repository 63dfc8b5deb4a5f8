//! One log, entry by entry: its chain, its numbers, and what its entries say.

use table::{Event, Move};

use super::rounds::Rounds;
use super::{Figures, Wrong};
use journal::chain::{GENESIS, continues};
use journal::room_log::{JournalEntry, RoomEvent};
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, LogId};

/// A log that was read up to some event.
pub(super) struct Log {
    pub(super) id: LogId,
    /// The hash of the last entry.
    pub(super) hash: [u8; 32],
    /// The number of the last event.
    pub(super) seq: u64,
    /// What the events make of a table; the journal makes none.
    pub(super) rounds: Rounds,
    /// The tables that the journal says were opened.
    pub(super) opened: Vec<LogId>,
}

impl Log {
    pub(super) fn new(id: LogId) -> Log {
        Log { id, hash: GENESIS, seq: 0, rounds: Rounds::new(id), opened: Vec::new() }
    }

    /// Takes the next entry, and says which chips it moves.
    pub(super) fn take(&mut self, entry: &Entry, figures: &mut Figures) -> Result<Vec<Move>, Wrong> {
        let wrong = |why: &dyn std::fmt::Display| Wrong::at(self.id, entry.seq, why);
        if entry.log != self.id {
            return Err(wrong(&format!("the entry is of log {}", entry.log)));
        }
        if entry.seq != self.seq + 1 {
            let expected = self.seq + 1;
            return Err(Wrong::at(self.id, expected, format!("it is missing; {} comes next", entry.seq)));
        }
        if !continues(&self.hash, entry) {
            return Err(wrong(&"the chain does not hold: the entry, or one before it, was changed"));
        }
        let last = entry.seq.checked_add(u64::from(entry.events).saturating_sub(1));
        let last = last.ok_or_else(|| wrong(&"there is no end to its events"))?;
        let (moves, facts, count) = if self.id == LogId::ROOM {
            let page: JournalEntry = serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
            self.opened.extend(page.events.iter().filter_map(opened));
            (page.events.iter().filter_map(RoomEvent::moves).collect(), None, page.events.len())
        } else {
            let StoredEvents { events, .. } =
                serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
            let count = events.len();
            (moves(&events), Some(events), count)
        };
        if count as u64 != u64::from(entry.events) || count == 0 {
            return Err(wrong(&format!("it should have {} events and has {count}", entry.events)));
        }
        if let Some(facts) = facts {
            self.rounds.take(entry.seq, entry.at_ms, facts, figures)?;
        }
        (self.hash, self.seq) = (entry.hash, last);
        figures.entries += 1;
        figures.events += count as u64;
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
