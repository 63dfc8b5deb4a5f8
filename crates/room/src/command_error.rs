//! Why a request had no effect: a code for programs and a sentence for people.

use fair::entropy::NoEntropy;
use protocol::{CommandId, ErrorCode};
use store::StoreError;
use table::{Seq, TableError, TableId};

/// Why a request was refused. Nothing has changed, unless the code is [`ErrorCode::OutcomeUnknown`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
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

    /// The client gave two commands the same id.
    pub fn id_reused(id: &CommandId) -> CommandError {
        let reason = format!("another command was done under the id {id}; give this one an id of its own");
        CommandError::new(ErrorCode::IdReused, reason)
    }

    /// The command waited for so long that its client may have decided otherwise by now.
    pub fn late() -> CommandError {
        let reason = "the command waited too long and was not executed; send it again";
        CommandError::new(ErrorCode::Unavailable, reason)
    }

    /// The log does not have a position that its client saw or was confirmed.
    pub fn forgotten(table: TableId, seq: u64, is_confirmed: bool) -> CommandError {
        let reason = if is_confirmed {
            format!(
                "the card room no longer has event {seq} of table {table}, which it confirmed: keep the receipt"
            )
        } else {
            format!("the card room does not have event {seq} of table {table} as it was shown: watch anew")
        };
        CommandError::new(ErrorCode::Forgotten, reason)
    }

    /// The store is not the one that the room has written to, and an operator has to look.
    pub fn forked() -> CommandError {
        let reason = "the history of this table in the storage is not the one that was confirmed; nothing is done \
                      until the operator has looked at it";
        CommandError::new(ErrorCode::Unavailable, reason)
    }

    /// The room is closing.
    pub fn stopping() -> CommandError {
        CommandError::new(ErrorCode::Unavailable, "the card room is stopping; try again in a moment")
    }
}

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

/// The store's own words go to the log and not to the client: they may name hosts and files.
impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        if let StoreError::Broken(_) = error {
            tracing::error!(%error, "the store is broken");
        } else {
            // A fault, which has a line of its own.
            tracing::warn!(%error, "the store failed");
        }
        match error {
            StoreError::Unknown(_) => CommandError::new(
                ErrorCode::OutcomeUnknown,
                "the connection to the storage broke: whether this was done is unknown; send it again",
            ),
            _ => CommandError::new(
                ErrorCode::Unavailable,
                "the card room cannot reach its storage just now; ask again",
            ),
        }
    }
}
