//! What this node has confirmed of a log, and whether the store still has it.
//!
//! Memory follows the store: it goes on only after a commit or a replay. If it is ahead of the store, or beside it,
//! then the store has gone back in time or has been exchanged for another one. That is no conflict between nodes,
//! after which a table could catch up and go on: clients have receipts for entries that are gone.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::{Entry, Head, LogId, LogReader, StoreError};

use crate::faults::{Fault, FaultKind};

/// The ends of all logs that this node has written or replayed since it started. A table that was unloaded stays here,
/// so that it cannot be loaded again with another history.
#[derive(Default)]
pub(crate) struct Confirmed(Mutex<BTreeMap<LogId, LogEnd>>);

impl Confirmed {
    /// Returns what is confirmed of a log.
    pub(crate) fn end(&self, log: LogId) -> Option<LogEnd> {
        self.ends().get(&log).copied()
    }

    /// Notes that a log goes up to there. An end that is older than the one that is known changes nothing: two tasks
    /// may note theirs in the wrong order.
    pub(crate) fn advance(&self, log: LogId, end: LogEnd) {
        let mut ends = self.ends();
        if ends.get(&log).is_none_or(|known| known.seq < end.seq) {
            ends.insert(log, end);
        }
    }

    fn ends(&self) -> MutexGuard<'_, BTreeMap<LogId, LogEnd>> {
        // A panic while the map was locked leaves it whole: an end is inserted in one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end of a log as this node knows it: the last event, and the hash of its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogEnd {
    pub(crate) seq: u64,
    pub(crate) hash: [u8; 32],
}

impl From<Head> for LogEnd {
    fn from(head: Head) -> LogEnd {
        LogEnd { seq: head.seq, hash: head.hash }
    }
}

/// Why a log cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FollowError {
    /// The store did not answer, or the log is broken.
    Store(StoreError),
    /// The store has another history.
    Forked(Fork),
}

impl From<StoreError> for FollowError {
    fn from(error: StoreError) -> FollowError {
        FollowError::Store(error)
    }
}

/// A log whose end in the store is not what this node has confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fork {
    log: LogId,
    confirmed: LogEnd,
    /// The end in the store, which may be longer, shorter, or none.
    stored: Option<LogEnd>,
}

impl Fork {
    /// Returns the fault, on which an operator can act.
    pub(crate) fn fault(&self) -> Fault {
        let Fork { log, confirmed, .. } = *self;
        let name = if log == LogId::ROOM { "The journal".to_owned() } else { format!("Table {log}") };
        let end = |end: LogEnd| format!("event {} with the hash {}", end.seq, hex::encode(end.hash));
        let stored = self.stored.map_or("nothing".to_owned(), end);
        let reason = format!(
            "{name} has another history in the storage than the one that this node has confirmed up to event {}: \
             restore the storage that has it, or accept the loss by a restart.",
            confirmed.seq
        );
        let detail = format!("confirmed: {}; stored: {stored}", end(confirmed));
        Fault::new(FaultKind::Forked, reason).at(log).because(&detail)
    }
}

impl LogEnd {
    /// Whether an entry builds on this end.
    pub(crate) fn is_continued_by(self, entry: &Entry) -> bool {
        (entry.seq, entry.previous) == (self.seq + 1, self.hash)
    }

    /// Fails if a log whose head was just read cannot have gone on from this end. A log that is longer is not looked
    /// into; [`LogEnd::require_in`] does so.
    pub(crate) fn require_before(self, log: LogId, head: Option<Head>) -> Result<(), Fork> {
        let stored = head.map(LogEnd::from);
        match stored {
            Some(stored) if stored.seq > self.seq || stored == self => Ok(()),
            _ => Err(Fork { log, confirmed: self, stored }),
        }
    }

    /// Fails if the store's log does not contain this end.
    pub(crate) async fn require_in(self, store: &dyn LogReader, log: LogId) -> Result<(), FollowError> {
        let head = store.head(log).await?;
        self.require_before(log, head).map_err(FollowError::Forked)?;
        if head.is_some_and(|head| head.seq > self.seq) {
            // The entry after it names the hash that it builds on.
            let next = store.entries(log, self.seq, 1).await?;
            if !next.first().is_some_and(|entry| self.is_continued_by(entry)) {
                let stored = head.map(LogEnd::from);
                return Err(FollowError::Forked(Fork { log, confirmed: self, stored }));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ::journal::chain::{GENESIS, chained};
    use futures_executor::block_on;
    use store::memory::Memory;
    use store::{Commit, Entry, LogId, LogWriter};

    use super::{FollowError, Fork, LogEnd};

    const LOG: LogId = LogId(7);

    /// A store with a log of entries of two events each, with these bodies.
    fn log_of(bodies: &[&str]) -> (Memory, Vec<LogEnd>) {
        let (store, mut previous, mut ends) = (Memory::default(), GENESIS, Vec::new());
        for (body, place) in bodies.iter().zip(0..) {
            let entry: Entry = chained(&previous, LOG, 2 * place + 1, 2, 0, (*body).to_owned());
            previous = entry.hash;
            ends.push(LogEnd { seq: entry.last_seq(), hash: entry.hash });
            block_on(store.append(Commit { entry: Some(entry), ..Commit::default() }))
                .expect("it is written");
        }
        (store, ends)
    }

    #[test]
    fn a_log_that_went_on_has_what_was_confirmed() {
        let (store, ends) = log_of(&["a", "b", "c"]);
        for end in ends {
            assert_eq!(block_on(end.require_in(&store, LOG)), Ok(()));
        }
    }

    #[test]
    fn a_log_that_is_shorter_or_another_one_of_any_length_is_a_fork() {
        let (_, confirmed) = log_of(&["a", "b"]);
        let confirmed = confirmed[1];
        for bodies in [&[][..], &["a"], &["a", "x"], &["a", "x", "c"], &["x", "b", "c", "d"]] {
            let (store, ends) = log_of(bodies);
            let stored = ends.last().copied();
            let forked = FollowError::Forked(Fork { log: LOG, confirmed, stored });
            assert_eq!(block_on(confirmed.require_in(&store, LOG)), Err(forked), "{bodies:?}");
        }
    }

    #[test]
    fn entries_that_end_elsewhere_are_a_fork() {
        let (store, ends) = log_of(&["a", "b"]);
        let within = LogEnd { seq: 3, hash: ends[1].hash };
        assert!(matches!(block_on(within.require_in(&store, LOG)), Err(FollowError::Forked(_))));
    }
}
