//! Commits: what is written together, and what becomes of it.

use table::{Account, Move};
use uth::Cents;

use crate::{Entry, LogId, RecordKind, RecordWrite};

/// Everything that is written in one step: all of it, durably, or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Commit {
    /// The entry to append to a log.
    pub entry: Option<Entry>,
    /// When a node has to act on that log again.
    pub wake_ms: Option<u64>,
    /// The transfers to post, in order. They need an entry, so that every transfer has a cause.
    pub moves: Vec<Move>,
    /// The records to write.
    pub writes: Vec<RecordWrite>,
}

/// What became of a commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommitResult {
    /// It is durable. The accounts that it touched hold this much now.
    Done(Vec<(Account, Cents)>),
    /// The log does not end where the entry begins: another writer was first. Nothing changed.
    Conflict,
    /// The account does not hold enough. Nothing changed.
    Overdrawn(Account),
    /// The record does not meet its precondition. Nothing changed.
    PreconditionFailed(RecordKind, String),
}

/// A transfer as it was posted, with the balances that it led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostedTransfer {
    /// The log whose entry moved the chips.
    pub log: LogId,
    /// The sequence number of that entry's first event.
    pub seq: u64,
    /// The accounts and the amount.
    pub moved: Move,
    /// The balance of the paying account afterwards.
    pub debit_after: Cents,
    /// The balance of the receiving account afterwards.
    pub credit_after: Cents,
}

/// The sum of all balances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LedgerTotal {
    /// The number of accounts that ever held chips.
    pub accounts: u64,
    /// The sum of their balances. Every transfer debits what it credits, so this is zero unless a row was changed by
    /// hand.
    pub sum: Cents,
}
