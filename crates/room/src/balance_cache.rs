//! What accounts held when somebody last looked. The storage has the last word: what is remembered here only saves
//! asking it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::Account;
use uth::Cents;

use store::{LogReader, StoreError};

/// How many accounts are remembered before all are forgotten.
const MOST: usize = 100_000;

/// Balances as they were lately.
#[derive(Default)]
pub(super) struct BalanceCache(Mutex<BTreeMap<Account, Cents>>);

impl BalanceCache {
    /// What an account held.
    pub(super) fn held(&self, account: Account) -> Cents {
        self.lock().get(&account).copied().unwrap_or_default()
    }

    /// What the storage has just said.
    pub(super) fn learn(&self, balances: impl IntoIterator<Item = (Account, Cents)>) {
        let mut known = self.lock();
        if known.len() > MOST {
            known.clear();
        }
        known.extend(balances);
    }

    /// Asks for what is not remembered.
    pub(super) async fn look_up(
        &self,
        store: &dyn LogReader,
        accounts: impl IntoIterator<Item = Account>,
    ) -> Result<(), StoreError> {
        let unknown: Vec<Account> = {
            let known = self.lock();
            accounts.into_iter().filter(|account| !known.contains_key(account)).collect()
        };
        if !unknown.is_empty() {
            self.refresh(store, unknown).await?;
        }
        Ok(())
    }

    /// Asks again, what those accounts hold now.
    pub(super) async fn refresh(
        &self,
        store: &dyn LogReader,
        accounts: Vec<Account>,
    ) -> Result<Vec<(Account, Cents)>, StoreError> {
        let balances = store.balances(accounts).await?;
        self.learn(balances.iter().copied());
        Ok(balances)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Account, Cents>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
