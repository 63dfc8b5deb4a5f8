//! Messages about a table. Each is made from what its viewer may know; nothing is hidden afterwards.

use protocol::{Event, Hex32, NamedPlayer, ServerMessage, TableSettings, TableView};
use table::{PlayerId, Table, Timestamp, Viewer, view};

use crate::outbox::OutgoingMessage;

#[cfg(test)]
mod tests;

/// Returns the table as a viewer finds it, with the events that they missed.
pub(super) fn snapshot(
    table: &Table,
    hash: [u8; 32],
    viewer: Viewer,
    name: &str,
    missed: Option<Vec<Event>>,
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> OutgoingMessage {
    let message = ServerMessage::Snapshot {
        table: table.id().into(),
        seq: table.seq().into(),
        hash: Hex32(hash),
        name: name.to_owned(),
        settings: TableSettings::from(table.settings()),
        events: missed,
        view: Box::new(TableView::new(view(table, viewer), named)),
    };
    message.to_text().into()
}

/// Events that have just become durable.
pub(super) struct CommittedEvents {
    pub(super) at: Timestamp,
    /// The player whose command led to all of them.
    pub(super) by: Option<PlayerId>,
    pub(super) events: Vec<Event>,
}

/// Returns the events, with the table after them as a viewer may see it.
pub(super) fn update(
    table: &Table,
    hash: [u8; 32],
    viewer: Viewer,
    committed: &CommittedEvents,
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> OutgoingMessage {
    let message = ServerMessage::Update {
        table: table.id().into(),
        seq: table.seq().into(),
        hash: Hex32(hash),
        at_ms: committed.at.into(),
        by: committed.by.map(Into::into),
        events: committed.events.clone(),
        view: Box::new(TableView::new(view(table, viewer), named)),
    };
    message.to_text().into()
}

/// Returns the balance of the viewer's wallet.
pub(super) fn wallet(balance: uth::Cents) -> OutgoingMessage {
    ServerMessage::Wallet { balance: balance.0 }.to_text().into()
}
