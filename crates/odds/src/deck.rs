//! The deck: thirteen ranks in four suits, or fewer ranks so that plain enumeration can check the method.

use uth::{Card, Rank, Suit};

/// A deck of the `ranks` highest ranks. Ranks are numbered from 0, the lowest rank in the deck.
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

    /// The number of cards in the deck.
    pub(crate) const fn cards(self) -> u64 {
        4 * self.ranks as u64
    }

    /// The number of hands the dealer can hold once the player's hand and the board are known: at most 990.
    pub(crate) const fn dealer_hands(self) -> i32 {
        choose(self.cards() - 7, 2) as i32
    }

    /// The number of runouts (turn and river, unordered) beside a hole and a flop.
    pub(crate) const fn runouts(self) -> u64 {
        choose(self.cards() - 5, 2)
    }

    /// The number of flops beside a hole.
    pub(crate) const fn flops(self) -> u64 {
        choose(self.cards() - 2, 3)
    }

    /// The number of holes.
    pub(crate) const fn holes(self) -> u64 {
        choose(self.cards(), 2)
    }

    /// The number of ways to deal one player, the flop, the runout and the dealer.
    ///
    /// With 13 ranks this takes 45 bits, so the product must not be formed in `usize`: 32 bits would wrap without an
    /// error in a release build.
    pub(crate) const fn deals(self) -> i128 {
        (self.holes() * self.flops() * self.runouts()) as i128 * self.dealer_hands() as i128
    }
}

// Constant evaluation reports an overflow on every target and in every profile, so building the crate for a 32-bit
// target is itself a check of these widths.
const _: () = assert!(Deck::FULL.deals() == 27_813_810_024_000);

/// The binomial coefficient: the number of subsets of `count` elements out of `from`.
///
/// With up to 52 cards and 5 of them no intermediate product reaches 2³².
pub(crate) const fn choose(from: u64, count: u64) -> u64 {
    if from < count {
        return 0;
    }
    let mut ways = 1;
    let mut taken = 0;
    while taken < count {
        // The product of the first `taken + 1` factors is divisible by `(taken + 1)!`, so the division is exact.
        ways = ways * (from - taken) / (taken + 1);
        taken += 1;
    }
    ways
}

/// The binomial coefficient as the length of a table. Tables are indexed by ranks, of which there are 13 at most, so
/// the result is below 2¹³ and fits `usize` on every target.
pub(crate) const fn choose_len(from: usize, count: usize) -> usize {
    choose(from as u64, count as u64) as usize
}

/// The index of an unordered pair whose members may be equal.
pub(crate) const fn pair_index(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// The index of an unordered pair of different numbers.
pub(crate) const fn distinct_pair_index(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

/// The index of three different numbers in ascending order.
pub(crate) const fn distinct_triple_index([low, middle, high]: [usize; 3]) -> usize {
    high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low
}

/// The index of three ascending numbers that may be equal.
pub(crate) const fn triple_index([low, middle, high]: [usize; 3]) -> usize {
    high * (high + 1) * (high + 2) / 6 + middle * (middle + 1) / 2 + low
}
