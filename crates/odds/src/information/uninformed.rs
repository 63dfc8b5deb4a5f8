//! Best play of a player without the observation, evaluated on the deals that the observation leaves.

use rayon::prelude::*;
use uth::{Card, Cards, Category};

use crate::board::Board;
use crate::board_class::Number;
use crate::decisions::PlayerAction;
use crate::deck::{Deck, distinct_pair_index};
use crate::flop_class::FlopClass;
use crate::game::Stakes;
use crate::payoff::{Payoff, spread};
use crate::showdowns::{Showdown, Showdowns};
use crate::solution::Solution;

use super::scatter::{Scatter, Scratch};
use super::strengths::{BoardStrengths, Ranking, Strengths};
use super::sums::ObservedFlopMatrix;

/// The decisions of a solution, street by street.
pub(crate) struct UninformedPlay<'a> {
    solution: &'a Solution,
    stakes: Stakes,
    boards: Vec<Folds>,
    deck: Deck,
}

/// The holes that fold on one board: by rank, and by suit for each suit that matters.
struct Folds {
    ranks: Vec<bool>,
    suits: Vec<Vec<bool>>,
}

impl<'a> UninformedPlay<'a> {
    pub(crate) fn new(
        showdowns: &Showdowns,
        strengths: &Strengths,
        solution: &'a Solution,
        stakes: Stakes,
    ) -> UninformedPlay<'a> {
        let payoff = Payoff::<i32>::new(&stakes, showdowns.deck.dealer_hands());
        let folds = |(board_index, board): (usize, &Board)| {
            let BoardStrengths { ranks, suits, .. } = strengths.board(board_index);
            Folds {
                ranks: folds(&payoff, showdowns.ranks(board_index), ranks),
                suits: (0..suits.len())
                    .map(|index| folds(&payoff, showdowns.suits(board, index), &suits[index]))
                    .collect(),
            }
        };
        let boards = showdowns.boards.par_iter().enumerate().map(folds).collect();
        UninformedPlay { solution, stakes, boards, deck: showdowns.deck }
    }

    /// Writes what checking the flop gains over raising it, for each hole, if the river is folded or called as in the
    /// solution.
    fn gains<T: Number>(
        &self,
        payoff: &Payoff<T>,
        showdown: Showdown,
        categories: &[Category],
        folds: &[bool],
        out: &mut [i32],
    ) {
        let stakes = &self.stakes;
        // Without a Bad Beat wager every payoff of one board fits 32 bits.
        let fold = i64::from(payoff.dealer_hands) * -2 * stakes.ante;
        let holes = out.iter_mut().zip(showdown.counts()).zip(categories.iter().zip(folds));
        for ((out, (wins, losses, unqualified)), (category, folds)) in holes {
            let won = i64::from(wins - losses);
            let gain = if *folds {
                let antes = i64::from(payoff.antes(wins, losses, unqualified) - losses);
                let paid = stakes.blind[*category as usize] * i64::from(wins);
                fold - stakes.flop * won - stakes.ante * antes - paid
            } else {
                (stakes.river - stakes.flop) * won
            };
            *out = gain as i32;
        }
    }

    /// Returns what a starting hand achieves, given its wins less losses and what checking gains on the flops that it
    /// checks.
    pub(crate) fn preflop(&self, class: usize, won: i64, gains: i64) -> i64 {
        let start = &self.solution.preflop[class];
        let raise = self
            .solution
            .game
            .raises
            .preflop
            .iter()
            .position(|raise| start.best == PlayerAction::Raise(*raise));
        match raise {
            Some(raise) => self.stakes.preflop[raise] * won,
            None => self.stakes.flop * won + gains,
        }
    }

    /// Returns a predicate: whether a hole that has checked before the flop checks this flop.
    pub(crate) fn checks_flop(&self, flop: [Card; 3]) -> impl Fn(Cards) -> bool {
        let (flop_class, suits) = FlopClass::find(self.deck, flop);
        let raises = self.solution.flop_raises.on(flop_class);
        move |hole: Cards| {
            let mut cards = hole.iter().map(|card| self.deck.rank(card) * 4 + suits[card.suit() as usize]);
            let [one, other] = [(); 2].map(|()| cards.next().expect("a hole has two cards"));
            let hole = distinct_pair_index(one, other);
            raises[hole / 64] >> (hole % 64) & 1 == 0
        }
    }
}

/// The sums of one thread.
pub(crate) struct UninformedSums<'a> {
    uninformed: &'a UninformedPlay<'a>,
    rank_gains: Vec<i32>,
    without_suit: Vec<i32>,
    gains: Vec<i32>,
    scratch: Scratch<i32>,
    pub flops: ObservedFlopMatrix<i32>,
}

impl<'a> UninformedSums<'a> {
    pub(crate) fn new(
        uninformed: &'a UninformedPlay<'a>,
        showdowns: &Showdowns,
        observed_suits: usize,
    ) -> UninformedSums<'a> {
        let (ranks, suits) = (showdowns.by_rank.width, showdowns.by_suit.width);
        UninformedSums {
            uninformed,
            rank_gains: vec![0; ranks],
            without_suit: vec![0; suits],
            gains: vec![0; suits],
            scratch: Scratch::new(suits),
            flops: ObservedFlopMatrix::new(showdowns, observed_suits),
        }
    }

    /// Adds one board by rank.
    pub(crate) fn add<T: Number>(
        &mut self,
        board_index: usize,
        payoff: &Payoff<T>,
        showdown: Showdown,
        categories: &[Category],
        scatter: &Scatter,
    ) {
        let folds = &self.uninformed.boards[board_index].ranks;
        self.uninformed.gains(payoff, showdown, categories, folds, &mut self.rank_gains);
        scatter.add(&self.rank_gains, &mut self.scratch, &mut self.flops.ranks);
    }

    /// Adds the correction of one suit.
    pub(crate) fn add_suit<T: Number>(
        &mut self,
        (board_index, suited_index, matrix_index): (usize, usize, usize),
        showdowns: &Showdowns,
        payoff: &Payoff<T>,
        showdown: Showdown,
        categories: &[Category],
        scatter: &Scatter,
    ) {
        spread(&self.rank_gains, &showdowns.rank_hole, &mut self.without_suit);
        let folds = &self.uninformed.boards[board_index].suits[suited_index];
        self.uninformed.gains(payoff, showdown, categories, folds, &mut self.gains);
        for (gain, without) in self.gains.iter_mut().zip(&self.without_suit) {
            *gain -= without;
        }
        showdowns.clear_blocked(showdowns.boards[board_index].suited[suited_index], &mut self.gains);
        scatter.add(&self.gains, &mut self.scratch, &mut self.flops.suits[matrix_index]);
    }
}

fn folds(payoff: &Payoff<i32>, showdown: Showdown, ranking: &Ranking) -> Vec<bool> {
    let holes = showdown.counts().zip(&ranking.categories);
    holes.map(|(counts, category)| payoff.folds(counts, payoff.pay(*category).of(counts.0))).collect()
}
