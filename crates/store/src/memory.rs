//! A store in memory, for tests, simulations and card rooms that need not outlive their process.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::Account;
use uth::Cents;

use crate::batch::{Loaded, Needs, Plan, plan};
use crate::{
    Commit, CommitResult, Entry, Head, KeyRange, LogId, LogReader, LogWriter, Pending, PostedTransfer,
    RecordKind, StoreError,
};

/// A store whose contents end with it. Commits are as durable as the process.
#[derive(Default)]
pub struct Memory(Mutex<Contents>);

#[derive(Default)]
struct Contents {
    entries: BTreeMap<LogId, Vec<Entry>>,
    transfers: Vec<PostedTransfer>,
    /// Heads, balances and records. Everything is loaded, so that the planner needs no copy of its part.
    current: Loaded,
}

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T: Send + 'static>(&self, query: impl FnOnce(&Contents) -> T) -> Pending<'_, T> {
        let answer = query(&self.lock());
        Box::pin(std::future::ready(Ok(answer)))
    }
}

impl Contents {
    fn append(&mut self, commit: Commit) -> Result<CommitResult, StoreError> {
        let batch = vec![commit];
        let needs = Needs::of(&batch);
        let Plan { entries, transfers, heads, balances, records, results } =
            plan(batch, &needs, &self.current)?;
        for entry in entries {
            self.entries.entry(entry.log).or_default().push(entry);
        }
        self.transfers.extend(transfers);
        self.current.heads.extend(heads);
        self.current.balances.extend(balances);
        for (place, value) in records {
            match value {
                Some(value) => self.current.records.insert(place, value),
                None => self.current.records.remove(&place),
            };
        }
        results.into_iter().next().ok_or_else(|| StoreError::Broken("a commit without a result".into()))
    }
}

impl LogReader for Memory {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        self.read(|contents| contents.current.heads.get(&log).copied())
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        self.read(|contents| {
            let is_due = |head: &Head| head.wake_ms.is_some_and(|wake_ms| wake_ms <= now_ms);
            contents.current.heads.iter().filter(|(_, head)| is_due(head)).map(|(log, _)| *log).collect()
        })
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        self.read(|contents| {
            let entries = contents.entries.get(&log).map_or(&[][..], Vec::as_slice);
            let first = entries.partition_point(|entry| entry.seq <= after);
            entries[first..].iter().take(limit as usize).cloned().collect()
        })
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(|contents| {
            let belongs = |one: &&PostedTransfer| one.log == log && (from..=to).contains(&one.seq);
            contents.transfers.iter().filter(belongs).copied().collect()
        })
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        self.read(|contents| contents.transfers.iter().skip(after).take(limit as usize).copied().collect())
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        self.read(|contents| {
            if accounts.is_empty() {
                return contents.current.balances.iter().map(|(account, held)| (*account, *held)).collect();
            }
            let held = |account: Account| {
                (account, contents.current.balances.get(&account).copied().unwrap_or_default())
            };
            accounts.into_iter().map(held).collect()
        })
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        self.read(|contents| contents.current.records.get(&(kind, key)).cloned())
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        self.read(|contents| {
            let KeyRange { kind, from, until, limit, backwards } = range;
            // `BTreeMap` panics at bounds that are the wrong way round; a range without keys is no mistake.
            if from >= until {
                return Vec::new();
            }
            let found = contents.current.records.range((kind, from)..(kind, until));
            let found = found.map(|((_, key), value)| (key.clone(), value.clone()));
            if backwards {
                found.rev().take(limit as usize).collect()
            } else {
                found.take(limit as usize).collect()
            }
        })
    }
}

impl LogWriter for Memory {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        let result = self.lock().append(commit);
        Box::pin(std::future::ready(result))
    }
}
