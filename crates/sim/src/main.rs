//! `cargo xtask sim`: worlds one after the other, until enough rounds are played or a promise is broken.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use sim::{FaultCounts, LossReport, Mutant, run, run_loss};

/// The number of rounds of a world. At its end everything in it is read again from the beginning.
const ROUNDS_OF_A_WORLD: u64 = 1_000;

/// The card room under simulated time, network and storage, and all that may go wrong with them.
#[derive(Parser)]
#[command(bin_name = "cargo xtask sim")]
struct Options {
    /// The first world; the next one has the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many rounds are played in all, 1,000 in each world.
    #[arg(long, default_value_t = 20_000)]
    rounds: u64,
    /// How many worlds are played in which the store goes back in time, forks, or loses what it confirmed, instead.
    #[arg(long)]
    rollbacks: Option<u64>,
    /// A fault on purpose, which a checker must notice.
    #[arg(long, value_enum)]
    mutant: Option<Mutant>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(worlds) = options.rollbacks {
        return lose(options.seed, worlds, options.mutant);
    }
    let (began, mut faults) = (Instant::now(), FaultCounts::default());
    let (mut seed, mut rounds, mut entries, mut messages) = (options.seed, 0, 0, 0);
    while rounds < options.rounds {
        let of_world = ROUNDS_OF_A_WORLD.min(options.rounds - rounds);
        let report = run(seed, of_world, options.mutant);
        rounds += report.rounds;
        entries += report.entries;
        messages += report.messages;
        faults.add(&report.faults);
        if let Some(violation) = report.violation {
            println!("seed {seed} fails after {} rounds: {violation}", report.rounds);
            let mutant = options.mutant.map_or_else(String::new, |mutant| format!(" --mutant {mutant}"));
            println!("repeat it with `cargo xtask sim --seed {seed} --rounds {of_world}{mutant}`");
            return ExitCode::FAILURE;
        }
        let worlds = seed - options.seed + 1;
        if worlds.is_multiple_of(10) || rounds >= options.rounds {
            let seconds = began.elapsed().as_secs();
            println!("{rounds} rounds in {worlds} worlds, {} faults, {seconds} s", faults.injected());
        }
        seed += 1;
    }
    println!(
        "\nseeds {} to {}: {entries} log entries, {messages} messages, no violation",
        options.seed,
        seed - 1
    );
    print!("{faults}");
    ExitCode::SUCCESS
}

/// Plays worlds in which the store loses what it confirmed.
fn lose(first: u64, worlds: u64, mutant: Option<Mutant>) -> ExitCode {
    let (began, mut faults) = (Instant::now(), FaultCounts::default());
    let (mut by_node, mut by_receipt, mut receipts, mut harmless) = (0, 0, 0, 0);
    for seed in first..first + worlds {
        let LossReport { fault, receipts_lost, is_noticed_by_node, violation, .. } = run_loss(seed, mutant);
        if let Some(violation) = violation {
            println!("seed {seed}, {fault:?}: {violation}");
            let mutant = mutant.map_or_else(String::new, |mutant| format!(" --mutant {mutant}"));
            println!("repeat it with `cargo xtask sim --rollbacks 1 --seed {seed}{mutant}`");
            return ExitCode::FAILURE;
        }
        faults.count(fault);
        receipts += receipts_lost;
        match (is_noticed_by_node, receipts_lost) {
            (true, _) => by_node += 1,
            (false, 0) => harmless += 1,
            (false, _) => by_receipt += 1,
        }
        if (seed + 1 - first).is_multiple_of(1_000) {
            println!("{} worlds, {} s", seed + 1 - first, began.elapsed().as_secs());
        }
    }
    println!(
        "\nnoticed by a node: {by_node}; proved by a receipt: {by_receipt}; nothing confirmed was lost: {harmless}"
    );
    println!("{receipts} receipts for what was lost, none silently\n{faults}");
    ExitCode::SUCCESS
}
