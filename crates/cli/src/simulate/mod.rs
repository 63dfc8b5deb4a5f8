//! `uth simulate`: rounds at full tables, played through the same rules as everything else.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use odds::simulate::{SimulatedTable, SimulationResult};
use uth::{Banking, Terms};

use crate::json;
use crate::options::{PlayersOptions, SimulationOptions};
use crate::progress::Progress;
use estimate::Estimates;
use players::SimulatedPlayer;
use rows::{Exports, RowText};

pub(crate) mod estimate;
pub(crate) mod players;
pub(crate) mod record;
mod rows;
pub(crate) mod sheet;
mod strategies;

const DETAILS: &str = include_str!("help.txt");

/// Simulate millions of rounds at full tables, seeded and reproducible, beside the exact values
#[derive(Args)]
#[command(after_help = "Try `uth simulate --help` for examples and columns.", after_long_help = DETAILS)]
pub(crate) struct SimulateArguments {
    /// The rule book: california, washington, california-bad-beat or house
    #[arg(long, visible_alias = "rules", value_name = "ID", default_value = "house")]
    book: uth::Book,
    #[command(flatten)]
    players: PlayersOptions,
    /// The printed collection schedule
    #[arg(long, value_name = "1..24")]
    collection_schedule: Option<u8>,
    #[command(flatten)]
    simulation: SimulationOptions,
    /// Write every hand of every round to a CSV file; - is standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write every hand of every round as JSON, one object a line; - is standard output
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Write the summary as JSON
    #[arg(long)]
    json: bool,
}

/// A finished simulation.
struct Simulated {
    terms: Terms,
    players: Vec<SimulatedPlayer>,
    outcome: SimulationResult,
    estimates: Estimates,
    seed: u64,
    elapsed_s: f64,
}

pub(crate) fn run(arguments: &SimulateArguments) -> anyhow::Result<ExitCode> {
    let terms = players::terms(arguments.book, &arguments.players, arguments.collection_schedule)?;
    let usual = if terms.rules().banking == Banking::House { 1 } else { terms.places() };
    let players = players::players(&arguments.players, &terms, usual)?;
    let started = Instant::now();
    let outcome = simulate(arguments, &terms, &players)?;
    let simulated = Simulated {
        estimates: Estimates::new(&terms, &players, &outcome),
        terms,
        players,
        outcome,
        seed: arguments.simulation.seed,
        elapsed_s: started.elapsed().as_secs_f64(),
    };
    // The summary moves to standard error when rows go to standard output.
    let exports = [&arguments.csv, &arguments.jsonl];
    let rows_on_output = exports.into_iter().flatten().any(|path| path == Path::new("-"));
    let mut output: BufWriter<Box<dyn Write>> =
        BufWriter::new(if rows_on_output { Box::new(io::stderr()) } else { Box::new(io::stdout()) });
    if arguments.json {
        json::write(&mut output, &record::SimulationRecord::new(&simulated))?;
    } else {
        sheet::write(&mut output, &simulated)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn simulate(
    arguments: &SimulateArguments,
    terms: &Terms,
    players: &[SimulatedPlayer],
) -> anyhow::Result<SimulationResult> {
    let table = SimulatedTable::new(*terms, players.iter().map(SimulatedPlayer::player).collect())?;
    let simulation = arguments.simulation.simulation();
    let mut exports = Exports::open(arguments.csv.as_deref(), arguments.jsonl.as_deref())?;
    let wanted = exports.wanted();
    let mut progress = Progress::new(simulation.rounds, "rounds");
    let outcome = simulation.observe(
        &table,
        |number, round, text: &mut RowText| text.add(wanted, number, round, players),
        |played, text| {
            progress.show(played);
            exports.write(&text)
        },
    );
    progress.clear();
    let outcome = outcome?;
    exports.flush()?;
    Ok(outcome)
}
