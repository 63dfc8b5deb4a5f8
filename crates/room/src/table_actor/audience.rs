//! Those who watch a loaded table, and what they are told.

use std::collections::BTreeMap;

use table::{Account, Event, PlayerId, Viewer};

use super::TableActor;
use crate::frames;
use crate::outbox::{Outbox, OutgoingMessage};
use crate::tables::player_dealer;
use ::journal::chain::continues;
use protocol::{EntryBody, Event as WireEvent, Hex32, LogPosition};
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
        let told: Vec<WireEvent> = events.iter().map(WireEvent::from).collect();
        let mut frames: BTreeMap<Option<PlayerId>, OutgoingMessage> = BTreeMap::new();
        let (room, state) = (&self.room, &self.state);
        self.watchers.retain(|Watcher { viewer, outbox }| {
            let player = match viewer {
                Viewer::Spectator => None,
                Viewer::Player(player) => Some(*player),
            };
            let make = || {
                frames::update(state.table(), state.hash, *viewer, (at_ms, by), told.clone(), |player| {
                    room.names.named(player)
                })
            };
            let wallet = |(account, balance): &(Account, uth::Cents)| {
                (player.map(Account::Wallet) == Some(*account)).then(|| frames::wallet(*balance))
            };
            outbox.send(frames.entry(player).or_insert_with(make).clone())
                && balances.iter().filter_map(wallet).all(|frame| outbox.send(frame))
        });
    }

    pub(super) async fn watch(
        &mut self,
        watcher: Watcher,
        after: Option<LogPosition>,
    ) -> Result<(), StoreError> {
        if self.room.is_shared {
            // Whoever comes from another node has seen what we may not have heard of.
            self.catch_up().await?;
        }
        self.meet().await;
        let missed = match after {
            Some(after) if after.seq < self.state.table().seq().into() => self.missed(after).await?,
            // A client that has seen another history of this table gets no events to build on it.
            Some(after)
                if after.seq > self.state.table().seq().into() || after.hash == Hex32(self.state.hash) =>
            {
                Some(Vec::new())
            }
            Some(_) | None => None,
        };
        let named = |player| self.room.names.named(player);
        let frame = frames::snapshot(
            self.state.table(),
            self.state.hash,
            watcher.viewer,
            &self.record.name,
            missed,
            named,
        );
        self.watchers.retain(|other| other.outbox.number() != watcher.outbox.number());
        if watcher.outbox.send(frame) {
            self.watchers.push(watcher);
        }
        Ok(())
    }

    /// Returns what happened after that, if it is not too much, begins where an entry ends and continues its hash.
    async fn missed(&self, after: LogPosition) -> Result<Option<Vec<WireEvent>>, StoreError> {
        let log = LogId(self.state.table().id().0);
        let mut entries = self.room.store().entries(log, after.seq.0, MOST_MISSED + 1).await?;
        // What others have written meanwhile comes when we know of it, with the view that belongs to it.
        entries.retain(|entry| entry.last_seq() <= self.state.table().seq().0);
        let fits = entries.len() <= MOST_MISSED as usize
            && entries
                .first()
                .is_some_and(|entry| entry.seq == after.seq.0 + 1 && continues(&after.hash.0, entry));
        let events = |body: &str| serde_json::from_str::<EntryBody>(body).map(|body| body.events);
        let read: Result<Vec<Vec<WireEvent>>, _> = entries.iter().map(|entry| events(&entry.body)).collect();
        Ok(read.ok().filter(|_| fits).map(|events| events.into_iter().flatten().collect()))
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
