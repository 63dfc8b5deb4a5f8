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

/// What a store in memory holds. Public, so that a simulated store answers as this one does.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Contents {
    pub heads: BTreeMap<LogId, Head>,
    pub entries: BTreeMap<LogId, Vec<Entry>>,
    pub transfers: Vec<PostedTransfer>,
    /// Where the transfers of each log are.
    transfers_of: BTreeMap<LogId, Vec<usize>>,
    pub balances: BTreeMap<Account, Cents>,
    pub records: BTreeMap<(RecordKind, String), String>,
}

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T: Send + 'static>(&self, query: impl FnOnce(&Contents) -> T) -> Pending<'_, T> {
        // The lock is released before the future exists: nobody can hold it across an await.
        let answer = query(&self.lock());
        Box::pin(std::future::ready(Ok(answer)))
    }
}

impl Contents {
    /// Returns what a batch needs, as far as it is here.
    pub fn load(&self, needs: &Needs) -> Loaded {
        let head = |log: &LogId| Some((*log, *self.heads.get(log)?));
        let balance = |account: &Account| Some((*account, *self.balances.get(account)?));
        let record = |place: &(RecordKind, String)| Some((place.clone(), self.records.get(place)?.clone()));
        Loaded {
            heads: needs.logs.iter().filter_map(head).collect(),
            balances: needs.accounts.iter().filter_map(balance).collect(),
            records: needs.records.iter().filter_map(record).collect(),
        }
    }

    /// Writes a plan, all of it.
    pub fn apply(&mut self, plan: Plan) {
        for entry in plan.entries {
            self.entries.entry(entry.log).or_default().push(entry);
        }
        for transfer in plan.transfers {
            // Positions and not copies: a transfer is found by its log and by its number.
            self.transfers_of.entry(transfer.log).or_default().push(self.transfers.len());
            self.transfers.push(transfer);
        }
        self.heads.extend(plan.heads);
        self.balances.extend(plan.balances);
        for (place, value) in plan.records {
            match value {
                Some(value) => self.records.insert(place, value),
                None => self.records.remove(&place),
            };
        }
    }

    /// Returns the deadlines that have passed.
    pub fn deadlines(&self, now_ms: u64) -> impl Iterator<Item = (LogId, u64)> {
        let passed = move |head: &Head| head.wake_ms.filter(|wake_ms| *wake_ms <= now_ms);
        self.heads.iter().filter_map(move |(log, head)| Some((*log, passed(head)?)))
    }

    /// Returns entries of a log.
    pub fn entries(&self, log: LogId, after: u64, limit: u32) -> Vec<Entry> {
        let entries = self.entries.get(&log).map_or(&[][..], Vec::as_slice);
        // Entries are appended in order, so that a search by halves finds the first.
        let first = entries.partition_point(|entry| entry.seq <= after);
        entries[first..].iter().take(limit as usize).cloned().collect()
    }

    /// Returns the transfers of the entries of a log in a range of sequence numbers, both included.
    pub fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Vec<PostedTransfer> {
        let places = self.transfers_of.get(&log).map_or(&[][..], Vec::as_slice);
        let first = places.partition_point(|place| self.transfers[*place].seq < from);
        let rest = places[first..].iter().map(|place| self.transfers[*place]);
        rest.take_while(|transfer| transfer.seq <= to).collect()
    }

    /// Returns the transfers after so many.
    pub fn transfers(&self, after: u64, limit: u32) -> Vec<PostedTransfer> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        self.transfers.iter().skip(after).take(limit as usize).copied().collect()
    }

    /// Returns the balances of those accounts; of all, if none is named.
    pub fn balances(&self, accounts: &[Account]) -> Vec<(Account, Cents)> {
        if accounts.is_empty() {
            return self.balances.iter().map(|(account, held)| (*account, *held)).collect();
        }
        let held = |account: &Account| (*account, self.balances.get(account).copied().unwrap_or_default());
        accounts.iter().map(held).collect()
    }

    /// Returns the records of a range.
    pub fn records(&self, range: KeyRange) -> Vec<(String, String)> {
        let KeyRange { kind, from, until, limit, backwards } = range;
        // `BTreeMap` panics at bounds that are the wrong way round; a range without keys is no mistake.
        if from >= until {
            return Vec::new();
        }
        let found = self.records.range((kind, from)..(kind, until));
        let found = found.map(|((_, key), value)| (key.clone(), value.clone()));
        if backwards {
            found.rev().take(limit as usize).collect()
        } else {
            found.take(limit as usize).collect()
        }
    }
}

impl LogReader for Memory {
    fn head(&self, log: LogId) -> Pending<'_, Option<Head>> {
        self.read(|contents| contents.heads.get(&log).copied())
    }

    fn all_heads(&self) -> Pending<'_, Vec<(LogId, Head)>> {
        self.read(|contents| contents.heads.iter().map(|(log, head)| (*log, *head)).collect())
    }

    fn due(&self, now_ms: u64) -> Pending<'_, Vec<LogId>> {
        self.read(|contents| contents.deadlines(now_ms).map(|(log, _)| log).collect())
    }

    fn entries(&self, log: LogId, after: u64, limit: u32) -> Pending<'_, Vec<Entry>> {
        self.read(|contents| contents.entries(log, after, limit))
    }

    fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(|contents| contents.transfers_of(log, from, to))
    }

    fn transfers(&self, after: u64, limit: u32) -> Pending<'_, Vec<PostedTransfer>> {
        self.read(|contents| contents.transfers(after, limit))
    }

    fn balances(&self, accounts: Vec<Account>) -> Pending<'_, Vec<(Account, Cents)>> {
        self.read(|contents| contents.balances(&accounts))
    }

    fn record(&self, kind: RecordKind, key: String) -> Pending<'_, Option<String>> {
        self.read(|contents| contents.records.get(&(kind, key)).cloned())
    }

    fn records(&self, range: KeyRange) -> Pending<'_, Vec<(String, String)>> {
        self.read(|contents| contents.records(range))
    }
}

impl LogWriter for Memory {
    fn append(&self, commit: Commit) -> Pending<'_, CommitResult> {
        let mut contents = self.lock();
        // Under one lock from reading to writing, which is what the databases have transactions for.
        let batch = vec![commit];
        let needs = Needs::of(&batch);
        let planned = plan(batch, &needs, &contents.load(&needs)).and_then(|mut plan| {
            let result = plan.results.pop();
            contents.apply(plan);
            result.ok_or_else(|| StoreError::Broken("a commit without a result".into()))
        });
        Box::pin(std::future::ready(planned))
    }
}
