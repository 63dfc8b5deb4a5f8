//! Benchmarks, next to other libraries where there are any. Each asserts the result that it times.

use std::process::ExitCode;

mod card_room;
mod classes;
mod contestants;
mod flood;
mod idle;
mod laboratory;
mod nodes;
mod page;
mod report;
mod room;
mod settle;
mod simulate;
mod solve;
mod start;
mod strength;
mod sweep;

// The browser, as the tests of the page drive it; they need more of it.
#[allow(dead_code)]
#[path = "../../crates/cli/tests/page/driver.rs"]
mod driver;
#[allow(dead_code)]
#[path = "../../crates/cli/tests/page/http.rs"]
mod http;
#[allow(dead_code)]
#[path = "../../crates/cli/tests/page/window.rs"]
mod window;

const BENCHES: [(&str, fn()); 12] = [
    ("strength", strength::run),
    ("sweep", sweep::run),
    ("settle", settle::run),
    ("solve", solve::run),
    ("laboratory", laboratory::run),
    ("simulate", simulate::run),
    ("room", room::run),
    ("start", start::run),
    ("idle", idle::run),
    ("page", page::run),
    ("flood", flood::run),
    ("nodes", nodes::run),
];

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1);
    if wanted.as_deref() == Some("serve") {
        return uth_cli::run();
    }
    let chosen: Vec<_> =
        BENCHES.iter().filter(|(name, _)| wanted.as_deref().is_none_or(|wanted| wanted == *name)).collect();
    if chosen.is_empty() {
        eprintln!("There is no such benchmark. There are: {}.", BENCHES.map(|(name, _)| name).join(", "));
        return ExitCode::from(2);
    }
    for (_, run) in chosen {
        run();
    }
    ExitCode::SUCCESS
}
