//! Solves games.

use std::sync::OnceLock;

use rayon::prelude::*;

use crate::bad_beat::BeatenTables;
use crate::board_class::Number;
use crate::deal_counts::DealCountsByCategory;
use crate::decisions::{FlopRaises, PlayerAction};
use crate::deck::Deck;
use crate::distribution::Distribution;
use crate::flop_class::FlopClass;
use crate::flop_matrix::FlopMatrix;
use crate::game::{Game, GameError, Stakes};
use crate::hole::Hole;
use crate::payoff::{Payoff, RiverTotals, Width};
use crate::preflop::{self, Preflop};
use crate::river;
use crate::showdowns::{Showdowns, split_work};
use crate::solution::Solution;
use crate::solution_builder::SolutionBuilder;

/// The tables that depend on the deck alone, built once for any number of games.
pub struct Solver {
    pub(crate) showdowns: Showdowns,
    pub(crate) holes: Vec<Hole>,
    pub(crate) flops: Vec<FlopClass>,
    /// For each starting hand, all its deals.
    pub(crate) totals: Vec<DealCountsByCategory>,
    /// Built when advice with a Bad Beat wager first asks for them.
    pub(crate) beaten: OnceLock<BeatenTables>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Builds the tables for the full deck.
    pub fn new() -> Solver {
        Solver::of(Deck::FULL)
    }

    /// Builds the tables for a deck of the highest `ranks` ranks, so that plain enumeration can check the method.
    ///
    /// # Panics
    /// Unless `ranks` is from 5 to 13.
    pub fn short_deck(ranks: usize) -> Solver {
        assert!((5..=13).contains(&ranks), "a deck has five to thirteen ranks");
        Solver::of(Deck { ranks })
    }

    fn of(deck: Deck) -> Solver {
        let showdowns = Showdowns::new(deck);
        let totals = preflop::deal_counts_by_class(&showdowns);
        let (holes, flops) = (Hole::all(deck), FlopClass::all(deck));
        Solver { holes, flops, totals, showdowns, beaten: OnceLock::new() }
    }

    /// Solves the game: best play and its value.
    pub fn solve(&self, game: &Game) -> Result<Solution, GameError> {
        let stakes = Stakes::of(game)?;
        Ok(match Width::of(&stakes, self.dealer_hands()) {
            Width::Narrow => self.solve_in::<i16, i32>(game, &stakes),
            Width::Medium => self.solve_in::<i32, i32>(game, &stakes),
            Width::Wide => self.solve_in::<i64, i64>(game, &stakes),
        })
    }

    fn solve_in<T: Number + Into<S>, S: Number>(&self, game: &Game, stakes: &Stakes) -> Solution {
        let payoff = Payoff::<T>::new(stakes, self.dealer_hands());
        let follow = |checked: &FlopMatrix<i16>| (river::totals(&self.showdowns, &payoff, checked), ());
        self.solve_with::<T, S, ()>(game, stakes, &payoff, follow).0
    }

    /// Returns the solution and its [`distribution`](Solver::distribution) for little more than the cost of the
    /// solution, because both follow the same hands to the river.
    pub fn solve_with_distribution(&self, game: &Game) -> Result<(Solution, Distribution), GameError> {
        let stakes = Stakes::of(game)?;
        let (solution, endings) = match Width::of(&stakes, self.dealer_hands()) {
            Width::Narrow => self.solve_with_endings::<i16, i32>(game, &stakes),
            Width::Medium => self.solve_with_endings::<i32, i32>(game, &stakes),
            Width::Wide => self.solve_with_endings::<i64, i64>(game, &stakes),
        };
        let distribution = Distribution::new(game, self.deals_by_preflop_action(&solution), &endings);
        Ok((solution, distribution))
    }

    fn solve_with_endings<T: Number + Into<S>, S: Number>(
        &self,
        game: &Game,
        stakes: &Stakes,
    ) -> (Solution, [DealCountsByCategory; 2]) {
        let payoff = Payoff::<T>::new(stakes, self.dealer_hands());
        let follow = |checked: &FlopMatrix<i16>| river::totals_and_endings(&self.showdowns, &payoff, checked);
        self.solve_with::<T, S, _>(game, stakes, &payoff, follow)
    }

    fn dealer_hands(&self) -> i32 {
        self.showdowns.deck.dealer_hands()
    }

