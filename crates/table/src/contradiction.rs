//! Why an event cannot follow those before it. A table's own decisions never lead here; a forged log does.

use std::fmt;

use uth::{ButtonError, Refusal, Seat};

/// Why an event does not apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// A history begins with the opening of the table, and has no other.
    Opening,
    /// The seat is not free, or not taken, as the event would have it.
    Seat(Seat),
    /// The bank does not stand as the event would have it.
    Bank,
    /// There is no such round, or it is not so far.
    Round,
    /// Other chips move than the rules say.
    Money,
    /// The table is closed, or not about to.
    Closed,
    /// The rules do not allow it.
    Rules(Refusal),
    /// The button is somewhere else.
    Button(ButtonError),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Opening => f.write_str("a table opens once, with its first event"),
            Contradiction::Seat(seat) => write!(f, "seat {seat} is not as the event says"),
            Contradiction::Bank => f.write_str("the bank is not as the event says"),
            Contradiction::Round => f.write_str("the round is not as the event says"),
            Contradiction::Money => f.write_str("other chips move than the rules say"),
            Contradiction::Closed => f.write_str("the table is not open or closed as the event says"),
            Contradiction::Rules(refusal) => refusal.fmt(f),
            Contradiction::Button(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Contradiction {}

impl From<Refusal> for Contradiction {
    fn from(refusal: Refusal) -> Contradiction {
        Contradiction::Rules(refusal)
    }
}

impl From<ButtonError> for Contradiction {
    fn from(error: ButtonError) -> Contradiction {
        Contradiction::Button(error)
    }
}
