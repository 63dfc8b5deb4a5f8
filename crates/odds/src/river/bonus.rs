//! The Bad Beat on the river: what it returns, and what folded hands give up of it.

use super::River;
use crate::bad_beat::{Beaten, Returns, Weaker, rank_steps};
use crate::view::Number;

impl<T: Number> River<'_, T> {
    /// The holes of that board by rank, in the order of their strength.
    fn order(&mut self, place: usize) {
        if self.ordered != Some(place) {
            rank_steps(self.showdowns, &self.showdowns.boards[place], &mut self.steps);
            self.ordered = Some(place);
        }
    }

    /// Adds the hands that would have been beaten among the deals that are folded.
    pub(super) fn add_suit_beaten(&mut self, board: usize, suited: usize, beaten: &mut [i64; 10]) {
        self.order(board);
        let showdown = self.showdowns.suits(&self.showdowns.boards[board], suited);
        let weaker = Weaker::by_suit(self.showdowns, &self.showdowns.boards[board], suited, &self.steps);
        let categories = self.showdowns.suit_categories(board, suited);
        for (hole, kinds) in self.showdowns.by_suit.holes.iter().enumerate() {
            let counts = showdown.count(hole);
            if self.deals[hole] > 0 && self.worth.folds(counts, self.paid[hole]) {
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
            let matters = self.worth.lowest_beaten.is_some_and(|lowest| categories[hole] >= lowest);
            if matters && self.rank_deals[hole] > 0 && self.worth.folds(counts, self.rank_paid[hole]) {
                let weaker = weaker.get_or_insert_with(|| {
                    self.order(board);
                    Weaker::by_rank(self.showdowns, &self.showdowns.boards[board], &self.steps)
                });
                let of_hole = weaker.beaten(*kinds, categories[hole], counts.0, counts.1);
                add_beaten(beaten, &of_hole, i64::from(self.rank_deals[hole]));
            }
        }
    }

    /// Adds what the Bad Beat returns to what the Blind pays.
    pub(super) fn add_rank_bonuses(&mut self, place: usize, returned: &[i32; 10]) {
        let board = &self.showdowns.boards[place];
        self.order(place);
        let returns = Returns::new(&Weaker::by_rank(self.showdowns, board, &self.steps), returned);
        let (showdown, categories) = (self.showdowns.ranks(place), self.showdowns.categories(place));
        for (hole, kinds) in self.showdowns.by_rank.holes.iter().enumerate() {
            let bonus = returns.of(*kinds, categories[hole], showdown.wins[hole], showdown.losses[hole]);
            let ways = board.ways_beside(kinds.map(usize::from));
            self.rank_paid[hole] += T::of(bonus);
            self.rank_bonuses[hole] += i64::from(ways) * i64::from(bonus);
        }
        for (bonus, rank_hole) in self.without_suit_bonus.iter_mut().zip(&self.showdowns.rank_hole) {
            let hole = *rank_hole as usize;
            *bonus = self.rank_paid[hole].into() - self.rank_pays.of(hole, showdown.wins[hole]).into();
        }
    }

    pub(super) fn add_suit_bonuses(&mut self, place: usize, suited: usize, returned: &[i32; 10]) {
        let board = &self.showdowns.boards[place];
        self.order(place);
        let returns = Returns::new(&Weaker::by_suit(self.showdowns, board, suited, &self.steps), returned);
        let showdown = self.showdowns.suits(board, suited);
        let categories = self.showdowns.suit_categories(place, suited);
        let mut ways = vec![0; self.showdowns.by_suit.width];
        self.showdowns.ways(board.suited[suited], &mut ways);
        for (hole, kinds) in self.showdowns.by_suit.holes.iter().enumerate() {
            if ways[hole] == 0 {
                continue;
            }
            let bonus = returns.of(*kinds, categories[hole], showdown.wins[hole], showdown.losses[hole]);
            self.paid[hole] += T::of(bonus);
            self.suit_bonuses[hole] +=
                i64::from(ways[hole]) * i64::from(bonus - self.without_suit_bonus[hole]);
        }
    }
}

fn add_beaten(all: &mut [i64; 10], beaten: &Beaten, times: i64) {
    for (all, beaten) in all.iter_mut().zip(beaten) {
        *all += times * i64::from(*beaten);
    }
}
