//! Who everybody is, as far as everybody may know.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use table::PlayerId;

use protocol::NamedPlayer;
use store::{RecordKind, Store, StoreError};

/// How many people are remembered before all are forgotten.
const MOST: usize = 100_000;

/// Names as they were lately.
#[derive(Default)]
pub struct NameCache(Mutex<BTreeMap<PlayerId, NamedPlayer>>);

/// What of an account is everybody's business.
#[derive(Deserialize)]
struct Public {
    name: String,
    house_run: bool,
}

impl NameCache {
    /// Those people, and nobody else.
    pub fn knowing(people: Vec<NamedPlayer>) -> NameCache {
        NameCache(Mutex::new(people.into_iter().map(|named| (PlayerId(named.id), named)).collect()))
    }

    /// Who that is. Somebody who was never looked up has a number only.
    pub fn named(&self, player: PlayerId) -> NamedPlayer {
        self.lock().get(&player).cloned().unwrap_or_else(|| nameless(player))
    }

    /// Asks for those who are not remembered.
    pub async fn look_up(
        &self,
        store: &dyn Store,
        players: impl IntoIterator<Item = PlayerId>,
    ) -> Result<(), StoreError> {
        let unknown: Vec<PlayerId> = {
            let known = self.lock();
            players.into_iter().filter(|player| !known.contains_key(player)).collect()
        };
        for player in unknown {
            let text = store.record(RecordKind::Player, format!("{:016x}", player.0)).await?;
            let public = text.and_then(|text| serde_json::from_str(&text).ok());
            let named = public.map_or_else(
                || nameless(player),
                |Public { name, house_run }| NamedPlayer { id: player.0, name, house_run },
            );
            let mut known = self.lock();
            if known.len() > MOST {
                known.clear();
            }
            known.insert(player, named);
        }
        Ok(())
    }

    /// Somebody has another name now.
    pub fn forget(&self, player: PlayerId) {
        self.lock().remove(&player);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PlayerId, NamedPlayer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn nameless(player: PlayerId) -> NamedPlayer {
    NamedPlayer { id: player.0, name: format!("Player {player}"), house_run: false }
}
