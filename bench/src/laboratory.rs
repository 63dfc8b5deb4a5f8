//! How long an edit in the laboratory takes: everything that is shown of a game, from tables that are made once.

use std::hint::black_box;
use std::time::{Duration, Instant};

use analysis::solution;
use analysis::solve::Solved;
use odds::{Fraction, Game, Mix, Solver};

const ROUNDS: u32 = 5;

/// A mix of Trips and Bad Beat, and the base game's exact value when all of it is played best.
const MIXES: [(&str, &str, &str); 4] = [
    ("0", "0", "-50643648973/2317817502000"),
    ("1", "0", "-50643648973/2317817502000"),
    ("0", "1", "-254046949/10697619240"),
    ("1", "1", "-254046949/10697619240"),
];

pub fn run() {
    let solver = Solver::new();
    println!("\nlaboratory: an edit, solved and written as JSON, best of {ROUNDS}\n");
    println!("| Trips | Bad Beat | milliseconds |\n| ---: | ---: | ---: |");
    for (trips, bad_beat, expected) in MIXES {
        let amount = |text: &str| text.parse::<Fraction>().expect("a number");
        let mix = Mix { trips: amount(trips), bad_beat: amount(bad_beat) };
        let game = Game { mix, ..Game::standard() };
        let best = (0..ROUNDS).map(|_| edit(&solver, &game, expected)).min().unwrap_or(Duration::MAX);
        println!("| {trips} | {bad_beat} | {:.0} |", best.as_secs_f64() * 1e3);
    }
    ruin(&solver);
}

fn edit(solver: &Solver, game: &Game, expected: &str) -> Duration {
    let start = Instant::now();
    let solved = Solved::new(solver, game).expect("within bounds");
    let text = black_box(serde_json::to_string(&solution(&solved)).expect("JSON"));
    let time = start.elapsed();
    assert_eq!(solved.solution.base().to_string(), expected);
    assert_eq!(solved.base.mean(), solved.solution.base());
    assert!(text.contains(expected));
    time
}

/// The most hands that a visitor may ask for.
fn ruin(solver: &Solver) {
    let (_, distribution) = solver.solve_with_distribution(&Game::standard()).expect("the standard game");
    let start = Instant::now();
    let ruin = distribution.ruin(Fraction::whole(100), 10_000).expect("a bankroll");
    let time = start.elapsed();
    let chance = ruin.curve.last().map_or(0.0, |(_, chance)| *chance);
    assert_eq!(format!("{chance:.3}"), "0.913");
    println!("\nruin of 100 Antes within 10,000 hands, {chance:.3}: {:.0} ms", time.as_secs_f64() * 1e3);
}
