fn main() {
    for _ in 0..5 {
        let t = std::time::Instant::now();
        let solver = odds::Solver::new();
        println!("new {:?}", t.elapsed());
        let x = solver.solve(&odds::Game::standard()).unwrap();
        println!("{x} {:?}", t.elapsed());
    }
}
