//! Changes that are written together: what has to be read for them, and what becomes of each.
//!
//! Both storages read what a group needs, let this module decide, and write what it says, all within one
//! transaction. Each change is done or refused by itself, in order, and sees what those before it did. It is public so
//! that a simulated storage decides like the real ones.

use std::collections::{BTreeMap, BTreeSet};

use ledger::{Amount, Ledger, Refusal, Transfer, TransferId};
use table::Account;
use uth::Cents;

use super::{
    Commit, CommitResult, Entry, Head, LogId, Posting, Precondition, RecordKind, RecordWrite, StoreError,
};

/// What has to be known to decide about a group.
#[derive(Default)]
pub struct Needs {
    /// Where these logs end.
    pub logs: BTreeSet<LogId>,
    /// What these accounts hold.
    pub accounts: BTreeSet<Account>,
    /// What stands in these records.
    pub records: BTreeSet<(RecordKind, String)>,
}

impl Needs {
    /// What those changes need.
    pub fn of(changes: &[Commit]) -> Needs {
        let mut needs = Needs::default();
        for change in changes {
            needs.logs.extend(change.entry.as_ref().map(|entry| entry.log));
            needs.accounts.extend(change.moves.iter().flat_map(|one| [one.debit, one.credit]));
            let expecting = change.writes.iter().filter(|put| put.precondition != Precondition::Any);
            needs.records.extend(expecting.map(|put| (put.kind, put.key.clone())));
        }
        needs
    }
}

/// What is known: what of the needs is there.
#[derive(Default)]
pub struct Loaded {
    /// Where logs end; one that is missing is empty.
    pub heads: BTreeMap<LogId, Head>,
    /// What accounts hold; one that is missing holds nothing.
    pub balances: BTreeMap<Account, Cents>,
    /// What stands in records.
    pub records: BTreeMap<(RecordKind, String), String>,
}

/// What is to be written, and what to answer.
#[derive(Default)]
pub struct Plan {
    /// Entries to append.
    pub entries: Vec<Entry>,
    /// Moves of chips to append, in order.
    pub postings: Vec<Posting>,
    /// Where logs end afterwards.
    pub heads: BTreeMap<LogId, Head>,
    /// What accounts hold afterwards.
    pub balances: BTreeMap<Account, Cents>,
    /// What stands in records afterwards, if anything.
    pub records: BTreeMap<(RecordKind, String), Option<String>>,
    /// What became of each change, in order.
    pub outcomes: Vec<CommitResult>,
}

/// Decides about every change in order.
pub fn plan(changes: Vec<Commit>, needs: &Needs, known: &Loaded) -> Result<Plan, StoreError> {
    let mut ledger = Ledger::default();
    for account in &needs.accounts {
        let balance = known.balances.get(account).copied().unwrap_or_default();
        ledger
            .resume(account.id(), account.kind(), Amount(balance.0))
            .map_err(|refusal| StoreError::Broken(format!("{account}: {refusal}")))?;
    }
    let mut planner = Planner { known, ledger, transfers: 0, plan: Plan::default() };
    for change in changes {
        let outcome = planner.decide(change);
        planner.plan.outcomes.push(outcome);
    }
    Ok(planner.plan)
}

struct Planner<'a> {
    known: &'a Loaded,
    ledger: Ledger,
    /// How many transfers there were, which names the next.
    transfers: u128,
    plan: Plan,
}

impl Planner<'_> {
    fn decide(&mut self, change: Commit) -> CommitResult {
        if change.entry.as_ref().is_some_and(|entry| entry.seq != self.next_seq(entry.log)) {
            return CommitResult::Conflict;
        }
        if let Some(put) = change.writes.iter().find(|put| !self.is_as_expected(put)) {
            return CommitResult::PreconditionFailed(put.kind, put.key.clone());
        }
        let balances = match self.transfer(&change) {
            Ok(balances) => balances,
            Err(account) => return CommitResult::Overdrawn(account),
        };
        self.plan.balances.extend(balances.iter().map(|(account, balance)| (*account, *balance)));
        let writes = change.writes.into_iter().map(|put| ((put.kind, put.key), put.value));
        self.plan.records.extend(writes);
        if let Some(entry) = change.entry {
            let head = Head { seq: entry.last_seq(), hash: entry.hash, wake_ms: change.wake_ms };
            self.plan.heads.insert(entry.log, head);
            self.plan.entries.push(entry);
        }
        CommitResult::Done(balances.into_iter().collect())
    }

    fn next_seq(&self, log: LogId) -> u64 {
        let head = self.plan.heads.get(&log).or_else(|| self.known.heads.get(&log));
        head.map_or(0, |head| head.seq) + 1
    }

    fn is_as_expected(&self, put: &RecordWrite) -> bool {
        let place = (put.kind, put.key.clone());
        let there = match self.plan.records.get(&place) {
            Some(written) => written.as_ref(),
            None => self.known.records.get(&place),
        };
        match &put.precondition {
            Precondition::Any => true,
            Precondition::Absent => there.is_none(),
            Precondition::Equals(value) => there == Some(value),
        }
    }

    /// Does the transfers of a change, or names the account that cannot.
    fn transfer(&mut self, change: &Commit) -> Result<BTreeMap<Account, Cents>, Account> {
        let touched = change.moves.iter().flat_map(|one| [one.debit, one.credit]);
        let mut held: BTreeMap<Account, Cents> =
            touched.map(|account| (account, self.balance(account))).collect();
        let Some(entry) = &change.entry else {
            return change.moves.first().map_or(Ok(held), |one| Err(one.debit));
        };
        let ids = (self.transfers..).map(TransferId);
        let transfers = change.moves.iter().zip(ids).map(|(one, id)| Transfer {
            id,
            debit: one.debit.id(),
            credit: one.credit.id(),
            amount: Amount(one.amount.0),
        });
        let batch: Vec<Transfer> = transfers.collect();
        self.ledger.apply(&batch).map_err(|refusal| culprit(refusal, &held))?;
        self.transfers += batch.len() as u128;
        for one in &change.moves {
            let debit_after = held[&one.debit] - one.amount;
            let credit_after = held[&one.credit] + one.amount;
            held.extend([(one.debit, debit_after), (one.credit, credit_after)]);
            let (log, seq) = (entry.log, entry.seq);
            self.plan.postings.push(Posting { log, seq, moved: *one, debit_after, credit_after });
        }
        Ok(held)
    }

    fn balance(&self, account: Account) -> Cents {
        Cents(self.ledger.balance(account.id()).unwrap_or_default().0)
    }
}

/// The account that is to blame. A move that no ledger would take is blamed on whoever pays.
fn culprit(refusal: Refusal, held: &BTreeMap<Account, Cents>) -> Account {
    let blamed = match refusal {
        Refusal::WouldOverdraw { account } | Refusal::WouldOverflow { account } => Some(account),
        _ => None,
    };
    let named = held.keys().find(|account| Some(account.id()) == blamed).or(held.keys().next());
    named.copied().unwrap_or(Account::Cashier)
}
