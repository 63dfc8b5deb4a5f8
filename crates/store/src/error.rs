//! Failures of a store. A refused commit is not one: see [`CommitResult`](crate::CommitResult).

/// Why a store did not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be reached or refuses to work. Nothing changed; the call may be repeated.
    #[error("the storage does not answer: {0}")]
    Unavailable(String),
    /// The connection broke while a commit was under way: the commit was applied or it was not. Only the log can tell.
    #[error("the outcome of the commit is unknown: {0}")]
    Unknown(String),
    /// It contains what no version of this program writes. An operator has to look.
    #[error("the storage is broken: {0}")]
    Broken(String),
}
