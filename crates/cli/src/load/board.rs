//! What all connections have measured so far.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::latency::{Latencies, UpdateMatcher};

/// The figures that all connections write to.
pub(super) struct Board {
    /// One for each table.
    matchers: Vec<Mutex<UpdateMatcher>>,
    pub(super) measured: Mutex<Measured>,
    pub(super) rounds: AtomicU64,
    /// How many connections see their table.
    pub(super) ready: AtomicUsize,
    /// When the run began.
    pub(super) began: OnceLock<Instant>,
    pub(super) is_measuring: AtomicBool,
    pub(super) is_over: AtomicBool,
}

/// Latencies and errors.
#[derive(Default)]
pub(super) struct Measured {
    /// From sending a command to its durable answer.
    pub(super) answers: Latencies,
    /// From sending a command to the update at a viewer.
    pub(super) screens: Latencies,
    /// The same two since the last line was shown.
    pub(super) recent: (Latencies, Latencies),
    /// Errors, by kind.
    pub(super) errors: BTreeMap<String, u64>,
    /// Refusals that are normal at a table with a clock, by code.
    pub(super) refusals: BTreeMap<String, u64>,
}

impl Board {
    pub(super) fn new(tables: usize) -> Board {
        Board {
            matchers: (0..tables).map(|_| Mutex::default()).collect(),
            measured: Mutex::default(),
            rounds: AtomicU64::new(0),
            ready: AtomicUsize::new(0),
            began: OnceLock::new(),
            is_measuring: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// Records the answer to a command at that table.
    pub(super) fn answered(&self, table: usize, seq: u64, sent: Instant) {
        let answered = Instant::now();
        let latencies = locked(&self.matchers[table]).answered(seq, sent);
        self.measure(|measured| {
            measured.answers.add(answered - sent);
            measured.recent.0.add(answered - sent);
            for latency in latencies {
                measured.saw(latency);
            }
        });
    }

    /// Records that a viewer of that table has seen event `seq`.
    pub(super) fn seen(&self, table: usize, seq: u64) {
        let latencies = locked(&self.matchers[table]).seen(seq, Instant::now());
        self.measure(|measured| latencies.into_iter().for_each(|latency| measured.saw(latency)));
    }

    /// Counts an error.
    pub(super) fn error(&self, kind: &str) {
        self.measure(|measured| *measured.errors.entry(kind.to_owned()).or_default() += 1);
    }

    pub(super) fn refused(&self, code: &str) {
        self.measure(|measured| *measured.refusals.entry(code.to_owned()).or_default() += 1);
    }

    pub(super) fn settled(&self) {
        if self.is_measuring.load(Ordering::Relaxed) {
            self.rounds.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Updates the figures, unless the run is warming up or over.
    fn measure(&self, write: impl FnOnce(&mut Measured)) {
        if self.is_measuring.load(Ordering::Relaxed) {
            write(&mut locked(&self.measured));
        }
    }
}

impl Measured {
    fn saw(&mut self, latency: Duration) {
        self.screens.add(latency);
        self.recent.1.add(latency);
    }

    pub(super) fn failures(&self) -> u64 {
        self.errors.values().sum()
    }
}

/// Locks a mutex, also after a panic: figures stay valid.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
