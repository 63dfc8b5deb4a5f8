//! The full exact solution against one sweep of all seven-card hands by the fastest library there is, and advice.

use std::hint::black_box;
use std::time::{Duration, Instant};

use odds::{Fraction, Game, ExactPayTable, KnownCards, Solver};
use uth::{Category, parse_cards};

use crate::contestants::{Contestant, Pokers};

const ROUNDS: u32 = 9;
const HANDS: u64 = 133_784_560;

pub fn run() {
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        let (sweep, [full, again]) = (sweep(), solve_twice());
        best = [best[0].min(sweep), best[1].min(full), best[2].min(again)];
    }
    let [sweep, full, again] = best;
    let ratio = |time: Duration, other: Duration| time.as_secs_f64() / other.as_secs_f64();
    println!("\nsolve: best of {ROUNDS}, in turns\n");
    println!("| what | milliseconds | ratio |");
    println!("| --- | ---: | --- |");
    println!("| pokers 0.10.0, one sweep of {HANDS} hands, one thread | {:.0} | 1 |", millis(sweep));
    println!(
        "| full exact solution, tables included, all threads | {:.0} | {:.2} of the sweep |",
        millis(full),
        ratio(full, sweep)
    );
    println!("| a second pay table | {:.0} | {:.2} of the first |", millis(again), ratio(again, full));
    advice();
    println!("\npeak memory of this process: {}", peak_memory());
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// One sweep of all hands, adding card by card what neighbours share.
fn sweep() -> Duration {
    fn complete(sum: &mut (u64, u64), hand: pokers::Hand, deck: &[pokers::Hand], missing: u32) {
        for (place, card) in deck.iter().enumerate() {
            let hand = Pokers::with(hand, *card);
            if missing == 1 {
                sum.0 += 1;
                sum.1 += u64::from(Pokers::value(hand));
            } else {
                complete(sum, hand, &deck[place + 1..], missing - 1);
            }
        }
    }
    let deck = Pokers::deck();
    let mut sum = (0, 0);
    let start = Instant::now();
    complete(&mut sum, Pokers::empty(), &deck, 7);
    let time = start.elapsed();
    assert_eq!(black_box(sum).0, HANDS);
    time
}

/// The standard game from nothing, and then a game whose flush pays the Blind even money.
fn solve_twice() -> [Duration; 2] {
    let standard = Game::standard();
    let pays = [500, 50, 10, 3, 1, 1].map(Fraction::whole);
    let flush_even = Game { blind: ExactPayTable::descending(Category::RoyalFlush, &pays), ..standard.clone() };
    let start = Instant::now();
    let solver = Solver::new();
    let first = solver.solve(&standard).expect("the standard game is within bounds");
    let full = start.elapsed();
    let second = solver.solve(&flush_even).expect("its pays are smaller");
    let again = start.elapsed() - full;
    assert_eq!(first.base().to_string(), "-50643648973/2317817502000");
    assert_eq!(second.base(), Fraction::new(-1_930_679_528_232, 55_627_620_048_000).expect("not zero"));
    [full, again]
}

fn advice() {
    let (solver, game) = (Solver::new(), Game::standard());
    let hole = parse_cards("Qh 5s").expect("two cards");
    let flop = parse_cards::<3>("7c 8d 9h").expect("three cards");
    let river = parse_cards::<5>("7c 8d 9h 2s 2d").expect("five cards");
    let on_the_flop = timed(200, || {
        let known = KnownCards::new(hole, &flop, &[], &[]).expect("cards");
        let advice = solver.advice(&game, &known).expect("advice");
        assert_eq!(advice[0].1.to_string(), "-1027/1035");
    });
    let on_the_river = timed(20_000, || {
        let seen = KnownCards::new(hole, &river, &[], &[]).expect("cards");
        assert_eq!(seen.advice(&game).expect("advice")[0].1.to_string(), "-391/198");
    });
    let dead: Vec<_> = parse_cards::<8>("Qs 4h 2c 2d 8c 9c 5c 6c").expect("eight cards").into();
    let before_the_flop = timed(1, || {
        let seen = KnownCards::new(parse_cards("Jh 8d").expect("two cards"), &[], &dead, &[]).expect("cards");
        assert_eq!(seen.advice(&game).expect("advice")[0].1.to_string(), "-112828607/708181110");
    });
    println!("\n| advice | microseconds |\n| --- | ---: |");
    println!("| before the flop, eight dead cards | {before_the_flop:.0} |");
    println!("| on the flop | {on_the_flop:.0} |\n| on the river | {on_the_river:.1} |");
}

/// Microseconds of one call, the best of some batches.
fn timed(calls: u32, work: impl Fn()) -> f64 {
    let batch = || {
        let start = Instant::now();
        (0..calls).for_each(|_| work());
        start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
    };
    (0..5).map(|_| batch()).fold(f64::INFINITY, f64::min)
}

/// What the kernel says, where it says something.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("not known on this system".into(), |line| line.trim().to_owned())
}
