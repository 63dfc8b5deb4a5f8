//! The 1,755 flops that differ, and the decision of every hole on each of them.

use uth::Cards;

use crate::board::SuitFlop;
use crate::deck::{Deck, triple};
use crate::flops::Flops;
use crate::hole::Hole;

/// A flop that stands for all that differ from it only in the names of the suits.
pub(crate) struct FlopClass {
    pub cards: Cards,
    /// How many flops it stands for.
    pub flops: i16,
    /// Its place in the view by rank.
    by_rank: usize,
    /// The suits that it holds, counted from 0, and its place in the view by each of them.
    by_suit: Vec<usize>,
}

impl FlopClass {
    /// All of them: three suits, then two, then one; [`FlopClass::find`] knows the order.
    pub(crate) fn all(deck: Deck) -> Vec<FlopClass> {
        let highs = 0..deck.ranks;
        let pairs = move |high| (0..=high).flat_map(|middle| (0..=middle).map(move |low| [low, middle]));
        let triples =
            highs.clone().flat_map(|high| pairs(high).map(move |[low, middle]| [low, middle, high]));
        let rainbow = triples.clone().map(|ranks| FlopClass::rainbow(deck, ranks));
        let two_tone = highs
            .flat_map(|high| (0..high).map(move |low| [low, high]))
            .flat_map(|suited| (0..deck.ranks).map(move |off| FlopClass::two_tone(deck, suited, off)));
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
        let views = [SuitFlop::One(a, [b, c]), SuitFlop::One(b, [a, c]), SuitFlop::One(c, [a, b])];
        FlopClass::of(deck, [(a, 0), (b, 1), (c, 2)], flops, &views)
    }

    fn two_tone(deck: Deck, [a, b]: [usize; 2], off: usize) -> FlopClass {
        let views = [SuitFlop::Two([a, b], off), SuitFlop::One(off, [a, b])];
        FlopClass::of(deck, [(a, 0), (b, 0), (off, 1)], 12, &views)
    }

    fn monotone(deck: Deck, ranks: [usize; 3]) -> FlopClass {
        FlopClass::of(deck, ranks.map(|rank| (rank, 0)), 4, &[SuitFlop::Three(ranks)])
    }

    fn of(deck: Deck, cards: [(usize, usize); 3], flops: i16, views: &[SuitFlop]) -> FlopClass {
        let mut ranks = cards.map(|(rank, _)| rank);
        ranks.sort_unstable();
        FlopClass {
            cards: cards.iter().map(|(rank, suit)| deck.card(*rank, *suit)).collect(),
            flops,
            by_rank: triple(ranks),
            by_suit: views.iter().map(|view| view.index(deck.ranks)).collect(),
        }
    }

    /// The number that belongs to each hole, and 0 to those that hold a card of the flop.
    pub(crate) fn values(&self, holes: &[Hole], flops: &Flops<i32>, out: &mut [i32]) {
        let by_rank = flops.ranks(self.by_rank);
        for (out, hole) in out.iter_mut().zip(holes) {
            *out = by_rank[hole.by_rank as usize];
        }
        for (suit, flop) in self.by_suit.iter().enumerate() {
            let by_suit = flops.suits(*flop);
            for (out, hole) in out.iter_mut().zip(holes) {
                *out += by_suit[hole.by_suit[suit] as usize];
            }
        }
        for (out, hole) in out.iter_mut().zip(holes) {
            if !hole.cards.is_disjoint(self.cards) {
                *out = 0;
            }
        }
    }

    /// Adds a count for one hole, as seen in each view.
    pub(crate) fn count(&self, hole: &Hole, flops: &mut Flops<i16>) {
        flops.ranks_mut(self.by_rank)[hole.by_rank as usize] += self.flops;
        for (suit, flop) in self.by_suit.iter().enumerate() {
            flops.suits_mut(*flop)[hole.by_suit[suit] as usize] += self.flops;
        }
    }
}
