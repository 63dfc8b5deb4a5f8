//! Counters of the card room, for its metrics.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use table::Event;

use super::command_error::CommandError;

/// Counters by the value of their one label.
pub type Counted = Family<[(&'static str, &'static str); 1], Counter>;

/// Upper bounds of the classes of waiting times, in seconds. A commit takes one or two milliseconds on a good disk; a
/// player begins to notice at a tenth of a second.
const CLASSES_S: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0];

/// Counts since the start.
#[allow(missing_docs)]
pub struct Counters {
    /// By `result`: done or refused.
    pub commands: Counted,
    /// By `result`: settled or void.
    pub rounds: Counted,
    pub events: Counter,
    /// Tables that were behind another node without a notice of it.
    pub found_behind: Counter,
    /// How long it took until a commit was durable, in seconds.
    pub appends: Histogram,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters {
            commands: counted("result", &["done", "refused"]),
            rounds: counted("result", &["settled", "void"]),
            events: Counter::default(),
            found_behind: Counter::default(),
            appends: Histogram::new(CLASSES_S),
        }
    }
}

/// Returns counters for these values of a label, so that each is there as a zero before the first event: a rate cannot
/// be computed from a counter that appears with its first increment.
pub fn counted(label: &'static str, values: &[&'static str]) -> Counted {
    let counted = Counted::default();
    for value in values {
        drop(counted.get_or_create(&[(label, *value)]));
    }
    counted
}

impl Counters {
    pub(super) fn count_command<T>(&self, result: &Result<T, CommandError>) {
        let result = if result.is_ok() { "done" } else { "refused" };
        self.commands.get_or_create(&[("result", result)]).inc();
    }

    pub(super) fn count_append(&self, took: Duration) {
        self.appends.observe(took.as_secs_f64());
    }

    pub(super) fn count_events(&self, events: &[Event]) {
        self.events.inc_by(events.len() as u64);
        for event in events {
            let result = match event {
                Event::Settled { .. } => "settled",
                Event::Voided { .. } => "void",
                _ => continue,
            };
            self.rounds.get_or_create(&[("result", result)]).inc();
        }
    }
}
