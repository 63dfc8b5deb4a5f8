//! Times the full exact solution.
fn main() {
    for _ in 0..5 {
        let t = std::time::Instant::now();
        let solver = odds::Solver::new();
        println!("new {:?}", t.elapsed());
        let x = solver.solve(&odds::Game::standard()).unwrap();
        println!("{} {:?}", x.base(), t.elapsed());
        let t = std::time::Instant::now();
        let x = solver.solve(&odds::Game::standard()).unwrap();
        println!("again {:?}", t.elapsed());
        println!(
            "{:?} {:?} {} {:?}",
            x.wagers,
            x.actions.iter().map(|a| a.1.to_f64()).collect::<Vec<_>>(),
            x.best,
            x.trips
        );
        println!("{:?} {:?}", x.bad_beat_without_folds.value.to_f64(), x.bad_beat.value.to_f64());
    }
}
