//! Why a command was refused. Nothing has changed.

use std::fmt;

use uth::{ButtonError, Cents, Seat};

use crate::contradiction::Contradiction;

/// Why a table refused to do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Refusal {
    /// The rules do not allow it.
    Rules(uth::Refusal),
    /// The bank is offered to another seat, or to none.
    Button(ButtonError),
    /// The table is closed, or closes after this hand.
    Closed,
    /// Somebody sits there.
    SeatTaken { seat: Seat },
    /// At a player-banked table everybody has one seat.
    OneSeatEach,
    /// The table is for one person, and somebody has it.
    SoloTable,
    /// The player does not sit there.
    NotYourSeat { seat: Seat },
    /// The player does not sit at the table.
    NotSeated,
    /// The player takes no part for now.
    SitsOut { seat: Seat },
    /// The player takes part as it is.
    TakesPart { seat: Seat },
    /// The player is already leaving.
    Leaves { seat: Seat },
    /// The player does not bank.
    NotBanking { seat: Seat },
    /// Somebody has wagered against the bank, so it stays.
    BankStays,
    /// The bank is being offered, or there is nobody to offer it to.
    NoOffer,
    /// A round is under way.
    RoundUnderWay,
    /// No round is under way.
    NoRound,
    /// The last round's shuffle is not open yet.
    NotRevealed,
    /// There is nothing to reveal.
    NothingToReveal,
    /// Nobody is there to play, or to bank.
    NobodyReady,
    /// The player has not enough chips.
    Funds { needed: Cents, available: Cents },
    /// Others may still wager.
    OthersMayWager,
    /// The seat has added to this shuffle already.
    SeedAdded { seat: Seat },
    /// No time is up before then, if a clock runs at all.
    NotYet { until_ms: Option<u64> },
    /// The floor says why.
    NoReason,
    /// The table contradicts itself: a fault of this program.
    Fault(Contradiction),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Refusal::Rules(refusal) => return refusal.fmt(f),
            Refusal::Button(error) => return error.fmt(f),
            Refusal::SeatTaken { seat } => return write!(f, "seat {seat} is taken"),
            Refusal::NotYourSeat { seat } => return write!(f, "seat {seat} is not yours"),
            Refusal::SitsOut { seat } => return write!(f, "seat {seat} sits out; come back first"),
            Refusal::TakesPart { seat } => return write!(f, "seat {seat} takes part already"),
            Refusal::Leaves { seat } => return write!(f, "seat {seat} already leaves after this hand"),
            Refusal::NotBanking { seat } => return write!(f, "seat {seat} does not bank"),
            Refusal::SeedAdded { seat } => return write!(f, "seat {seat} has added to this shuffle already"),
            Refusal::Funds { needed, available } => {
                return write!(f, "that needs {needed}, and there is {available}");
            }
            Refusal::Fault(contradiction) => return write!(f, "a fault of the table: {contradiction}"),
            Refusal::Closed => "the table takes no more rounds",
            Refusal::OneSeatEach => "where players bank, everybody has one seat",
            Refusal::SoloTable => "this table is for one person, and somebody has it",
            Refusal::NotSeated => "that needs a seat at the table",
            Refusal::BankStays => {
                "somebody has wagered against the bank, so it stays until the round is over"
            }
            Refusal::NoOffer => "the bank cannot be offered again now",
            Refusal::RoundUnderWay => "a round is under way",
            Refusal::NoRound => "no round is under way",
            Refusal::NotRevealed => "the last round's shuffle must be revealed first",
            Refusal::NothingToReveal => "there is no shuffle to reveal",
            Refusal::NobodyReady => "nobody is there to play against a bank",
            Refusal::OthersMayWager => "others may still wager; the clock calls no more bets",
            Refusal::NotYet { .. } => "no time is up",
            Refusal::NoReason => "say why",
        };
        f.write_str(text)
    }
}

impl std::error::Error for Refusal {}

impl From<uth::Refusal> for Refusal {
    fn from(refusal: uth::Refusal) -> Refusal {
        Refusal::Rules(refusal)
    }
}

impl From<Contradiction> for Refusal {
    fn from(contradiction: Contradiction) -> Refusal {
        Refusal::Fault(contradiction)
    }
}
