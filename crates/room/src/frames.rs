//! What viewers of a table are told. Every frame is made from what its viewer may know.

use protocol::{
    Event, Hex32, NamedPlayer, PlayerId as WirePlayerId, ServerMessage, TableSettings, TableView, Timestamp,
};
use table::{PlayerId, Table, Viewer, view};

use super::outbox::OutgoingMessage;

#[cfg(test)]
mod tests;

/// Builds the table as a viewer finds it, with what they missed.
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
        view: Box::new(TableView::new(&view(table, viewer), named)),
    };
    message.to_text().into()
}

/// Builds what has just happened, with the table afterwards.
pub(super) fn update(
    table: &Table,
    hash: [u8; 32],
    viewer: Viewer,
    (at_ms, by): (u64, Option<u64>),
    events: Vec<Event>,
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> OutgoingMessage {
    let message = ServerMessage::Update {
        table: table.id().into(),
        seq: table.seq().into(),
        hash: Hex32(hash),
        at_ms: Timestamp(at_ms),
        by: by.map(WirePlayerId),
        events,
        view: Box::new(TableView::new(&view(table, viewer), named)),
    };
    message.to_text().into()
}

/// Builds what the viewer's wallet holds now.
pub(super) fn wallet(balance: uth::Cents) -> OutgoingMessage {
    ServerMessage::Wallet { balance: balance.0 }.to_text().into()
}
