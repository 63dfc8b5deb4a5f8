//! Why a round refuses an action. A refused action changes nothing.

use core::fmt;

use crate::money::Cents;
use crate::round::Stage;
use crate::seat::Seat;
use crate::setup::Limits;
use crate::terms::Terms;
use crate::wager::Wager;

/// Why a round refused an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum RulesError {
    /// A house-banked table has no player/dealer.
    HouseBanks,
    /// The house never banks a California table (CA.round.19).
    HouseNeverBanks,
    /// The player/dealer's wager is not positive, or above [`Terms::MOST_BANKED`].
    BankWager {
        /// The table's chip.
        chip: Cents,
    },
    /// The table has no such seat.
    NoSuchSeat { seat: Seat, places: u8 },
    /// The player/dealer may not play against the bank (R19).
    BankerPlays { seat: Seat },
    /// Another person wagers at that seat: nobody stands behind another player (R19).
    SeatTaken { seat: Seat },
    /// The layout has no such wagering area.
    NotOffered { wager: Wager },
    /// The amount is not positive, or above [`Terms::MOST_WAGERED`].
    Amount { wager: Wager },
    /// The amount is below the table's minimum or above its maximum.
    OutOfLimits { wager: Wager, limits: Limits },
    /// The amount is not a multiple of the table's chip.
    NotInChips { wager: Wager, chip: Cents },
    /// Bad Beat is only taken together with Trips (R6).
    BadBeatNeedsTrips,
    /// One person may not wager on so many games (R14).
    TooManyGames { most: u8 },
    /// "No more bets" has been called (R17).
    NoMoreBets { stage: Stage },
    /// Nobody has wagered.
    NobodyPlays,
    /// The cards do not go to just those seats that play.
    WrongSeatsDealt,
    /// The seat does not play in this round.
    NotPlaying { seat: Seat },
    /// The seat has decided; a decision stands.
    Decided { seat: Seat },
    /// That decision belongs to another street.
    NotInThisStreet { stage: Stage },
    /// The round has not come so far, or is already further.
    NotNow { stage: Stage },
    /// The round is over.
    Over,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::HouseBanks => f.write_str("the house banks this table, so nobody has the button"),
            RulesError::HouseNeverBanks => {
                f.write_str("the house never banks a California table, so a seat must have the button")
            }
            RulesError::BankWager { chip } => {
                write!(f, "the bank is put up with a multiple of {chip}, up to {}", Terms::MOST_BANKED)
            }
            RulesError::NoSuchSeat { seat, places } => {
                write!(f, "there is no seat {seat}; the seats are 1 to {places}")
            }
            RulesError::BankerPlays { seat } => {
                write!(f, "seat {seat} cannot play against the bank, because the player/dealer has it")
            }
            RulesError::SeatTaken { seat } => write!(f, "another player already wagers at seat {seat}"),
            RulesError::NotOffered { wager } => write!(f, "this rule book has no {wager} wager"),
            RulesError::Amount { wager } => {
                write!(f, "the {wager} must be above zero and at most {}", Terms::MOST_WAGERED)
            }
            RulesError::OutOfLimits { wager, limits } => {
                write!(f, "the {wager} must be from {} to {}", limits.minimum, limits.maximum)
            }
            RulesError::NotInChips { wager, chip } => write!(f, "the {wager} must be a multiple of {chip}"),
            RulesError::BadBeatNeedsTrips => f.write_str("Bad Beat can only be wagered together with Trips"),
            RulesError::TooManyGames { most } => {
                write!(f, "one person may wager on at most {most} games at once")
            }
            RulesError::NoMoreBets { .. } => {
                f.write_str("no more bets: wagers can no longer be placed, changed or taken back")
            }
            RulesError::NobodyPlays => f.write_str("a round needs at least one seat with an Ante"),
            RulesError::WrongSeatsDealt => f.write_str("cards go to every seat that plays and to no other"),
            RulesError::NotPlaying { seat } => write!(f, "seat {seat} does not play in this round"),
            RulesError::Decided { seat } => {
                write!(f, "seat {seat} has already decided, and a decision stands")
            }
            RulesError::NotInThisStreet { stage } | RulesError::NotNow { stage } => {
                write!(f, "that is not possible now: {}", possible(*stage))
            }
            RulesError::Over => f.write_str("the round is over"),
        }
    }
}

impl core::error::Error for RulesError {}

const fn possible(stage: Stage) -> &'static str {
    match stage {
        Stage::Betting => "wagers are being taken",
        Stage::Closed => "the cards are about to be dealt",
        Stage::Preflop => "before the flop a hand raises 4x or 3x or checks",
        Stage::Flop => "on the flop a hand raises 2x or checks",
        Stage::River => "on the river a hand raises 1x or folds",
        Stage::Settled | Stage::Void => "the round is over",
    }
}