    /// Solves the game. `follow` takes the checked flops to the river; whatever else it finds is returned with the
    /// solution.
    fn solve_with<T: Number + Into<S>, S: Number, Found>(
        &self,
        game: &Game,
        stakes: &Stakes,
        payoff: &Payoff<T>,
        follow: impl FnOnce(&FlopMatrix<i16>) -> (RiverTotals, Found),
    ) -> (Solution, Found) {
        let (gains, bonuses) = river::check_gains::<T, S>(&self.showdowns, payoff);
        let decided: Vec<FlopDecisions> =
            self.flops.par_iter().map(|flop| self.decide(flop, &gains)).collect();
        let mut gains = vec![0; self.totals.len()];
        for decided in &decided {
            for (all, gain) in gains.iter_mut().zip(&decided.gains) {
                *all += gain;
            }
        }
        let sums = self.totals.iter().zip(gains).zip(bonuses);
        let preflop: Vec<_> =
            sums.map(|((counts, gain), bonus)| Preflop::new(stakes, counts, gain, bonus)).collect();
        let raises: Vec<Vec<u64>> = decided.into_iter().map(|decided| decided.raises).collect();
        let flop_raises = FlopRaises::new(self.showdowns.deck, &raises);
        let (river_totals, found) =
            follow(&self.checked(|class| preflop[class].best.is_none(), &flop_raises));
        let builder = SolutionBuilder {
            deck: self.showdowns.deck,
            game,
            stakes,
            totals: &self.totals,
            preflop: &preflop,
            river_totals: &river_totals,
        };
        (builder.solution(flop_raises), found)
    }

    /// Returns the distribution of the net result of Ante, Blind, Play and the Trips wager of the mix.
    ///
    /// # Panics
    /// If the game of the solution has been changed to one that cannot be solved.
    pub fn distribution(&self, solution: &Solution) -> Distribution {
        let stakes = Stakes::of(&solution.game).expect("the game has been solved");
        let checks = |class: usize| solution.preflop[class].best == PlayerAction::Check;
        let checked = self.checked(checks, &solution.flop_raises);
        // Speed does not matter here, and 64 bits hold the payoffs of every game.
        let payoff = Payoff::<i64>::new(&stakes, self.dealer_hands());
        let (_, endings) = river::totals_and_endings(&self.showdowns, &payoff, &checked);
        Distribution::new(&solution.game, self.deals_by_preflop_action(solution), &endings)
    }

    /// Pairs the best preflop action of each starting hand with its deals.
    fn deals_by_preflop_action<'a>(
        &'a self,
        solution: &'a Solution,
    ) -> impl Iterator<Item = (PlayerAction, &'a DealCountsByCategory)> {
        solution.preflop.iter().map(|start| start.best).zip(&self.totals)
    }

    /// Decides raise or check for each hole, and sums for each starting hand what checking gains where it is better.
    fn decide<S: Number>(&self, flop: &FlopClass, gains: &FlopMatrix<S>) -> FlopDecisions {
        let mut values = vec![S::default(); self.holes.len()];
        flop.values(&self.holes, gains, &mut values);
        let mut gains = vec![0; self.totals.len()];
        for (hole, value) in self.holes.iter().zip(&values) {
            let gain: i64 = (*value).max(S::default()).into();
            gains[hole.class as usize] += i128::from(gain) * i128::from(flop.flops);
        }
        let word = |values: &[S]| {
            values.iter().rev().fold(0, |word, value| word << 1 | u64::from(*value < S::default()))
        };
        FlopDecisions { raises: values.chunks(64).map(word).collect(), gains }
    }

    /// Counts how often each hole checks each flop.
    pub(crate) fn checked(
        &self,
        checks: impl Fn(usize) -> bool,
        flop_raises: &FlopRaises,
    ) -> FlopMatrix<i16> {
        let holes: Vec<(usize, &Hole)> =
            self.holes.iter().enumerate().filter(|(_, hole)| checks(hole.class as usize)).collect();
        FlopMatrix::sum(split_work(self.flops.len(), |indices| {
            let mut checked = FlopMatrix::new(&self.showdowns);
            for flop_index in indices {
                let (flop, raises) = (&self.flops[flop_index], flop_raises.on(flop_index));
                for (index, hole) in &holes {
                    // A blocked hole has the value zero and so the bit of a check, which is why it is
                    // excluded below.
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

/// The decisions on one flop class.
struct FlopDecisions {
    /// One bit per hole.
    raises: Vec<u64>,
    /// Per starting hand, over all flops of the class.
    gains: Vec<i128>,
}
