//! How often each net result of a round comes.

use std::collections::BTreeMap;

use uth::Category;

use crate::fraction::Fraction;
use crate::game::{Game, Qualify};
use crate::play::Action;
use crate::tally::{Tallies, Tally};

/// The exact distribution of the net result of a round, in Antes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    /// Each result and in how many deals it comes.
    pub results: BTreeMap<Fraction, i128>,
    /// All deals by how they end: each raise and the fold.
    pub ends: Vec<(Action, Tallies)>,
}

impl Distribution {
    pub(crate) fn new<'a>(
        game: &Game,
        starts: impl Iterator<Item = (Action, &'a Tallies)>,
        [called, folded]: &[Tallies; 2],
    ) -> Distribution {
        let mut checked = Tallies::default();
        let raises = game.raises.preflop.iter().map(|raise| (Action::Raise(*raise), Tallies::default()));
        let mut ends: Vec<(Action, Tallies)> = raises.collect();
        for (action, tallies) in starts {
            let end = ends.iter_mut().find(|(raise, _)| *raise == action);
            add(end.map_or(&mut checked, |(_, end)| end), tallies);
        }
        let raised_flop = core::array::from_fn(|kind| checked[kind] - called[kind] - folded[kind]);
        ends.push((Action::Raise(game.raises.flop), raised_flop));
        ends.push((Action::Raise(game.raises.river), *called));
        ends.push((Action::Fold, *folded));
        Distribution::of(game, ends)
    }

    /// The same rounds, ended in the same ways, under other pays and bonus wagers.
    #[must_use]
    pub fn under(&self, game: &Game) -> Distribution {
        Distribution::of(game, self.ends.clone())
    }

    fn of(game: &Game, ends: Vec<(Action, Tallies)>) -> Distribution {
        let mut results = BTreeMap::new();
        for (action, tallies) in &ends {
            for (category, tally) in Category::ALL.into_iter().zip(tallies) {
                for (result, deals) in net_results(game, *action, category, tally) {
                    *results.entry(result).or_default() += i128::from(deals);
                }
            }
        }
        results.retain(|_, deals| *deals != 0);
        Distribution { results, ends }
    }

    /// All deals.
    pub fn deals(&self) -> i128 {
        self.results.values().sum()
    }

    /// The average result.
    pub fn mean(&self) -> Fraction {
        self.average(|result| result)
    }

    /// The average square of the result.
    pub fn second_moment(&self) -> Fraction {
        self.average(|result| result * result)
    }

    /// The variance, unless it leaves 128 bits; the standard game's does not.
    pub fn variance(&self) -> Option<Fraction> {
        self.second_moment().checked_add(-self.mean().checked_mul(self.mean())?)
    }

    /// The standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean().to_f64();
        self.variance().map_or_else(|| self.second_moment().to_f64() - mean * mean, Fraction::to_f64).sqrt()
    }

    /// How often a round is won, tied and lost in all.
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

fn add(all: &mut Tallies, tallies: &Tallies) {
    for (all, tally) in all.iter_mut().zip(tallies) {
        *all += *tally;
    }
}

/// What the deals of a tally bring, by how they end.
fn net_results(game: &Game, action: Action, category: Category, tally: &Tally) -> [(Fraction, i64); 5] {
    let (one, two) = (Fraction::ONE, Fraction::whole(2));
    let trips = game.trips.pay(category).unwrap_or(-one) * game.mix.trips;
    let Action::Raise(play) = action else {
        return [(trips - two, tally.deals), (trips, 0), (trips, 0), (trips, 0), (trips, 0)];
    };
    let blind = game.blind.pay(category).unwrap_or(Fraction::ZERO);
    let (wins, losses) = match game.qualify {
        Qualify::Pair => (tally.qualified_wins, tally.qualified_losses),
        Qualify::Always => (tally.wins, tally.losses),
    };
    [
        (trips + play + blind + one, wins),
        (trips + play + blind, tally.wins - wins),
        (trips, tally.ties()),
        (trips - play - one, tally.losses - losses),
        (trips - play - two, losses),
    ]
}
