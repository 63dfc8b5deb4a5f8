//! Takes the contestants' times in turns and prints them as a table.

use std::time::{Duration, Instant};

/// One contestant's work, ready to be timed.
pub struct Entry {
    pub name: &'static str,
    pub run: Box<dyn Fn() -> u64>,
}

/// Times all entries so many times, one after the other, and prints the best time of each.
///
/// # Panics
/// When a timed run has another result than ours.
pub fn compare(title: &str, hands: u64, rounds: u32, entries: &[Entry]) {
    let expected = (entries[0].run)();
    let mut best = vec![Duration::MAX; entries.len()];
    for _ in 0..rounds {
        for (entry, best) in entries.iter().zip(&mut best) {
            let start = Instant::now();
            let result = (entry.run)();
            *best = start.elapsed().min(*best);
            assert_eq!(result, expected, "{} got the hands wrong", entry.name);
        }
    }
    println!("\n{title}, best of {rounds}\n");
    println!("| library | million hands a second | time, uth = 1 |");
    println!("| --- | ---: | ---: |");
    for (entry, time) in entries.iter().zip(&best) {
        let speed = hands as f64 / time.as_secs_f64() / 1e6;
        let ratio = time.as_secs_f64() / best[0].as_secs_f64();
        println!("| {} | {speed:.0} | {ratio:.2} |", entry.name);
    }
}
