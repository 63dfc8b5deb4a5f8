//! What it is worth to see cards before the first decision.
//!
//! Seen cards change what a player does, not what is dealt. Over all deals, Ante and Blind of a player who never folds
//! bring the same whatever is seen; so only what decisions add is summed up, glimpse by glimpse: for each hole wins
//! less losses, and for each flop what checking it gains. Glimpses that differ only in the names of suits are one.

mod counts;
mod decide;
mod neighbours;
mod parts;
mod pass;
mod push;
mod sight;
mod strengths;
mod sums;
mod symmetry;
#[cfg(test)]
mod tests;
mod told;

use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::hole::Hole;
use crate::showdowns::Showdowns;
use crate::solver::Solver;
use crate::tally::sum;
use crate::view::Number;
use crate::worth::is_narrow;

pub use neighbours::{Estimate, Neighbours};
pub use sight::Glimpse;

use decide::decide;
use parts::Parts;
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

/// What any glimpse needs, made once.
pub struct Information<'a> {
    solver: &'a Solver,
    strengths: Strengths,
    parts: Parts,
}

/// What belongs to the deck.
pub(crate) struct Known<'a> {
    pub showdowns: &'a Showdowns,
    pub holes: &'a [Hole],
    pub strengths: &'a Strengths,
    pub parts: &'a Parts,
}

impl<'a> Information<'a> {
    /// Makes ready.
    pub fn new(solver: &'a Solver) -> Information<'a> {
        let showdowns = &solver.showdowns;
        let parts = Parts::new(showdowns.deck, &showdowns.boards);
        Information { solver, strengths: Strengths::new(showdowns), parts }
    }

    /// The value of Ante, Blind and Play for a player who sees those cards and makes the best of it. `progress` is
    /// told how much is done, of how much.
    pub fn value(
        &self,
        game: &Game,
        scenario: Scenario,
        progress: impl FnMut(u64, u64),
    ) -> Result<Fraction, GameError> {
        let stakes = Information::stakes(game)?;
        let glimpses = self.glimpses(scenario);
        let deck = self.solver.showdowns.deck;
        let dealer_hands = glimpses[0].dealer_hands(deck);
        let total = if is_tiny(&stakes, i64::from(dealer_hands) * deck.runouts().cast_signed()) {
            self.total::<i16, i16>(&stakes, &glimpses, progress)
        } else if is_narrow(&stakes, dealer_hands) {
            self.total::<i16, i32>(&stakes, &glimpses, progress)
        } else {
            self.total::<i32, i32>(&stakes, &glimpses, progress)
        };
        Ok(self.never_folding(&stakes) + total)
    }

    /// What decisions add, over all glimpses.
    fn total<T: Number + Into<S>, S: Number>(
        &self,
        stakes: &Stakes,
        glimpses: &[Glimpse],
        mut progress: impl FnMut(u64, u64),
    ) -> Fraction {
        let (deck, known) = (self.solver.showdowns.deck, self.known());
        let (mut units, mut deals) = (0, 0);
        let mut last: Option<(Glimpse, Sums<S>)> = None;
        let steps = glimpses.len() as u64;
        for (done, glimpse) in (0..).zip(glimpses) {
            progress(done, steps);
            // A card of the flop changes no sum, only which flops there are.
            let without_flop = Glimpse { flop: None, ..glimpse.clone() };
            let sums = match last {
                Some((same, sums)) if same == without_flop => sums,
                _ => Sums::new::<T>(
                    &known,
                    stakes,
                    &without_flop,
                    glimpse.flop.or(glimpse.river).is_some(),
                    None,
                ),
            };
            let times = Symmetry::of(deck, glimpse).glimpses();
            units += times * decide(&known, stakes, glimpse, &sums, None).best;
            deals += times * glimpse.deals(deck);
            last = Some((without_flop, sums));
        }
        progress(steps, steps);
        Fraction::of(units, deals * i128::from(stakes.ante))
    }

    fn known(&self) -> Known<'_> {
        Known {
            showdowns: &self.solver.showdowns,
            holes: &self.solver.holes,
            strengths: &self.strengths,
            parts: &self.parts,
        }
    }

    /// The stakes without bonus wagers.
    fn stakes(game: &Game) -> Result<Stakes, GameError> {
        let mut game = game.clone();
        game.mix.bad_beat = Fraction::ZERO;
        Stakes::of(&game)
    }

    /// What Ante and Blind bring to a player who never folds.
    fn never_folding(&self, stakes: &Stakes) -> Fraction {
        let mut units = 0;
        for (tally, pay) in sum(&self.solver.totals).iter().zip(stakes.blind) {
            let antes = match stakes.qualify {
                Qualify::Pair => tally.qualified_wins - tally.qualified_losses,
                Qualify::Always => tally.wins - tally.losses,
            };
            units += i128::from(pay) * i128::from(tally.wins)
                + i128::from(stakes.ante) * i128::from(antes - tally.losses);
        }
        Fraction::of(units, self.solver.showdowns.deck.deals() * i128::from(stakes.ante))
    }

    /// What can be seen, one glimpse for all that differ only in the names of the suits.
    fn glimpses(&self, scenario: Scenario) -> Vec<Glimpse> {
        let deck = self.solver.showdowns.deck;
        // A single card stands for those of all suits; a second one is in the same suit or in another.
        let singles = || (0..deck.ranks).map(|rank| deck.card(rank, 0));
        let seconds = || (0..2 * deck.ranks).map(|place| deck.card(place / 2, place % 2));
        let pairs = || {
            let pairs = singles().flat_map(|first| seconds().map(move |second| [first, second]));
            pairs.filter(|[first, second]| first != second)
        };
        let hands = || pairs().filter(|[one, other]| one.rank() <= other.rank());
        match scenario {
            Scenario::FlopCard => {
                singles().map(|card| Glimpse { flop: Some(card), ..Glimpse::default() }).collect()
            }
            Scenario::RiverCard => {
                singles().map(|card| Glimpse { river: Some(card), ..Glimpse::default() }).collect()
            }
            Scenario::DealerCard => {
                singles().map(|card| Glimpse { dealer: vec![card], ..Glimpse::default() }).collect()
            }
            Scenario::DealerAndFlopCard => pairs()
                .map(|[dealer, flop]| Glimpse {
                    dealer: vec![dealer],
                    flop: Some(flop),
                    ..Glimpse::default()
                })
                .collect(),
            Scenario::DealerHand => {
                hands().map(|hand| Glimpse { dealer: hand.to_vec(), ..Glimpse::default() }).collect()
            }
            Scenario::NeighbourHand => {
                hands().map(|hand| Glimpse { dead: hand.to_vec(), ..Glimpse::default() }).collect()
            }
        }
    }
}

/// Whether sixteen bits hold every sum over so many showdowns.
fn is_tiny(stakes: &Stakes, showdowns: i64) -> bool {
    // Twice what a hand can win or lose, since a suit changes one into the other.
    2 * i64::from(stakes.flop + 4 * stakes.ante) * showdowns <= i64::from(i16::MAX)
}
