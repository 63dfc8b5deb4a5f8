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
    pub(crate) flops: Vec<FlopClass>,
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
        let (showdowns, dealer_hands) = (&self.showdowns, self.showdowns.deck.dealer_hands());
        let (solution, ()) = if is_narrow(&stakes, dealer_hands) {
            let worth = Worth::<i16>::new(&stakes, dealer_hands);
            self.solve_with(game, &stakes, &worth, |checked| (river::arrive(showdowns, &worth, checked), ()))
        } else {
            let worth = Worth::<i32>::new(&stakes, dealer_hands);
            self.solve_with(game, &stakes, &worth, |checked| (river::arrive(showdowns, &worth, checked), ()))
        };
        Ok(solution)
    }

    /// The solution and its [`distribution`](Solver::distribution), for little more than the solution alone: both
    /// follow the same hands to the river.
    pub fn solve_in_full(&self, game: &Game) -> Result<(Solution, Distribution), GameError> {
        let stakes = Stakes::of(game)?;
        let (showdowns, dealer_hands) = (&self.showdowns, self.showdowns.deck.dealer_hands());
        let (solution, ends) = if is_narrow(&stakes, dealer_hands) {
            let worth = Worth::<i16>::new(&stakes, dealer_hands);
            self.solve_with(game, &stakes, &worth, |checked| river::ends(showdowns, &worth, checked))
        } else {
            let worth = Worth::<i32>::new(&stakes, dealer_hands);
            self.solve_with(game, &stakes, &worth, |checked| river::ends(showdowns, &worth, checked))
        };
        let distribution = Distribution::new(game, self.by_start(&solution), &ends);
        Ok((solution, distribution))
    }

    /// Solves the game. What checks before the flop and on it is followed to the river, and what else that finds is
    /// handed on.
    fn solve_with<T: Number, Found>(
        &self,
        game: &Game,
        stakes: &Stakes,
        worth: &Worth<T>,
        follow: impl FnOnce(&Flops<i16>) -> (Arrived, Found),
    ) -> (Solution, Found) {
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
        let (arrived, found) = follow(&self.checked(|class| preflop[class].best.is_none(), &flop_raises));
        let sum_up = SumUp {
            deck: self.showdowns.deck,
            game,
            stakes,
            totals: &self.totals,
            preflop: &preflop,
            arrived: &arrived,
        };
        (sum_up.solution(flop_raises), found)
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
        let (_, ends) = river::ends(&self.showdowns, &worth, &checked);
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
