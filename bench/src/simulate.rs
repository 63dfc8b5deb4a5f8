//! A one-seat house table with best play, through the real round and settlement, on one core.

use std::time::Instant;

use odds::simulate::{BestPlayTables, BankingChoice, SeatedPlayer, Simulation, SimulatedTable};
use odds::{Game, Solver};
use uth::{Book, Cents, Seat, Setup, Wagers};

const ROUNDS: u32 = 10_000_000;

pub fn run() {
    let solver = Solver::new();
    let solution = solver.solve(&Game::standard()).expect("the standard game");
    let best = BestPlayTables::new(&solver, &solution).expect("the standard raises");
    let terms = Setup { places: 1, ..Setup::new(Book::House) }.approved().expect("an approved table");
    let seat = Seat::new(1).expect("a seat");
    let wagers = Wagers::ante(Cents::dollars(10));
    let player = SeatedPlayer { seat, wagers, strategy: &best, banking: BankingChoice::Decline };
    let table = SimulatedTable::new(terms, vec![player]).expect("a table");
    let mut fastest = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let outcome = Simulation { rounds: ROUNDS.into(), seed: 1, threads: 1 }.run(&table);
        fastest = fastest.min(start.elapsed().as_secs_f64() / f64::from(ROUNDS));
        let z = outcome.seats[0].result.z_score(solution.base().to_f64() * 1000.0).expect("an error");
        assert!(z.abs() < 4.0, "{z} standard errors from the exact value");
    }
    println!("\nsimulate: one seat against the house, best play, one core, best of 5\n");
    println!("{:.0} ns a round, {:.2} million rounds a second", fastest * 1e9, 1e-6 / fastest);
}
