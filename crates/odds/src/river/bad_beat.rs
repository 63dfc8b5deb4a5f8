//! The Bad Beat on the river: its returns, and what folded hands forfeit of them.

use super::RiverBoard;
use crate::bad_beat::{BadBeatReturns, BeatenCounts, HandsBelowCategory, rank_steps};
use crate::board_class::Number;

impl<T: Number + Into<S>, S: Number> RiverBoard<'_, T, S> {
    /// Orders the holes of a board by strength, unless they are in order already.
    fn order(&mut self, board_index: usize) {
        // A board asks up to once per suit and once by rank, always one after the other.
        if self.ordered != Some(board_index) {
            rank_steps(self.showdowns, &self.showdowns.boards[board_index], &mut self.steps);
            self.ordered = Some(board_index);
        }
    }

    /// Adds the losing hands among the deals that are folded, where a suit matters.
    pub(super) fn add_suit_beaten(&mut self, board: usize, suited: usize, beaten: &mut [i64; 10]) {
        self.order(board);
        let showdown = self.showdowns.suits(&self.showdowns.boards[board], suited);
        let weaker =
            HandsBelowCategory::by_suit(self.showdowns, &self.showdowns.boards[board], suited, &self.steps);
        let categories = self.showdowns.suit_categories(board, suited);
        for (hole, kinds) in self.showdowns.by_suit.holes.iter().enumerate() {
            let counts = showdown.count(hole);
            if self.deals[hole] > 0 && self.payoff.folds(counts, self.paid[hole]) {
                let of_hole = weaker.beaten(*kinds, categories[hole], counts.0, counts.1);
                add_beaten(beaten, &of_hole, i64::from(self.deals[hole]));
            }
        }
    }

    pub(super) fn add_rank_beaten(&mut self, board: usize, beaten: &mut [i64; 10]) {
        let showdown = self.showdowns.ranks(board);
        let categories = self.showdowns.categories(board);
        let mut weaker = None;
        for (hole, kinds) in self.showdowns.by_rank.holes.iter().enumerate() {
            let counts = showdown.count(hole);
            let matters = self.payoff.lowest_beaten.is_some_and(|lowest| categories[hole] >= lowest);
            if matters && self.rank_deals[hole] > 0 && self.payoff.folds(counts, self.rank_paid[hole]) {
                let weaker = weaker.get_or_insert_with(|| {
                    self.order(board);
                    HandsBelowCategory::by_rank(self.showdowns, &self.showdowns.boards[board], &self.steps)
                });
                let of_hole = weaker.beaten(*kinds, categories[hole], counts.0, counts.1);
                add_beaten(beaten, &of_hole, i64::from(self.rank_deals[hole]));
            }
        }
    }

    /// Adds the Bad Beat's returns to what the Blind pays.
    pub(super) fn add_rank_bonuses(&mut self, board_index: usize, returned: &[i64; 10]) {
        let board = &self.showdowns.boards[board_index];
        self.order(board_index);
        let returns =
            BadBeatReturns::new(&HandsBelowCategory::by_rank(self.showdowns, board, &self.steps), returned);
        let (showdown, categories) =
            (self.showdowns.ranks(board_index), self.showdowns.categories(board_index));
        for (hole, kinds) in self.showdowns.by_rank.holes.iter().enumerate() {
            let bonus = returns.of(*kinds, categories[hole], showdown.wins[hole], showdown.losses[hole]);
            let ways = board.ways_beside(kinds.map(usize::from));
            self.rank_paid[hole] += T::of(bonus);
            self.rank_bonuses[hole] += i128::from(ways) * i128::from(bonus);
        }
        // What was paid beyond the Blind is the bonus, so it needs no second buffer.
        for (bonus, rank_hole) in self.without_suit_bonus.iter_mut().zip(&self.showdowns.rank_hole) {
            let hole = *rank_hole as usize;
            *bonus = (self.rank_paid[hole] - self.rank_pays.of(hole, showdown.wins[hole])).into();
        }
    }

    pub(super) fn add_suit_bonuses(&mut self, board_index: usize, suited: usize, returned: &[i64; 10]) {
        let board = &self.showdowns.boards[board_index];
        self.order(board_index);
        let returns = BadBeatReturns::new(
            &HandsBelowCategory::by_suit(self.showdowns, board, suited, &self.steps),
            returned,
        );
        let showdown = self.showdowns.suits(board, suited);
        let categories = self.showdowns.suit_categories(board_index, suited);
        let mut ways = vec![0; self.showdowns.by_suit.width];
        self.showdowns.ways(board.suited[suited], &mut ways);
        for (hole, kinds) in self.showdowns.by_suit.holes.iter().enumerate() {
            // Such a hole cannot be dealt. Its counts are meaningless and might not fit.
            if ways[hole] == 0 {
                continue;
            }
            let bonus = returns.of(*kinds, categories[hole], showdown.wins[hole], showdown.losses[hole]);
            self.paid[hole] += T::of(bonus);
            self.suit_bonuses[hole] +=
                i128::from(ways[hole]) * i128::from(bonus - self.without_suit_bonus[hole]);
        }
    }
}

fn add_beaten(all: &mut [i64; 10], beaten: &BeatenCounts, times: i64) {
    for (all, beaten) in all.iter_mut().zip(beaten) {
        *all += times * i64::from(*beaten);
    }
}
