//! Players, tables, points in time and in a log, and the bytes that prove a shuffle.

use std::fmt;

pub use fair::seed::Commitment;
use uth::Person;

/// A player of the card room, seated or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub u64);

impl PlayerId {
    /// Returns the person that the rules see.
    pub const fn person(self) -> Person {
        Person(self.0)
    }
}

impl From<Person> for PlayerId {
    fn from(person: Person) -> PlayerId {
        PlayerId(person.0)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A table of the card room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u64);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Bytes that go into a shuffle: a player's share, or the card room's when it is revealed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(pub [u8; 32]);

/// Who caused an event that several kinds of actors can cause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// A player, for themselves.
    Player(PlayerId),
    /// A member of the card room's staff.
    Floor(PlayerId),
    /// The table itself, because a deadline passed or nothing else was possible (R20).
    Table,
}

/// A point in time, in milliseconds since the Unix epoch. The table never reads a clock: the card room passes the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// Returns the time that many milliseconds later, or the end of time.
    #[must_use]
    pub const fn plus_ms(self, ms: u64) -> Timestamp {
        Timestamp(self.0.saturating_add(ms))
    }
}

/// The number of an event in a table's history, from 1; 0 is before the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seq(pub u64);

impl Seq {
    /// Returns the number of the following event.
    #[must_use]
    pub const fn next(self) -> Seq {
        Seq(self.0 + 1)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
