//! Names of players as everyone may see them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::PlayerId;

use protocol::NamedPlayer;
use store::{LogReader, StoreError};

use crate::record::{AccountRecord, ReadRecords};

/// The most names in the cache; it is emptied when it grows beyond.
const CAPACITY: usize = 100_000;

/// A cache of names. Names change rarely, and every view shows several.
#[derive(Default)]
pub struct NameCache(Mutex<BTreeMap<PlayerId, NamedPlayer>>);

impl NameCache {
    /// A cache with those players.
    pub fn knowing(players: Vec<NamedPlayer>) -> NameCache {
        NameCache(Mutex::new(players.into_iter().map(|named| (PlayerId::from(named.id), named)).collect()))
    }

    /// Returns a player's name; a placeholder if it was never looked up.
    pub fn named(&self, player: PlayerId) -> NamedPlayer {
        self.lock().get(&player).cloned().unwrap_or_else(|| nameless(player))
    }

    /// Reads the names that are not cached.
    pub async fn look_up(
        &self,
        store: &dyn LogReader,
        players: impl IntoIterator<Item = PlayerId>,
    ) -> Result<(), StoreError> {
        // The lock is not held while the store is asked.
        let unknown: Vec<PlayerId> = {
            let known = self.lock();
            players.into_iter().filter(|player| !known.contains_key(player)).collect()
        };
        for player in unknown {
            let named = match store.get::<AccountRecord>(&player).await? {
                Some(AccountRecord { name, bot, .. }) => NamedPlayer { id: player.into(), name, bot },
                None => nameless(player),
            };
            let mut known = self.lock();
            if known.len() > CAPACITY {
                known.clear();
            }
            known.insert(player, named);
        }
        Ok(())
    }

    /// Drops a name that has changed.
    pub fn forget(&self, player: PlayerId) {
        self.lock().remove(&player);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PlayerId, NamedPlayer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn nameless(player: PlayerId) -> NamedPlayer {
    NamedPlayer { id: player.into(), name: format!("Player {player}"), bot: false }
}
