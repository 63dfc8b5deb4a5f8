//! Balances as the store last reported them. The store checks every commit again; the cache only saves reads.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::Account;
use uth::Cents;

use store::{LogReader, StoreError};

/// How many accounts are cached before the cache is cleared.
const MOST: usize = 100_000;

/// Cached balances.
#[derive(Default)]
pub(super) struct BalanceCache(Mutex<BTreeMap<Account, Cents>>);

impl BalanceCache {
    /// Returns the cached balance of an account.
    pub(super) fn held(&self, account: Account) -> Cents {
        self.lock().get(&account).copied().unwrap_or_default()
    }

    /// Takes balances that the store has just reported.
    pub(super) fn learn(&self, balances: impl IntoIterator<Item = (Account, Cents)>) {
        let mut known = self.lock();
        if known.len() > MOST {
            known.clear();
        }
        known.extend(balances);
    }

    /// Reads the balances that are not cached.
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

    /// Reads the balances again.
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
