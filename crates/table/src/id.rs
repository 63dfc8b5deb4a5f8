//! Players, tables, points in time and in a log, and the bytes that prove a shuffle.

use std::fmt;
use std::str::FromStr;

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

/// A table of the card room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u64);

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

/// "player:7", "floor:2", "table".
impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Player(player) => write!(f, "player:{player}"),
            By::Floor(floor) => write!(f, "floor:{floor}"),
            By::Table => f.write_str("table"),
        }
    }
}

impl FromStr for By {
    type Err = ParseByError;

    fn from_str(text: &str) -> Result<By, ParseByError> {
        let player = |digits: &str| digits.parse().map(PlayerId).map_err(|_| ParseByError);
        match text.split_once(':') {
            None if text == "table" => Ok(By::Table),
            Some(("player", digits)) => Ok(By::Player(player(digits)?)),
            Some(("floor", digits)) => Ok(By::Floor(player(digits)?)),
            _ => Err(ParseByError),
        }
    }
}

/// The text names no actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the actors are player:NUMBER, floor:NUMBER and table")]
pub struct ParseByError;

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

/// Declares ids that are printed as their numbers.
macro_rules! printed_as_numbers {
    ($($id:ident),*) => {
        $(impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        })*
    };
}

printed_as_numbers!(PlayerId, TableId, Seq);
