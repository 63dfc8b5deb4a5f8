//! What is durable. The card room's own planner decides about changes, as it does for the real storages; this only
//! keeps what it says.

use std::collections::BTreeMap;

use journal::chain::chained;
use store::batch::{Loaded, Needs, Plan, plan};
use store::{Commit, Entry, Head, KeyRange, LogId, PostedTransfer, RecordKind, StoreError};
use table::Account;
use uth::Cents;

use crate::mutant::Mutant;

/// What the storage believes wallets to hold beyond their chips when it does not look.
const LENT: Cents = Cents::dollars(1_000);

/// How many transfers are written before one is dropped.
const TRANSFERS_BEFORE_A_DROP: usize = 300;

/// Everything that a crash leaves.
#[derive(Default)]
pub(crate) struct Disk {
    mutant: Option<Mutant>,
    heads: BTreeMap<LogId, Head>,
    entries: BTreeMap<LogId, Vec<Entry>>,
    transfers: Vec<PostedTransfer>,
    /// Where the transfers of a log are.
    of_logs: BTreeMap<LogId, Vec<usize>>,
    balances: BTreeMap<Account, Cents>,
    records: BTreeMap<(RecordKind, String), String>,
    has_dropped: bool,
}

/// What a group did to the money.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Drift {
    /// By how much the sum of all balances has changed.
    pub(crate) cents: i128,
    /// An account that holds less than it may.
    pub(crate) overdrawn: Option<(Account, Cents)>,
}

impl Disk {
    pub(crate) fn new(mutant: Option<Mutant>) -> Disk {
        Disk { mutant, ..Disk::default() }
    }

    /// What would become of a group now.
    pub(crate) fn plan(&self, group: Vec<Commit>) -> Result<Plan, StoreError> {
        let needs = Needs::of(&group);
        let mut known = Loaded::default();
        let head = |log: &LogId| Some((*log, *self.heads.get(log)?));
        known.heads.extend(needs.logs.iter().filter_map(head));
        known.balances.extend(needs.accounts.iter().map(|account| (*account, self.told(*account))));
        let record = |place: &(RecordKind, String)| Some((place.clone(), self.records.get(place)?.clone()));
        known.records.extend(needs.records.iter().filter_map(record));
        if self.mutant == Some(Mutant::SkipKeyCheck) {
            for entry in group.iter().filter_map(|change| change.entry.as_ref()) {
                known
                    .heads
                    .entry(entry.log)
                    .and_modify(|head| (head.seq, head.hash) = (entry.seq - 1, entry.previous));
            }
        }
        plan(group, &needs, &known)
    }

    /// Writes a plan, all of it.
    pub(crate) fn carry_out(&mut self, plan: &Plan) -> Drift {
        let mut drift = Drift::default();
        for (account, balance) in &plan.balances {
            let balance = *balance - self.lent(*account);
            let before = self.balances.insert(*account, balance).unwrap_or_default();
            drift.cents += i128::from(balance.0) - i128::from(before.0);
            if balance < Cents::ZERO && *account != Account::Cashier {
                drift.overdrawn = Some((*account, balance));
            }
        }
        for posting in &plan.transfers {
            drift.cents -= self.drop_one(posting);
            self.of_logs.entry(posting.log).or_default().push(self.transfers.len());
            self.transfers.push(PostedTransfer {
                debit_after: posting.debit_after - self.lent(posting.moved.debit),
                credit_after: posting.credit_after - self.lent(posting.moved.credit),
                ..*posting
            });
        }
        for (place, value) in &plan.records {
            match value {
                Some(value) => self.records.insert(place.clone(), value.clone()),
                None => self.records.remove(place),
            };
        }
        for entry in &plan.entries {
            self.entries.entry(entry.log).or_default().push(entry.clone());
        }
        self.heads.extend(plan.heads.iter().map(|(log, head)| (*log, *head)));
        drift
    }

