//! Why somebody's request had no effect, in a word for programs and a sentence for people.

use table::TableError;

use fair::entropy::NoEntropy;
use store::StoreError;

/// Why a request was refused. Nothing has changed, unless the code is `unknown`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError {
    /// For programs.
    pub code: &'static str,
    /// For people.
    pub reason: String,
}

impl CommandError {
    /// A refusal with its code and reason.
    pub fn new(code: &'static str, reason: impl Into<String>) -> CommandError {
        CommandError { code, reason: reason.into() }
    }

    /// The command was meant for something that has passed.
    pub fn stale(seen: u64, since: u64) -> CommandError {
        let reason =
            format!("the table has gone on since {seen}: look at what came up to {since} and decide again");
        CommandError::new("stale", reason)
    }

    /// It waited for so long that whoever sent it may think otherwise by now.
    pub fn late() -> CommandError {
        CommandError::new(
            "unavailable",
            "it took too long to come to this, and nothing was done; send it again",
        )
    }

    /// Somebody with a limit of their own wagers elsewhere at this moment.
    pub fn raced() -> CommandError {
        CommandError::new("busy", "another wager of yours is being written; try again")
    }

    /// The card room is stopping, or its storage does not answer.
    pub fn stopping() -> CommandError {
        CommandError::new("unavailable", "the card room is stopping; try again in a moment")
    }
}

impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for CommandError {}

impl From<TableError> for CommandError {
    fn from(error: TableError) -> CommandError {
        CommandError::new(code(&error), error.to_string())
    }
}

impl From<NoEntropy> for CommandError {
    fn from(error: NoEntropy) -> CommandError {
        CommandError::new("no_entropy", error.to_string())
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        let code = if matches!(error, StoreError::Unknown(_)) { "unknown" } else { "unavailable" };
        CommandError::new(code, error.to_string())
    }
}

const fn code(error: &TableError) -> &'static str {
    match error {
        TableError::Rules(_) => "rules",
        TableError::Button(_)
        | TableError::NotBanking { .. }
        | TableError::BankStays
        | TableError::NoOffer => "bank",
        TableError::Closed | TableError::NotOpen | TableError::AlreadyOpen => "closed",
        TableError::LossLimit { .. } => "loss_limit",
        TableError::Excluded { .. } => "excluded",
        TableError::SeatTaken { .. } | TableError::OneSeatEach | TableError::SoloTable => "seat_taken",
        TableError::NotYourSeat { .. } | TableError::NotSeated => "not_your_seat",
        TableError::SitsOut { .. } | TableError::TakesPart { .. } | TableError::Leaves { .. } => "seat",
        TableError::RoundUnderWay
        | TableError::NoRound
        | TableError::NobodyReady
        | TableError::NotYet { .. }
        | TableError::NotRevealed
        | TableError::NothingToReveal
        | TableError::OthersMayWager => "not_now",
        TableError::Funds { .. } => "funds",
        TableError::SeedAdded { .. } => "seed",
        TableError::NoReason => "reason",
        TableError::Fault(_) => "fault",
    }
}
