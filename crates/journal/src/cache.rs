//! Bounded caches of what the store says about many players: their public names and the balances of accounts.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::NamedPlayer;
use store::{LogReader, StoreError};
use table::{Account, PlayerId};
use uth::Cents;

use crate::record::{AccountRecord, ReadRecords};

/// The most entries of a cache; it is emptied when it grows beyond.
const CAPACITY: usize = 100_000;

/// A cache of names. Names change rarely, and every view shows several.
pub type NameCache = Cache<PlayerId, NamedPlayer>;

/// A cache of balances. The store checks every commit again; the cache only saves reads.
pub type BalanceCache = Cache<Account, Cents>;

/// Values as the store last reported them.
pub struct Cache<K, V>(Mutex<BTreeMap<K, V>>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Cache<K, V> {
        Cache(Mutex::default())
    }
}

impl<K: Ord + Copy, V: Clone> Cache<K, V> {
    /// Takes values that the store has just reported.
    pub fn learn(&self, values: impl IntoIterator<Item = (K, V)>) {
        let mut known = self.lock();
        // Emptied as a whole: which values are needed next is not known, and the store fills the cache again within a
        // round.
        if known.len() > CAPACITY {
            known.clear();
        }
        known.extend(values);
    }

    /// Drops a value that has changed.
    pub fn forget(&self, key: K) {
        self.lock().remove(&key);
    }

    fn get(&self, key: K) -> Option<V> {
        self.lock().get(&key).cloned()
    }

    /// Returns the keys without a value. The lock is not held while the store is asked for them.
    fn missing(&self, keys: impl IntoIterator<Item = K>) -> Vec<K> {
        let known = self.lock();
        keys.into_iter().filter(|key| !known.contains_key(key)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<K, V>> {
        // A panic elsewhere leaves the map whole: every change under the lock is a single insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NameCache {
    /// Returns a player's name; a placeholder if it was never looked up.
    pub fn named(&self, player: PlayerId) -> NamedPlayer {
        self.get(player).unwrap_or_else(|| nameless(player))
    }

    /// Reads the names that are not cached.
    pub async fn look_up(
        &self,
        store: &dyn LogReader,
        players: impl IntoIterator<Item = PlayerId>,
    ) -> Result<(), StoreError> {
        // One by one: after the first view of a table nearly all of its names are known.
        for player in self.missing(players) {
            let named = match store.get::<AccountRecord>(&player).await? {
                Some(AccountRecord { name, bot, .. }) => NamedPlayer { id: player.into(), name, bot },
                None => nameless(player),
            };
            self.learn([(player, named)]);
        }
        Ok(())
    }
}

fn nameless(player: PlayerId) -> NamedPlayer {
    NamedPlayer { id: player.into(), name: format!("Player {player}"), bot: false }
}

impl BalanceCache {
    /// Returns the cached balance of an account.
    pub fn held(&self, account: Account) -> Cents {
        self.get(account).unwrap_or_default()
    }

    /// Reads the balances that are not cached.
    pub async fn look_up(
        &self,
        store: &dyn LogReader,
        accounts: impl IntoIterator<Item = Account>,
    ) -> Result<(), StoreError> {
        let unknown = self.missing(accounts);
        if !unknown.is_empty() {
            self.refresh(store, unknown).await?;
        }
        Ok(())
    }

    /// Reads the balances again.
    pub async fn refresh(
        &self,
        store: &dyn LogReader,
        accounts: Vec<Account>,
    ) -> Result<Vec<(Account, Cents)>, StoreError> {
        // The lock is free meanwhile. A commit may report a newer balance first; the store checks each commit again
        // anyway.
        let balances = store.balances(accounts).await?;
        self.learn(balances.iter().copied());
        Ok(balances)
    }
}
