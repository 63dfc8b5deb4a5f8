//! Why a request had no effect: a code for programs and a sentence for people.

use table::TableError;

use fair::entropy::NoEntropy;
use protocol::ErrorCode;
use store::StoreError;

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

    /// The command was meant for something that has passed.
    pub fn stale(seen: u64, since: u64) -> CommandError {
        let reason =
            format!("the table has gone on since {seen}: look at what came up to {since} and decide again");
        CommandError::new(ErrorCode::Stale, reason)
    }

    /// It waited for so long that whoever sent it may think otherwise by now.
    pub fn late() -> CommandError {
        CommandError::new(
            ErrorCode::Unavailable,
            "it took too long to come to this, and nothing was done; send it again",
        )
    }

    /// Somebody with a limit of their own wagers elsewhere at this moment.
    pub fn raced() -> CommandError {
        CommandError::new(ErrorCode::Busy, "another wager of yours is being written; try again")
    }

    /// The card room is stopping, or its storage does not answer.
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
