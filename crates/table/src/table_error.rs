//! Why a table refuses a command. A refused command changes nothing.

use std::fmt;

use uth::{ButtonError, Cents, RulesError, Seat};

use crate::replay_error::ReplayError;
use crate::time::Timestamp;

/// Why a table refused a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TableError {
    /// The rules do not allow it.
    Rules(RulesError),
    /// The bank is offered to another seat, or to none.
    Button(ButtonError),
    /// The table has not been opened.
    NotOpen,
    /// The table has been opened already.
    AlreadyOpen,
    /// The table is closed, or closes after this hand.
    Closed,
    /// Another player sits there.
    SeatTaken { seat: Seat },
    /// At a player-banked table every player has one seat.
    OneSeatEach,
    /// The table is for one player, and another has it.
    SoloTable,
    /// The player does not sit there.
    NotYourSeat { seat: Seat },
    /// The player does not sit at the table.
    NotSeated,
    /// The player sits out.
    SitsOut { seat: Seat },
    /// The player already takes part.
    TakesPart { seat: Seat },
    /// The player is already leaving.
    Leaves { seat: Seat },
    /// The player does not bank.
    NotBanking { seat: Seat },
    /// A player has wagered against the bank, so it stays.
    BankStays,
    /// The bank is being offered, or there is nobody to offer it to.
    NoOffer,
    /// A round is under way.
    RoundUnderWay,
    /// No round is under way.
    NoRound,
    /// The last round's seed has not been revealed.
    NotRevealed,
    /// There is nothing to reveal.
    NothingToReveal,
    /// There is no player to deal to, or no bank to play against.
    NobodyReady,
    /// The account does not hold enough.
    Funds { needed: Cents, available: Cents },
    /// The player could lose more than their own limit leaves.
    LossLimit { needed: Cents, remaining: Cents },
    /// The player has excluded themselves until then.
    Excluded { until: Timestamp },
    /// Other players may still wager.
    OthersMayWager,
    /// The seat has already added to this shuffle.
    SeedAdded { seat: Seat },
    /// No deadline has passed; the next one, if a clock runs at all.
    NotYet { until: Option<Timestamp> },
    /// The floor must give a reason.
    NoReason,
    /// The table contradicts itself: a fault of this program.
    Fault(ReplayError),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            TableError::Rules(error) => return error.fmt(f),
            TableError::Button(error) => return error.fmt(f),
            TableError::SeatTaken { seat } => return write!(f, "seat {seat} is taken"),
            TableError::NotYourSeat { seat } => return write!(f, "seat {seat} is not yours"),
            TableError::SitsOut { seat } => return write!(f, "seat {seat} sits out; come back first"),
            TableError::TakesPart { seat } => return write!(f, "seat {seat} already takes part"),
            TableError::Leaves { seat } => return write!(f, "seat {seat} already leaves after this hand"),
            TableError::NotBanking { seat } => return write!(f, "seat {seat} does not bank"),
            TableError::SeedAdded { seat } => {
                return write!(f, "seat {seat} has already added to this shuffle");
            }
            TableError::Funds { needed, available } => {
                return write!(f, "that needs {needed}, but only {available} is available");
            }
            TableError::LossLimit { needed, remaining } => {
                let remaining = (*remaining).max(Cents::ZERO);
                return write!(f, "the hand could lose {needed}, but your loss limit leaves {remaining}");
            }
            TableError::Fault(error) => return write!(f, "a fault of the table: {error}"),
            TableError::NotOpen => "the table has not been opened",
            TableError::AlreadyOpen => "the table has already been opened",
            TableError::Closed => "the table takes no more rounds",
            TableError::OneSeatEach => "where players bank, every player has one seat",
            TableError::SoloTable => "this table is for one player, and another player has it",
            TableError::NotSeated => "that needs a seat at the table",
            TableError::BankStays => {
                "a player has wagered against the bank, so it stays until the round is over"
            }
            TableError::NoOffer => "the bank cannot be offered again now",
            TableError::RoundUnderWay => "a round is under way",
            TableError::NoRound => "no round is under way",
            TableError::NotRevealed => "the last round's seed must be revealed first",
            TableError::NothingToReveal => "there is no seed to reveal",
            TableError::NobodyReady => "there is no player to deal to, or no bank to play against",
            TableError::Excluded { .. } => "you have excluded yourself from playing",
            TableError::OthersMayWager => "other players may still wager; the clock calls no more bets",
            TableError::NotYet { .. } => "no deadline has passed",
            TableError::NoReason => "a reason is required",
        };
        f.write_str(text)
    }
}

impl std::error::Error for TableError {}

impl From<RulesError> for TableError {
    fn from(error: RulesError) -> TableError {
        TableError::Rules(error)
    }
}

/// A transition that the rules or the button refuse is the player's mistake; any other is a fault of this program,
/// because every command is checked before its transition.
impl From<ReplayError> for TableError {
    fn from(error: ReplayError) -> TableError {
        match error {
            ReplayError::Rules(error) => TableError::Rules(error),
            ReplayError::Button(error) => TableError::Button(error),
            error => TableError::Fault(error),
        }
    }
}
