//! Counters of the card room, for its metrics.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use table::Event;

use super::command_error::CommandError;
use protocol::Receipt;

/// Upper bounds of the classes of waiting times, in milliseconds.
pub const BOUNDS_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 1_000];

/// Counts since the start.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Counters {
    pub commands_done: AtomicU64,
    pub commands_refused: AtomicU64,
    pub events: AtomicU64,
    pub rounds_settled: AtomicU64,
    pub rounds_void: AtomicU64,
    pub faults: AtomicU64,
    /// Tables that were behind another node without a notice of it.
    pub found_behind: AtomicU64,
    pub appends: AtomicU64,
    pub append_us: AtomicU64,
    /// Appends that took at most so long, by [`BOUNDS_MS`].
    pub append_classes: [AtomicU64; BOUNDS_MS.len()],
}

impl Counters {
    pub(super) fn count_command(&self, result: &Result<Receipt, CommandError>) {
        let counter = if result.is_ok() { &self.commands_done } else { &self.commands_refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_append(&self, took: Duration) {
        self.appends.fetch_add(1, Ordering::Relaxed);
        self.append_us.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
        for (bound_ms, class) in BOUNDS_MS.iter().zip(&self.append_classes) {
            if took <= Duration::from_millis(*bound_ms) {
                class.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    pub(super) fn count_events(&self, events: &[Event]) {
        self.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        for event in events {
            match event {
                Event::Settled { .. } => self.rounds_settled.fetch_add(1, Ordering::Relaxed),
                Event::Voided { .. } => self.rounds_void.fetch_add(1, Ordering::Relaxed),
                _ => continue,
            };
        }
    }
}
