//! What best play does before the flop and on each flop.

use core::fmt;

use uth::{Card, Rank};

use crate::deck::{Deck, distinct_pair_index, triple_index};
use crate::flop_class::FlopClass;
use crate::fraction::Fraction;

/// An action that a player can take. Unlike the rules' actions it names no seat, and a raise may be any fraction of an
/// Ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerAction {
    /// A Play wager of this number of Antes.
    Raise(Fraction),
    /// A check.
    Check,
    /// A fold, which gives up Ante, Blind and Bad Beat.
    Fold,
}

impl fmt::Display for PlayerAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerAction::Raise(times) => write!(f, "{times}x"),
            PlayerAction::Check => f.write_str("check"),
            PlayerAction::Fold => f.write_str("fold"),
        }
    }
}

/// One of the 169 starting hands: `AA`, `AKs`, `AKo`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StartingHand {
    /// The higher rank.
    pub high: Rank,
    /// The lower rank.
    pub low: Rank,
    /// Whether both cards have the same suit.
    pub suited: bool,
}

impl StartingHand {
    /// Returns the starting hand of two cards.
    pub fn of(one: Card, other: Card) -> StartingHand {
        StartingHand {
            high: one.rank().max(other.rank()),
            low: one.rank().min(other.rank()),
            suited: one.suit() == other.suit(),
        }
    }

    /// The number of card combinations: 6, 4 or 12.
    pub fn combos(self) -> u32 {
        match (self.high == self.low, self.suited) {
            (true, _) => 6,
            (false, true) => 4,
            (false, false) => 12,
        }
    }

    pub(crate) fn at(deck: Deck, class: usize) -> StartingHand {
        let (row, column) = (class / deck.ranks, class % deck.ranks);
        let rank = |rank| deck.card(rank, 0).rank();
        StartingHand { high: rank(row.max(column)), low: rank(row.min(column)), suited: row > column }
    }
}

impl fmt::Display for StartingHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suits = match (self.high == self.low, self.suited) {
            (true, _) => "",
            (false, true) => "s",
            (false, false) => "o",
        };
        write!(f, "{}{}{suits}", self.high, self.low)
    }
}

/// For every flop class, the holes that raise it: one bit per hole.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FlopRaises {
    deck: Deck,
    words_each: usize,
    words: Vec<u64>,
}

impl FlopRaises {
    pub(crate) fn new(deck: Deck, flops: &[Vec<u64>]) -> FlopRaises {
        FlopRaises { deck, words_each: deck.holes().div_ceil(64) as usize, words: flops.concat() }
    }

    /// Returns the bits of all holes on a flop class.
    pub(crate) fn on(&self, flop: usize) -> &[u64] {
        &self.words[flop * self.words_each..][..self.words_each]
    }

    /// Whether best play raises this hole on this flop.
    pub(crate) fn raises(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        let (index, suits) = FlopClass::find(self.deck, flop);
        let [one, other] = hole.map(|card| self.deck.rank(card) * 4 + suits[card.suit() as usize]);
        // Bits are those of the class's own suits, so the hole's suits are renamed like the flop's.
        let hole = distinct_pair_index(one, other);
        self.on(index)[hole / 64] >> (hole % 64) & 1 == 1
    }
}

impl FlopClass {
    /// Returns the index of a flop's class, and the number that each suit has in it.
    pub(crate) fn find(deck: Deck, flop: [Card; 3]) -> (usize, [usize; 4]) {
        let mut cards = flop.map(|card| (deck.rank(card), card.suit() as usize));
        cards.sort_unstable();
        let count = |suit: usize| flop.iter().filter(|card| card.suit() as usize == suit).count();
        // Suits are numbered by their count, most first, and then by their lowest card, as [`FlopClass::all`] builds
        // them.
        cards.sort_by_key(|(_, suit)| core::cmp::Reverse(count(*suit)));
        let mut names = [usize::MAX; 4];
        let mut next = 0;
        for suit in cards.iter().map(|(_, suit)| *suit).chain(0..4) {
            if names[suit] == usize::MAX {
                names[suit] = next;
                next += 1;
            }
        }
        let [a, b, c] = cards.map(|(rank, _)| rank);
        let ranks = deck.ranks;
        let rainbows = triple_index([0, 0, ranks]);
        let index = match count(cards[0].1) {
            1 => triple_index([a, b, c]),
            2 => rainbows + distinct_pair_index(a, b) * ranks + c,
            _ => {
                rainbows
                    + distinct_pair_index(0, ranks) * ranks
                    + crate::deck::distinct_triple_index([a, b, c])
            }
        };
        (index, names)
    }
}
