//! The store as the room uses it: a commit that fails for the store's sake raises a fault, whoever made it.

use std::sync::Arc;

use store::{
    Commit, CommitResult, Entry, Head, KeyRange, LedgerTotal, LogId, LogReader, LogWriter, Pending,
    PostedTransfer, RecordKind,
};
use table::Account;
use uth::Cents;

use crate::faults::{Fault, Faults};

/// A store whose failures to write are noticed. Those to read are noticed by maintenance, which reads all the time.
pub(crate) struct WatchedStore {
    pub(crate) store: Arc<dyn LogWriter>,
    pub(crate) faults: Arc<Faults>,
}

impl LogWriter for WatchedStore {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        Box::pin(async {
            let result = self.store.append(commit).await;
            if let Err(error) = &result {
                self.faults.raise(Fault::from(error));
            }
            result
        })
    }

    fn check(&self) -> Pending<'_, ()> {
        self.store.check()
    }

    fn read_replica(&self) -> Option<Arc<dyn LogReader>> {
        self.store.read_replica()
    }
}

impl LogReader for WatchedStore {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        self.store.head(log)
    }

    fn heads(&self, logs: Vec<LogId>) -> Pending<'_, Vec<(LogId, Head)>> {
        self.store.heads(logs)
    }

    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>> {
        self.store.all_heads()
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        self.store.due(now_ms)
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        self.store.entries(log, after, limit)
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.store.transfers_of(log, from, to)
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        self.store.transfers(after, limit)
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        self.store.balances(accounts)
    }

    fn total(&self) -> Pending<'_, LedgerTotal> {
        self.store.total()
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        self.store.record(kind, key)
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        self.store.records(range)
    }
}
