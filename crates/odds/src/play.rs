//! Best play: what to do before the flop and on each flop.

use core::fmt;

use uth::{Card, Rank};

use crate::deck::{Deck, distinct_pair, triple};
use crate::flop::FlopClass;
use crate::fraction::Fraction;

/// What a player does with a hand in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The Play wager, in Antes.
    Raise(Fraction),
    /// Wait for more cards.
    Check,
    /// Give up Ante and Blind.
    Fold,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Raise(times) => write!(f, "{times}x"),
            Action::Check => f.write_str("check"),
            Action::Fold => f.write_str("fold"),
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
    /// Whether both cards are of one suit.
    pub suited: bool,
}

impl StartingHand {
    /// The starting hand that those two cards are.
    pub fn of(one: Card, other: Card) -> StartingHand {
        StartingHand {
            high: one.rank().max(other.rank()),
            low: one.rank().min(other.rank()),
            suited: one.suit() == other.suit(),
        }
    }

    /// In how many ways it can be dealt.
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

/// For every flop, the holes that raise it: one bit each.
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

    /// The bits of all holes on the flop at that place among the classes of flops.
    pub(crate) fn on(&self, flop: usize) -> &[u64] {
        &self.words[flop * self.words_each..][..self.words_each]
    }

    /// Whether those two cards raise that flop.
    pub(crate) fn raises(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        let (place, suits) = FlopClass::find(self.deck, flop);
        let [one, other] = hole.map(|card| self.deck.rank(card) * 4 + suits[card.suit() as usize]);
        let hole = distinct_pair(one, other);
        self.on(place)[hole / 64] >> (hole % 64) & 1 == 1
    }
}

impl FlopClass {
    /// The place of a flop among the classes, and the names that its suits have there.
    pub(crate) fn find(deck: Deck, flop: [Card; 3]) -> (usize, [usize; 4]) {
        let mut cards = flop.map(|card| (deck.rank(card), card.suit() as usize));
        cards.sort_unstable();
        let count = |suit: usize| flop.iter().filter(|card| card.suit() as usize == suit).count();
        // The suit with most cards is 0; among equals the lower card comes first.
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
        let rainbows = triple([0, 0, ranks]);
        let place = match count(cards[0].1) {
            1 => triple([a, b, c]),
            2 => rainbows + distinct_pair(a, b) * ranks + c,
            _ => rainbows + distinct_pair(0, ranks) * ranks + crate::deck::distinct_triple([a, b, c]),
        };
        (place, names)
    }
}
