//! tmp
use odds::*;
use std::time::Instant;
fn main() {
    let which: Vec<String> = std::env::args().skip(1).collect();
    let t = Instant::now();
    let solver = Solver::new();
    let info = Information::new(&solver);
    println!("ready {:?}", t.elapsed());
    if which.iter().any(|w| w == "sample") {
        let solution = solver.solve(&Game::standard()).unwrap();
        let n = Neighbours::new(&info, &solution).unwrap();
        for players in 1..=6 {
            let t = Instant::now();
            let e = n.estimate(players, 8, 1, |_, _| ());
            println!("{players} {e:?} {:?}", t.elapsed());
        }
    }
    for (name, s) in [
        ("flop", Scenario::FlopCard),
        ("river", Scenario::RiverCard),
        ("dealer", Scenario::DealerCard),
        ("dealer+flop", Scenario::DealerAndFlopCard),
        ("both", Scenario::DealerHand),
        ("neighbour", Scenario::NeighbourHand),
    ] {
        if !which.is_empty() && !which.iter().any(|w| w == name) {
            continue;
        }
        let t = Instant::now();
        let v = info.value(&Game::standard(), s, |_, _| ()).unwrap();
        println!("{name} {v} {:+.6}% {:?}", v.to_f64() * 100.0, t.elapsed());
    }
}
