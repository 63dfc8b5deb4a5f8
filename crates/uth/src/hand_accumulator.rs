//! The strength of hands that are built card by card: loops over many hands compute what neighbours share once.

use core::ops::Add;

use crate::card::Card;
use crate::cards::Cards;
use crate::rank_index::{CARD_KEYS, has_flush};
use crate::strength::Strength;

/// A set of cards and the sum of their keys, from which the strength is found in three look-ups.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandAccumulator {
    cards: Cards,
    key: u64,
}

impl HandAccumulator {
    /// No card.
    pub const NONE: HandAccumulator = HandAccumulator { cards: Cards::NONE, key: 0 };

    /// Returns an accumulator with one card.
    #[inline]
    pub fn of(card: Card) -> HandAccumulator {
        HandAccumulator { cards: Cards::of(card), key: CARD_KEYS[card.bit() as usize % CARD_KEYS.len()] }
    }

    /// Adds a card, which must not be among them yet.
    #[must_use]
    #[inline]
    pub fn with(self, card: Card) -> HandAccumulator {
        self + HandAccumulator::of(card)
    }

    /// Returns the cards as a set.
    pub const fn cards(self) -> Cards {
        self.cards
    }

    /// Returns the strength of the best five among five, six or seven cards.
    ///
    /// Of fewer or more cards the strength means nothing, and builds with debug assertions panic.
    #[inline]
    pub fn strength(self) -> Strength {
        debug_assert!((5..=7).contains(&self.cards.len()), "the strength of {} cards", self.cards.len());
        if has_flush(self.key) { Strength::of_flush(self.cards) } else { Strength::of_key(self.key as u32) }
    }
}

/// Joins two accumulators that have no card in common.
impl Add for HandAccumulator {
    type Output = HandAccumulator;

    #[inline]
    fn add(self, other: HandAccumulator) -> HandAccumulator {
        debug_assert!(self.cards.is_disjoint(other.cards), "a card is in both");
        // Weights and suit counts add up without a carry between their fields as long as no card is counted twice.
        HandAccumulator { cards: self.cards | other.cards, key: self.key + other.key }
    }
}

impl FromIterator<Card> for HandAccumulator {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(HandAccumulator::NONE, HandAccumulator::with)
    }
}
