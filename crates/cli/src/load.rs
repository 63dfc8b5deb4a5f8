//! `uth load`: plays many tables with many viewers through the protocol, and measures how long the card room takes.
//!
//! [`LoadPlan`] says what is played and [`LoadPlan::run`] plays it: guests sit down at tables of their own, spectators
//! watch them, and once every connection sees its table the measurement begins. A command has two latencies: until the
//! player has the durable answer, and until a viewer has the update. All clocks are this program's own.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use client::Address;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use uth::Book;

use crate::card_room::CertificateOptions;
use crate::options::duration;
use crate::output;
pub use measure::{LoadRecord, MemoryRecord, Percentiles, Second};
pub use plan::LoadPlan;

mod connections;
mod measure;
mod plan;
mod report;

const EXAMPLES: &str = "Examples:
  uth load                                               20 tables, 20 viewers, for 30 seconds
  uth load --tables 500 --viewers 500 --duration 10m --report load.html
  uth load --tables 200 --rate 5 --json > load.json      five commands a second at each table
  uth load --server http://10.0.0.1:8600 --server http://10.0.0.2:8600
                                                         connections spread over two nodes of a card room
  uth load --book washington --book california --tables 2
                                                         free tables of these rule books, with a clock

A card room limits guests and requests per minute from one address. Start the card room under test with
`uth serve --uncounted 127.0.0.1`, or with the address that you test from. The guests stay in its database, so use a
separate one: `uth serve --database /tmp/load.db --uncounted 127.0.0.1`.

Ctrl-C ends the run early, with its report.";

/// A connection may send 50 messages a second.
const HIGHEST_RATE: f64 = 50.0;

/// The exit code of a shell command that was interrupted.
const INTERRUPTED: i32 = 130;

/// Play many tables with many viewers, and measure how quickly the card room answers
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The address of the card room; may be given several times, once for each of its nodes
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8600")]
    server: Vec<Address>,
    #[command(flatten)]
    certificates: CertificateOptions,
    /// How many tables to play
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    tables: u32,
    /// How many viewers watch, spread over the tables, on other nodes than the players
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=9_000))]
    viewers: u32,
    /// How long to measure
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = duration)]
    duration: Duration,
    /// How long to play before that
    #[arg(long, value_name = "DURATION", default_value = "3s", value_parser = duration)]
    warm_up: Duration,
    /// Commands a second at each table; a round takes about four, so 0.4 is a round every ten seconds, as people play
    #[arg(long, value_name = "N", default_value = "0.4", value_parser = rate)]
    rate: f64,
    /// Play at free tables of this rule book; may be given several times. Without it, at tables for one
    #[arg(long, value_name = "ID")]
    book: Vec<Book>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write a self-contained page with plots
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| (0.001..=HIGHEST_RATE).contains(rate));
    rate.ok_or_else(|| format!("a connection sends 0.001 to {HIGHEST_RATE} commands a second"))
}

/// Returns a flag that Ctrl-C sets. A second Ctrl-C ends the program at once, without the report.
fn interrupted() -> Result<Arc<AtomicBool>> {
    let is_over = Arc::new(AtomicBool::new(false));
    // The order matters: the shutdown looks at the flag before this Ctrl-C has set it.
    flag::register_conditional_shutdown(SIGINT, INTERRUPTED, Arc::clone(&is_over))?;
    flag::register(SIGINT, Arc::clone(&is_over))?;
    Ok(is_over)
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    ensure!(!arguments.duration.is_zero(), "--duration: there must be something to measure, for example 30s");
    let plan = LoadPlan {
        addresses: arguments.server,
        certificates: arguments.certificates.trusted()?,
        tables: arguments.tables as usize,
        viewers: arguments.viewers as usize,
        duration: arguments.duration,
        warm_up: arguments.warm_up,
        rate: arguments.rate,
        books: arguments.book,
        is_over: interrupted()?,
    };
    // A file that cannot be written is better noticed before the run than after it.
    if let Some(path) = &arguments.report {
        output::write_file(path, "")?;
    }
    // A log file gets whole lines; a terminal shows one line that is overwritten.
    let is_terminal = io::stderr().is_terminal();
    let mut show = |line: &str| {
        // The run goes on if the line cannot be written.
        let _ = if is_terminal {
            write!(io::stderr(), "\r\x1b[K{line}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    };
    let result = plan.run(&mut show);
    if is_terminal {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let record = result?;
    if let Some(path) = &arguments.report {
        output::write_file(path, &report::page(&record))?;
    }
    output::print(arguments.json, || &record, |output| write!(output, "{}", report::text(&record)))?;
    // The report is written first: it says what went wrong.
    ensure!(record.answer_ms.count > 0, "no command was answered");
    Ok(if record.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
