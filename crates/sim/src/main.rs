//! `cargo xtask sim`: worlds one after the other, until enough rounds are played or something is wrong.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use sim::{Mutant, Tally, run};

/// How many rounds a world has. At its end everything in it is read again from the beginning.
const ROUNDS_OF_A_WORLD: u64 = 1_000;

const HELP: &str = "\
cargo xtask sim [--seed N] [--rounds N] [--mutant NAME]

  --seed N        the first world; the next one has the next seed (1)
  --rounds N      how many rounds are played in all, 1,000 in each world (20000)
  --mutant NAME   a fault on purpose, which a checker must notice

  cargo xtask sim --rounds 1000000
  cargo xtask sim --seed 17 --rounds 1000
";

struct Wanted {
    seed: u64,
    rounds: u64,
    mutant: Option<Mutant>,
}

fn main() -> ExitCode {
    match wanted().map(|wanted| wanted.is_none_or(|wanted| play(&wanted))) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What was typed; nothing, if only help was asked for.
fn wanted() -> Result<Option<Wanted>> {
    let mut wanted = Wanted { seed: 1, rounds: 20_000, mutant: None };
    let mut peer_notices = std::env::args().skip(1);
    while let Some(word) = peer_notices.next() {
        if matches!(word.as_str(), "help" | "--help" | "-h") {
            print!("{HELP}");
            return Ok(None);
        }
        let value = peer_notices.next().with_context(|| format!("`{word}` needs a value.\n\n{HELP}"))?;
        match word.as_str() {
            "--seed" => wanted.seed = value.parse().context("a seed is a number")?,
            "--rounds" => wanted.rounds = value.parse().context("rounds are a number")?,
            "--mutant" => wanted.mutant = Some(value.parse().map_err(anyhow::Error::msg)?),
            _ => bail!("There is no option `{word}`.\n\n{HELP}"),
        }
    }
    Ok(Some(wanted))
}

/// Whether all promises held.
fn play(wanted: &Wanted) -> bool {
    let (began, mut tally) = (Instant::now(), Tally::default());
    let (mut seed, mut rounds, mut entries, mut frames) = (wanted.seed, 0, 0, 0);
    while rounds < wanted.rounds {
        let of_world = ROUNDS_OF_A_WORLD.min(wanted.rounds - rounds);
        let report = run(seed, of_world, wanted.mutant);
        rounds += report.rounds;
        entries += report.entries;
        frames += report.frames;
        tally.add(&report.tally);
        if let Some(violation) = report.violation {
            println!("seed {seed} fails after {} rounds: {violation}", report.rounds);
            let mutant = wanted.mutant.map_or_else(String::new, |mutant| format!(" --mutant {mutant}"));
            println!("repeat it with `cargo xtask sim --seed {seed} --rounds {of_world}{mutant}`");
            return false;
        }
        let worlds = seed - wanted.seed + 1;
        if worlds.is_multiple_of(10) || rounds >= wanted.rounds {
            let seconds = began.elapsed().as_secs();
            println!("{rounds} rounds in {worlds} worlds, {} faults, {seconds} s", tally.faults());
        }
        seed += 1;
    }
    println!("\nseeds {} to {}: {entries} log entries, {frames} frames, no violation", wanted.seed, seed - 1);
    print!("{tally}");
    true
}
