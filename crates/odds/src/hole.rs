//! All holes, and how each of them looks in every view.

use uth::Cards;

use crate::deck::{Deck, pair};
use crate::view::SuitHole;

/// A hole: two cards of the deck.
pub(crate) struct Hole {
    pub cards: Cards,
    /// Its place in the view by rank.
    pub by_rank: u16,
    /// Its place in the view by each of the suits.
    pub by_suit: [u16; 4],
    /// Which of the 169 classes it is in: see [`class`].
    pub class: u8,
}

impl Hole {
    pub(crate) fn all(deck: Deck) -> Vec<Hole> {
        let cards = 4 * deck.ranks;
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
            by_rank: pair(low, high) as u16,
            by_suit,
            class: class(deck, low, high, low_suit == high_suit) as u8,
        }
    }
}

/// The class of a hole: a square of ranks with the pairs on the diagonal, the suited hands on one side of it and
/// the others on the other.
pub(crate) const fn class(deck: Deck, low: usize, high: usize, suited: bool) -> usize {
    if suited { high * deck.ranks + low } else { low * deck.ranks + high }
}
