//! Faults: what an operator has to look at. Those that last make the node not ready until they are mended.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::{LogId, StoreError};

use crate::counters::{Counted, counted};
use crate::room::Room;

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// The store has another history of a log than the one that this node has confirmed.
    Forked,
    /// A client has a receipt for an entry that the store no longer has.
    Forgotten,
    /// The store cannot be reached.
    StoreUnreachable,
    /// The store can be read and not written.
    StoreReadOnly,
    /// There is no space left for the store.
    DiskFull,
    /// Another program has written to the store, or has replaced it.
    ForeignWriter,
    /// The wall clock was set.
    ClockJumped,
    /// The log or a record of a table cannot be understood.
    TableUnreadable,
    /// Anything else. It is counted and logged, and does not last.
    Other,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 9] = [
        FaultKind::Forked,
        FaultKind::Forgotten,
        FaultKind::StoreUnreachable,
        FaultKind::StoreReadOnly,
        FaultKind::DiskFull,
        FaultKind::ForeignWriter,
        FaultKind::ClockJumped,
        FaultKind::TableUnreadable,
        FaultKind::Other,
    ];

    /// The name in metrics and logs.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Forked => "forked",
            FaultKind::Forgotten => "forgotten",
            FaultKind::StoreUnreachable => "store_unreachable",
            FaultKind::StoreReadOnly => "store_read_only",
            FaultKind::DiskFull => "disk_full",
            FaultKind::ForeignWriter => "foreign_writer",
            FaultKind::ClockJumped => "clock_jumped",
            FaultKind::TableUnreadable => "table_unreadable",
            FaultKind::Other => "other",
        }
    }

    /// Whether the node is not ready until the fault is mended.
    const fn lasts(self) -> bool {
        !matches!(self, FaultKind::Other)
    }
}

/// A fault, where it is, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The log that it concerns; none if it concerns the node.
    pub log: Option<LogId>,
    /// One sentence on which an operator can act. `/readyz` shows it, so that it names no host and no file.
    pub reason: String,
    /// More for the log, such as the store's own words.
    pub detail: String,
}

impl Fault {
    /// A fault of the node.
    pub fn new(kind: FaultKind, reason: impl Into<String>) -> Fault {
        Fault { kind, log: None, reason: reason.into(), detail: String::new() }
    }

    /// The same fault, of one log.
    #[must_use]
    pub fn at(self, log: LogId) -> Fault {
        Fault { log: Some(log), ..self }
    }

    /// The same fault, with more for the log.
    #[must_use]
    pub fn because(self, detail: &dyn std::fmt::Display) -> Fault {
        Fault { detail: detail.to_string(), ..self }
    }
}

/// A store that did not do what it was asked for.
impl From<&StoreError> for Fault {
    fn from(error: &StoreError) -> Fault {
        let (kind, reason) = match error {
            StoreError::Unavailable(_) | StoreError::Unknown(_) => (
                FaultKind::StoreUnreachable,
                "The storage does not answer; see that it runs and can be reached.",
            ),
            StoreError::Unfit(_) => (
                FaultKind::StoreUnreachable,
                "The storage is not set up for a card room; the log says what to change.",
            ),
            StoreError::Full(_) => {
                (FaultKind::DiskFull, "There is no space left for the storage; make space, and play goes on.")
            }
            StoreError::ReadOnly(_) => (
                FaultKind::StoreReadOnly,
                "The storage can be read and not written; let this program write to it again.",
            ),
            StoreError::ForeignWriter(_) => (
                FaultKind::ForeignWriter,
                "Another program has written to the file of this card room or replaced it; end that program, run \
                 `uth verify`, and start again.",
            ),
            StoreError::Broken(_) => (
                FaultKind::Other,
                "The storage has something that no version of this program writes; run `uth verify`.",
            ),
        };
        Fault::new(kind, reason).because(error)
    }
}

/// The faults of a node: how many there were, and which of them last.
pub struct Faults {
    /// By `kind`.
    counted: Counted,
    lasting: Mutex<BTreeMap<(FaultKind, Option<LogId>), Fault>>,
}

impl Default for Faults {
    fn default() -> Faults {
        Faults { counted: counted("kind", &FaultKind::ALL.map(FaultKind::name)), lasting: Mutex::default() }
    }
}

