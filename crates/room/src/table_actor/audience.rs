//! The subscribers of a loaded table, and the messages that they get.

use std::collections::BTreeMap;

use ::journal::chain::continues;
use protocol::{EntryBody, Hex32, LogPosition};
use store::{LogId, StoreError};
use table::{Account, PlayerId, Viewer};
use uth::Cents;

use super::TableActor;
use crate::messages::{self, CommittedEvents};
use crate::outbox::{Outbox, OutgoingMessage};
use crate::tables::player_dealer;

/// How many missed entries are sent to a client that reconnects. With more, a snapshot alone is cheaper.
const MOST_MISSED: u32 = 200;

/// A connection that watches a table.
pub(crate) struct Subscriber {
    pub(crate) viewer: Viewer,
    pub(crate) outbox: Outbox,
}

impl Subscriber {
    const fn player(&self) -> Option<PlayerId> {
        match self.viewer {
            Viewer::Spectator => None,
            Viewer::Player(player) => Some(player),
        }
    }
}

impl TableActor {
    /// Sends events that are durable, and to each player the balance of their own wallet. Subscribers that cannot take
    /// them are dropped.
    pub(super) async fn broadcast(&mut self, committed: &CommittedEvents, balances: &[(Account, Cents)]) {
        self.look_up_names().await;
        let (room, state) = (&self.room, &self.state);
        // All spectators get the same text; it is made once.
        let mut updates: BTreeMap<Option<PlayerId>, OutgoingMessage> = BTreeMap::new();
        self.subscribers.retain(|subscriber| {
            let player = subscriber.player();
            let update = updates.entry(player).or_insert_with(|| {
                let named = |player| room.names.named(player);
                messages::update(state.table(), state.hash, subscriber.viewer, committed, named)
            });
            let own = balances.iter().filter(|(account, _)| player.map(Account::Wallet) == Some(*account));
            let outbox = &subscriber.outbox;
            outbox.send(update.clone())
                && own.into_iter().all(|(_, held)| outbox.send(messages::wallet(*held)))
        });
    }

    /// Adds a subscriber and sends the snapshot, with what came after the position that the client knows.
    pub(super) async fn subscribe(
        &mut self,
        subscriber: Subscriber,
        after: Option<LogPosition>,
    ) -> Result<(), StoreError> {
        if self.room.is_shared {
            // A client that was connected to another node may have seen entries that this one has not.
            self.catch_up().await?;
        }
        self.look_up_names().await;
        let missed = match after {
            Some(after) => self.missed(after).await?,
            None => None,
        };
        let named = |player| self.room.names.named(player);
        let (table, hash) = (self.state.table(), self.state.hash);
        let snapshot = messages::snapshot(table, hash, subscriber.viewer, &self.record.name, missed, named);
        self.subscribers.retain(|other| other.outbox.number() != subscriber.outbox.number());
        if subscriber.outbox.send(snapshot) {
            self.subscribers.push(subscriber);
        }
        Ok(())
    }

    /// Returns the events after a position; `None` if they are too many, or if the position is not one of this log.
    async fn missed(&self, after: LogPosition) -> Result<Option<Vec<protocol::Event>>, StoreError> {
        let (log, seq) = (LogId(self.state.table().id().0), self.state.table().seq().0);
        if after.seq.0 == seq {
            return Ok((after.hash == Hex32(self.state.hash)).then(Vec::new));
        }
        let mut entries = self.room.store().entries(log, after.seq.0, MOST_MISSED + 1).await?;
        // What another node wrote meanwhile comes as an update, with the view that belongs to it.
        entries.retain(|entry| entry.last_seq() <= seq);
        let continues_log = entries
            .first()
            .is_some_and(|entry| entry.seq == after.seq.0 + 1 && continues(&after.hash.0, entry));
        if !continues_log || entries.len() > MOST_MISSED as usize {
            return Ok(None);
        }
        let mut events = Vec::new();
        for entry in &entries {
            let body: EntryBody = serde_json::from_str(&entry.body)
                .map_err(|error| StoreError::Broken(format!("log {log} at {}: {error}", entry.seq)))?;
            events.extend(body.events);
        }
        Ok(Some(events))
    }

    /// Reads the names of the players at the table, and of a banker who has left it. Without names the table goes on:
    /// they are shown by their numbers.
    pub(super) async fn look_up_names(&self) {
        let table = self.state.table();
        let seated = table.seats().filter_map(|seat| Some(table.occupant(seat)?.player));
        let banker = table.round().and_then(player_dealer);
        if let Err(error) = self.room.names.look_up(&**self.room.store(), seated.chain(banker)).await {
            self.room.fault(&error.to_string());
        }
    }
}
