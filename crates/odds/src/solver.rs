//! Solves games.

use rayon::prelude::*;

use crate::deck::Deck;
use crate::distribution::Distribution;
use crate::flop::FlopClass;
use crate::flops::Flops;
use crate::game::{Game, GameError, Stakes};
use crate::hole::Hole;
use crate::play::{Action, FlopRaises};
use crate::preflop::{self, Preflop};
use crate::river;
use crate::showdowns::{Showdowns, share_out};
use crate::solution::Solution;
use crate::sum_up::SumUp;
use crate::tally::Tallies;
use crate::view::Number;
use crate::worth::{Arrived, Worth, is_narrow};

/// Everything that depends on the deck alone, made once for any number of games.
pub struct Solver {
    pub(crate) showdowns: Showdowns,
    pub(crate) holes: Vec<Hole>,
    flops: Vec<FlopClass>,
    /// For each class of holes, all its deals.
    pub(crate) totals: Vec<Tallies>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Makes the tables for the full deck.
    pub fn new() -> Solver {
        Solver::of(Deck::FULL)
    }

    /// The same for a deck of the highest ranks only, from five to thirteen of them, so that plain enumeration can
    /// check the method.
    ///
    /// # Panics
    /// With any other number of ranks.
    pub fn short(ranks: usize) -> Solver {
        assert!((5..=13).contains(&ranks), "a deck has five to thirteen ranks");
        Solver::of(Deck { ranks })
    }

    fn of(deck: Deck) -> Solver {
        let showdowns = Showdowns::new(deck);
        let totals = preflop::tallies(&showdowns);
        Solver { holes: Hole::all(deck), flops: FlopClass::all(deck), totals, showdowns }
    }

    /// Solves the game: best play and its value.
    pub fn solve(&self, game: &Game) -> Result<Solution, GameError> {
        let stakes = Stakes::of(game)?;
        let dealer_hands = self.showdowns.deck.dealer_hands();
        Ok(if is_narrow(&stakes, dealer_hands) {
            self.solve_with(game, &stakes, &Worth::<i16>::new(&stakes, dealer_hands))
        } else {
            self.solve_with(game, &stakes, &Worth::<i32>::new(&stakes, dealer_hands))
        })
    }

    fn solve_with<T: Number>(&self, game: &Game, stakes: &Stakes, worth: &Worth<T>) -> Solution {
        let (gains, bonuses) = river::gains_of_checking(&self.showdowns, worth);
        let decided: Vec<Decided> = self.flops.par_iter().map(|flop| self.decide(flop, &gains)).collect();
        let mut gains = vec![0; self.totals.len()];
        for decided in &decided {
            for (all, gain) in gains.iter_mut().zip(&decided.gains) {
                *all += gain;
            }
        }
        let sums = self.totals.iter().zip(gains).zip(bonuses);
        let preflop: Vec<_> =
            sums.map(|((tallies, gain), bonus)| Preflop::new(stakes, tallies, gain, bonus)).collect();
        let raises: Vec<Vec<u64>> = decided.into_iter().map(|decided| decided.raises).collect();
        let flop_raises = FlopRaises::new(self.showdowns.deck, &raises);
        let arrived = self.arrive(worth, &preflop, &flop_raises);
        SumUp {
            deck: self.showdowns.deck,
            game,
            stakes,
            totals: &self.totals,
            preflop: &preflop,
            arrived: &arrived,
        }
        .solution(flop_raises)
    }

    /// How often each net result of a round comes, for Ante, Blind, Play and the Trips wager of the mix.
    ///
    /// # Panics
    /// If the game of the solution has been changed to one that cannot be solved.
    pub fn distribution(&self, solution: &Solution) -> Distribution {
        let stakes = Stakes::of(&solution.game).expect("the game has been solved");
        let checks = |class: usize| solution.preflop[class].best == Action::Check;
        let checked = self.checked(checks, &solution.flop_raises);
        let worth = Worth::<i32>::new(&stakes, self.showdowns.deck.dealer_hands());
        let ends = river::ends(&self.showdowns, &worth, &checked);
        Distribution::new(&solution.game, self.by_start(solution), &ends)
    }

    /// All deals by what is done before the flop.
    fn by_start<'a>(&'a self, solution: &'a Solution) -> impl Iterator<Item = (Action, &'a Tallies)> {
        solution.preflop.iter().map(|start| start.best).zip(&self.totals)
    }

    /// Raise or check for each hole, and what checking gains for each class of holes where it is better.
    fn decide(&self, flop: &FlopClass, gains: &Flops<i32>) -> Decided {
        let mut values = vec![0; self.holes.len()];
        flop.values(&self.holes, gains, &mut values);
        let mut gains = vec![0; self.totals.len()];
        for (hole, value) in self.holes.iter().zip(&values) {
            gains[hole.class as usize] += i64::from((*value).max(0)) * i64::from(flop.flops);
        }
        let word =
            |values: &[i32]| values.iter().rev().fold(0, |word, value| word << 1 | u64::from(*value < 0));
        Decided { raises: values.chunks(64).map(word).collect(), gains }
    }

    /// Follows the holes that check before the flop and on it to the river.
    fn arrive<T: Number>(&self, worth: &Worth<T>, preflop: &[Preflop], flop_raises: &FlopRaises) -> Arrived {
        river::arrive(
            &self.showdowns,
            worth,
            &self.checked(|class| preflop[class].best.is_none(), flop_raises),
        )
    }

    /// How often each hole checks each flop.
    pub(crate) fn checked(&self, checks: impl Fn(usize) -> bool, flop_raises: &FlopRaises) -> Flops<i16> {
        let holes: Vec<(usize, &Hole)> =
            self.holes.iter().enumerate().filter(|(_, hole)| checks(hole.class as usize)).collect();
        Flops::sum(share_out(self.flops.len(), |places| {
            let mut checked = Flops::new(&self.showdowns);
            for place in places {
                let (flop, raises) = (&self.flops[place], flop_raises.on(place));
                for (index, hole) in &holes {
                    let raise = raises[index / 64] >> (index % 64) & 1 == 1;
                    if !raise && hole.cards.is_disjoint(flop.cards) {
                        flop.count(hole, &mut checked);
                    }
                }
            }
            checked
        }))
    }
}

/// The decisions on one flop.
struct Decided {
    /// One bit for each hole.
    raises: Vec<u64>,
    /// For each class of holes, over all the flops that this one stands for.
    gains: Vec<i64>,
}