impl Faults {
    /// Counts and logs a fault, and keeps it if it lasts. One that is there already is neither counted nor logged
    /// again: a cause that is met a thousand times is one line for the operator.
    pub fn raise(&self, fault: Fault) {
        let place = (fault.kind, fault.log);
        // Held until it is inserted: of two tasks that meet the same fault at once, one tells the operator.
        let mut lasting = self.lasting_faults();
        if !lasting.contains_key(&place) {
            let Fault { kind, log, reason, detail } = &fault;
            self.counted.get_or_create(&[("kind", kind.name())]).inc();
            tracing::error!(kind = kind.name(), log = log.map(|log| log.0), detail, "{reason}");
        }
        if fault.kind.lasts() {
            lasting.insert(place, fault);
        }
    }

    /// Ends a fault that is mended; returns whether there was one.
    pub fn clear(&self, kind: FaultKind, log: Option<LogId>) -> bool {
        let is_cleared = self.lasting_faults().remove(&(kind, log)).is_some();
        if is_cleared {
            let log = log.map(|log| log.0);
            tracing::info!(kind = kind.name(), log, "a fault is mended");
        }
        is_cleared
    }

    /// Whether a fault lasts.
    pub fn has(&self, kind: FaultKind, log: Option<LogId>) -> bool {
        self.lasting_faults().contains_key(&(kind, log))
    }

    /// Returns the faults that last.
    pub fn lasting(&self) -> Vec<Fault> {
        self.lasting_faults().values().cloned().collect()
    }

    /// Returns the counters, for the metrics.
    pub const fn counted(&self) -> &Counted {
        &self.counted
    }

    fn lasting_faults(&self) -> MutexGuard<'_, BTreeMap<(FaultKind, Option<LogId>), Fault>> {
        // A panic while the map was locked leaves it whole: a fault is inserted or removed in one step.
        self.lasting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// Counts and logs a fault; the node is not ready as long as a lasting one is there.
    pub fn raise(&self, fault: Fault) {
        self.faults().raise(fault);
    }

    /// Ends a fault that is mended.
    pub fn clear(&self, kind: FaultKind, log: Option<LogId>) {
        self.faults().clear(kind, log);
    }
}

#[cfg(test)]
mod tests {
    use store::{LogId, StoreError};

    use super::{Fault, FaultKind, Faults};

    fn count(faults: &Faults, kind: FaultKind) -> u64 {
        faults.counted().get_or_create(&[("kind", kind.name())]).get()
    }

    #[test]
    fn a_lasting_fault_is_counted_once_until_it_is_mended() {
        let (faults, kind) = (Faults::default(), FaultKind::Forked);
        for _ in 0..3 {
            faults.raise(Fault::new(kind, "Look.").at(LogId(7)));
        }
        assert_eq!((count(&faults, kind), faults.lasting().len()), (1, 1));
        faults.raise(Fault::new(kind, "Look.").at(LogId(8)));
        assert_eq!((count(&faults, kind), faults.lasting().len()), (2, 2));
        assert!(faults.clear(kind, Some(LogId(7))) && !faults.clear(kind, Some(LogId(7))));
        assert!(faults.has(kind, Some(LogId(8))) && !faults.has(kind, Some(LogId(7))));
        faults.raise(Fault::new(kind, "Look.").at(LogId(7)));
        assert_eq!(count(&faults, kind), 3, "it came back");
    }

    #[test]
    fn other_faults_are_counted_each_time_and_do_not_last() {
        let faults = Faults::default();
        for _ in 0..3 {
            faults.raise(Fault::from(&StoreError::Broken("a record".into())));
        }
        assert_eq!((count(&faults, FaultKind::Other), faults.lasting()), (3, vec![]));
    }

    #[test]
    fn the_words_of_the_store_are_for_the_log_and_not_for_strangers() {
        let fault = Fault::from(&StoreError::Unavailable("/secret/room.db: gone".into()));
        assert_eq!(fault.kind, FaultKind::StoreUnreachable);
        assert!(fault.detail.contains("/secret/room.db") && !fault.reason.contains("room.db"), "{fault:?}");
    }
}
