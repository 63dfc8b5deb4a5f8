//! The ledger: all accounts, and every transfer that was ever done.

use std::collections::BTreeMap;

use crate::account::{Account, AccountId, Amount, Kind};
use crate::error::LedgerError;
use crate::transfer::{Transfer, TransferId};

/// Whether a request had an effect now, or is a repeat of one that had it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// It is done now.
    Now,
    /// It was done before, just so; nothing has changed.
    Before,
}

/// Accounts and transfers. The sum of all balances is zero, always.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    accounts: BTreeMap<AccountId, Account>,
    transfers: BTreeMap<TransferId, Transfer>,
}

impl Ledger {
    /// Opens an empty account. Opening it again as the same kind has no effect.
    pub fn open(&mut self, account: AccountId, kind: Kind) -> Result<Done, LedgerError> {
        match self.accounts.get(&account) {
            None => {
                self.accounts.insert(account, Account::empty(kind));
                Ok(Done::Now)
            }
            Some(open) if open.kind == kind => Ok(Done::Before),
            // A purse that became a source could go below zero from then on.
            Some(_) => Err(LedgerError::OpenedDifferently { account }),
        }
    }

    /// Takes over an account that was kept elsewhere, with what it held there.
    pub fn resume(&mut self, account: AccountId, kind: Kind, balance: Amount) -> Result<(), LedgerError> {
        let resumed = Account { kind, balance };
        if !resumed.permits(balance) {
            return Err(LedgerError::WouldOverdraw { account });
        }
        match self.accounts.insert(account, resumed) {
            None => Ok(()),
            Some(open) => {
                self.accounts.insert(account, open);
                Err(LedgerError::OpenedDifferently { account })
            }
        }
    }

    /// Does a transfer, or says why not and stays as it is.
    pub fn transfer(&mut self, transfer: Transfer) -> Result<Done, LedgerError> {
        self.apply(&[transfer])
    }

    /// Does all transfers in order, or none. Each must be possible when its turn comes. A batch is repeated as a
    /// whole or not at all.
    pub fn apply(&mut self, batch: &[Transfer]) -> Result<Done, LedgerError> {
        // A command that is repeated after a lost answer repeats its whole batch, so all or none have been done.
        if !batch.is_empty() && batch.iter().all(|transfer| self.has_done(transfer)) {
            return Ok(Done::Before);
        }
        for (place, transfer) in batch.iter().enumerate() {
            if let Err(error) = self.post(transfer) {
                // Backwards, so that every balance passes through the values it has had, none of which overdraws.
                batch[..place].iter().rev().for_each(|posted| self.take_back(posted));
                return Err(error);
            }
        }
        Ok(Done::Now)
    }

    /// What an account holds.
    pub fn balance(&self, account: AccountId) -> Option<Amount> {
        Some(self.accounts.get(&account)?.balance)
    }

    /// Every account with its kind and balance, by id.
    pub fn accounts(&self) -> impl Iterator<Item = (AccountId, Kind, Amount)> {
        self.accounts.iter().map(|(id, account)| (*id, account.kind, account.balance))
    }

    /// The transfer that was done under that id.
    pub fn done(&self, id: TransferId) -> Option<&Transfer> {
        self.transfers.get(&id)
    }

    /// Every transfer that was done, by id.
    pub fn transfers(&self) -> impl ExactSizeIterator<Item = &Transfer> {
        self.transfers.values()
    }

    /// The sum of all balances. It is zero, or the ledger is broken.
    pub fn imbalance(&self) -> i128 {
        // Wider than a balance, so that the check itself cannot overflow.
        self.accounts.values().map(|account| i128::from(account.balance.0)).sum()
    }

    fn has_done(&self, transfer: &Transfer) -> bool {
        self.transfers.get(&transfer.id) == Some(transfer)
    }

    fn post(&mut self, transfer: &Transfer) -> Result<(), LedgerError> {
        let Transfer { id, debit, credit, amount } = *transfer;
        if self.has_done(transfer) {
            return Err(LedgerError::PartlyDone { id });
        }
        if self.transfers.contains_key(&id) {
            return Err(LedgerError::IdUsed { id });
        }
        if amount <= Amount::ZERO {
            return Err(LedgerError::NotPositive { id });
        }
        if debit == credit {
            return Err(LedgerError::SameAccount { account: debit });
        }
        // Both sides are computed before either is set: a refusal leaves no half of a transfer behind. What one side
        // loses the other gains, so that the sum of all balances stays zero.
        let paid = self.balance_after(debit, -amount.0)?;
        let received = self.balance_after(credit, amount.0)?;
        self.set(debit, paid);
        self.set(credit, received);
        self.transfers.insert(id, *transfer);
        Ok(())
    }

    /// Undoes the transfer that was posted last, because a later one of its batch was refused.
    fn take_back(&mut self, posted: &Transfer) {
        self.transfers.remove(&posted.id);
        for (account, amount) in [(posted.credit, -posted.amount.0), (posted.debit, posted.amount.0)] {
            if let Some(account) = self.accounts.get_mut(&account) {
                account.balance.0 += amount;
            }
        }
    }

    fn balance_after(&self, account: AccountId, change: i64) -> Result<Amount, LedgerError> {
        let held = self.accounts.get(&account).ok_or(LedgerError::NoSuchAccount { account })?;
        let balance = held.balance.0.checked_add(change).ok_or(LedgerError::WouldOverflow { account })?;
        let balance = Amount(balance);
        if held.permits(balance) { Ok(balance) } else { Err(LedgerError::WouldOverdraw { account }) }
    }

    fn set(&mut self, account: AccountId, balance: Amount) {
        if let Some(account) = self.accounts.get_mut(&account) {
            account.balance = balance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Account, AccountId, Amount, Kind, Ledger};

    #[test]
    fn a_ledger_that_somebody_tampered_with_has_an_imbalance() {
        let mut ledger = Ledger::default();
        let forged = Account { kind: Kind::Purse, balance: Amount(5) };
        ledger.accounts.insert(AccountId(1), forged);
        assert_eq!(ledger.imbalance(), 5);
    }
}
