//! The expected result of every wager under one strategy.

use uth::{Cents, Pays, Wager};

use crate::deal_counts::sum;
use crate::fraction::Fraction;
use crate::game::{ExactPayTable, Game, Qualify};
use crate::solution::{Solution, WagerValues};
use crate::solver::Solver;
use crate::strategy::Evaluation;

/// The expected result of each wager under one strategy: per Ante for Ante, Blind and Play, and per unit of the wager
/// for the bonuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyValues {
    /// The Ante.
    pub ante: Fraction,
    /// The Blind.
    pub blind: Fraction,
    /// The Play wager.
    pub play: Fraction,
    /// The Trips wager, which depends on no decision.
    pub trips: Fraction,
    /// The Bad Beat wager, which a fold forfeits.
    pub bad_beat: Fraction,
}

impl StrategyValues {
    /// Returns the values under best play in a solved game.
    pub fn of(solution: &Solution) -> StrategyValues {
        StrategyValues {
            ante: solution.wagers.ante,
            blind: solution.wagers.blind,
            play: solution.wagers.play,
            trips: solution.trips.value,
            bad_beat: solution.bad_beat.value,
        }
    }

    /// Returns the values under a strategy of which only the base game has been evaluated. Trips depends on no
    /// decision; the value of the Bad Beat is given.
    pub fn of_strategy(evaluation: &Evaluation, solution: &Solution, bad_beat: Fraction) -> StrategyValues {
        let WagerValues { ante, blind, play } = evaluation.wagers;
        StrategyValues { ante, blind, play, trips: solution.trips.value, bad_beat }
    }

    /// Returns the values of raising every hand `times` Antes before the flop.
    pub fn of_always_raising(solver: &Solver, solution: &Solution, times: u8) -> StrategyValues {
        let game = &solution.game;
        let all = sum(&solver.totals);
        let deals: i64 = all.iter().map(|count| count.deals).sum();
        let share = |count: i64| Fraction::of(count.into(), deals.into());
        let total = |of: fn(&crate::deal_counts::DealCounts) -> i64| all.iter().map(of).sum::<i64>();
        let won = total(|count| count.wins - count.losses);
        let antes = match game.qualify {
            Qualify::Pair => total(|count| count.qualified_wins - count.qualified_losses),
            Qualify::Always => won,
        };
        let paid = uth::Category::ALL.into_iter().zip(&all);
        let paid = paid.filter_map(|(made, count)| Some(game.blind.pay(made)? * share(count.wins)));
        StrategyValues {
            ante: share(antes),
            blind: paid.sum::<Fraction>() - share(total(|count| count.losses)),
            play: share(won) * Fraction::whole(times.into()),
            trips: solution.trips.value,
            bad_beat: solution.bad_beat_without_folds.value,
        }
    }

    /// Returns the expected result of one wager in cents.
    pub fn wager(&self, wager: Wager, wagers: uth::Wagers) -> Fraction {
        let cents = |Cents(amount): Cents| Fraction::whole(amount);
        match wager {
            Wager::Ante => self.ante * cents(wagers.ante),
            Wager::Blind => self.blind * cents(wagers.ante),
            Wager::Play => self.play * cents(wagers.ante),
            Wager::Trips => self.trips * cents(wagers.trips),
            Wager::BadBeat => self.bad_beat * cents(wagers.bad_beat),
        }
    }

    /// Returns the expected result of a round in cents.
    pub fn round(&self, wagers: uth::Wagers) -> Fraction {
        Wager::ALL.into_iter().map(|wager| self.wager(wager, wagers)).sum()
    }
}

impl Game {
    /// Returns the game with these pays, the standard raises and no bonus wager in the mix.
    pub fn of(pays: &Pays) -> Game {
        let table = |pays: &uth::PayTable| {
            let pay = |kind| pays.pays(kind).map(|odds| Fraction::of(odds.pays().into(), odds.per().into()));
            ExactPayTable::by_kind(pay)
        };
        Game {
            blind: table(&pays.blind),
            trips: table(&pays.trips),
            bad_beat: table(&pays.bad_beat),
            ..Game::standard()
        }
    }
}
