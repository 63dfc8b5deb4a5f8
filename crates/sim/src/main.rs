//! `cargo xtask sim`: worlds one after the other, until enough rounds are played or a promise is broken.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use sim::{FaultCounts, Mutant, run};

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
    /// A fault on purpose, which a checker must notice.
    #[arg(long, value_enum)]
    mutant: Option<Mutant>,
}

fn main() -> ExitCode {
    let options = Options::parse();
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
