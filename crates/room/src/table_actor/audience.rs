//! The subscribers of a loaded table, and the messages that they get. Each message is made from what its viewer may
//! know; nothing is hidden afterwards.

use std::collections::BTreeMap;

use ::journal::TableRecord;
use ::journal::chain::continues;
use protocol::{
    EntryBody, Event, Hex32, LobbyEntry, LogPosition, NamedPlayer, Receipt, ServerMessage, TableSettings,
    TableView,
};
use store::{LogId, StoreError};
use table::{PlayerId, Table, TableRound, TableStatus, Timestamp, Viewer, view};
use uth::Banker;

use super::TableActor;
use crate::command_error::CommandError;
use crate::faults::Fault;
use crate::outbox::{Outbox, OutgoingMessage};
use crate::table_state::TableState;

#[cfg(test)]
mod tests;

/// How many missed entries are sent to a client that reconnects. With more, a snapshot alone is cheaper.
const MOST_MISSED: u32 = 200;

/// A connection that watches a table.
pub(crate) struct Subscriber {
    pub(crate) viewer: Viewer,
    pub(crate) outbox: Outbox,
}

/// What a client knows of a table when it begins to watch.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// The last event that it saw.
    pub(crate) after: Option<LogPosition>,
    /// The latest receipt that it has, with this room's signature.
    pub(crate) receipt: Option<Receipt>,
}

/// What came after a position.
enum Missed {
    Events(Vec<Event>),
    TooMany,
    /// The position is not one of this log.
    Forgotten,
}

impl TableActor {
    /// Sends events that are durable, with the table after them. Subscribers that cannot take them are dropped.
    pub(super) async fn broadcast(&mut self, committed: &CommittedEvents) {
        self.look_up_names().await;
        // Taken out while the messages are made from the rest of the actor. Nothing is awaited in between, so that no
        // subscriber can be missed.
        let mut subscribers = std::mem::take(&mut self.subscribers);
        // All spectators get the same text, and so do all connections of a player; it is made once.
        let mut updates: BTreeMap<Option<PlayerId>, OutgoingMessage> = BTreeMap::new();
        let mut snapshots: BTreeMap<Option<PlayerId>, OutgoingMessage> = BTreeMap::new();
        let (table, hash, name) = (self.state.table(), self.state.hash, &self.record.name);
        subscribers.retain(|Subscriber { viewer, outbox }| {
            let player = match viewer {
                Viewer::Spectator => None,
                Viewer::Player(player) => Some(*player),
            };
            let update = || update(table, hash, committed, self.view(*viewer));
            // For clients that read too slowly: without events, because they have missed some.
            let snapshot = || snapshot(table, hash, name, None, self.view(*viewer));
            outbox.send_view(
                table.id(),
                || updates.entry(player).or_insert_with(update).clone(),
                || snapshots.entry(player).or_insert_with(snapshot).clone(),
            )
        });
        self.subscribers = subscribers;
    }

    /// Returns the table as a viewer may see it, and who is away.
    fn view(&self, viewer: Viewer) -> TableView {
        let named = |player| self.room.names.named(player);
        let view = TableView::new(view(self.state.table(), viewer), named);
        view.with_away(|player| self.presence.is_away(player))
    }

    /// Adds a subscriber and sends the snapshot, with what came after the position that the client knows. A client that
    /// knows what this log does not have is refused.
    pub(super) async fn subscribe(
        &mut self,
        subscriber: Subscriber,
        known: Known,
    ) -> Result<(), CommandError> {
        if self.room.options.is_shared {
            // A client that was connected to another node may have seen entries that this one has not.
            self.catch_up().await?;
        }
        self.look_up_names().await;
        if let Some(receipt) = known.receipt {
            self.require_confirmed(&receipt).await?;
        }
        let missed = match known.after {
            Some(after) => match self.missed(after).await? {
                Missed::Events(events) => Some(events),
                Missed::TooMany => None,
                // No fault: only the client says that it was shown this, and it may have invented it.
                Missed::Forgotten => {
                    return Err(CommandError::forgotten(self.state.table().id(), after.seq.0, false));
                }
            },
            None => None,
        };
        if self.subscribers.is_empty() {
            // Nobody has looked since the last subscriber went.
            self.look(self.room.monotonic_ms());
        }
        let (table, hash) = (self.state.table(), self.state.hash);
        let snapshot = snapshot(table, hash, &self.record.name, missed, self.view(subscriber.viewer));
        // A client that asks twice gets a second snapshot and no second stream of updates.
        self.unsubscribe(subscriber.outbox.number());
        // The snapshot and the subscription happen in one turn of the actor: no event falls between them.
        if subscriber.outbox.send(snapshot) {
            self.subscribers.push(subscriber);
        }
        Ok(())
    }

