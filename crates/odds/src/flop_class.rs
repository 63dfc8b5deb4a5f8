//! The 1,755 classes of flops that differ by more than a renaming of suits.

use uth::Cards;

use crate::board::SuitFlop;
use crate::board_class::Number;
use crate::deck::{Deck, triple_index};
use crate::flop_matrix::FlopMatrix;
use crate::hole::Hole;

/// A flop that stands for all flops that differ from it only by a renaming of suits.
pub(crate) struct FlopClass {
    pub cards: Cards,
    /// The number of flops in the class.
    pub flops: i16,
    /// The index in the matrix by rank.
    by_rank: usize,
    /// The index in the matrix by suit, for each suit that the flop contains, counted from 0.
    by_suit: Vec<usize>,
}

impl FlopClass {
    /// Returns all classes: three suits, then two, then one. [`FlopClass::find`] relies on the order.
    pub(crate) fn all(deck: Deck) -> Vec<FlopClass> {
        let highs = 0..deck.ranks;
        let pairs = move |high| (0..=high).flat_map(|middle| (0..=middle).map(move |low| [low, middle]));
        let triples =
            highs.clone().flat_map(|high| pairs(high).map(move |[low, middle]| [low, middle, high]));
        let rainbow = triples.clone().map(|ranks| FlopClass::rainbow(deck, ranks));
        let two_tone = highs
            .flat_map(|high| (0..high).map(move |low| [low, high]))
            .flat_map(|suited| (0..deck.ranks).map(move |off| FlopClass::two_tone(deck, suited, off)));
        // Three cards of one suit have different ranks.
        let monotone = triples.filter(|[low, middle, high]| low < middle && middle < high);
        let monotone = monotone.map(|ranks| FlopClass::monotone(deck, ranks));
        rainbow.chain(two_tone).chain(monotone).collect()
    }

    fn rainbow(deck: Deck, [a, b, c]: [usize; 3]) -> FlopClass {
        let flops = if a == c {
            4
        } else if a == b || b == c {
            12
        } else {
            24
        };
        // The fourth suit is not on the flop: two more cards cannot make three of it, so it never corrects
        // anything.
        let by_suit = [SuitFlop::One(a, [b, c]), SuitFlop::One(b, [a, c]), SuitFlop::One(c, [a, b])];
        FlopClass::of(deck, [(a, 0), (b, 1), (c, 2)], flops, &by_suit)
    }

    fn two_tone(deck: Deck, [a, b]: [usize; 2], off: usize) -> FlopClass {
        let by_suit = [SuitFlop::Two([a, b], off), SuitFlop::One(off, [a, b])];
        FlopClass::of(deck, [(a, 0), (b, 0), (off, 1)], 12, &by_suit)
    }

    fn monotone(deck: Deck, ranks: [usize; 3]) -> FlopClass {
        FlopClass::of(deck, ranks.map(|rank| (rank, 0)), 4, &[SuitFlop::Three(ranks)])
    }

    fn of(deck: Deck, cards: [(usize, usize); 3], flops: i16, by_suit: &[SuitFlop]) -> FlopClass {
        let mut ranks = cards.map(|(rank, _)| rank);
        ranks.sort_unstable();
        FlopClass {
            cards: cards.iter().map(|(rank, suit)| deck.card(*rank, *suit)).collect(),
            flops,
            by_rank: triple_index(ranks),
            by_suit: by_suit.iter().map(|flop| flop.index(deck.ranks)).collect(),
        }
    }

    /// Writes the number of each hole: the value by rank plus the correction of each suit, or 0 if the hole shares a
    /// card with the flop.
    pub(crate) fn values<S: Number>(&self, holes: &[Hole], flops: &FlopMatrix<S>, out: &mut [S]) {
        let by_rank = flops.ranks(self.by_rank);
        for (out, hole) in out.iter_mut().zip(holes) {
            *out = by_rank[hole.by_rank as usize];
        }
        // At most one suit gets three cards on any board, so corrections of different suits never meet and
        // may be added.
        for (suit, flop) in self.by_suit.iter().enumerate() {
            let by_suit = flops.suits(*flop);
            for (out, hole) in out.iter_mut().zip(holes) {
                *out += by_suit[hole.by_suit[suit] as usize];
            }
        }
        for (out, hole) in out.iter_mut().zip(holes) {
            if !hole.cards.is_disjoint(self.cards) {
                *out = S::default();
            }
        }
    }

    /// Counts one hole that checks this flop, in every class of boards.
    pub(crate) fn count(&self, hole: &Hole, flops: &mut FlopMatrix<i16>) {
        flops.ranks_mut(self.by_rank)[hole.by_rank as usize] += self.flops;
        for (suit, flop) in self.by_suit.iter().enumerate() {
            flops.suits_mut(*flop)[hole.by_suit[suit] as usize] += self.flops;
        }
    }
}