    /// The dropped part of a transfer, if this is the one that a mutant drops.
    fn drop_one(&mut self, posting: &PostedTransfer) -> i128 {
        let is_due = self.mutant == Some(Mutant::DropTransfer)
            && !self.has_dropped
            && self.transfers.len() > TRANSFERS_BEFORE_A_DROP;
        if !is_due {
            return 0;
        }
        self.has_dropped = true;
        *self.balances.entry(posting.moved.credit).or_default() -= posting.moved.amount;
        i128::from(posting.moved.amount.0)
    }

    /// The commands of a group once more, as if they came now: what only a mutant asks for.
    pub(crate) fn again(&self, group: Vec<Commit>) -> Vec<Commit> {
        let once_more = |change: Commit| {
            let Entry { log, events, at_ms, body, .. } = change.entry?;
            let head = self.heads.get(&log).filter(|_| body.contains("\"command\":\""))?;
            let entry = Some(chained(&head.hash, log, head.seq + 1, events, at_ms, body));
            Some(Commit { entry, writes: Vec::new(), ..change })
        };
        group.into_iter().filter_map(once_more).collect()
    }

    /// Whoever reads everything at the end is told what is there: a loan is noticed when somebody has spent it.
    pub(crate) const fn lend_no_more(&mut self) {
        self.mutant = None;
    }

    /// What an account is said to hold.
    fn told(&self, account: Account) -> Cents {
        self.balances.get(&account).copied().unwrap_or_default() + self.lent(account)
    }

    fn lent(&self, account: Account) -> Cents {
        let lends = self.mutant == Some(Mutant::SkipFunds) && matches!(account, Account::Wallet(_));
        if lends { LENT } else { Cents::ZERO }
    }
}

/// What can be asked of it.
impl Disk {
    pub(crate) fn head(&self, log: LogId) -> Option<Head> {
        self.heads.get(&log).copied()
    }

    /// The deadlines that have passed.
    pub(crate) fn deadlines(&self, now_ms: u64) -> Vec<(LogId, u64)> {
        let passed = |head: &Head| head.wake_ms.filter(|wake_ms| *wake_ms <= now_ms);
        self.heads.iter().filter_map(|(log, head)| Some((*log, passed(head)?))).collect()
    }

    pub(crate) fn entries(&self, log: LogId, after: u64, limit: u32) -> Vec<Entry> {
        let entries = self.entries.get(&log).map_or(&[][..], Vec::as_slice);
        let from = entries.partition_point(|entry| entry.seq <= after);
        entries[from..].iter().take(limit as usize).cloned().collect()
    }

    pub(crate) fn transfers_of(&self, log: LogId, from: u64, to: u64) -> Vec<PostedTransfer> {
        let places = self.of_logs.get(&log).map_or(&[][..], Vec::as_slice);
        let first = places.partition_point(|place| self.transfers[*place].seq < from);
        let rest = places[first..].iter().map(|place| self.transfers[*place]);
        rest.take_while(|posting| posting.seq <= to).collect()
    }

    pub(crate) fn transfers(&self, after: u64, limit: u32) -> Vec<PostedTransfer> {
        self.transfers.iter().skip(after as usize).take(limit as usize).copied().collect()
    }

    pub(crate) fn balances(&self, accounts: &[Account]) -> Vec<(Account, Cents)> {
        if accounts.is_empty() {
            return self.balances.keys().map(|account| (*account, self.told(*account))).collect();
        }
        accounts.iter().map(|account| (*account, self.told(*account))).collect()
    }

    pub(crate) fn record(&self, place: RecordKind, key: &str) -> Option<&String> {
        self.records.get(&(place, key.to_owned()))
    }

    pub(crate) fn records(&self, span: &KeyRange) -> Vec<(String, String)> {
        let bounds = (span.kind, span.from.clone())..(span.kind, span.until.clone());
        let records = self.records.range(bounds).map(|((_, key), value)| (key.clone(), value.clone()));
        if span.backwards {
            records.rev().take(span.limit as usize).collect()
        } else {
            records.take(span.limit as usize).collect()
        }
    }
}
