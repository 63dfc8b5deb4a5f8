//! Best play on the flop, found without sorting suits: every flop knows its class and the names of its suits there.

use uth::Card;

use crate::deck::{Deck, distinct_pair, distinct_triple};
use crate::flop::FlopClass;
use crate::play::FlopRaises;
use crate::solution::Solution;

pub(super) struct FlopLookUp {
    /// For each set of three cards its class, and in the lowest byte two bits for the name of each suit.
    flops: Vec<u32>,
    raises: FlopRaises,
}

impl FlopLookUp {
    pub(super) fn new(solution: &Solution) -> FlopLookUp {
        let cards: Vec<Card> = Card::all().collect();
        let mut flops = vec![0; distinct_triple([50, 51, 52])];
        for high in 2..cards.len() {
            for middle in 1..high {
                for low in 0..middle {
                    let flop = [cards[low], cards[middle], cards[high]];
                    let (class, names) = FlopClass::find(Deck::FULL, flop);
                    let names = names.iter().rev().fold(0, |packed, name| packed << 2 | *name as u32);
                    flops[distinct_triple([low, middle, high])] = (class as u32) << 8 | names;
                }
            }
        }
        FlopLookUp { flops, raises: solution.flop_raises.clone() }
    }

    #[inline]
    pub(super) fn raises(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        let [a, b, c] = flop.map(Card::index);
        let (low, high) = (a.min(b), a.max(b));
        let (middle, high) = (high.min(c), high.max(c));
        let found = self.flops[distinct_triple([low.min(middle), low.max(middle), high])];
        let named = |card: Card| card.index() / 4 * 4 + (found as usize >> (card.index() % 4 * 2) & 3);
        let hole = distinct_pair(named(hole[0]), named(hole[1]));
        self.raises.on(found as usize >> 8)[hole / 64] >> (hole % 64) & 1 == 1
    }
}
