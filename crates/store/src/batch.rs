//! The commit planner: what has to be read for a batch of commits, and what becomes of each.
//!
//! Every store reads what [`Needs`] names, calls [`plan`], and writes the [`Plan`], all within one transaction. Each
//! commit is accepted or refused by itself, in order, and sees the effects of those before it. The module is public so
//! that a simulated store decides exactly as the real ones do.

use std::collections::{BTreeMap, BTreeSet};

use ledger::{Amount, Ledger, LedgerError, Transfer, TransferId};
use table::Account;
use uth::Cents;

use super::{
    Commit, CommitResult, Entry, GENESIS, Head, LogId, PostedTransfer, Precondition, RecordKind, RecordWrite,
    StoreError,
};

/// What a store has to read before a batch can be planned.
#[derive(Default)]
pub struct Needs {
    /// The logs whose heads are needed.
    pub logs: BTreeSet<LogId>,
    /// The accounts whose balances are needed.
    pub accounts: BTreeSet<Account>,
    /// The records whose values are needed: those with a precondition.
    pub records: BTreeSet<(RecordKind, String)>,
}

impl Needs {
    /// Returns what those commits need.
    pub fn of(commits: &[Commit]) -> Needs {
        let mut needs = Needs::default();
        for commit in commits {
            needs.logs.extend(commit.entry.as_ref().map(|entry| entry.log));
            needs.accounts.extend(commit.moves.iter().flat_map(|one| [one.debit, one.credit]));
            needs.accounts.extend(commit.balances.iter().map(|(account, _)| *account));
            // A write without a precondition is applied whatever is there, so that nothing has to be read for it.
            let conditional = commit.writes.iter().filter(|write| write.precondition != Precondition::Any);
            needs.records.extend(conditional.map(|write| (write.kind, write.key.clone())));
        }
        needs
    }
}

/// What a store found of the needs.
#[derive(Default)]
pub struct Loaded {
    /// Heads; a log that is missing here is empty.
    pub heads: BTreeMap<LogId, Head>,
    /// Balances; an account that is missing here holds nothing.
    pub balances: BTreeMap<Account, Cents>,
    /// Values of records; one that is missing here does not exist.
    pub records: BTreeMap<(RecordKind, String), String>,
}

/// What a store has to write, and the result of each commit.
#[derive(Clone, Default)]
pub struct Plan {
    /// Entries to append.
    pub entries: Vec<Entry>,
    /// Transfers to post. Their order is that of their entries, and it is the order in which they are numbered.
    pub transfers: Vec<PostedTransfer>,
    /// New heads.
    pub heads: BTreeMap<LogId, Head>,
    /// New balances.
    pub balances: BTreeMap<Account, Cents>,
    /// New values of records; `None` deletes.
    pub records: BTreeMap<(RecordKind, String), Option<String>>,
    /// The result of each commit, in the order of the batch.
    pub results: Vec<CommitResult>,
}

/// Decides about every commit of a batch, in order. Fails only if the loaded balances are ones that no ledger allows.
pub fn plan(commits: Vec<Commit>, needs: &Needs, loaded: &Loaded) -> Result<Plan, StoreError> {
    let mut ledger = Ledger::default();
    for account in &needs.accounts {
        let balance = loaded.balances.get(account).copied().unwrap_or_default();
        ledger
            .resume(account.id(), account.kind(), Amount(balance.0))
            .map_err(|refusal| StoreError::Broken(format!("{account}: {refusal}")))?;
    }
    // The ledger knows exactly the accounts of this batch: it is made anew each time, and the store stays the only
    // memory.
    let mut planner = Planner { loaded, ledger, transfers: 0, plan: Plan::default() };
    for commit in commits {
        let result = planner.decide(commit);
        planner.plan.results.push(result);
    }
    Ok(planner.plan)
}

struct Planner<'a> {
    loaded: &'a Loaded,
    ledger: Ledger,
    /// The number of transfers so far, which identifies the next one within this batch.
    transfers: u128,
    plan: Plan,
}

