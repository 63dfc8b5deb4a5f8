//! What a run measures: the figures that all connections write to while it lasts, and the record that is made of them.
#![allow(clippy::cast_precision_loss)]

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde::Serialize;

use super::plan::LoadPlan;

/// The longest latency that is told apart: two minutes. Longer ones count as that.
const LONGEST_US: u64 = 120_000_000;

/// Three significant digits: no percentile is off by more than one part in a thousand.
const SIGNIFICANT_DIGITS: u8 = 3;

/// How many commands and updates are remembered for each table; what is not matched in time is forgotten.
const REMEMBERED: usize = 1_024;

/// A histogram of latencies in microseconds.
#[derive(Clone, Debug)]
pub(super) struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Latencies {
        // Fails only for bounds or digits that are out of range, and these are constants.
        let histogram = Histogram::new_with_bounds(1, LONGEST_US, SIGNIFICANT_DIGITS);
        Latencies(histogram.unwrap_or_else(|error| unreachable!("{error}")))
    }
}

impl Latencies {
    pub(super) fn add(&mut self, latency: Duration) {
        self.0.saturating_record(u64::try_from(latency.as_micros()).unwrap_or(LONGEST_US));
    }

    pub(super) fn count(&self) -> u64 {
        self.0.len()
    }

    /// Returns the latency within which that share of the commands were answered: 99.9 is the 99.9th percentile.
    pub(super) fn percentile_ms(&self, percentile: f64) -> f64 {
        // A percentile of nothing is the lowest value that is told apart, and none is above the maximum.
        self.0.value_at_percentile(percentile).min(self.0.max()) as f64 / 1e3
    }
}

/// Matches the commands of one table with the updates that its viewers receive. A viewer may have the update before
/// the player has the answer, so whichever comes first waits for the other.
#[derive(Default)]
pub(super) struct UpdateMatcher {
    sent: VecDeque<(u64, Instant)>,
    seen: VecDeque<(u64, Instant)>,
}

impl UpdateMatcher {
    /// Records that a command, sent at that time, led to event `seq`. Returns the latencies of all viewers who have
    /// seen that event already.
    pub(super) fn answered(&mut self, seq: u64, sent: Instant) -> Vec<Duration> {
        let seen = self.seen.iter().filter(|(other, _)| *other == seq);
        let latencies = seen.map(|(_, seen)| seen.saturating_duration_since(sent)).collect();
        // Only this command leads to that event, so no later answer asks for these viewers.
        self.seen.retain(|(other, _)| *other != seq);
        remember(&mut self.sent, (seq, sent));
        latencies
    }

    /// Records that a viewer has seen event `seq`. Returns the latency if the command that led to it is known.
    pub(super) fn seen(&mut self, seq: u64, seen: Instant) -> Option<Duration> {
        let sent = self.sent.iter().rev().find(|(other, _)| *other == seq);
        if sent.is_none() {
            remember(&mut self.seen, (seq, seen));
        }
        sent.map(|(_, sent)| seen.saturating_duration_since(*sent))
    }
}

fn remember(remembered: &mut VecDeque<(u64, Instant)>, one: (u64, Instant)) {
    if remembered.len() == REMEMBERED {
        remembered.pop_front();
    }
    remembered.push_back(one);
}

/// The figures that all connections write to.
#[derive(Default)]
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
        Board { matchers: (0..tables).map(|_| Mutex::default()).collect(), ..Board::default() }
    }

    /// Records the answer to a command at that table.
    pub(super) fn answered(&self, table: usize, seq: u64, sent: Instant) {
        // Taken before the locks, so that waiting for them is not measured as latency.
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
}

/// Locks a mutex, also after a panic: figures stay valid.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A whole run. Latencies are in milliseconds.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct LoadRecord {
    pub version: &'static str,
    pub servers: Vec<String>,
    pub books: Vec<String>,
    pub tables: usize,
    pub viewers: usize,
    /// Commands a second at each table, as planned.
    pub rate: f64,
    pub duration_s: f64,
    pub commands: u64,
    pub commands_per_second: f64,
    pub rounds: u64,
    pub rounds_per_second: f64,
    /// Updates at viewers whose command is known.
    pub updates: u64,
    /// From sending a command to its durable answer.
    pub answer_ms: Percentiles,
    /// From sending a command to the update at a viewer, for every viewer.
    pub screen_ms: Percentiles,
    /// Errors, by kind.
    pub errors: BTreeMap<String, u64>,
    /// Refusals that are normal at a table with a clock, by code.
    pub refusals: BTreeMap<String, u64>,
    pub memory: Vec<MemoryRecord>,
    pub by_second: Vec<Second>,
    #[serde(skip)]
    answers: Latencies,
}

/// Latencies in milliseconds.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Percentiles {
    pub count: u64,
    pub mean: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p99_9: f64,
    pub max: f64,
    /// Points of the curve: a percentile and its latency.
    pub curve: Vec<(f64, f64)>,
}

/// The resident memory of a node: the median of the first and the last tenth of the run, and the maximum.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct MemoryRecord {
    pub server: String,
    pub first_bytes: u64,
    pub last_bytes: u64,
    pub max_bytes: u64,
}

