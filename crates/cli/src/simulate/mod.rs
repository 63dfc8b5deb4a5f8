//! `uth simulate`: rounds at full tables.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use odds::simulate::{SimulatedTable, SimulationResult};
use uth::{Banking, Terms};

use estimate::Estimates;
use people::Guest;
use progress::Progress;
use rows::{Exports, Text};

pub(crate) mod arguments;
pub(crate) mod estimate;
pub(crate) mod people;
pub(crate) mod progress;
pub(crate) mod record;
mod rows;
pub(crate) mod sheet;
pub(crate) mod ways;

use arguments::SimulateArguments;

/// A simulation that is over.
struct Simulated {
    terms: Terms,
    guests: Vec<Guest>,
    outcome: SimulationResult,
    estimates: Estimates,
    seed: u64,
    seconds: f64,
}

pub(crate) fn run(arguments: &SimulateArguments) -> anyhow::Result<ExitCode> {
    let terms = people::terms(arguments.rules, &arguments.players, arguments.collection_schedule)?;
    let usual = if terms.rules().banking == Banking::House { 1 } else { terms.places() };
    let guests = people::guests(&arguments.players, &terms, usual)?;
    let started = Instant::now();
    let outcome = simulate(arguments, &terms, &guests)?;
    let simulated = Simulated {
        estimates: Estimates::new(&terms, &guests, &outcome),
        terms,
        guests,
        outcome,
        seed: arguments.chance.seed,
        seconds: started.elapsed().as_secs_f64(),
    };
    // Standard output belongs to the rows if they go there.
    let exports = [&arguments.csv, &arguments.jsonl];
    let rows_on_output = exports.into_iter().flatten().any(|path| path == Path::new("-"));
    let mut output: BufWriter<Box<dyn Write>> =
        BufWriter::new(if rows_on_output { Box::new(io::stderr()) } else { Box::new(io::stdout()) });
    if arguments.json {
        record::write(&mut output, &simulated)?;
    } else {
        sheet::write(&mut output, &simulated)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn simulate(
    arguments: &SimulateArguments,
    terms: &Terms,
    guests: &[Guest],
) -> anyhow::Result<SimulationResult> {
    let table = SimulatedTable::new(*terms, guests.iter().map(Guest::player).collect())?;
    let simulation = arguments.chance.simulation();
    let mut exports = Exports::open(arguments.csv.as_deref(), arguments.jsonl.as_deref())?;
    let wanted = exports.wanted();
    let mut progress = Progress::new(simulation.rounds, "rounds");
    let outcome = simulation.observe(
        &table,
        |number, round, text: &mut Text| text.add(wanted, number, round, guests),
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
