//! Places at the table, and who sits there.

use core::fmt;

/// A place at the table, numbered clockwise from 1 at the casino dealer's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most places that any of the documents has (CA.table.1).
    pub const MOST: usize = 8;

    /// The seat with that number, from 1 to 8.
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number as usize <= Seat::MOST { Some(Seat(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in an array of seats.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The seats of a table with so many places, in order.
    pub fn up_to(places: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..=places.min(Seat::MOST as u8)).map(Seat)
    }

    /// The other seats of such a table, clockwise from the one to this seat's left.
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

/// Who plays at a place. The same number at two places is the same person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Person(pub u64);
