//! What three nodes on one PostgreSQL carry, next to one: as many commands as `uth load` gets answered.

use std::sync::Arc;
use std::time::Duration;

use client::TrustedCertificates;
use uth_cli::load::LoadPlan;

use crate::card_room::CardRoom;
use crate::room::postgres;

const TABLES: usize = 200;
const RUNS: u32 = 3;
const LASTS: Duration = Duration::from_secs(12);
/// More than can be answered: everybody asks again as soon as they are.
const RATE: f64 = 50.0;

pub fn run() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    println!("\nnodes: {TABLES} tables, everybody waits for each answer, best of {RUNS}\n");
    println!("| nodes on one PostgreSQL | commands a second | p99, ms |");
    println!("| ---: | ---: | ---: |");
    let mut best = [(0.0, 0.0), (0.0, 0.0)];
    for _ in 0..RUNS {
        for (best, nodes) in best.iter_mut().zip([1, 3]) {
            let database = runtime.block_on(postgres::fresh_database());
            let carried = carried(nodes, &database);
            *best = if carried.0 > best.0 { carried } else { *best };
        }
    }
    let [one, three] = best;
    println!("| 1 | {:.0} | {:.1} |", one.0, one.1);
    println!("| 3 | {:.0} | {:.1} |", three.0, three.1);
    println!("\nratio {:.2}", three.0 / one.0);
}

/// Commands a second, and the 99th percentile of their waiting times in milliseconds.
fn carried(nodes: usize, database: &str) -> (f64, f64) {
    let folder = tempfile::tempdir().expect("a folder");
    let key = folder.path().join("key").display().to_string();
    let open = |_| CardRoom::open(&["--no-tables", "--key", &key], database);
    let nodes: Vec<CardRoom> = (0..nodes).map(open).collect();
    let plan = LoadPlan {
        addresses: nodes.iter().map(|node| node.url().parse().expect("an address")).collect(),
        certificates: TrustedCertificates::default(),
        tables: TABLES,
        viewers: 0,
        duration: LASTS,
        warm_up: Duration::from_secs(3),
        rate: RATE,
        books: Vec::new(),
        is_over: Arc::default(),
    };
    let record = plan.run(&mut |_| {}).expect("a game");
    assert!(record.errors.is_empty(), "{:?}", record.errors);
    assert!(record.commands > 0, "nobody played");
    (record.commands_per_second, record.answer_ms.p99)
}
