//! Times the full exact solution, and a second pay table with the same tables: best of some rounds.

use std::time::{Duration, Instant};

use odds::{Fraction, Game, PayTable, Seen, Solver};
use uth::{Card, Category, parse_cards};

fn main() {
    let rounds = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10);
    let standard = Game::standard();
    let pays = [500, 50, 10, 3, 1, 1].map(Fraction::whole);
    let flush_even = Game { blind: PayTable::descending(Category::RoyalFlush, &pays), ..standard.clone() };
    let mut best = [Duration::MAX; 3];
    for _ in 0..rounds {
        let start = Instant::now();
        let solver = Solver::new();
        let tables = start.elapsed();
        let first = solver.solve(&standard).expect("the standard game is within bounds");
        let full = start.elapsed();
        let second = solver.solve(&flush_even).expect("its pays are smaller");
        let again = start.elapsed().saturating_sub(full);
        assert_eq!(first.base().to_string(), "-50643648973/2317817502000");
        assert_eq!(second.base(), Fraction::new(-1_930_679_528_232, 55_627_620_048_000).expect("not zero"));
        best = [best[0].min(tables), best[1].min(full), best[2].min(again)];
    }
    let [tables, full, again] = best;
    println!("tables {tables:?}, full solution {full:?}, second pay table {again:?}");
    time_advice(&Solver::new(), &standard);
}

fn time_advice(solver: &Solver, game: &Game) {
    let hole = parse_cards("As Kd").expect("two cards");
    let flop: [Card; 3] = parse_cards("7c 8d 9h").expect("three cards");
    let board: [Card; 5] = parse_cards("7c 8d 9h 2s 2d").expect("five cards");
    let seen = |board: &[Card]| Seen::new(hole, board, &[], &[]).expect("all cards differ");
    let on_flop = best_of(20, || solver.flop_advice(game, hole, flop));
    let on_flop_plain = best_of(20, || seen(&flop).advice(game));
    let on_river = best_of(1000, || seen(&board).advice(game));
    println!("advice: flop {on_flop:?}, flop by enumeration {on_flop_plain:?}, river {on_river:?}");
}

fn best_of<T>(rounds: usize, work: impl Fn() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}
