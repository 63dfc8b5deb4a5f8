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
    /// For each kind of card, the holes that hold it, and how many of it.
    pub holding: Vec<Vec<(u16, i16)>>,
    /// How many of each kind of card each hole holds.
    held: Vec<Vec<i16>>,
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
        let held_by =
            |hole: &[u8; 2], kind| hole.iter().filter(|card| **card as usize == kind).count() as i16;
        let held: Vec<Vec<i16>> =
            (0..kinds).map(|kind| holes.iter().map(|hole| held_by(hole, kind)).collect()).collect();
        let holders = |held: &Vec<i16>| {
            (0u16..).zip(held.iter().copied()).filter(|(_, held)| *held > 0).collect::<Vec<_>>()
        };
        View {
            width: holes.len().next_multiple_of(8),
            holding: held.iter().map(holders).collect(),
            held,
            holes,
        }
    }

    /// For each hole its value times the number of ways in which the runout can be dealt beside it.
    pub(crate) fn times_ways<'a, T: Number>(
        &self,
        runout: Runout,
        values: &'a [T],
        out: &'a mut [T],
    ) -> &'a [T] {
        let pairs = |left: i16| left * (left - 1) / 2;
        match runout {
            Runout::Settled => return values,
            Runout::One(kind, left) => {
                times(left, values, out);
                for &(hole, held) in &self.holding[kind] {
                    out[hole as usize] = values[hole as usize] * T::from(left - held);
                }
            }
            Runout::Two([one, other], [left, other_left]) => {
                times(left * other_left, values, out);
                for &(hole, _) in self.holding[one].iter().chain(&self.holding[other]) {
                    let hole = hole as usize;
                    let ways = (left - self.held[one][hole]) * (other_left - self.held[other][hole]);
                    out[hole] = values[hole] * T::from(ways);
                }
            }
            Runout::Twice(kind, left) => {
                times(pairs(left), values, out);
                for &(hole, held) in &self.holding[kind] {
                    out[hole as usize] = values[hole as usize] * T::from(pairs(left - held));
                }
            }
        }
        out
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

/// `factor · values`. The factors that occur often are spelled out: vectors of 32-bit products are slow on
/// machines without SSE 4, for which we compile too, and shifts and sums are not.
fn times<T: Number>(factor: i16, values: &[T], out: &mut [T]) {
    match factor {
        1 => out.copy_from_slice(values),
        2 => times_constant::<2, T>(values, out),
        3 => times_constant::<3, T>(values, out),
        9 => times_constant::<9, T>(values, out),
        16 => times_constant::<16, T>(values, out),
        _ => {
            for (out, value) in out.iter_mut().zip(values) {
                *out = *value * T::from(factor);
            }
        }
    }
}

fn times_constant<const FACTOR: i16, T: Number>(values: &[T], out: &mut [T]) {
    for (out, value) in out.iter_mut().zip(values) {
        *out = *value * T::from(FACTOR);
    }
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
