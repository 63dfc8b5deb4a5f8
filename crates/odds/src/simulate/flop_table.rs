//! Best play on the flop without sorting suits: each flop is mapped to its class and the numbers of its suits there.

use uth::Card;

use crate::decisions::FlopRaises;
use crate::deck::{Deck, distinct_pair_index, distinct_triple_index};
use crate::flop_class::FlopClass;
use crate::solution::Solution;

pub(super) struct FlopTable {
    /// For each set of three cards the index of its class, above a byte with two bits for the number of each suit.
    flops: Vec<u32>,
    raises: FlopRaises,
}

impl FlopTable {
    pub(super) fn new(solution: &Solution) -> FlopTable {
        let cards: Vec<Card> = Card::all().collect();
        let mut flops = vec![0; distinct_triple_index([50, 51, 52])];
        for high in 2..cards.len() {
            for middle in 1..high {
                for low in 0..middle {
                    let flop = [cards[low], cards[middle], cards[high]];
                    let (class, names) = FlopClass::find(Deck::FULL, flop);
                    let names = names.iter().rev().fold(0, |packed, name| packed << 2 | *name as u32);
                    flops[distinct_triple_index([low, middle, high])] = (class as u32) << 8 | names;
                }
            }
        }
        FlopTable { flops, raises: solution.flop_raises.clone() }
    }

    #[inline]
    pub(super) fn raises(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        let [a, b, c] = flop.map(Card::index);
        // A sorting network of three comparisons has no branches to mispredict.
        let (low, high) = (a.min(b), a.max(b));
        let (middle, high) = (high.min(c), high.max(c));
        let found = self.flops[distinct_triple_index([low.min(middle), low.max(middle), high])];
        let named = |card: Card| card.index() / 4 * 4 + (found as usize >> (card.index() % 4 * 2) & 3);
        let hole = distinct_pair_index(named(hole[0]), named(hole[1]));
        self.raises.on(found as usize >> 8)[hole / 64] >> (hole % 64) & 1 == 1
    }
}
