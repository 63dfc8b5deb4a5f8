//! The exact value of a strategy over all deals.
//!
//! A hand that checks before the flop and on it reaches the river. How often each hole checks each flop is counted
//! first; from that follows how often each kind of hole meets each class of boards, where it calls or folds. Every deal
//! that does not reach the river was raised earlier, so each deal is counted exactly once.

use core::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use uth::{Card, Category};

use crate::deal_counts::{DealCounts, DealCountsByCategory, sum};
use crate::decisions::{FlopRaises, PlayerAction, StartingHand};
use crate::distribution::Distribution;
use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::solution::WagerValues;
use crate::solver::Solver;
use crate::strategy::Strategy;
use crate::strategy::arrivals::{Arrival, Arrivals};

/// The value of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The distribution of the net result of a round, including the Trips wager of the mix.
    pub distribution: Distribution,
    /// The value of each wager of the base game.
    pub wagers: WagerValues,
}

/// Why a strategy cannot be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluationError {
    /// The game cannot be solved.
    Game(GameError),
    /// The strategy raises this hand by this number of Antes before the flop, which the game does not allow.
    Raise(StartingHand, u8),
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationError::Game(error) => error.fmt(f),
            EvaluationError::Raise(hand, times) => {
                write!(f, "{hand} is raised {times}x before the flop, which the game does not allow")
            }
        }
    }
}

impl core::error::Error for EvaluationError {}

impl Evaluation {
    /// The value of Ante, Blind and Play together.
    pub fn base(&self) -> Fraction {
        self.wagers.ante + self.wagers.blind + self.wagers.play
    }

    /// How often each action ends the decisions of a hand; the shares sum to one.
    pub fn actions(&self) -> Vec<(PlayerAction, Fraction)> {
        let deals = self.distribution.deals();
        let total = |counts: &DealCountsByCategory| counts.iter().map(|count| i128::from(count.deals)).sum();
        let share = |(action, counts): &(PlayerAction, DealCountsByCategory)| {
            (*action, Fraction::of(total(counts), deals))
        };
        self.distribution.by_action.iter().map(share).collect()
    }

    /// The expected amount wagered on Ante, Blind and Play.
    pub fn average_wager(&self) -> Fraction {
        let play =
            |(action, share): (PlayerAction, Fraction)| raised(action).unwrap_or(Fraction::ZERO) * share;
        Fraction::whole(2) + self.actions().into_iter().map(play).sum()
    }

    /// The expected loss per unit wagered on Ante, Blind and Play.
    pub fn element_of_risk(&self) -> Fraction {
        // The average wager is at least two Antes, so the division succeeds.
        (-self.base()).checked_div(self.average_wager()).unwrap_or(Fraction::ZERO)
    }
}

impl Solver {
    /// Evaluates a strategy in a game. `progress` is called with the number of steps done and their total.
    ///
    /// # Panics
    /// If a deal is counted twice or not at all, which would be a defect of this crate.
    pub fn evaluate(
        &self,
        game: &Game,
        strategy: &dyn Strategy,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Evaluation, EvaluationError> {
        // The counts do not need the stakes, but a game that cannot be solved has no bounds for its values
        // either.
        Stakes::of(game).map_err(EvaluationError::Game)?;
        let preflop = self.preflop_actions(game, strategy)?;
        // Decisions are asked for in the order of the streets, so that a strategy is never asked about a
        // point that it avoids.
        let checks = |class: usize| preflop[class] == PlayerAction::Check;
        let done = AtomicU64::new(0);
        let steps = (self.flops.len() + self.showdowns.boards.len()) as u64;
        // Relaxed suffices: the count is only shown.
        let step = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, steps);
        let flop_raises = self.flop_decisions(&checks, strategy, &step);
        let checked = self.checked(checks, &flop_raises);
        let parts = self.showdowns.split_boards(|boards| {
            let mut arrivals = Arrivals::new(&self.showdowns, &checked);
            let mut endings = [DealCountsByCategory::default(); 2];
            for board in boards {
                arrivals.visit(board, |arrival| self.end(strategy, arrival, &mut endings));
                step();
            }
            endings
        });
        let endings = [0, 1].map(|end| sum(&parts.iter().map(|endings| endings[end]).collect::<Vec<_>>()));
        let preflop = preflop.iter().copied().zip(&self.totals);
        let distribution = Distribution::new(game, preflop, &endings);
        assert_eq!(distribution.deals(), self.showdowns.deck.deals(), "every deal ends somehow, and once");
        Ok(Evaluation { wagers: wagers(game, &distribution), distribution })
    }

