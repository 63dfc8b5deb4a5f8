//! What is told apart: cards that can make no difference are one kind of card.
//!
//! Where nobody can have a flush, only ranks matter: a kind is a rank and has four cards. Where a suit has three
//! cards or more on the board, only that suit matters: a kind is a card of that suit, or a rank in the other
//! three suits. With thirteen ranks a hole is one of 91 pairs of kinds in the first view, of 338 in the second.

use core::ops::{Add, AddAssign, Mul, Sub};

use crate::deck::{Deck, distinct_pair, pair};

/// A way to look at the deck.
pub(crate) struct View {
    /// The length of a vector with a number for each kind of hole: a multiple of eight, for eight at a time.
    pub width: usize,
    /// The two kinds of cards of each kind of hole.
    pub holes: Vec<[u8; 2]>,
    /// For each kind of card, the holes that hold it.
    pub holding: Vec<Vec<u16>>,
    /// By kind of card and how many of it are left: in how many ways one of them, or two, can be dealt beside each
    /// hole.
    single_ways: Vec<[Vec<i16>; 5]>,
    double_ways: Vec<[Vec<i16>; 5]>,
}

impl View {
    /// By rank alone; holes are in the order of [`pair`].
    pub(crate) fn by_rank(deck: Deck) -> View {
        View::of(deck.ranks, pairs(deck.ranks, 0))
    }

    /// By rank and whether the card is in the suit: the kinds 0.. are in it, the kinds `ranks`.. are not.
    /// Holes are both in the suit, then one, then none: see [`SuitHole`].
    pub(crate) fn by_suit(deck: Deck) -> View {
        let ranks = deck.ranks;
        let both = (0..ranks).flat_map(|high| (0..high).map(move |low| [low as u8, high as u8]));
        let one =
            (0..ranks).flat_map(|suited| (0..ranks).map(move |off| [suited as u8, (ranks + off) as u8]));
        View::of(2 * ranks, both.chain(one).chain(pairs(ranks, ranks)).collect())
    }

    fn of(kinds: usize, holes: Vec<[u8; 2]>) -> View {
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
            [0, 1, 2, 3, 4].map(|left| held.iter().map(|held| of(left - held)).collect())
        };
        View {
            width,
            holding: held.iter().map(holders).collect(),
            single_ways: held.iter().map(|held| ways(held, |left| left)).collect(),
            double_ways: held.iter().map(|held| ways(held, |left| left * (left - 1) / 2)).collect(),
            holes,
        }
    }

    /// In how many ways the runout can be dealt beside each hole; nothing where it is always one. `room` is for the
    /// answer where it is not known beforehand.
    pub(crate) fn ways<'a>(&'a self, runout: Runout, room: &'a mut [i16]) -> Option<&'a [i16]> {
        match runout {
            Runout::Settled => None,
            Runout::One(kind, left) => Some(&self.single_ways[kind][left as usize]),
            Runout::Twice(kind, left) => Some(&self.double_ways[kind][left as usize]),
            Runout::Two([one, other], [left, other_left]) => {
                let ways = self.single_ways[one][left as usize].iter();
                let ways = ways.zip(&self.single_ways[other][other_left as usize]);
                for (room, (one, other)) in room.iter_mut().zip(ways) {
                    *room = one * other;
                }
                Some(room)
            }
        }
    }
}

/// Adds `values · ways` in the width of the sum.
#[inline]
pub(crate) fn add_times<T: Copy + Into<S>, S: Number>(sums: &mut [S], values: &[T], ways: Option<&[i16]>) {
    match ways {
        None => {
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

/// A whole number of some width.
pub(crate) trait Number:
    Copy
    + Default
    + Ord
    + From<i16>
    + Into<i32>
    + AddAssign
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Send
    + Sync
{
    /// A number that is known to fit.
    fn of(number: i32) -> Self;
}

impl Number for i16 {
    fn of(number: i32) -> i16 {
        number as i16
    }
}

impl Number for i32 {
    fn of(number: i32) -> i32 {
        number
    }
}

/// The cards of turn and river of which more than one is left once the flop is dealt, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Runout {
    /// Both cards are the only ones of their kind: one way, or none if the hole holds one of them.
    Settled,
    /// One card of that kind, of which so many are left.
    One(usize, i16),
    /// A card of either kind, and how many are left.
    Two([usize; 2], [i16; 2]),
    /// Two cards of that kind, of which so many are left.
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
    /// The first is in the suit.
    One(usize, usize),
    /// Neither is.
    None(usize, usize),
}

impl SuitHole {
    /// Its place in [`View::by_suit`].
    pub(crate) const fn index(&self, ranks: usize) -> usize {
        let both = ranks * (ranks - 1) / 2;
        match *self {
            SuitHole::Both(one, other) => distinct_pair(one, other),
            SuitHole::One(suited, off) => both + suited * ranks + off,
            SuitHole::None(one, other) => both + ranks * ranks + pair(one, other),
        }
    }
}