/// One second.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Second {
    pub at_s: f64,
    pub commands: f64,
    pub rounds: f64,
    pub updates: f64,
    pub errors: u64,
    pub answer_p50_ms: f64,
    pub answer_p99_ms: f64,
    pub screen_p99_ms: f64,
    /// Resident memory of each node, if it reports it.
    pub memory_bytes: Vec<Option<u64>>,
}

/// The percentiles that curves are drawn through.
const CURVE: [f64; 14] =
    [0.0, 25.0, 50.0, 75.0, 80.0, 90.0, 95.0, 98.0, 99.0, 99.5, 99.8, 99.9, 99.95, 99.99];

impl LoadRecord {
    pub(super) fn new(
        plan: &LoadPlan,
        took: Duration,
        rounds: u64,
        measured: &Measured,
        by_second: Vec<Second>,
    ) -> LoadRecord {
        let seconds = took.as_secs_f64();
        let commands = measured.answers.count();
        let servers: Vec<String> = plan.addresses.iter().map(ToString::to_string).collect();
        let memory = servers.iter().enumerate().filter_map(|(at, name)| memory(name, at, &by_second));
        LoadRecord {
            version: env!("CARGO_PKG_VERSION"),
            memory: memory.collect(),
            servers,
            books: plan.books.iter().map(ToString::to_string).collect(),
            tables: plan.tables,
            viewers: plan.viewers,
            rate: plan.rate,
            duration_s: rounded(seconds),
            commands,
            commands_per_second: rounded(commands as f64 / seconds),
            rounds,
            rounds_per_second: rounded(rounds as f64 / seconds),
            updates: measured.screens.count(),
            answer_ms: Percentiles::of(&measured.answers),
            screen_ms: Percentiles::of(&measured.screens),
            errors: measured.errors.clone(),
            refusals: measured.refusals.clone(),
            by_second,
            answers: measured.answers.clone(),
        }
    }

    /// Returns the latencies of durable answers in several runs together.
    pub fn answers_of_all(runs: &[LoadRecord]) -> Percentiles {
        let mut all = Latencies::default();
        for run in runs {
            // All have the same bounds, so nothing is out of range.
            let _ = all.0.add(&run.answers.0);
        }
        Percentiles::of(&all)
    }
}

impl Percentiles {
    fn of(latencies: &Latencies) -> Percentiles {
        let percentile = |percentile| latencies.percentile_ms(percentile);
        Percentiles {
            count: latencies.count(),
            mean: latencies.0.mean().round() / 1e3,
            p50: percentile(50.0),
            p90: percentile(90.0),
            p99: percentile(99.0),
            p99_9: percentile(99.9),
            max: percentile(100.0),
            curve: CURVE.iter().map(|point| (*point, percentile(*point))).collect(),
        }
    }
}

fn memory(server: &str, index: usize, by_second: &[Second]) -> Option<MemoryRecord> {
    let held: Vec<u64> = by_second.iter().filter_map(|second| second.memory_bytes[index]).collect();
    // Medians of a tenth each, so that one peak does not look like a leak.
    let tenth = held.len().div_ceil(10);
    Some(MemoryRecord {
        server: server.to_owned(),
        first_bytes: median(held.get(..tenth)?)?,
        last_bytes: median(held.get(held.len() - tenth..)?)?,
        max_bytes: *held.iter().max()?,
    })
}

fn median(values: &[u64]) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::{Latencies, REMEMBERED, UpdateMatcher};
    use std::time::{Duration, Instant};

    #[test]
    fn percentiles_are_those_of_the_sorted_latencies() {
        let (mut latencies, mut other) = (Latencies::default(), Latencies::default());
        for ms in 1..=1_000 {
            let either = if ms % 3 == 0 { &mut latencies } else { &mut other };
            either.add(Duration::from_millis(ms));
        }
        latencies.0.add(&other.0).expect("the same bounds");
        for (percentile, expected_ms) in [(50.0, 500.0), (90.0, 900.0), (99.0, 990.0), (100.0, 1_000.0)] {
            let ms = latencies.percentile_ms(percentile);
            assert!((ms - expected_ms).abs() <= expected_ms / 1_000.0, "{percentile} {ms}");
        }
        assert_eq!(latencies.count(), 1_000);
        assert!((latencies.0.mean() / 1e3 - 500.5).abs() < 1.0);
        assert!((Latencies::default().percentile_ms(99.0)).abs() < f64::EPSILON);
    }

    #[test]
    fn it_does_not_matter_whether_the_player_or_the_viewer_hears_first() {
        let (start, ms) = (Instant::now(), Duration::from_millis);
        let mut matcher = UpdateMatcher::default();
        assert_eq!(matcher.seen(7, start + ms(3)), None);
        assert_eq!(matcher.answered(7, start), [ms(3)]);
        assert_eq!(matcher.seen(7, start + ms(5)), Some(ms(5)));
        // What the table did by itself belongs to no command.
        assert_eq!(matcher.seen(8, start + ms(6)), None);
        assert!(matcher.answered(9, start + ms(6)).is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let now = Instant::now();
        let mut matcher = UpdateMatcher::default();
        for seq in 0..5 * REMEMBERED as u64 {
            matcher.seen(2 * seq, now);
            matcher.answered(2 * seq + 1, now);
        }
        assert_eq!((matcher.sent.len(), matcher.seen.len()), (REMEMBERED, REMEMBERED));
    }
}
