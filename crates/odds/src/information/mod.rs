//! The value of seeing cards before the first decision.
//!
//! An observation changes what a player does, not what is dealt. Over all deals, Ante and Blind of a player who never
//! folds have the same expectation whatever is observed; so only what decisions add is summed, observation by
//! observation: wins less losses for each hole, and the gain of checking for each flop. Observations that differ only
//! by a renaming of suits are computed once.

mod board_sums;
mod decide;
mod neighbours;
mod observation;
mod scatter;
mod showdown_counts;
mod splits;
mod strengths;
mod sums;
mod symmetry;
#[cfg(test)]
mod tests;
mod uninformed;

use crate::board_class::Number;
use crate::deal_counts::sum;
use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::hole::Hole;
use crate::payoff::Width;
use crate::showdowns::Showdowns;
use crate::solver::Solver;

pub use neighbours::{Estimate, Neighbours};
pub use observation::Observation;

use decide::decide;
use splits::FlopSplits;
use strengths::Strengths;
use sums::Sums;
use symmetry::Symmetry;

/// What a player gets to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scenario {
    /// One card of the dealer.
    DealerCard,
    /// One card of the dealer and one of the flop.
    DealerAndFlopCard,
    /// Both cards of the dealer.
    DealerHand,
    /// One card of the flop.
    FlopCard,
    /// One of turn and river.
    RiverCard,
    /// Both cards of another player.
    NeighbourHand,
}

/// The tables that every observation needs, built once.
pub struct Information<'a> {
    solver: &'a Solver,
    strengths: Strengths,
    splits: FlopSplits,
}

/// The tables that depend on the deck alone.
pub(crate) struct DeckTables<'a> {
    pub showdowns: &'a Showdowns,
    pub holes: &'a [Hole],
    pub strengths: &'a Strengths,
    pub splits: &'a FlopSplits,
}

impl<'a> Information<'a> {
    /// Builds the tables.
    pub fn new(solver: &'a Solver) -> Information<'a> {
        let showdowns = &solver.showdowns;
        let splits = FlopSplits::new(showdowns.deck, &showdowns.boards);
        Information { solver, strengths: Strengths::new(showdowns), splits }
    }

    /// Returns the expected value of Ante, Blind and Play for a player who sees these cards and plays best. `progress`
    /// is called with the number of observations done and their total.
    pub fn value(
        &self,
        game: &Game,
        scenario: Scenario,
        progress: impl FnMut(u64, u64),
    ) -> Result<Fraction, GameError> {
        let stakes = Information::stakes(game)?;
        let observations = self.observations(scenario);
        let deck = self.solver.showdowns.deck;
        let dealer_hands = observations[0].dealer_hands(deck);
        let total = if fits_sixteen_bit_sums(&stakes, i64::from(dealer_hands) * deck.runouts().cast_signed())
        {
            self.total::<i16, i16>(&stakes, &observations, progress)
        } else if Width::of(&stakes, dealer_hands) == Width::Narrow {
            self.total::<i16, i32>(&stakes, &observations, progress)
        } else {
            self.total::<i32, i32>(&stakes, &observations, progress)
        };
        Ok(self.never_folding(&stakes) + total)
    }

    /// Returns what decisions add, over all observations.
    fn total<T: Number + Into<S>, S: Number>(
        &self,
        stakes: &Stakes,
        observations: &[Observation],
        mut progress: impl FnMut(u64, u64),
    ) -> Fraction {
        let (deck, tables) = (self.solver.showdowns.deck, self.deck_tables());
        let (mut units, mut deals) = (0, 0);
        let mut last: Option<(Observation, Sums<S>)> = None;
        let steps = observations.len() as u64;
        for (done, observation) in (0..).zip(observations) {
            progress(done, steps);
            // An exposed flop card changes no sum over runouts, only which flops are possible, so the sums are reused.
            let without_flop = Observation { flop: None, ..observation.clone() };
            let sums = match last {
                Some((same, sums)) if same == without_flop => sums,
                _ => Sums::new::<T>(
                    &tables,
                    stakes,
                    &without_flop,
                    observation.flop.or(observation.river).is_some(),
                    None,
                ),
            };
            let times = Symmetry::of(deck, observation).observations();
            units += times * decide(&tables, stakes, observation, &sums, None).best;
            deals += times * observation.deals(deck);
            last = Some((without_flop, sums));
        }
        progress(steps, steps);
        Fraction::of(units, deals * i128::from(stakes.ante))
    }

    fn deck_tables(&self) -> DeckTables<'_> {
        DeckTables {
            showdowns: &self.solver.showdowns,
            holes: &self.solver.holes,
            strengths: &self.strengths,
            splits: &self.splits,
        }
    }

    /// The stakes without bonus wagers.
    fn stakes(game: &Game) -> Result<Stakes, GameError> {
        let mut game = game.clone();
        game.mix.bad_beat = Fraction::ZERO;
        Stakes::of(&game)
    }

    /// Returns what Ante and Blind are worth to a player who never folds.
    fn never_folding(&self, stakes: &Stakes) -> Fraction {
        let mut units = 0;
        for (count, pay) in sum(&self.solver.totals).iter().zip(stakes.blind) {
            let antes = match stakes.qualify {
                Qualify::Pair => count.qualified_wins - count.qualified_losses,
                Qualify::Always => count.wins - count.losses,
            };
            units += i128::from(pay) * i128::from(count.wins)
                + i128::from(stakes.ante) * i128::from(antes - count.losses);
        }
        Fraction::of(units, self.solver.showdowns.deck.deals() * i128::from(stakes.ante))
    }

    /// Returns one observation for each class that differs by more than a renaming of suits.
    fn observations(&self, scenario: Scenario) -> Vec<Observation> {
        let deck = self.solver.showdowns.deck;
        // By symmetry a single card can be taken in the first suit, and a second one in the same suit or in another.
        let singles = || (0..deck.ranks).map(|rank| deck.card(rank, 0));
        let seconds = || (0..2 * deck.ranks).map(|index| deck.card(index / 2, index % 2));
        let pairs = || {
            let pairs = singles().flat_map(|first| seconds().map(move |second| [first, second]));
            pairs.filter(|[first, second]| first != second)
        };
        let hands = || pairs().filter(|[one, other]| one.rank() <= other.rank());
        match scenario {
            Scenario::FlopCard => {
                singles().map(|card| Observation { flop: Some(card), ..Observation::default() }).collect()
            }
            Scenario::RiverCard => {
                singles().map(|card| Observation { river: Some(card), ..Observation::default() }).collect()
            }
            Scenario::DealerCard => {
                singles().map(|card| Observation { dealer: vec![card], ..Observation::default() }).collect()
            }
            Scenario::DealerAndFlopCard => pairs()
                .map(|[dealer, flop]| Observation {
                    dealer: vec![dealer],
                    flop: Some(flop),
                    ..Observation::default()
                })
                .collect(),
            Scenario::DealerHand => {
                hands().map(|hand| Observation { dealer: hand.to_vec(), ..Observation::default() }).collect()
            }
            Scenario::NeighbourHand => {
                hands().map(|hand| Observation { dead: hand.to_vec(), ..Observation::default() }).collect()
            }
        }
    }
}

/// Whether sixteen bits hold every sum over this number of showdowns.
fn fits_sixteen_bit_sums(stakes: &Stakes, showdowns: i64) -> bool {
    // Twice the largest win or loss, because the correction of a suit can turn one into the other.
    2 * (stakes.flop + 4 * stakes.ante) * showdowns <= i64::from(i16::MAX)
}
