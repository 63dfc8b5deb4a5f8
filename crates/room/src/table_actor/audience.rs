//! Those who watch a loaded table, and what they are told.

use std::collections::BTreeMap;

use table::{Account, Event, PlayerId, Viewer};

use super::TableActor;
use crate::frames;
use crate::outbox::{Outbox, OutgoingMessage};
use crate::tables::player_dealer;
use protocol::{StoredEvent, StoredEvents};
use store::{LogId, StoreError};

/// How many missed entries are sent to somebody who comes back.
const MOST_MISSED: u32 = 200;

/// Somebody who watches.
pub(crate) struct Watcher {
    pub(crate) viewer: Viewer,
    pub(crate) outbox: Outbox,
}

impl TableActor {
    pub(super) async fn tell(
        &mut self,
        events: &[Event],
        at_ms: u64,
        by: Option<u64>,
        balances: &[(Account, uth::Cents)],
    ) {
        if self.watchers.is_empty() {
            return;
        }
        self.meet().await;
        let mut frames: BTreeMap<Option<PlayerId>, OutgoingMessage> = BTreeMap::new();
        let (room, state) = (&self.room, &self.state);
        self.watchers.retain(|Watcher { viewer, outbox }| {
            let player = match viewer {
                Viewer::Spectator => None,
                Viewer::Player(player) => Some(*player),
            };
            let make = || {
                frames::update(state.table(), *viewer, (at_ms, by), events, |player| room.names.named(player))
            };
            let wallet = |(account, balance): &(Account, uth::Cents)| {
                (player.map(Account::Wallet) == Some(*account)).then(|| frames::wallet(*balance))
            };
            outbox.send(frames.entry(player).or_insert_with(make).clone())
                && balances.iter().filter_map(wallet).all(|frame| outbox.send(frame))
        });
    }

    pub(super) async fn watch(&mut self, watcher: Watcher, after: Option<u64>) -> Result<(), StoreError> {
        if self.room.is_shared {
            // Whoever comes from another node has seen what we may not have heard of.
            self.catch_up().await?;
        }
        self.meet().await;
        let missed = match after {
            Some(after) if after < self.state.table().seq().0 => self.missed(after).await?,
            Some(_) => Some(Vec::new()),
            None => None,
        };
        let named = |player| self.room.names.named(player);
        let frame =
            frames::snapshot(self.state.table(), watcher.viewer, &self.record.name, missed.as_deref(), named);
        self.watchers.retain(|other| other.outbox.number() != watcher.outbox.number());
        if watcher.outbox.send(frame) {
            self.watchers.push(watcher);
        }
        Ok(())
    }

    /// What happened after that, if it is not too much and begins where an entry ends.
    async fn missed(&self, after: u64) -> Result<Option<Vec<StoredEvent>>, StoreError> {
        let log = LogId(self.state.table().id().0);
        let mut entries = self.room.store().entries(log, after, MOST_MISSED + 1).await?;
        // What others have written meanwhile comes when we know of it, with the view that belongs to it.
        entries.retain(|entry| entry.last_seq() <= self.state.table().seq().0);
        let fits = entries.len() <= MOST_MISSED as usize
            && entries.first().is_some_and(|entry| entry.seq == after + 1);
        let facts = |body: &str| serde_json::from_str::<StoredEvents>(body).map(|facts| facts.events);
        let read: Result<Vec<Vec<StoredEvent>>, _> = entries.iter().map(|entry| facts(&entry.body)).collect();
        Ok(read.ok().filter(|_| fits).map(|facts| facts.into_iter().flatten().collect()))
    }

    /// Learns the names of those at the table, and of a banker who has left it.
    pub(super) async fn meet(&self) {
        let table = self.state.table();
        let seated = table.seats().filter_map(|seat| Some(table.occupant(seat)?.player));
        let banker = table.round().and_then(player_dealer);
        if let Err(error) = self.room.names.look_up(&**self.room.store(), seated.chain(banker)).await {
            self.room.fault(&error.to_string());
        }
    }
}
