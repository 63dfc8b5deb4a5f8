//! Why a group of changes was not written, and whether it may be tried again.

use tokio_postgres::Error;
use tokio_postgres::error::{DbError, Severity};

use super::connection::said;
use crate::StoreError;

/// Classes of errors that pass: a transaction in the way of another, a lack of memory or connections, an object in use,
/// an operator who intervenes.
const PASSING: [&str; 4] = ["40", "53", "55", "57"];

/// Why a group was not written.
#[derive(Debug)]
pub(super) enum Fault {
    /// The database is there and says no, to one of the changes and again if asked again. Nothing changed.
    Refused(StoreError),
    /// The database broke off, or asks for another attempt. Nothing changed.
    Disconnected(String),
    /// The database broke off while it committed: everything changed or nothing.
    Unknown(String),
}

impl Fault {
    /// The database is there and says nothing.
    pub(super) fn silent() -> Fault {
        Fault::Disconnected("the database does not answer in time".into())
    }

    /// Why a commit failed. Only a database that can still say no has certainly not done it.
    pub(super) fn of_commit(error: Error) -> Fault {
        if refusal(&error).is_some() { Fault::from(error) } else { Fault::Unknown(said(&error)) }
    }
}

/// Why anything before the commit failed.
impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let passes = |refusal: &DbError| PASSING.iter().any(|class| refusal.code().code().starts_with(class));
        match refusal(&error) {
            Some(refusal) if !passes(refusal) => Fault::Refused(error.into()),
            _ => Fault::Disconnected(said(&error)),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Refused(error)
    }
}

/// What the database said, if it rolled back and goes on.
fn refusal(error: &Error) -> Option<&DbError> {
    error.as_db_error().filter(|said| said.parsed_severity() == Some(Severity::Error))
}
