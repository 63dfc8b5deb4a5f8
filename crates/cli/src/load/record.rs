//! The result of a run, for programs.
#![allow(clippy::cast_precision_loss)]

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::board::Measured;
use super::latency::Latencies;
use super::plan::LoadPlan;

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
        LoadRecord {
            version: env!("CARGO_PKG_VERSION"),
            memory: (0..servers.len()).filter_map(|server| memory(&servers, server, &by_second)).collect(),
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
            all.join(&run.answers);
        }
        Percentiles::of(&all)
    }
}

impl Percentiles {
    fn of(latencies: &Latencies) -> Percentiles {
        let percentile = |percentile| latencies.percentile_ms(percentile);
        Percentiles {
            count: latencies.count(),
            mean: latencies.mean_ms(),
            p50: percentile(50.0),
            p90: percentile(90.0),
            p99: percentile(99.0),
            p99_9: percentile(99.9),
            max: latencies.max_ms(),
            curve: CURVE.iter().map(|point| (*point, percentile(*point))).collect(),
        }
    }
}

fn memory(servers: &[String], server: usize, by_second: &[Second]) -> Option<MemoryRecord> {
    let held: Vec<u64> = by_second.iter().filter_map(|second| second.memory_bytes[server]).collect();
    let tenth = held.len().div_ceil(10);
    Some(MemoryRecord {
        server: servers[server].clone(),
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

/// The line that is shown while the run goes on.
impl fmt::Display for Second {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>6.1} s  {:.0} commands/s  {:.1} rounds/s  answer p50 {:.1} p99 {:.1} ms  screen p99 {:.1} ms  \
             {} errors",
            self.at_s,
            self.commands,
            self.rounds,
            self.answer_p50_ms,
            self.answer_p99_ms,
            self.screen_p99_ms,
            self.errors
        )?;
        for bytes in self.memory_bytes.iter().flatten() {
            write!(f, "  {:.1} MB", *bytes as f64 / 1e6)?;
        }
        Ok(())
    }
}
