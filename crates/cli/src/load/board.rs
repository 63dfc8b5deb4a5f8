//! What players and viewers have measured so far, all of them together.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::crossing::Crossing;
use super::histogram::Histogram;

/// The board that everybody writes to.
pub(super) struct Board {
    /// One for each table.
    crossings: Vec<Mutex<Crossing>>,
    pub(super) measured: Mutex<Measured>,
    pub(super) rounds: AtomicU64,
    /// How many see their table.
    pub(super) ready: AtomicUsize,
    /// When the game began.
    pub(super) began: OnceLock<Instant>,
    pub(super) is_measuring: AtomicBool,
    pub(super) is_over: AtomicBool,
}

/// Times and failures.
#[derive(Default)]
pub(super) struct Measured {
    /// From sending a command to its durable answer.
    pub(super) answers: Histogram,
    /// From sending a command to the frame at a viewer.
    pub(super) screens: Histogram,
    /// The same two since somebody last looked.
    pub(super) of_late: (Histogram, Histogram),
    /// What should not happen, by its kind.
    pub(super) errors: BTreeMap<String, u64>,
    /// Commands that came too late for their moment, which is part of the game where there is a clock.
    pub(super) refusals: BTreeMap<String, u64>,
}

impl Board {
    pub(super) fn new(tables: usize) -> Board {
        Board {
            crossings: (0..tables).map(|_| Mutex::default()).collect(),
            measured: Mutex::default(),
            rounds: AtomicU64::new(0),
            ready: AtomicUsize::new(0),
            began: OnceLock::new(),
            is_measuring: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// A command of that table was answered.
    pub(super) fn answered(&self, table: usize, seq: u64, sent: Instant) {
        let answered = Instant::now();
        let waited = locked(&self.crossings[table]).answered(seq, sent);
        self.measure(|measured| {
            measured.answers.add(answered - sent);
            measured.of_late.0.add(answered - sent);
            for waited in waited {
                measured.saw(waited);
            }
        });
    }

    /// A viewer of that table saw it there.
    pub(super) fn seen(&self, table: usize, seq: u64) {
        let waited = locked(&self.crossings[table]).seen(seq, Instant::now());
        self.measure(|measured| waited.into_iter().for_each(|waited| measured.saw(waited)));
    }

    /// Something went wrong.
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

    /// Writes something down, as long as things are measured.
    fn measure(&self, write: impl FnOnce(&mut Measured)) {
        if self.is_measuring.load(Ordering::Relaxed) {
            write(&mut locked(&self.measured));
        }
    }
}

impl Measured {
    fn saw(&mut self, waited: Duration) {
        self.screens.add(waited);
        self.of_late.1.add(waited);
    }

    pub(super) fn failures(&self) -> u64 {
        self.errors.values().sum()
    }
}

/// What a mutex holds, even if somebody panicked: figures do not get worse by that.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
