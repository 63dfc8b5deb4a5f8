//! Why somebody's request had no effect, in a word for programs and a sentence for people.

use table::Refusal;

use fair::entropy::NoEntropy;
use store::StoreError;

/// Why a request was refused. Nothing has changed, unless the code is `unknown`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// For programs.
    pub code: &'static str,
    /// For people.
    pub reason: String,
}

impl Refused {
    /// A refusal with its code and reason.
    pub fn new(code: &'static str, reason: impl Into<String>) -> Refused {
        Refused { code, reason: reason.into() }
    }

    /// The command was meant for something that has passed.
    pub fn stale(seen: u64, since: u64) -> Refused {
        let reason =
            format!("the table has gone on since {seen}: look at what came up to {since} and decide again");
        Refused::new("stale", reason)
    }

    /// It waited for so long that whoever sent it may think otherwise by now.
    pub fn late() -> Refused {
        Refused::new("unavailable", "it took too long to come to this, and nothing was done; send it again")
    }

    /// Somebody with a limit of their own wagers elsewhere at this moment.
    pub fn raced() -> Refused {
        Refused::new("busy", "another wager of yours is being written; try again")
    }

    /// The card room is stopping, or its storage does not answer.
    pub fn stopping() -> Refused {
        Refused::new("unavailable", "the card room is stopping; try again in a moment")
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Refused {}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(code(&refusal), refusal.to_string())
    }
}

impl From<NoEntropy> for Refused {
    fn from(error: NoEntropy) -> Refused {
        Refused::new("no_entropy", error.to_string())
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        let code = if matches!(error, StoreError::Unknown(_)) { "unknown" } else { "unavailable" };
        Refused::new(code, error.to_string())
    }
}

const fn code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Rules(_) => "rules",
        Refusal::Button(_) | Refusal::NotBanking { .. } | Refusal::BankStays | Refusal::NoOffer => "bank",
        Refusal::Closed => "closed",
        Refusal::SeatTaken { .. } | Refusal::OneSeatEach | Refusal::SoloTable => "seat_taken",
        Refusal::NotYourSeat { .. } | Refusal::NotSeated => "not_your_seat",
        Refusal::SitsOut { .. } | Refusal::TakesPart { .. } | Refusal::Leaves { .. } => "seat",
        Refusal::RoundUnderWay
        | Refusal::NoRound
        | Refusal::NobodyReady
        | Refusal::NotYet { .. }
        | Refusal::NotRevealed
        | Refusal::NothingToReveal
        | Refusal::OthersMayWager => "not_now",
        Refusal::Funds { .. } => "funds",
        Refusal::SeedAdded { .. } => "seed",
        Refusal::NoReason => "reason",
        Refusal::Fault(_) => "fault",
    }
}
