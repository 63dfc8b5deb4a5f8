//! What every wager of a way to play is worth.

use uth::{Cents, Pays, Wager};

use crate::fraction::Fraction;
use crate::game::{Game, PayTable, Qualify};
use crate::solution::{Solution, Wagers};
use crate::solver::Solver;
use crate::strategy::Evaluation;
use crate::tally::sum;

/// The average result of each wager under some way to play: of one Ante for Ante, Blind and Play, and of one such
/// wager for the bonuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    /// The Ante.
    pub ante: Fraction,
    /// The Blind.
    pub blind: Fraction,
    /// The Play wager.
    pub play: Fraction,
    /// Trips.
    pub trips: Fraction,
    /// Bad Beat, which a fold forfeits.
    pub bad_beat: Fraction,
}

impl Values {
    /// Under best play in a solved game.
    pub fn of(solution: &Solution) -> Values {
        Values {
            ante: solution.wagers.ante,
            blind: solution.wagers.blind,
            play: solution.wagers.play,
            trips: solution.trips.value,
            bad_beat: solution.bad_beat.value,
        }
    }

    /// Under a strategy of which only the base game has been evaluated. Trips depends on no decision; the Bad Beat
    /// is given.
    pub fn of_strategy(evaluation: &Evaluation, solution: &Solution, bad_beat: Fraction) -> Values {
        let Wagers { ante, blind, play } = evaluation.wagers;
        Values { ante, blind, play, trips: solution.trips.value, bad_beat }
    }

    /// Under best play in `solution`'s game, but raising every hand by so many Antes before the flop.
    pub fn of_always_raising(solver: &Solver, solution: &Solution, times: u8) -> Values {
        let game = &solution.game;
        let all = sum(&solver.totals);
        let deals: i64 = all.iter().map(|tally| tally.deals).sum();
        let share = |count: i64| Fraction::of(count.into(), deals.into());
        let total = |of: fn(&crate::tally::Tally) -> i64| all.iter().map(of).sum::<i64>();
        let won = total(|tally| tally.wins - tally.losses);
        let antes = match game.qualify {
            Qualify::Pair => total(|tally| tally.qualified_wins - tally.qualified_losses),
            Qualify::Always => won,
        };
        let paid = uth::Category::ALL.into_iter().zip(&all);
        let paid = paid.filter_map(|(made, tally)| Some(game.blind.pay(made)? * share(tally.wins)));
        Values {
            ante: share(antes),
            blind: paid.sum::<Fraction>() - share(total(|tally| tally.losses)),
            play: share(won) * Fraction::whole(times.into()),
            trips: solution.trips.value,
            bad_beat: solution.bad_beat_without_folds.value,
        }
    }

    /// The average result of one wager in cents.
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

    /// The average result of a round in cents.
    pub fn round(&self, wagers: uth::Wagers) -> Fraction {
        Wager::ALL.into_iter().map(|wager| self.wager(wager, wagers)).sum()
    }
}

impl Game {
    /// The game of the rules with those pays, and no bonus wager in the mix.
    pub fn of(pays: &Pays) -> Game {
        let table = |pays: &uth::PayTable| {
            let pay = |kind| pays.pays(kind).map(|odds| Fraction::of(odds.pays().into(), odds.per().into()));
            PayTable::by_kind(pay)
        };
        Game {
            blind: table(&pays.blind),
            trips: table(&pays.trips),
            bad_beat: table(&pays.bad_beat),
            ..Game::standard()
        }
    }
}
