//! Places at the table, and who sits there.

use core::fmt;

/// A place at the table, numbered clockwise from 1 at the casino dealer's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most places that any of the documents has (CA.table.1).
    pub const MOST: usize = 8;

    /// Returns the seat with that number, from 1 to 8.
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number as usize <= Seat::MOST { Some(Seat(number)) } else { None }
    }

    /// Returns its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns its place in an array of seats.
    #[inline]
    pub const fn index(self) -> usize {
        // A seat's number is from 1 to 8; the remainder tells the compiler so.
        (self.0 as usize - 1) % Seat::MOST
    }

    /// Returns the seats of a table with so many places, in order.
    pub fn up_to(places: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        SeatSet::up_to(places).iter()
    }

    /// Returns the other seats of such a table, clockwise from the one to this seat's left.
    pub fn others_clockwise(self, places: u8) -> impl Iterator<Item = Seat> + Clone {
        Seat::up_to(places)
            .filter(move |seat| *seat > self)
            .chain(Seat::up_to(places).filter(move |seat| *seat < self))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats: one bit each, the first seat lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatSet(pub(crate) u8);

impl SeatSet {
    /// Returns the seats of a table with so many places.
    pub(crate) const fn up_to(places: u8) -> SeatSet {
        if places as usize >= Seat::MOST { SeatSet(u8::MAX) } else { SeatSet((1 << places) - 1) }
    }

    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub(crate) const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.index())
    }

    #[must_use]
    pub(crate) const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.index()))
    }

    /// Returns the seats in order.
    pub(crate) const fn iter(self) -> Seats {
        Seats(self.0)
    }
}

/// Goes over a set of seats in order.
#[derive(Clone)]
pub(crate) struct Seats(u8);

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let lowest = (self.0 != 0).then(|| self.0.trailing_zeros() as u8)?;
        // Clears the bit of that seat.
        self.0 &= self.0 - 1;
        Some(Seat(lowest + 1))
    }
}

impl DoubleEndedIterator for Seats {
    #[inline]
    fn next_back(&mut self) -> Option<Seat> {
        let highest = self.0.checked_ilog2()? as u8;
        self.0 ^= 1 << highest;
        Some(Seat(highest + 1))
    }
}

/// Who plays at a place. The same number at two places is the same person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Person(pub u64);
