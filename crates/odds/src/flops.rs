//! A number for each flop and hole.

use rayon::prelude::*;

use crate::board::SuitFlop;
use crate::deck::choose_len;
use crate::showdowns::Showdowns;
use crate::view::Number;

/// A number for each flop and hole: in the view by rank, and what a suit changes in the view by suit.
pub(crate) struct Flops<T> {
    rank_width: usize,
    suit_width: usize,
    ranks: Vec<T>,
    suits: Vec<T>,
}

impl<T: Number> Flops<T> {
    pub(crate) fn new(showdowns: &Showdowns) -> Flops<T> {
        let ranks = showdowns.deck.ranks;
        let (rank_width, suit_width) = (showdowns.by_rank.width, showdowns.by_suit.width);
        Flops {
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

    /// The sum of what the threads found.
    pub(crate) fn sum(parts: Vec<Flops<T>>) -> Flops<T> {
        const CHUNK: usize = 1 << 14;
        let add = |(all, part): (&mut [T], &[T])| {
            for (all, part) in all.iter_mut().zip(part) {
                *all += *part;
            }
        };
        let mut parts = parts.into_iter();
        let mut all = parts.next().expect("there is a thread");
        for part in parts {
            all.ranks.par_chunks_mut(CHUNK).zip(part.ranks.par_chunks(CHUNK)).for_each(add);
            all.suits.par_chunks_mut(CHUNK).zip(part.suits.par_chunks(CHUNK)).for_each(add);
        }
        all
    }
}
