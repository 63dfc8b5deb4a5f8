//! What was measured, as programs read it. Times are in milliseconds.
#![allow(clippy::cast_precision_loss)]

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::board::Measured;
use super::game::Plan;
use super::histogram::Histogram;

/// A whole run.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Record {
    pub version: &'static str,
    pub servers: Vec<String>,
    pub books: Vec<String>,
    pub tables: usize,
    pub viewers: usize,
    /// Commands a second at each table, as planned.
    pub rate: f64,
    pub seconds: f64,
    pub commands: u64,
    pub commands_a_second: f64,
    pub rounds: u64,
    pub rounds_a_second: f64,
    /// Frames at viewers whose command is known.
    pub frames: u64,
    /// From sending a command to its durable answer.
    pub answer_ms: Times,
    /// From sending a command to the frame at a viewer, for every viewer.
    pub screen_ms: Times,
    /// What should not happen, by its kind.
    pub errors: BTreeMap<String, u64>,
    /// Commands that came too late for their moment, as happens where there is a clock.
    pub refusals: BTreeMap<String, u64>,
    pub memory: Vec<Memory>,
    pub by_second: Vec<Second>,
    #[serde(skip)]
    answers: Histogram,
}

/// Waiting times.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Times {
    pub count: u64,
    pub mean: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p99_9: f64,
    pub max: f64,
    /// How many of 100,000 are within how long.
    pub curve: Vec<(u64, f64)>,
}

/// What a server held: the median of the first and of the last tenth of the time, and the most.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Memory {
    pub server: String,
    pub first_bytes: u64,
    pub last_bytes: u64,
    pub most_bytes: u64,
}

/// One second.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Second {
    pub at_s: f64,
    pub commands: f64,
    pub rounds: f64,
    pub frames: f64,
    pub errors: u64,
    pub answer_p50_ms: f64,
    pub answer_p99_ms: f64,
    pub screen_p99_ms: f64,
    /// Of each server, if it tells.
    pub memory_bytes: Vec<Option<u64>>,
}

/// Where curves are drawn through.
const CURVE: [u64; 14] = [
    0, 25_000, 50_000, 75_000, 80_000, 90_000, 95_000, 98_000, 99_000, 99_500, 99_800, 99_900, 99_950, 99_990,
];

impl Record {
    pub(super) fn new(
        plan: &Plan,
        took: Duration,
        rounds: u64,
        measured: &Measured,
        by_second: Vec<Second>,
    ) -> Record {
        let seconds = took.as_secs_f64();
        let commands = measured.answers.count();
        let servers: Vec<String> = plan.addresses.iter().map(ToString::to_string).collect();
        Record {
            version: env!("CARGO_PKG_VERSION"),
            memory: (0..servers.len()).filter_map(|server| memory(&servers, server, &by_second)).collect(),
            servers,
            books: plan.books.iter().map(ToString::to_string).collect(),
            tables: plan.tables,
            viewers: plan.viewers,
            rate: plan.rate,
            seconds: rounded(seconds),
            commands,
            commands_a_second: rounded(commands as f64 / seconds),
            rounds,
            rounds_a_second: rounded(rounds as f64 / seconds),
            frames: measured.screens.count(),
            answer_ms: Times::of(&measured.answers),
            screen_ms: Times::of(&measured.screens),
            errors: measured.errors.clone(),
            refusals: measured.refusals.clone(),
            by_second,
            answers: measured.answers.clone(),
        }
    }

    /// The waiting times for durable answers in several runs, as if they were one.
    pub fn answers_of_all(runs: &[Record]) -> Times {
        let mut all = Histogram::default();
        for run in runs {
            all.join(&run.answers);
        }
        Times::of(&all)
    }
}

impl Times {
    fn of(histogram: &Histogram) -> Times {
        let within = |of_100_000| ms(histogram.within_us(of_100_000));
        Times {
            count: histogram.count(),
            mean: ms(histogram.mean_us()),
            p50: within(50_000),
            p90: within(90_000),
            p99: within(99_000),
            p99_9: within(99_900),
            max: ms(histogram.most_us()),
            curve: CURVE.iter().map(|of_100_000| (*of_100_000, within(*of_100_000))).collect(),
        }
    }
}

fn memory(servers: &[String], server: usize, by_second: &[Second]) -> Option<Memory> {
    let held: Vec<u64> = by_second.iter().filter_map(|second| second.memory_bytes[server]).collect();
    let tenth = held.len().div_ceil(10);
    Some(Memory {
        server: servers[server].clone(),
        first_bytes: median(held.get(..tenth)?)?,
        last_bytes: median(held.get(held.len() - tenth..)?)?,
        most_bytes: *held.iter().max()?,
    })
}

fn median(values: &[u64]) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

/// Microseconds as milliseconds.
pub(super) fn ms(us: u64) -> f64 {
    us as f64 / 1e3
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The line that is shown while it runs.
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