impl Planner<'_> {
    fn decide(&mut self, commit: Commit) -> CommitResult {
        if commit.entry.as_ref().is_some_and(|entry| !self.builds_on_head(entry)) {
            // Asked first: transfers and records that were decided on another state mean nothing.
            return CommitResult::Conflict;
        }
        if let Some(write) = commit.writes.iter().find(|write| !self.meets_precondition(write)) {
            return CommitResult::PreconditionFailed(write.kind, write.key.clone());
        }
        if let Some((account, _)) =
            commit.balances.iter().find(|(account, held)| self.held(*account) != *held)
        {
            return CommitResult::BalanceChanged(*account);
        }
        // The last thing that can fail. What follows cannot be refused, so that a commit leaves all or nothing in the
        // plan.
        let balances = match self.transfer(&commit) {
            Ok(balances) => balances,
            Err(account) => return CommitResult::Overdrawn(account),
        };
        self.plan.balances.extend(balances.iter().map(|(account, balance)| (*account, *balance)));
        // A write of what is there already is only a precondition.
        let changes = |write: &RecordWrite| match (&write.precondition, &write.value) {
            (Precondition::Equals(before), Some(value)) => before != value,
            _ => true,
        };
        let writes = commit.writes.into_iter().filter(changes);
        let writes = writes.map(|write| ((write.kind, write.key), write.value));
        self.plan.records.extend(writes);
        if let Some(entry) = commit.entry {
            let head = Head { seq: entry.last_seq(), hash: entry.hash, wake_ms: commit.wake_ms };
            self.plan.heads.insert(entry.log, head);
            self.plan.entries.push(entry);
        }
        CommitResult::Done(balances.into_iter().collect())
    }

    /// Whether an entry continues its log, by number and by hash. The number alone would let a writer append whose
    /// memory of the log is wrong but of the right length.
    fn builds_on_head(&self, entry: &Entry) -> bool {
        let head = self.plan.heads.get(&entry.log).or_else(|| self.loaded.heads.get(&entry.log));
        let (seq, hash) = head.map_or((0, GENESIS), |head| (head.seq, head.hash));
        (entry.seq, entry.previous) == (seq + 1, hash)
    }

    fn meets_precondition(&self, write: &RecordWrite) -> bool {
        let place = (write.kind, write.key.clone());
        // An earlier commit of the same batch may have written or deleted it.
        let there = match self.plan.records.get(&place) {
            Some(written) => written.as_ref(),
            None => self.loaded.records.get(&place),
        };
        match &write.precondition {
            Precondition::Any => true,
            Precondition::Absent => there.is_none(),
            Precondition::Equals(value) => there == Some(value),
        }
    }

    /// Returns what an account holds after the commits so far.
    fn held(&self, account: Account) -> Cents {
        Cents(self.ledger.balance(account.id()).unwrap_or_default().0)
    }

    /// Posts the transfers of a commit and returns the new balances, or the account that prevents them.
    fn transfer(&mut self, commit: &Commit) -> Result<BTreeMap<Account, Cents>, Account> {
        let touched = commit.moves.iter().flat_map(|one| [one.debit, one.credit]);
        let mut held: BTreeMap<Account, Cents> =
            touched.map(|account| (account, self.held(account))).collect();
        // A transfer without an entry would be money without a cause.
        let Some(entry) = &commit.entry else {
            return commit.moves.first().map_or(Ok(held), |one| Err(one.debit));
        };
        let ids = (self.transfers..).map(TransferId);
        let transfers = commit.moves.iter().zip(ids).map(|(one, id)| Transfer {
            id,
            debit: one.debit.id(),
            credit: one.credit.id(),
            amount: Amount(one.amount.0),
        });
        let batch: Vec<Transfer> = transfers.collect();
        // The ledger applies a batch as a whole, so that a refused commit leaves no half of its transfers behind.
        self.ledger.apply(&batch).map_err(|refusal| culprit(refusal, &held))?;
        self.transfers += batch.len() as u128;
        for one in &commit.moves {
            let debit_after = held[&one.debit] - one.amount;
            let credit_after = held[&one.credit] + one.amount;
            held.extend([(one.debit, debit_after), (one.credit, credit_after)]);
            let (log, seq) = (entry.log, entry.seq);
            self.plan.transfers.push(PostedTransfer { log, seq, moved: *one, debit_after, credit_after });
        }
        Ok(held)
    }
}

/// Returns the account that a refusal names. A transfer that no ledger would take is attributed to its first account.
fn culprit(refusal: LedgerError, held: &BTreeMap<Account, Cents>) -> Account {
    let blamed = match refusal {
        LedgerError::WouldOverdraw { account } | LedgerError::WouldOverflow { account } => Some(account),
        _ => None,
    };
    let named = held.keys().find(|account| Some(account.id()) == blamed).or(held.keys().next());
    named.copied().unwrap_or(Account::Cashier)
}
