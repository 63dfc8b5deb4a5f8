//! The exact value of a strategy, over all deals.
//!
//! A hand that checks before the flop and on it arrives at the river. How often each hole checks each flop is
//! counted first; from there each kind of hole meets each kind of board so many times, is called or folded there,
//! and every deal that does not arrive was raised earlier. No deal is looked at twice and none is left out.

use core::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use uth::{Card, Category};

use crate::distribution::Distribution;
use crate::fraction::Fraction;
use crate::game::{Game, GameError, Qualify, Stakes};
use crate::play::{Action, FlopRaises, StartingHand};
use crate::solution::Wagers;
use crate::solver::Solver;
use crate::strategy::Strategy;
use crate::strategy::arrivals::{Arrival, Arrivals};
use crate::tally::{Tallies, Tally, sum};

/// What a strategy is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// How often each net result of a round comes, Trips included as far as it is in the mix.
    pub distribution: Distribution,
    /// What each wager of the base game brings.
    pub wagers: Wagers,
}

/// Why a strategy cannot be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluationError {
    /// The game is none.
    Game(GameError),
    /// The strategy raises that hand by so many Antes before the flop, which the game does not allow.
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

    /// How often each action ends the decisions of a hand; the shares add up to one.
    pub fn actions(&self) -> Vec<(Action, Fraction)> {
        let deals = self.distribution.deals();
        let count = |tallies: &Tallies| tallies.iter().map(|tally| i128::from(tally.deals)).sum();
        let share = |(action, tallies): &(Action, Tallies)| (*action, Fraction::of(count(tallies), deals));
        self.distribution.ends.iter().map(share).collect()
    }

    /// What is wagered on average on Ante, Blind and Play.
    pub fn average_wager(&self) -> Fraction {
        let play = |(action, share): (Action, Fraction)| raised(action).unwrap_or(Fraction::ZERO) * share;
        Fraction::whole(2) + self.actions().into_iter().map(play).sum()
    }

    /// What the player loses of all money wagered on Ante, Blind and Play.
    pub fn element_of_risk(&self) -> Fraction {
        // The average wager is at least two Antes.
        (-self.base()).checked_div(self.average_wager()).unwrap_or(Fraction::ZERO)
    }
}

impl Solver {
    /// What the strategy is worth in that game. `progress` is told how many of how many steps are done.
    ///
    /// # Panics
    /// If a deal were counted twice or not at all.
    pub fn evaluate(
        &self,
        game: &Game,
        strategy: &dyn Strategy,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Evaluation, EvaluationError> {
        Stakes::of(game).map_err(EvaluationError::Game)?;
        let starts = self.starts(game, strategy)?;
        let checks = |class: usize| starts[class] == Action::Check;
        let done = AtomicU64::new(0);
        let steps = (self.flops.len() + self.showdowns.boards.len()) as u64;
        let step = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, steps);
        let flop_raises = self.flop_decisions(&checks, strategy, &step);
        let checked = self.checked(checks, &flop_raises);
        let parts = self.showdowns.share_boards(|boards| {
            let mut arrivals = Arrivals::new(&self.showdowns, &checked);
            let mut ends = [Tallies::default(); 2];
            for board in boards {
                arrivals.visit(board, |arrival| self.end(strategy, arrival, &mut ends));
                step();
            }
            ends
        });
        let ends = [0, 1].map(|end| sum(&parts.iter().map(|ends| ends[end]).collect::<Vec<_>>()));
        let starts = starts.iter().copied().zip(&self.totals);
        let distribution = Distribution::new(game, starts, &ends);
        assert_eq!(distribution.deals(), self.showdowns.deck.deals(), "every deal ends somehow, and once");
        Ok(Evaluation { wagers: wagers(game, &distribution), distribution })
    }

    /// What is done with each class of holes before the flop.
    fn starts(&self, game: &Game, strategy: &dyn Strategy) -> Result<Vec<Action>, EvaluationError> {
        let deck = self.showdowns.deck;
        (0..self.totals.len())
            .map(|class| {
                let hand = StartingHand::at(deck, class);
                let Some(times) = strategy.preflop(hand.cards()) else { return Ok(Action::Check) };
                let raise = Fraction::whole(times.into());
                let allowed = game.raises.preflop.contains(&raise);
                allowed.then_some(Action::Raise(raise)).ok_or(EvaluationError::Raise(hand, times))
            })
            .collect()
    }

    /// What is done with each hole that checks before the flop, on each of the flops.
    fn flop_decisions(
        &self,
        checks: &(impl Fn(usize) -> bool + Sync),
        strategy: &dyn Strategy,
        step: &(dyn Fn() + Sync),
    ) -> FlopRaises {
        let decide = |flop: &crate::flop::FlopClass| {
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

    /// Counts an arrival among those that are called or those that are folded.
    fn end(&self, strategy: &dyn Strategy, arrival: &Arrival, ends: &mut [Tallies; 2]) {
        let folds = !strategy.river(arrival.hole, arrival.board);
        ends[usize::from(folds)][arrival.category as usize] +=
            Tally::of(arrival.counts, self.showdowns.deck.dealer_hands(), arrival.deals);
    }
}

impl StartingHand {
    /// Two cards that are this starting hand.
    pub fn cards(self) -> [Card; 2] {
        let [first, second] = [uth::Suit::Clubs, uth::Suit::Diamonds];
        [Card::new(self.high, first), Card::new(self.low, if self.suited { first } else { second })]
    }
}

fn cards<const N: usize>(set: uth::Cards) -> [Card; N] {
    let mut cards = set.iter();
    core::array::from_fn(|_| cards.next().expect("the set has so many cards"))
}

fn raised(action: Action) -> Option<Fraction> {
    match action {
        Action::Raise(times) => Some(times),
        Action::Check | Action::Fold => None,
    }
}

fn wagers(game: &Game, distribution: &Distribution) -> Wagers {
    let deals = distribution.deals();
    let average = |count: i64| Fraction::of(count.into(), deals);
    let mut wagers = Wagers { ante: Fraction::ZERO, blind: Fraction::ZERO, play: Fraction::ZERO };
    for (action, tallies) in &distribution.ends {
        for (category, tally) in Category::ALL.into_iter().zip(tallies) {
            let Some(raise) = raised(*action) else {
                wagers.ante = wagers.ante - average(tally.deals);
                wagers.blind = wagers.blind - average(tally.deals);
                continue;
            };
            let antes = match game.qualify {
                Qualify::Pair => tally.qualified_wins - tally.qualified_losses,
                Qualify::Always => tally.wins - tally.losses,
            };
            let pay = game.blind.pay(category).unwrap_or(Fraction::ZERO);
            wagers.ante = wagers.ante + average(antes);
            wagers.blind = wagers.blind + pay * average(tally.wins) - average(tally.losses);
            wagers.play = wagers.play + raise * average(tally.wins - tally.losses);
        }
    }
    wagers
}
