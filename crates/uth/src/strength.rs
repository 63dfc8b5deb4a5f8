//! How strong a hand is: every class of five-card hands as one number, looked up for 5, 6 or 7 cards.
//!
//! Without a flush only the number of cards of each rank matters. Every rank has a weight such that the sum of
//! weights tells which ranks there are, the upper six and the lower seven apart. A table turns the sum of each
//! half into a position, and the two positions add up to the index of the strength: 6,175 + 18,395 + 49,205 =
//! 73,775 multisets of five, six and seven ranks, and not one empty slot between them.

use crate::card::Suit;
use crate::cards::Cards;
use crate::category::Category;
use crate::classes::{FIRST, FLUSHES, category_of};
use crate::rank_index::{STRENGTHS, SUIT_KEYS, SUITED, index};

/// The strength of a hand: one of 7,462 classes, weakest 0. Hands with equal strength tie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength(u16);

impl Strength {
    /// How many different strengths there are.
    pub const COUNT: usize = 7462;
    /// The weakest hand with which a dealer qualifies: a pair of twos with the lowest kickers.
    pub const WEAKEST_PAIR: Strength = Strength(FIRST[Category::Pair as usize]);

    /// Returns the strength of the best five among five, six or seven cards.
    ///
    /// Of fewer or more cards the strength means nothing, and builds with debug assertions panic.
    #[inline]
    pub fn of(cards: Cards) -> Strength {
        debug_assert!((5..=7).contains(&cards.len()), "the strength of {} cards", cards.len());
        let key = suit_key(cards, Suit::Clubs)
            + suit_key(cards, Suit::Diamonds)
            + suit_key(cards, Suit::Hearts)
            + suit_key(cards, Suit::Spades);
        // Five cards of a suit leave at most two others, which cannot make a full house or four of a kind: a flush or
        // straight flush is then the best hand, and the other suits do not matter.
        if key >= SUITED { Strength::of_flush(cards) } else { Strength::of_key(key) }
    }

    /// Returns the strength of a hand that is no flush, by the sum of its cards' weights.
    #[inline]
    pub(crate) fn of_key(key: u32) -> Strength {
        Strength(STRENGTHS[index(key)])
    }

    /// Returns the strength of a hand that has five cards of a suit or more.
    #[cold]
    pub(crate) fn of_flush(cards: Cards) -> Strength {
        Strength(Suit::ALL.map(|suit| FLUSHES[cards.ranks(suit) as usize]).into_iter().max().unwrap_or(0))
    }

    /// Returns its place among all classes, from 0 to 7,461.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind of hand that has this strength.
    pub const fn category(self) -> Category {
        category_of(self.0)
    }
}

#[inline]
fn suit_key(cards: Cards, suit: Suit) -> u32 {
    // The ranks of a suit are thirteen bits; the remainder tells the compiler so.
    SUIT_KEYS[cards.ranks(suit) as usize % SUIT_KEYS.len()]
}
