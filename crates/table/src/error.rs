//! Why a table refuses a command, and why a stored event cannot follow those before it.

use thiserror::Error;
use uth::{ButtonError, Cents, RulesError, Seat};

use crate::id::Timestamp;

/// Why a table refused a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum TableError {
    /// The rules do not allow it.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The bank is offered to another seat, or to none.
    #[error(transparent)]
    Button(ButtonError),
    /// The table has not been opened.
    #[error("the table has not been opened")]
    NotOpen,
    /// The table has been opened already.
    #[error("the table has already been opened")]
    AlreadyOpen,
    /// The table is closed, or closes after this hand.
    #[error("the table takes no more rounds")]
    Closed,
    /// Another player sits there.
    #[error("seat {seat} is taken")]
    SeatTaken { seat: Seat },
    /// The table is for one player, and another has it.
    #[error("this table is for one player, and another player has it")]
    SoloTable,
    /// The player does not sit there.
    #[error("seat {seat} is not yours")]
    NotYourSeat { seat: Seat },
    /// The player does not sit at the table.
    #[error("that needs a seat at the table")]
    NotSeated,
    /// The player sits out.
    #[error("seat {seat} sits out; come back first")]
    SitsOut { seat: Seat },
    /// The player already takes part.
    #[error("seat {seat} already takes part")]
    TakesPart { seat: Seat },
    /// The player is already leaving.
    #[error("seat {seat} already leaves after this hand")]
    Leaves { seat: Seat },
    /// The player does not bank.
    #[error("seat {seat} does not bank")]
    NotBanking { seat: Seat },
    /// A player has wagered against the bank, so it stays.
    #[error("a player has wagered against the bank, so it stays until the round is over")]
    BankStays,
    /// The bank is being offered, or there is nobody to offer it to.
    #[error("the bank cannot be offered again now")]
    NoOffer,
    /// A round is under way.
    #[error("a round is under way")]
    RoundUnderWay,
    /// No round is under way.
    #[error("no round is under way")]
    NoRound,
    /// The last round's seed has not been revealed.
    #[error("the last round's seed must be revealed first")]
    NotRevealed,
    /// The card room has not committed to the next shuffle.
    #[error("the card room must commit to the shuffle first; try again in a moment")]
    NotCommitted,
    /// The card room has committed to the next shuffle, and the commitment stays.
    #[error("the card room has committed to the next shuffle already")]
    Committed,
    /// There is nothing to reveal.
    #[error("there is no seed to reveal")]
    NothingToReveal,
    /// There is no player to deal to, or no bank to play against.
    #[error("there is no player to deal to, or no bank to play against")]
    NobodyReady,
    /// The account does not hold enough.
    #[error("that needs {needed}, but only {available} is available")]
    Funds { needed: Cents, available: Cents },
    /// The player could lose more than their own limit leaves.
    #[error("the hand could lose {needed}, but your loss limit leaves {}", (*remaining).max(Cents::ZERO))]
    LossLimit { needed: Cents, remaining: Cents },
    /// The player has excluded themselves until then.
    #[error("you have excluded yourself from playing")]
    Excluded { until: Timestamp },
    /// Other players may still wager.
    #[error("other players may still wager; the clock calls no more bets")]
    OthersMayWager,
    /// The seat has already added to this shuffle.
    #[error("seat {seat} has already added to this shuffle")]
    SeedAdded { seat: Seat },
    /// No deadline has passed; the next one, if a clock runs at all.
    #[error("no deadline has passed")]
    NotYet { until: Option<Timestamp> },
    /// The floor must give a reason.
    #[error("a reason is required")]
    NoReason,
    /// The floor has chips in the round itself.
    #[error("you have chips in this round yourself, so that another floor has to do this")]
    OwnRound,
    /// The table contradicts itself: a fault of this program.
    #[error("a fault of the table: {0}")]
    Fault(ReplayError),
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

/// Why an event does not apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The first event of a history opens the table, and no other does.
    #[error("a table opens once, with its first event")]
    Opening,
    /// The seat is not free, or not taken, as the event says.
    #[error("seat {0} is not as the event says")]
    Seat(Seat),
    /// The bank's offer is not as the event says.
    #[error("the bank is not as the event says")]
    Bank,
    /// There is no such round, or it is at another stage.
    #[error("the round is not as the event says")]
    Round,
    /// The moves of the event are not those that follow from the rules.
    #[error("the event moves other chips than the rules say")]
    Money,
    /// The table is not closing, or a round is under way.
    #[error("the table is not open or closed as the event says")]
    Closed,
    /// The rules do not allow it.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The button is at another seat.
    #[error(transparent)]
    Button(#[from] ButtonError),
}
