//! How strong a hand is: every class of five-card hands as one number, looked up for 5, 6 or 7 cards.
//!
//! Without a flush only the number of cards of each rank matters. Those thirteen counts are written as digits
//! in base five, the upper six ranks and the lower seven apart, and each half has a table that turns its digits
//! into a position. The two positions add up to the index of the strength: 6,175 + 18,395 + 49,205 = 73,775
//! multisets of five, six and seven ranks, and not one empty slot between them.

use crate::card::Suit;
use crate::cards::Cards;
use crate::category::Category;
use crate::classes::{category_of, flush_or_straight_flush};
use crate::rank_index::{HIGH, LOW, LOW_BITS, STRENGTHS, SUIT_KEYS, SUITED};

/// The strength of a hand: one of 7,462 classes, weakest 0. Hands with equal strength tie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength(u16);

impl Strength {
    /// How many different strengths there are.
    pub const COUNT: usize = 7462;

    /// The strength of the best five among five, six or seven cards.
    ///
    /// # Panics
    /// With fewer than five or more than seven cards.
    #[inline]
    pub fn of(cards: Cards) -> Strength {
        let key = SUIT_KEYS[cards.ranks(Suit::Clubs) as usize]
            + SUIT_KEYS[cards.ranks(Suit::Diamonds) as usize]
            + SUIT_KEYS[cards.ranks(Suit::Hearts) as usize]
            + SUIT_KEYS[cards.ranks(Suit::Spades) as usize];
        if key >= SUITED {
            return Strength(flush_strength(cards));
        }
        let low = LOW[key as usize % (1 << LOW_BITS)];
        let high = HIGH[key as usize >> LOW_BITS];
        Strength(STRENGTHS[high as usize + low as usize])
    }

    /// Its place among all classes, from 0 to 7,461.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What kind of hand that is.
    pub const fn category(self) -> Category {
        category_of(self.0)
    }
}

#[cold]
fn flush_strength(cards: Cards) -> u16 {
    let suited = Suit::ALL.into_iter().map(|suit| cards.ranks(suit)).max_by_key(|ranks| ranks.count_ones());
    flush_or_straight_flush(suited.unwrap_or(0))
}
