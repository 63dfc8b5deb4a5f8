//! Why a batch was not written, and whether it may be tried again.

use tokio_postgres::Error;
use tokio_postgres::error::{DbError, Severity};

use super::connection::message;
use crate::StoreError;

/// SQLSTATE classes of transient errors: serialization and deadlocks (40), lack of resources (53), object in use (55),
/// operator intervention (57).
const TRANSIENT: [&str; 4] = ["40", "53", "55", "57"];

/// Why a batch was not written.
#[derive(Debug)]
pub(super) enum Fault {
    /// The database rejects one of the commits, and will again. Nothing changed.
    Refused(StoreError),
    /// The connection was lost before COMMIT, or the error is transient. Nothing changed.
    Disconnected(String),
    /// The connection was lost during COMMIT: the batch was applied or it was not.
    Unknown(String),
}

impl Fault {
    /// The database accepted the connection and does not answer.
    pub(super) fn silent() -> Fault {
        Fault::Disconnected("the database does not answer in time".into())
    }

    /// Classifies a failed COMMIT. Only an error that the server itself reports proves that it was not applied.
    pub(super) fn of_commit(error: Error) -> Fault {
        if refusal(&error).is_some() { Fault::from(error) } else { Fault::Unknown(message(&error)) }
    }
}

/// Classifies a failure before COMMIT.
impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let is_transient =
            |refusal: &DbError| TRANSIENT.iter().any(|class| refusal.code().code().starts_with(class));
        match refusal(&error) {
            Some(refusal) if !is_transient(refusal) => Fault::Refused(error.into()),
            _ => Fault::Disconnected(message(&error)),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Refused(error)
    }
}

/// Returns the server's error if it rolled back and keeps the connection.
fn refusal(error: &Error) -> Option<&DbError> {
    error.as_db_error().filter(|error| error.parsed_severity() == Some(Severity::Error))
}
