//! Why an event cannot follow those before it. The table's own decisions never lead here; a forged log does.

use std::fmt;

use uth::{ButtonError, RulesError, Seat};

/// Why an event does not apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The first event of a history opens the table, and no other does.
    Opening,
    /// The seat is not free, or not taken, as the event says.
    Seat(Seat),
    /// The bank's offer is not as the event says.
    Bank,
    /// There is no such round, or it is at another stage.
    Round,
    /// The moves of the event are not those that follow from the rules.
    Money,
    /// The table is not closing, or a round is under way.
    Closed,
    /// The rules do not allow it.
    Rules(RulesError),
    /// The button is at another seat.
    Button(ButtonError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Opening => f.write_str("a table opens once, with its first event"),
            ReplayError::Seat(seat) => write!(f, "seat {seat} is not as the event says"),
            ReplayError::Bank => f.write_str("the bank is not as the event says"),
            ReplayError::Round => f.write_str("the round is not as the event says"),
            ReplayError::Money => f.write_str("the event moves other chips than the rules say"),
            ReplayError::Closed => f.write_str("the table is not open or closed as the event says"),
            ReplayError::Rules(error) => error.fmt(f),
            ReplayError::Button(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<RulesError> for ReplayError {
    fn from(error: RulesError) -> ReplayError {
        ReplayError::Rules(error)
    }
}

impl From<ButtonError> for ReplayError {
    fn from(error: ButtonError) -> ReplayError {
        ReplayError::Button(error)
    }
}
