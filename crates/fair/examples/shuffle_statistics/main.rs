//! Compares ten million decks with chance, each from a seed of its own. `cargo xtask exhaustive` runs it.
//!
//! The seeds are fixed, so that the figures can be had again: SHA-256 of the number of the deck.

mod chance;
mod tally;

use std::process::ExitCode;
use std::time::Instant;

use fair::seed::{PlayerSeeds, ServerSeed};
use fair::shuffle::{RoundId, deck};
use sha2::{Digest, Sha256};
use tally::Tally;

const DECKS: u64 = 10_000_000;

fn main() -> ExitCode {
    let started = Instant::now();
    let decks = (0..DECKS).map(|number| {
        let seed = ServerSeed::from_bytes(Sha256::digest(number.to_be_bytes()).into());
        deck(&seed, RoundId { table: 1, round: number }, &PlayerSeeds::default())
    });
    let findings = Tally::of(decks).findings();
    println!("{:<28} {:>12} {:>12} {:>10}", "", "counted", "expected", "deviation");
    for finding in &findings {
        println!("{finding}");
    }
    let unfair = findings.iter().filter(|finding| !finding.is_fair()).count();
    println!(
        "{DECKS} decks in {:.1} s; {unfair} of {} findings deviate by more than {}.",
        started.elapsed().as_secs_f64(),
        findings.len(),
        chance::ALLOWED
    );
    if unfair == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
