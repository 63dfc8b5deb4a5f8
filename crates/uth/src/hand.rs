//! The best five cards of a hand, and what people call it.

use core::fmt;

use crate::card::{Card, Rank};
use crate::cards::{Cards, write_cards};
use crate::category::Category;
use crate::strength::Strength;

/// The best five of five to seven cards: how strong, and which cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    strength: Strength,
    best: [Card; 5],
}

impl Hand {
    /// Returns the best hand among five, six or seven different cards. Where several fives are equally strong, cards
    /// that come earlier in the list are used first.
    pub fn best_of(cards: &[Card]) -> Result<Hand, HandError> {
        if !(5..=7).contains(&cards.len()) {
            return Err(HandError::Count(cards.len()));
        }
        let set = Cards::distinct(cards.iter().copied()).map_err(|_| HandError::Twice)?;
        let strength = Strength::of(set);
        // Twenty-one fives at most; only the record of a round asks for the cards, simulations ask for the strength
        // alone.
        let mut best = fives(cards)
            .find(|five| Strength::of(five.iter().copied().collect()) == strength)
            .ok_or(HandError::Count(cards.len()))?;
        let ranks = best.map(Card::rank);
        best.sort_by_key(|card| core::cmp::Reverse(weight(card.rank(), ranks, strength.category())));
        Ok(Hand { strength, best })
    }

    /// Returns the strength of the hand.
    pub const fn strength(&self) -> Strength {
        self.strength
    }

    /// Returns the kind of hand.
    pub const fn category(&self) -> Category {
        self.strength.category()
    }

    /// Returns the five cards, those that decide first: trips before the pair, the pair before its kickers.
    pub const fn best(&self) -> &[Card; 5] {
        &self.best
    }

    /// Returns the five cards in notation.
    pub fn notation(&self) -> impl fmt::Display {
        struct Notation([Card; 5]);
        impl fmt::Display for Notation {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_cards(f, self.0.into_iter())
            }
        }
        Notation(self.best)
    }
}

/// "full house, kings over fours".
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = |index: usize| self.best[index].rank();
        match self.category() {
            Category::HighCard => write!(f, "{} high", rank(0).name()),
            Category::Pair => write!(f, "pair of {}", rank(0).plural()),
            Category::TwoPair => write!(f, "two pair, {} and {}", rank(0).plural(), rank(2).plural()),
            Category::ThreeOfAKind => write!(f, "three of a kind, {}", rank(0).plural()),
            Category::FullHouse => write!(f, "full house, {} over {}", rank(0).plural(), rank(3).plural()),
            Category::FourOfAKind => write!(f, "four of a kind, {}", rank(0).plural()),
            Category::RoyalFlush => f.write_str("royal flush"),
            Category::Straight | Category::Flush | Category::StraightFlush => {
                write!(f, "{}, {} high", self.category(), rank(0).name())
            }
        }
    }
}

/// Why cards are not a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandError {
    /// A hand is five to seven cards; there were this many.
    Count(usize),
    /// A card is there twice.
    Twice,
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::Count(count) => write!(f, "a hand has five to seven cards, not {count}"),
            HandError::Twice => f.write_str("a card is there twice"),
        }
    }
}

impl core::error::Error for HandError {}

/// Returns where a card stands among its five: cards of a rank that is there more often come first, then higher
/// ranks. In the straight to the five the ace is the lowest card.
fn weight(rank: Rank, ranks: [Rank; 5], category: Category) -> (usize, usize) {
    let wheel = matches!(category, Category::Straight | Category::StraightFlush)
        && ranks.contains(&Rank::Ace)
        && ranks.contains(&Rank::Two);
    let height = if wheel && rank == Rank::Ace { 0 } else { rank as usize + 1 };
    (ranks.iter().filter(|other| **other == rank).count(), height)
}

/// Returns all fives among the cards. Late cards are left out before early ones.
fn fives(cards: &[Card]) -> impl Iterator<Item = [Card; 5]> {
    let count = cards.len();
    let left_out =
        (0..1u8 << count).rev().filter(move |left_out| left_out.count_ones() as usize + 5 == count);
    left_out.map(move |left_out| {
        let mut kept = (0..count).filter(|index| left_out >> index & 1 == 0).map(|index| cards[index]);
        // Exactly five are kept, so that the default is never used.
        core::array::from_fn(|_| kept.next().unwrap_or(cards[0]))
    })
}
