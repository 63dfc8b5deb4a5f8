//! Why a request had no effect: a code for programs and a sentence for people.

use fair::entropy::NoEntropy;
use protocol::ErrorCode;
use store::StoreError;
use table::{Seq, TableError};

use crate::accounts::AccountFailure;

/// Why a request was refused. Nothing has changed, unless the code is [`ErrorCode::OutcomeUnknown`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub reason: String,
}

impl CommandError {
    /// A refusal with its code and reason.
    pub fn new(code: ErrorCode, reason: impl Into<String>) -> CommandError {
        CommandError { code, reason: reason.into() }
    }

    /// The command answers cards that have changed since.
    pub fn stale(seen: Seq, current: Seq) -> CommandError {
        let reason = format!("the table has gone on from {seen} to {current}: look at it and decide again");
        CommandError::new(ErrorCode::Stale, reason)
    }

    /// The command waited for so long that its client may have decided otherwise by now.
    pub fn late() -> CommandError {
        CommandError::new(
            ErrorCode::Unavailable,
            "the command waited too long and was not executed; send it again",
        )
    }

    /// A player with a limit wagers at two tables at the same time.
    pub fn raced() -> CommandError {
        CommandError::new(ErrorCode::Busy, "another wager of yours is being written; try again")
    }

    /// The room is closing.
    pub fn stopping() -> CommandError {
        CommandError::new(ErrorCode::Unavailable, "the card room is stopping; try again in a moment")
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
        CommandError::new(ErrorCode::from(&error), error.to_string())
    }
}

impl From<AccountFailure> for CommandError {
    fn from(error: AccountFailure) -> CommandError {
        match error {
            AccountFailure::Refused(refusal) => CommandError::new(refusal.code(), refusal.to_string()),
            AccountFailure::Store(error) => error.into(),
            AccountFailure::Entropy(error) => error.into(),
        }
    }
}

impl From<NoEntropy> for CommandError {
    fn from(error: NoEntropy) -> CommandError {
        CommandError::new(ErrorCode::NoEntropy, error.to_string())
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        let code = match error {
            StoreError::Unknown(_) => ErrorCode::OutcomeUnknown,
            _ => ErrorCode::Unavailable,
        };
        CommandError::new(code, error.to_string())
    }
}