    /// Returns the preflop action of each starting hand.
    fn preflop_actions(
        &self,
        game: &Game,
        strategy: &dyn Strategy,
    ) -> Result<Vec<PlayerAction>, EvaluationError> {
        let deck = self.showdowns.deck;
        (0..self.totals.len())
            .map(|class| {
                let hand = StartingHand::at(deck, class);
                // One hand of each class will do: a strategy that tells suits apart before the flop would not
                // be a strategy of starting hands.
                let Some(times) = strategy.preflop(hand.cards()) else { return Ok(PlayerAction::Check) };
                let raise = Fraction::whole(times.into());
                let allowed = game.raises.preflop.contains(&raise);
                allowed.then_some(PlayerAction::Raise(raise)).ok_or(EvaluationError::Raise(hand, times))
            })
            .collect()
    }

    /// Returns the decision of each hole that checks before the flop, on each flop class.
    fn flop_decisions(
        &self,
        checks: &(impl Fn(usize) -> bool + Sync),
        strategy: &dyn Strategy,
        step: &(dyn Fn() + Sync),
    ) -> FlopRaises {
        let decide = |flop: &crate::flop_class::FlopClass| {
            let cards = cards(flop.cards);
            let mut words = vec![0u64; self.holes.len().div_ceil(64)];
            for (index, hole) in self.holes.iter().enumerate() {
                let here = checks(hole.class.into()) && hole.cards.is_disjoint(flop.cards);
                if here && strategy.flop(self::cards(hole.cards), cards) {
                    words[index / 64] |= 1 << (index % 64);
                }
            }
            step();
            words
        };
        FlopRaises::new(self.showdowns.deck, &self.flops.par_iter().map(decide).collect::<Vec<_>>())
    }

    /// Adds an arrival to the deals that are called or to those that are folded.
    fn end(&self, strategy: &dyn Strategy, arrival: &Arrival, endings: &mut [DealCountsByCategory; 2]) {
        let folds = !strategy.river(arrival.hole, arrival.board);
        endings[usize::from(folds)][arrival.category as usize] +=
            DealCounts::of(arrival.counts, self.showdowns.deck.dealer_hands(), arrival.deals);
    }
}

impl StartingHand {
    /// Returns two cards that form this starting hand.
    pub fn cards(self) -> [Card; 2] {
        let [first, second] = [uth::Suit::Clubs, uth::Suit::Diamonds];
        [Card::new(self.high, first), Card::new(self.low, if self.suited { first } else { second })]
    }
}

fn cards<const N: usize>(set: uth::Cards) -> [Card; N] {
    let mut cards = set.iter();
    core::array::from_fn(|_| cards.next().expect("the set has so many cards"))
}

fn raised(action: PlayerAction) -> Option<Fraction> {
    match action {
        PlayerAction::Raise(times) => Some(times),
        PlayerAction::Check | PlayerAction::Fold => None,
    }
}

fn wagers(game: &Game, distribution: &Distribution) -> WagerValues {
    let deals = distribution.deals();
    let average = |count: i64| Fraction::of(count.into(), deals);
    let mut wagers = WagerValues { ante: Fraction::ZERO, blind: Fraction::ZERO, play: Fraction::ZERO };
    for (action, counts) in &distribution.by_action {
        for (category, count) in Category::ALL.into_iter().zip(counts) {
            // Folded hands lose Ante and Blind and make no Play wager.
            let Some(raise) = raised(*action) else {
                wagers.ante = wagers.ante - average(count.deals);
                wagers.blind = wagers.blind - average(count.deals);
                continue;
            };
            let antes = match game.qualify {
                Qualify::Pair => count.qualified_wins - count.qualified_losses,
                Qualify::Always => count.wins - count.losses,
            };
            let pay = game.blind.pay(category).unwrap_or(Fraction::ZERO);
            wagers.ante = wagers.ante + average(antes);
            wagers.blind = wagers.blind + pay * average(count.wins) - average(count.losses);
            wagers.play = wagers.play + raise * average(count.wins - count.losses);
        }
    }
    wagers
}
