//! Ways to play with their exact values, made once for all tests.

use std::sync::LazyLock;

use odds::bank::StrategyValues;
use odds::simulate::{AlwaysRaise, BankingChoice, BestPlayTables, SeatedPlayer};
use odds::{Fraction, Game, Mix, Solution, Solver, Strategy};
use uth::{Cents, PayTableId, Pays, Seat, Wagers};

pub(crate) static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

/// A way to play and what it is worth.
pub(crate) struct Way {
    pub name: &'static str,
    pub strategy: Box<dyn Strategy + Send>,
    pub values: StrategyValues,
}

pub(crate) static BEST: LazyLock<Way> = LazyLock::new(|| solved("best", &game(&[4, 3], 0)));

/// Best play when the Bad Beat wager is as large as the Ante.
pub(crate) static BEST_WITH_BAD_BEAT: LazyLock<Way> =
    LazyLock::new(|| solved("best with Bad Beat", &game(&[4, 3], 1)));

pub(crate) static OTHERS: LazyLock<Vec<Way>> = LazyLock::new(|| {
    let always = solve(&game(&[4, 3], 0));
    vec![
        solved("never before the flop", &game(&[], 0)),
        solved("3x instead of 4x", &game(&[3], 0)),
        Way {
            name: "always 4x",
            strategy: Box::new(AlwaysRaise(4)),
            values: StrategyValues::of_always_raising(&SOLVER, &always, 4),
        },
    ]
});

/// The game of pay table UTH-04 with those raises before the flop and so many Antes on the Bad Beat.
pub(crate) fn game(preflop: &[i64], bad_beat: i64) -> Game {
    let mut game = Game::of(&Pays::approved(PayTableId::Uth04));
    game.raises.preflop = preflop.iter().copied().map(Fraction::whole).collect();
    game.mix = Mix { trips: Fraction::ZERO, bad_beat: Fraction::whole(bad_beat) };
    game
}

pub(crate) fn solve(game: &Game) -> Solution {
    SOLVER.solve(game).expect("a game that can be solved")
}

fn solved(name: &'static str, game: &Game) -> Way {
    let solution = solve(game);
    let best = BestPlayTables::new(&SOLVER, &solution).expect("raises of the rules");
    Way { name, strategy: Box::new(best), values: StrategyValues::of(&solution) }
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(crate) fn wagers(ante: i64, trips: i64, bad_beat: i64) -> Wagers {
    Wagers { ante: Cents::dollars(ante), trips: Cents::dollars(trips), bad_beat: Cents::dollars(bad_beat) }
}

pub(crate) fn player(number: u8, wagers: Wagers, way: &Way) -> SeatedPlayer<'_> {
    let strategy = &*way.strategy;
    SeatedPlayer { seat: seat(number), wagers, strategy, banking: BankingChoice::Bank(None) }
}
