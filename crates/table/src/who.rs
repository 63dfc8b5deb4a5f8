//! Ids of players and tables, and the bytes that prove a shuffle.

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
