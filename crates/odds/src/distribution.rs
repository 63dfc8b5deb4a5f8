//! The exact distribution of the net result of a round.

use std::collections::BTreeMap;

use uth::Category;

use crate::deal_counts::{DealCounts, DealCountsByCategory};
use crate::decisions::PlayerAction;
use crate::fraction::Fraction;
use crate::game::{Game, Qualify};

/// The exact distribution of the net result of a round, in Antes. The Bad Beat wager is not part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    /// Each net result with the number of deals that have it.
    pub results: BTreeMap<Fraction, i128>,
    /// All deals by the action that ended their decisions: each raise, and the fold.
    pub by_action: Vec<(PlayerAction, DealCountsByCategory)>,
}

impl Distribution {
    pub(crate) fn new<'a>(
        game: &Game,
        preflop: impl Iterator<Item = (PlayerAction, &'a DealCountsByCategory)>,
        [called, folded]: &[DealCountsByCategory; 2],
    ) -> Distribution {
        let mut checked = DealCountsByCategory::default();
        let raises = game
            .raises
            .preflop
            .iter()
            .map(|raise| (PlayerAction::Raise(*raise), DealCountsByCategory::default()));
        let mut by_action: Vec<(PlayerAction, DealCountsByCategory)> = raises.collect();
        for (action, counts) in preflop {
            // An action that is none of the raises is a check.
            let end = by_action.iter_mut().find(|(raise, _)| *raise == action);
            add(end.map_or(&mut checked, |(_, end)| end), counts);
        }
        // No hand folds before the river, so a hand that checked and was neither called nor folded there
        // raised the flop.
        let raised_flop =
            core::array::from_fn(|category| checked[category] - called[category] - folded[category]);
        by_action.push((PlayerAction::Raise(game.raises.flop), raised_flop));
        by_action.push((PlayerAction::Raise(game.raises.river), *called));
        by_action.push((PlayerAction::Fold, *folded));
        Distribution::of(game, by_action)
    }

    /// Returns the distribution of the same decisions under other pays and bonus wagers.
    #[must_use]
    pub fn repriced(&self, game: &Game) -> Distribution {
        Distribution::of(game, self.by_action.clone())
    }

    fn of(game: &Game, by_action: Vec<(PlayerAction, DealCountsByCategory)>) -> Distribution {
        let mut results = BTreeMap::new();
        for (action, counts) in &by_action {
            for (category, count) in Category::ALL.into_iter().zip(counts) {
                for (result, deals) in net_results(game, *action, category, count) {
                    *results.entry(result).or_default() += i128::from(deals);
                }
            }
        }
        // Categories that cannot win by some action would otherwise be listed as results that never happen.
        results.retain(|_, deals| *deals != 0);
        Distribution { results, by_action }
    }

    /// The number of deals.
    pub fn deals(&self) -> i128 {
        self.results.values().sum()
    }

    /// The expected result.
    pub fn mean(&self) -> Fraction {
        self.average(|result| result)
    }

    /// The expected square of the result.
    pub fn second_moment(&self) -> Fraction {
        self.average(|result| result * result)
    }

    /// The variance, or `None` if it does not fit 128 bits; that of the standard game does.
    pub fn variance(&self) -> Option<Fraction> {
        self.second_moment().checked_add(-self.mean().checked_mul(self.mean())?)
    }

    /// The standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean().to_f64();
        // The square of the mean doubles the length of the denominator, which may leave 128 bits; the
        // difference of two floats then has to do.
        self.variance().map_or_else(|| self.second_moment().to_f64() - mean * mean, Fraction::to_f64).sqrt()
    }

    /// The shares of rounds with a positive, zero and negative result.
    pub fn outcomes(&self) -> [Fraction; 3] {
        let share = |sign: i128| {
            let matching = self.results.iter().filter(|(result, _)| result.numerator().signum() == sign);
            Fraction::of(matching.map(|(_, deals)| deals).sum(), self.deals())
        };
        [share(1), share(0), share(-1)]
    }

    fn average(&self, of: impl Fn(Fraction) -> Fraction) -> Fraction {
        let deals = self.deals();
        self.results.iter().map(|(result, count)| of(*result) * Fraction::of(*count, deals)).sum()
    }
}

fn add(all: &mut DealCountsByCategory, counts: &DealCountsByCategory) {
    for (all, count) in all.iter_mut().zip(counts) {
        *all += *count;
    }
}

/// The five net results that the deals of one action and category can have, with their counts.
fn net_results(
    game: &Game,
    action: PlayerAction,
    category: Category,
    count: &DealCounts,
) -> [(Fraction, i64); 5] {
    let (one, two) = (Fraction::ONE, Fraction::whole(2));
    let trips = game.trips.pay(category).unwrap_or(-one) * game.mix.trips;
    let PlayerAction::Raise(play) = action else {
        // A fold loses Ante and Blind whatever the dealer has; Trips is settled all the same (R3).
        return [(trips - two, count.deals), (trips, 0), (trips, 0), (trips, 0), (trips, 0)];
    };
    let blind = game.blind.pay(category).unwrap_or(Fraction::ZERO);
    let (wins, losses) = match game.qualify {
        Qualify::Pair => (count.qualified_wins, count.qualified_losses),
        Qualify::Always => (count.wins, count.losses),
    };
    [
        (trips + play + blind + one, wins),
        // The dealer does not qualify: the Ante pushes, win or lose (R2).
        (trips + play + blind, count.wins - wins),
        (trips, count.ties()),
        (trips - play - one, count.losses - losses),
        (trips - play - two, losses),
    ]
}
