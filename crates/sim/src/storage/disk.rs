//! What is durable. The planner and the store in memory decide and answer as they do for real rooms; this adds only
//! what mutants do to money.

use journal::chain::chained;
use store::batch::{Needs, Plan, plan};
use store::memory::Contents;
use store::{Commit, Entry, PostedTransfer, Precondition, RecordKind, StoreError};
use table::Account;
use uth::Cents;

use crate::checker::Mutant;

/// What wallets seem to hold beyond their chips when the store does not check funds.
const LENT: Cents = Cents::dollars(1_000);

/// How many transfers are written before one is dropped.
const TRANSFERS_BEFORE_A_DROP: usize = 300;

/// Everything that a crash leaves.
#[derive(Default)]
pub(crate) struct Disk {
    mutant: Option<Mutant>,
    pub(crate) contents: Contents,
    has_dropped: bool,
    /// What was written so far, if the store may have to go back.
    history: Option<Vec<Plan>>,
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

    /// Keeps what is written from here on, so that [`Disk::written`] returns it.
    pub(crate) fn keep_history(&mut self) {
        self.history = Some(Vec::new());
    }

    /// Returns the groups that were written, in order.
    pub(crate) fn written(&self) -> &[Plan] {
        self.history.as_deref().unwrap_or_default()
    }

    /// Returns what would become of a group now.
    pub(crate) fn plan(&self, mut group: Vec<Commit>) -> Result<Plan, StoreError> {
        if self.mutant == Some(Mutant::SkipPreconditions) {
            let writes = group.iter_mut().flat_map(|commit| &mut commit.writes);
            writes.for_each(|write| write.precondition = Precondition::Any);
        }
        if self.mutant == Some(Mutant::ForgetLimits) {
            let writes = group.iter_mut().flat_map(|commit| &mut commit.writes);
            let guards = writes.filter(|write| write.kind == RecordKind::Account);
            for write in guards {
                let there = self.contents.records.get(&(write.kind, write.key.clone()));
                if let (Some(there), Precondition::Equals(read)) = (there, &write.precondition) {
                    // A guard stays one: what was read is not what is there.
                    let is_guard = write.value.as_ref() == Some(read);
                    write.value = if is_guard { Some(there.clone()) } else { write.value.take() };
                    write.precondition = Precondition::Equals(there.clone());
                }
            }
        }
        let needs = Needs::of(&group);
        let mut loaded = self.contents.load(&needs);
        loaded.balances = needs.accounts.iter().map(|account| (*account, self.reported(*account))).collect();
        if self.mutant == Some(Mutant::SkipKeyCheck) {
            for entry in group.iter().filter_map(|commit| commit.entry.as_ref()) {
                let head = loaded.heads.entry(entry.log);
                head.and_modify(|head| (head.seq, head.hash) = (entry.seq - 1, entry.previous));
            }
        }
        plan(group, &needs, &loaded)
    }

    /// Writes a plan, all of it.
    pub(crate) fn carry_out(&mut self, plan: &Plan) -> Drift {
        let mut drift = Drift::default();
        // The auditor gets the plan as it was decided, and the disk what a mutant makes of it.
        let mut written = plan.clone();
        for (account, balance) in &mut written.balances {
            *balance -= self.lent(*account);
            let before = self.contents.balances.get(account).copied().unwrap_or_default();
            drift.cents += i128::from(balance.0) - i128::from(before.0);
            if *balance < Cents::ZERO && *account != Account::Cashier {
                drift.overdrawn = Some((*account, *balance));
            }
        }
        // The planner saw the loan as a part of the balance; on the disk it does not exist.
        for transfer in &mut written.transfers {
            transfer.debit_after -= self.lent(transfer.moved.debit);
            transfer.credit_after -= self.lent(transfer.moved.credit);
        }
        self.contents.apply(written);
        if let Some(history) = &mut self.history {
            history.push(plan.clone());
        }
        drift.cents -= plan.transfers.first().map_or(0, |transfer| self.drop_one(transfer));
        drift
    }

    /// Drops a transfer, if this is the one that a mutant drops, and returns its amount.
    fn drop_one(&mut self, transfer: &PostedTransfer) -> i128 {
        let is_due = self.mutant == Some(Mutant::DropTransfer)
            && !self.has_dropped
            && self.contents.transfers.len() > TRANSFERS_BEFORE_A_DROP;
        if !is_due {
            return 0;
        }
        self.has_dropped = true;
        *self.contents.balances.entry(transfer.moved.credit).or_default() -= transfer.moved.amount;
        i128::from(transfer.moved.amount.0)
    }

    /// Returns the commands of a group once more, at the present end of the log: what a mutant writes.
    pub(crate) fn again(&self, group: Vec<Commit>) -> Vec<Commit> {
        let once_more = |commit: Commit| {
            let Entry { log, events, at_ms, body, .. } = commit.entry?;
            let head = self.contents.heads.get(&log).filter(|_| body.contains("\"command\":\""))?;
            let entry = Some(chained(&head.hash, log, head.seq + 1, events, at_ms, body));
            Some(Commit { entry, writes: Vec::new(), ..commit })
        };
        group.into_iter().filter_map(once_more).collect()
    }

    /// Ends the loans of a mutant before everything is read at the end: a loan is noticed when it is spent.
    pub(crate) const fn lend_no_more(&mut self) {
        self.mutant = None;
    }

    /// Returns balances as the store reports them.
    pub(crate) fn balances(&self, accounts: &[Account]) -> Vec<(Account, Cents)> {
        let held = self.contents.balances(accounts);
        held.into_iter().map(|(account, held)| (account, held + self.lent(account))).collect()
    }

    fn reported(&self, account: Account) -> Cents {
        self.contents.balances.get(&account).copied().unwrap_or_default() + self.lent(account)
    }

    fn lent(&self, account: Account) -> Cents {
        let lends = self.mutant == Some(Mutant::SkipFunds) && matches!(account, Account::Wallet(_));
        if lends { LENT } else { Cents::ZERO }
    }
}
