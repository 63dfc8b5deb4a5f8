//! The deck: thirteen ranks in four suits, or fewer ranks so that plain enumeration can check the method.

use uth::{Card, Rank, Suit};

/// A deck of the highest so many ranks. Ranks are counted from 0, the lowest that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deck {
    pub ranks: usize,
}

impl Deck {
    pub(crate) const FULL: Deck = Deck { ranks: 13 };

    pub(crate) fn card(self, rank: usize, suit: usize) -> Card {
        Card::new(Rank::ALL[13 - self.ranks + rank], Suit::ALL[suit])
    }

    pub(crate) fn rank(self, card: Card) -> usize {
        (card.rank() as usize + self.ranks).checked_sub(13).expect("the card is in the deck")
    }

    /// How many hands the dealer can have once the player's hand and the board are known.
    pub(crate) const fn dealer_hands(self) -> i32 {
        choose(4 * self.ranks - 7, 2) as i32
    }

    pub(crate) const fn runouts(self) -> usize {
        choose(4 * self.ranks - 5, 2)
    }

    pub(crate) const fn flops(self) -> usize {
        choose(4 * self.ranks - 2, 3)
    }

    pub(crate) const fn holes(self) -> usize {
        choose(4 * self.ranks, 2)
    }

    /// All ways to deal one player, the board and the dealer: flop, then turn and river together.
    pub(crate) const fn deals(self) -> i128 {
        (self.holes() * self.flops() * self.runouts()) as i128 * self.dealer_hands() as i128
    }
}

pub(crate) const fn choose(from: usize, count: usize) -> usize {
    if from < count {
        return 0;
    }
    let mut ways = 1;
    let mut taken = 0;
    while taken < count {
        ways = ways * (from - taken) / (taken + 1);
        taken += 1;
    }
    ways
}

/// The place of an unordered pair that may be twice the same.
pub(crate) const fn pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// The place of an unordered pair of different numbers.
pub(crate) const fn distinct_pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

/// The place of three different numbers in ascending order.
pub(crate) const fn distinct_triple([low, middle, high]: [usize; 3]) -> usize {
    high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low
}

/// The place of three numbers in ascending order that may be the same.
pub(crate) const fn triple([low, middle, high]: [usize; 3]) -> usize {
    high * (high + 1) * (high + 2) / 6 + middle * (middle + 1) / 2 + low
}
