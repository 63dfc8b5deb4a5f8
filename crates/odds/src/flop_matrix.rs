//! One number per flop and hole.

use rayon::prelude::*;

use crate::board::SuitFlop;
use crate::board_class::Number;
use crate::deck::choose_len;
use crate::showdowns::Showdowns;

/// One number per flop and hole: by rank as if suits did not matter, and the correction that each suit makes.
pub(crate) struct FlopMatrix<T> {
    rank_width: usize,
    suit_width: usize,
    ranks: Vec<T>,
    suits: Vec<T>,
}

impl<T: Number> FlopMatrix<T> {
    pub(crate) fn new(showdowns: &Showdowns) -> FlopMatrix<T> {
        let ranks = showdowns.deck.ranks;
        let (rank_width, suit_width) = (showdowns.by_rank.width, showdowns.by_suit.width);
        FlopMatrix {
            rank_width,
            suit_width,
            ranks: vec![T::default(); choose_len(ranks + 2, 3) * rank_width],
            suits: vec![T::default(); SuitFlop::count(ranks) * suit_width],
        }
    }

    pub(crate) fn ranks(&self, flop: usize) -> &[T] {
        &self.ranks[flop * self.rank_width..][..self.rank_width]
    }

    pub(crate) fn suits(&self, flop: usize) -> &[T] {
        &self.suits[flop * self.suit_width..][..self.suit_width]
    }

    pub(crate) fn ranks_mut(&mut self, flop: usize) -> &mut [T] {
        &mut self.ranks[flop * self.rank_width..][..self.rank_width]
    }

    pub(crate) fn suits_mut(&mut self, flop: usize) -> &mut [T] {
        &mut self.suits[flop * self.suit_width..][..self.suit_width]
    }

    /// Adds up the results of all threads.
    pub(crate) fn sum(parts: Vec<FlopMatrix<T>>) -> FlopMatrix<T> {
        const CHUNK: usize = 1 << 14;
        let add = |(all, part): (&mut [T], &[T])| {
            for (all, part) in all.iter_mut().zip(part) {
                *all += *part;
            }
        };
        let mut parts = parts.into_iter();
        // Integer sums do not depend on the order of threads.
        let mut all = parts.next().expect("there is a thread");
        for part in parts {
            all.ranks.par_chunks_mut(CHUNK).zip(part.ranks.par_chunks(CHUNK)).for_each(add);
            all.suits.par_chunks_mut(CHUNK).zip(part.suits.par_chunks(CHUNK)).for_each(add);
        }
        all
    }
}