    /// Ends the subscription of an outbox.
    pub(super) fn unsubscribe(&mut self, number: u64) {
        self.subscribers.retain(|subscriber| subscriber.outbox.number() != number);
    }

    /// Requires that the log still has what this card room confirmed with its signature.
    async fn require_confirmed(&self, receipt: &Receipt) -> Result<(), CommandError> {
        let position = LogPosition { seq: receipt.seq, hash: receipt.hash };
        match self.missed(position).await? {
            Missed::Forgotten => Err(self.room.forgotten(receipt)),
            Missed::Events(_) | Missed::TooMany => Ok(()),
        }
    }

    /// Returns the events after a position.
    async fn missed(&self, after: LogPosition) -> Result<Missed, StoreError> {
        let (log, seq) = (LogId(self.state.table().id().0), self.state.table().seq().0);
        if after.seq.0 >= seq {
            let is_end = (after.seq.0, after.hash.0) == (seq, self.state.hash);
            return Ok(if is_end { Missed::Events(Vec::new()) } else { Missed::Forgotten });
        }
        // One more than may be sent tells whether there are too many, without counting them all.
        let mut entries = self.room.store().entries(log, after.seq.0, MOST_MISSED + 1).await?;
        // What another node wrote meanwhile comes as an update, with the view that belongs to it.
        entries.retain(|entry| entry.last_seq() <= seq);
        let continues_log = entries
            .first()
            .is_some_and(|entry| entry.seq == after.seq.0 + 1 && continues(&after.hash.0, entry));
        if !continues_log {
            return Ok(Missed::Forgotten);
        }
        if entries.len() > MOST_MISSED as usize {
            return Ok(Missed::TooMany);
        }
        let mut events = Vec::new();
        for entry in &entries {
            let body: EntryBody = serde_json::from_str(&entry.body)
                .map_err(|error| StoreError::Broken(format!("log {log} at {}: {error}", entry.seq)))?;
            events.extend(body.events);
        }
        Ok(Missed::Events(events))
    }

    /// Reads the names of the players at the table, and of a banker who has left it. Without names the table goes on:
    /// they are shown by their numbers.
    pub(super) async fn look_up_names(&self) {
        if let Err(error) = self.room.names.look_up(&**self.room.store(), self.players()).await {
            self.room.raise(Fault::from(&error));
        }
    }

    /// Returns the players at the table, and a banker who has left it.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.state.seated().chain(self.state.table().round().and_then(player_dealer))
    }
}

/// Returns the table as a viewer finds it, with the events that they missed.
fn snapshot(
    table: &Table,
    hash: [u8; 32],
    name: &str,
    missed: Option<Vec<Event>>,
    view: TableView,
) -> OutgoingMessage {
    let message = ServerMessage::Snapshot {
        table: table.id().into(),
        seq: table.seq().into(),
        hash: Hex32(hash),
        name: name.to_owned(),
        settings: TableSettings::from(table.settings()),
        events: missed,
        view: Box::new(view),
    };
    message.to_text().into()
}

/// Events that have just become durable; none, if only who is away has changed.
pub(super) struct CommittedEvents {
    pub(super) at: Timestamp,
    /// The player whose command led to all of them.
    pub(super) by: Option<PlayerId>,
    pub(super) events: Vec<Event>,
}

/// Returns the events, with the table after them as a viewer may see it.
fn update(table: &Table, hash: [u8; 32], committed: &CommittedEvents, view: TableView) -> OutgoingMessage {
    let message = ServerMessage::Update {
        table: table.id().into(),
        seq: table.seq().into(),
        hash: Hex32(hash),
        at_ms: committed.at.into(),
        by: committed.by.map(Into::into),
        events: committed.events.clone(),
        view: Box::new(view),
    };
    message.to_text().into()
}

/// Returns a table as the lobby shows it.
pub(super) fn lobby_entry(
    state: &TableState,
    record: &TableRecord,
    watchers: usize,
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> LobbyEntry {
    let table = state.table();
    LobbyEntry {
        table: table.id().into(),
        name: record.name.clone(),
        settings: TableSettings::from(table.settings()),
        open: table.status() == TableStatus::Open,
        players: state.seated().map(&named).collect(),
        places: table.settings().terms().places(),
        watchers,
        rounds: table.rounds(),
        stage: table.round().map(|round| round.round.stage().into()),
        banker: table.round().and_then(player_dealer).map(&named),
        seq: table.seq().into(),
    }
}

/// Returns the player who banks a round; `None` if the house does.
fn player_dealer(round: &TableRound) -> Option<PlayerId> {
    match round.round.banker() {
        Banker::House => None,
        Banker::PlayerDealer { person, .. } => Some(PlayerId::from(*person)),
    }
}
