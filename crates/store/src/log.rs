//! Logs, and the commits that append to them.

use std::fmt;

use table::{Account, Move};
use uth::Cents;

use crate::{RecordKind, RecordWrite};

/// Names a log. Table 7 has log 7; log 0 is the card room's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LogId(pub u64);

impl LogId {
    /// The card room's own log: accounts, roles, chips from the cashier, acts of the floor.
    pub const ROOM: LogId = LogId(0);
}

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The hash that the first entry of every log builds on.
pub const GENESIS: [u8; 32] = [0; 32];

/// The events of one command, in a log.
///
/// An entry builds on the one before it by number and by hash. The store compares both with the log's [`Head`], so that
/// a writer whose memory has diverged from the log cannot append, even if it guesses the right number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The log that it belongs to.
    pub log: LogId,
    /// The sequence number of its first event, counted from 1.
    pub seq: u64,
    /// The number of its events, at least one.
    pub events: u32,
    /// When it was decided, in milliseconds since 1970.
    pub at_ms: u64,
    /// Its events, who caused them and by which command, as JSON.
    pub body: String,
    /// The hash of the entry before it, or [`GENESIS`].
    pub previous: [u8; 32],
    /// The hash of this entry, which covers `previous` and therefore the whole log up to here.
    pub hash: [u8; 32],
}

impl Entry {
    /// The sequence number of its last event.
    pub const fn last_seq(&self) -> u64 {
        // Saturating, because an entry that was read from a damaged file may hold any numbers.
        self.seq.saturating_add(self.events as u64).saturating_sub(1)
    }
}

/// The end of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The sequence number of the last event.
    pub seq: u64,
    /// The hash of the last entry.
    pub hash: [u8; 32],
    /// When a node has to act on this log even if no command arrives, in milliseconds since 1970.
    pub wake_ms: Option<u64>,
}

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
    /// Balances that the commit depends on, as they were read.
    pub balances: Vec<(Account, Cents)>,
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
    /// The account no longer holds what the commit depends on. Nothing changed.
    BalanceChanged(Account),
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

/// Why a store did not answer. A refused commit is no error but a [`CommitResult`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be reached or refuses to work. Nothing changed; the call may be repeated.
    #[error("the storage does not answer: {0}")]
    Unavailable(String),
    /// It must not be used as it is: its schema, a privilege or its durability is not what serving needs. Nothing
    /// changed; the sentence says what an operator has to do.
    #[error("{0}")]
    Unfit(String),
    /// The connection broke while a commit was under way: the commit was applied or it was not. Only the log can tell.
    #[error("the outcome of the commit is unknown: {0}")]
    Unknown(String),
    /// There is no space left. Nothing changed; the call may be repeated once there is.
    #[error("there is no space left for the storage: {0}")]
    Full(String),
    /// It can be read and not written. Nothing changed.
    #[error("the storage cannot be written to: {0}")]
    ReadOnly(String),
    /// Another program has written to it, or has put something else in its place. This store writes nothing more.
    #[error("another program has changed the storage: {0}")]
    ForeignWriter(String),
    /// It contains what no version of this program writes. An operator has to look.
    #[error("the storage is broken: {0}")]
    Broken(String),
}
