//! How long a round of a one-seat house table takes, best play against the house: `cargo run --release -p uth-odds
//! --example simulate_time [rounds]`. Every run asserts what it times.

use std::time::Instant;

use odds::simulate::{BestPlayTables, OnOffer, Player, Simulation, Table};
use odds::{Game, Solver};
use uth::{Book, Cents, Seat, Setup, Wagers};

fn main() {
    let rounds = std::env::args().nth(1).map_or(20_000_000, |rounds| rounds.parse().expect("a number"));
    let solver = Solver::new();
    let solution = solver.solve(&Game::standard()).expect("the standard game");
    let start = Instant::now();
    let best = BestPlayTables::new(&solver, &solution).expect("the standard raises");
    println!("best play as tables: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);

    let terms = Setup { places: 1, ..Setup::new(Book::House) }.approved().expect("an approved table");
    let seat = Seat::new(1).expect("a seat");
    let wagers = Wagers::ante(Cents::dollars(10));
    let player = Player { seat, wagers, strategy: &best, on_offer: OnOffer::Decline };
    let table = Table::new(terms, vec![player]).expect("a table");
    for _ in 0..5 {
        let start = Instant::now();
        let outcome = Simulation { rounds, seed: 1, threads: 1 }.run(&table);
        let seconds = start.elapsed().as_secs_f64();
        let z = outcome.seats[0].result.z_score(solution.base().to_f64() * 1000.0).expect("an error");
        assert!(z.abs() < 4.0, "{z}");
        let each = seconds / f64::from(u32::try_from(rounds).expect("fewer rounds"));
        println!("{:.1} ns a round, {:.2} million rounds a second; z {z:.2}", each * 1e9, 1e-6 / each);
    }
}
