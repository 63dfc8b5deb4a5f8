//! Durable storage of a card room: append-only logs, double-entry transfers, and records found by key.
//!
//! A [`Commit`] is applied as a whole and durably, or not at all. The store is the only arbiter between writers: an
//! [`Entry`] names the sequence number and the hash that it builds on, and the second writer at one place gets
//! [`CommitResult::Conflict`]. One planner, [`batch::plan`], decides about every commit of every store, so
//! that [`memory`], [`sqlite`] and [`postgres`] cannot differ in what they accept.
//!
//! Reading and writing are separate traits. A function that takes a [`LogReader`] cannot change anything; [`LogWriter`]
//! adds the one operation that can.
//!
//! This crate does not know what entries and records mean: bodies, keys and values are text (`journal` gives them
//! types). It does not cache for readers, does not retry a commit whose outcome is unknown, and never updates or
//! deletes an entry or a transfer.
//!
//! ```
//! use store::memory::Memory;
//! use store::{Commit, CommitResult, Entry, GENESIS, LogId, LogReader, LogWriter};
//!
//! # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! # runtime.block_on(async {
//! let store = Memory::default();
//! let entry = Entry {
//!     log: LogId(7),
//!     seq: 1,
//!     events: 1,
//!     at_ms: 0,
//!     body: "{}".into(),
//!     previous: GENESIS,
//!     hash: [1; 32],
//! };
//! let commit = Commit { entry: Some(entry), ..Commit::default() };
//! assert_eq!(store.append(commit.clone()).await?, CommitResult::Done(vec![]));
//! assert_eq!(store.append(commit).await?, CommitResult::Conflict);
//! assert_eq!(store.head(LogId(7)).await?.map(|head| head.seq), Some(1));
//! # Ok::<(), store::StoreError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use table::Account;
use uth::Cents;

pub mod batch;
#[cfg(feature = "postgres")]
pub mod fanout;
mod log;
pub mod memory;
#[cfg(feature = "postgres")]
pub mod postgres;
mod record;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod sql;
#[cfg(feature = "sqlite")]
pub mod sqlite;

pub use log::{Commit, CommitResult, Entry, GENESIS, Head, LedgerTotal, LogId, PostedTransfer, StoreError};
pub use record::{KeyRange, Precondition, RecordKind, RecordWrite};

/// An answer of a store that is still to come. It is boxed so that stores are chosen at run time.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// The reading half of a store.
pub trait LogReader: Send + Sync + 'static {
    /// Returns the end of a log; `None` if it has no entries.
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>>;

    /// Returns the ends of those logs that exist. Nodes call this for every loaded table, so stores behind a network
    /// override it with a single query.
    fn heads(&self, logs: Vec<LogId>) -> Pending<'_, Vec<(LogId, Head)>> {
        Box::pin(async move {
            let mut heads = Vec::new();
            for log in logs {
                heads.extend(self.head(log).await?.map(|head| (log, head)));
            }
            Ok(heads)
        })
    }

    /// Returns the ends of all logs, by number, with one query.
    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>>;

    /// Returns the logs whose [`Head::wake_ms`] has come, in order.
    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>>;

    /// Returns the entries of a log that begin after sequence number `after`, in order.
    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>>;

    /// Returns the transfers of the entries that begin at `from` to `to`, both included, in order.
    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>>;

    /// Returns transfers of all logs in the order in which they were posted, without the first `after`.
    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>>;

    /// Returns the balances of those accounts, or of all accounts if none is named.
    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>>;

    /// Returns the sum of all balances. Databases override this to add them up without sending them.
    fn total(&self) -> Pending<'_, LedgerTotal> {
        Box::pin(async move {
            let balances = self.balances(Vec::new()).await?;
            let sum = Cents(balances.iter().map(|(_, held)| held.0).sum());
            Ok(LedgerTotal { accounts: balances.len() as u64, sum })
        })
    }

    /// Returns the value of a record.
    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>>;

    /// Returns the keys and values of a range.
    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>>;
}

/// A store that can be written to. Logs and transfers are only ever appended to.
pub trait LogWriter: LogReader {
    /// Applies a commit and returns once it is durable. Commits that arrive together are written in one transaction, in
    /// the order of their arrival.
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult>;

    /// Checks that this store is still the one that it was: that no other program has written to it where none may.
    /// Stores that several nodes share have nothing to check.
    fn check(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Returns a reader that shares no connection with the writer, for readers of much data. `None` if reads never
    /// delay commands anyway.
    fn read_replica(&self) -> Option<Arc<dyn LogReader>> {
        None
    }
}
