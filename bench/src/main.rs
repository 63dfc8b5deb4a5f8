//! Benchmarks, next to other libraries where there are any. Each asserts the result that it times.

mod classes;
mod contestants;
mod report;
mod room;
mod settle;
mod simulate;
mod solve;
mod strength;
mod sweep;

const BENCHES: [(&str, fn()); 6] = [
    ("strength", strength::run),
    ("sweep", sweep::run),
    ("settle", settle::run),
    ("solve", solve::run),
    ("simulate", simulate::run),
    ("room", room::run),
];

fn main() {
    let wanted = std::env::args().nth(1);
    let chosen: Vec<_> =
        BENCHES.iter().filter(|(name, _)| wanted.as_deref().is_none_or(|wanted| wanted == *name)).collect();
    if chosen.is_empty() {
        eprintln!("There is no such benchmark. There are: {}.", BENCHES.map(|(name, _)| name).join(", "));
        std::process::exit(2);
    }
    for (_, run) in chosen {
        run();
    }
}
