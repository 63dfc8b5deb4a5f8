//! All holes, and the index of each in every class of boards.

use uth::Cards;

use crate::board_class::SuitHole;
use crate::deck::{Deck, pair_index};

/// A hole: two cards of the deck.
pub(crate) struct Hole {
    pub cards: Cards,
    /// The index among the holes of [`BoardClass::by_rank`](crate::board_class::BoardClass::by_rank).
    pub by_rank: u16,
    /// The index among the holes of [`BoardClass::by_suit`](crate::board_class::BoardClass::by_suit), for each of the
    /// four suits.
    pub by_suit: [u16; 4],
    /// The index of its starting hand: see [`class`].
    pub class: u8,
}

impl Hole {
    pub(crate) fn all(deck: Deck) -> Vec<Hole> {
        let cards = 4 * deck.ranks;
        // High card outside, low card inside: the order of
        // [`distinct_pair_index`](crate::deck::distinct_pair_index), by which bits of decisions are found.
        (0..cards)
            .flat_map(|high| {
                (0..high).map(move |low| Hole::of(deck, [low / 4, low % 4], [high / 4, high % 4]))
            })
            .collect()
    }

    pub(crate) fn of(deck: Deck, [low, low_suit]: [usize; 2], [high, high_suit]: [usize; 2]) -> Hole {
        let by_suit = [0, 1, 2, 3].map(|suit| {
            let hole = match (low_suit == suit, high_suit == suit) {
                (true, true) => SuitHole::Both(low, high),
                (true, false) => SuitHole::One(low, high),
                (false, true) => SuitHole::One(high, low),
                (false, false) => SuitHole::None(low, high),
            };
            hole.index(deck.ranks) as u16
        });
        Hole {
            cards: Cards::of(deck.card(low, low_suit)).with(deck.card(high, high_suit)),
            by_rank: pair_index(low, high) as u16,
            by_suit,
            class: class(deck, low, high, low_suit == high_suit) as u8,
        }
    }
}

/// The index of a starting hand in a square of ranks: pairs on the diagonal, suited hands on one side of it, offsuit
/// hands on the other.
pub(crate) const fn class(deck: Deck, low: usize, high: usize, suited: bool) -> usize {
    if suited { high * deck.ranks + low } else { low * deck.ranks + high }
}
