//! Cards put down one after the other, for loops over many hands: what neighbours share is worked out once.

use core::ops::Add;

use crate::card::Card;
use crate::cards::Cards;
use crate::rank_index::{CARD_KEYS, has_flush};
use crate::strength::Strength;

/// A set of cards with the sum of their keys beside it, so that its strength is found in three look-ups.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    cards: Cards,
    key: u64,
}

impl Pile {
    /// No card.
    pub const NONE: Pile = Pile { cards: Cards::NONE, key: 0 };

    /// Just that card.
    #[inline]
    pub fn of(card: Card) -> Pile {
        Pile { cards: Cards::of(card), key: CARD_KEYS[card.bit() as usize % CARD_KEYS.len()] }
    }

    /// These cards and one more, which must not be among them.
    #[must_use]
    #[inline]
    pub fn with(self, card: Card) -> Pile {
        self + Pile::of(card)
    }

    /// Which cards they are.
    pub const fn cards(self) -> Cards {
        self.cards
    }

    /// The strength of the best five among five, six or seven cards.
    ///
    /// Of fewer or more cards the strength means nothing, and builds with debug assertions panic.
    #[inline]
    pub fn strength(self) -> Strength {
        debug_assert!((5..=7).contains(&self.cards.len()), "the strength of {} cards", self.cards.len());
        if has_flush(self.key) { Strength::of_flush(self.cards) } else { Strength::of_key(self.key as u32) }
    }
}

/// Both piles, which have no card in common.
impl Add for Pile {
    type Output = Pile;

    #[inline]
    fn add(self, other: Pile) -> Pile {
        debug_assert!(self.cards.is_disjoint(other.cards), "a card is in both piles");
        Pile { cards: self.cards | other.cards, key: self.key + other.key }
    }
}

impl FromIterator<Card> for Pile {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(Pile::NONE, Pile::with)
    }
}
