//! Classes of boards by the cards that matter on them: cards that cannot make a difference are one kind of card.
//!
//! Where no flush is possible, only ranks matter: a kind is a rank and has four cards. Where a suit has three or more
//! cards on the board, only that suit matters: a kind is one card of the suit, or a rank in the other three suits
//! (three cards). With thirteen ranks there are 91 kinds of holes in the first case and 338 in the second, instead of
//! 1,326 holes.

use core::ops::{Add, AddAssign, Mul, Sub};

use crate::deck::{Deck, distinct_pair_index, pair_index};

/// A class of boards, seen as the kinds of cards and holes that can differ on them.
pub(crate) struct BoardClass {
    /// The length of a vector with one number per kind of hole: a multiple of eight, so that loops vectorise without a
    /// remainder.
    pub width: usize,
    /// The two card kinds of each kind of hole.
    pub holes: Vec<[u8; 2]>,
    /// For each card kind, the holes that contain it.
    pub holding: Vec<Vec<u16>>,
    /// By card kind and number of such cards left: the number of ways to deal one of them, or two, beside each hole.
    single_ways: Vec<[Vec<i16>; 5]>,
    double_ways: Vec<[Vec<i16>; 5]>,
}

impl BoardClass {
    /// Returns the class of boards on which no suit matters. Holes are in the order of [`pair_index`].
    pub(crate) fn by_rank(deck: Deck) -> BoardClass {
        BoardClass::of(deck.ranks, pairs(deck.ranks, 0))
    }

    /// Returns the class of boards on which one suit matters. The kinds `0..ranks` are the cards in the suit, the kinds
    /// `ranks..2 * ranks` are ranks outside it. Holes have both cards in the suit, then one, then none: see
    /// [`SuitHole`].
    pub(crate) fn by_suit(deck: Deck) -> BoardClass {
        let ranks = deck.ranks;
        let both = (0..ranks).flat_map(|high| (0..high).map(move |low| [low as u8, high as u8]));
        let one =
            (0..ranks).flat_map(|suited| (0..ranks).map(move |off| [suited as u8, (ranks + off) as u8]));
        BoardClass::of(2 * ranks, both.chain(one).chain(pairs(ranks, ranks)).collect())
    }

    fn of(kinds: usize, holes: Vec<[u8; 2]>) -> BoardClass {
        // The padding has no cards, so its ways are those of a hole that blocks nothing; nobody reads them.
        let width = holes.len().next_multiple_of(8);
        let held_by =
            |hole: &[u8; 2], kind| hole.iter().filter(|card| **card as usize == kind).count() as i16;
        let held = |kind| {
            let held: Vec<i16> = holes.iter().map(|hole| held_by(hole, kind)).collect();
            [held, vec![0; width - holes.len()]].concat()
        };
        let held: Vec<Vec<i16>> = (0..kinds).map(held).collect();
        let holders = |held: &Vec<i16>| {
            (0u16..).zip(held).filter(|(_, held)| **held > 0).map(|(hole, _)| hole).collect()
        };
        let ways = |held: &Vec<i16>, of: fn(i16) -> i16| {
            // Where the hole holds more than are left the product is meaningless, but such holes cannot be
            // dealt.
            [0, 1, 2, 3, 4].map(|left| held.iter().map(|held| of(left - held)).collect())
        };
        BoardClass {
            width,
            holding: held.iter().map(holders).collect(),
            single_ways: held.iter().map(|held| ways(held, |left| left)).collect(),
            double_ways: held.iter().map(|held| ways(held, |left| left * (left - 1) / 2)).collect(),
            holes,
        }
    }

    /// Returns the number of ways to deal the runout beside each hole, or `None` where it is one for all of them.
    /// `scratch` holds the answer if it has to be computed.
    pub(crate) fn ways<'a>(&'a self, runout: Runout, scratch: &'a mut [i16]) -> Option<&'a [i16]> {
        match runout {
            Runout::Settled => None,
            Runout::One(kind, left) => Some(&self.single_ways[kind][left as usize]),
            Runout::Twice(kind, left) => Some(&self.double_ways[kind][left as usize]),
            Runout::Two([one, other], [left, other_left]) => {
                let ways = self.single_ways[one][left as usize].iter();
                let ways = ways.zip(&self.single_ways[other][other_left as usize]);
                for (scratch, (one, other)) in scratch.iter_mut().zip(ways) {
                    *scratch = one * other;
                }
                Some(scratch)
            }
        }
    }
}

/// Adds `values · ways`, computed in the width of the sums.
#[inline]
pub(crate) fn add_times<T: Copy + Into<S>, S: Number>(sums: &mut [S], values: &[T], ways: Option<&[i16]>) {
    match ways {
        None => {
            // The common case of one way each has a loop of its own, without the multiplication.
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += (*value).into();
            }
        }
        Some(ways) => {
            for ((sum, value), ways) in sums.iter_mut().zip(values).zip(ways) {
                *sum += (*value).into() * S::from(*ways);
            }
        }
    }
}

/// An integer of some width. The narrow width is chosen where the stakes allow it, because twice as many holes fit a
/// vector register.
pub(crate) trait Number:
    Copy
    + Default
    + Ord
    + From<i16>
    + Into<i64>
    + AddAssign
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Send
    + Sync
{
    /// Converts a number that is known to fit.
    fn of(number: i64) -> Self;
}

impl Number for i16 {
    fn of(number: i64) -> i16 {
        number as i16
    }
}

impl Number for i32 {
    fn of(number: i64) -> i32 {
        number as i32
    }
}

impl Number for i64 {
    fn of(number: i64) -> i64 {
        number
    }
}

/// The runout by the card kinds of which several cards are left once the flop is dealt. Only these have a number of
/// ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Runout {
    /// Each card of the runout is the only one of its kind: one way, or none if the hole contains one of them.
    Settled,
    /// One card of a kind, with the number of such cards left.
    One(usize, i16),
    /// One card of each of two kinds, and how many of each are left.
    Two([usize; 2], [i16; 2]),
    /// Two cards of one kind, with the number of such cards left.
    Twice(usize, i16),
}

fn pairs(ranks: usize, first: usize) -> Vec<[u8; 2]> {
    let to_kind = |rank| (first + rank) as u8;
    (0..ranks).flat_map(|high| (0..=high).map(move |low| [to_kind(low), to_kind(high)])).collect()
}

/// A hole seen from one suit.
pub(crate) enum SuitHole {
    /// Both cards are in the suit.
    Both(usize, usize),
    /// The first card is in the suit.
    One(usize, usize),
    /// Neither card is in the suit.
    None(usize, usize),
}

impl SuitHole {
    /// Returns the index among the holes of [`BoardClass::by_suit`].
    pub(crate) const fn index(&self, ranks: usize) -> usize {
        let both = ranks * (ranks - 1) / 2;
        match *self {
            SuitHole::Both(one, other) => distinct_pair_index(one, other),
            SuitHole::One(suited, off) => both + suited * ranks + off,
            SuitHole::None(one, other) => both + ranks * ranks + pair_index(one, other),
        }
    }
}
