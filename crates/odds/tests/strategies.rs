//! What strategies are worth, exactly.

use std::sync::LazyLock;

use odds::{Always, BestPlay, Evaluation, Fraction, Game, Raises, Solution, Solver, Strategy, WaitForFlop};

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);
static STANDARD: LazyLock<Solution> = LazyLock::new(|| SOLVER.solve(&Game::standard()).unwrap());

fn best() -> BestPlay<'static> {
    BestPlay::new(&SOLVER, &STANDARD)
}

fn evaluate(strategy: &dyn Strategy) -> Evaluation {
    SOLVER.evaluate(&Game::standard(), strategy, &|_, _| {}).unwrap()
}

#[track_caller]
fn check(strategy: &dyn Strategy, expected: &str) {
    let evaluation = evaluate(strategy);
    assert_eq!(evaluation.base(), evaluation.distribution.mean());
    assert_eq!(format!("{:.4}", evaluation.base().to_f64() * 100.0), expected);
}

#[test]
fn best_play_costs_nothing() {
    let evaluation = evaluate(&best());
    assert_eq!(evaluation.base(), STANDARD.base());
    assert_eq!(evaluation.wagers, STANDARD.wagers);
    assert_eq!(evaluation.actions(), STANDARD.actions);
    assert_eq!(evaluation.average_wager(), STANDARD.average_wager());
    assert_eq!(evaluation.distribution, SOLVER.distribution(&STANDARD));
}

#[test]
fn simple_strategies_are_worth_what_is_published() {
    check(&Always(4), "-40.7047");
    check(&WaitForFlop(best()), "-15.4968");
    let game = Game {
        raises: Raises { preflop: vec![Fraction::whole(3)], ..Game::standard().raises },
        ..Game::standard()
    };
    let three_times = SOLVER.solve(&game).unwrap();
    check(&BestPlay::new(&SOLVER, &three_times), "-9.6655");
}
