//! What those who watch a table are told. Every frame is made from what its viewer may know.

use serde::{Serialize, Serializer};
use table::{Event, PlayerId, Table, Viewer, view};

use super::outbox::OutgoingMessage;
use protocol::{EventRef, NamedPlayer, SettingsRecord, StoredEvent, ViewRecord};

#[cfg(test)]
mod tests;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Told<'a> {
    Snapshot {
        table: u64,
        seq: u64,
        name: &'a str,
        settings: &'a SettingsRecord,
        /// What happened since the viewer last looked, if that is known.
        events: Option<Vec<TaggedFact<'a>>>,
        view: ViewRecord,
    },
    Update {
        table: u64,
        seq: u64,
        at_ms: u64,
        by: Option<u64>,
        #[serde(serialize_with = "public")]
        events: &'a [Event],
        view: ViewRecord,
    },
    Wallet {
        balance: i64,
    },
}

#[derive(Serialize)]
#[serde(untagged)]
enum TaggedFact<'a> {
    Event(EventRef<'a>),
    Dealt { r#type: &'static str, until_ms: u64 },
}

impl<'a> From<&'a StoredEvent> for TaggedFact<'a> {
    fn from(stored: &'a StoredEvent) -> TaggedFact<'a> {
        match stored {
            StoredEvent::Dealt { until } => TaggedFact::Dealt { r#type: "dealt", until_ms: until.0 },
            StoredEvent::Event(event) => TaggedFact::Event(EventRef(event)),
        }
    }
}

fn public<S: Serializer>(events: &[Event], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(events.iter().map(EventRef))
}

/// The table as a viewer finds it, and what they missed.
pub(super) fn snapshot(
    table: &Table,
    viewer: Viewer,
    name: &str,
    missed: Option<&[StoredEvent]>,
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> OutgoingMessage {
    frame(&Told::Snapshot {
        table: table.id().0,
        seq: table.seq().0,
        name,
        settings: &SettingsRecord::from(table.settings()),
        events: missed.map(|missed| missed.iter().map(TaggedFact::from).collect()),
        view: ViewRecord::new(&view(table, viewer), named),
    })
}

/// What has just happened, and the table afterwards.
pub(super) fn update(
    table: &Table,
    viewer: Viewer,
    (at_ms, by): (u64, Option<u64>),
    events: &[Event],
    named: impl Fn(PlayerId) -> NamedPlayer,
) -> OutgoingMessage {
    let view = ViewRecord::new(&view(table, viewer), named);
    frame(&Told::Update { table: table.id().0, seq: table.seq().0, at_ms, by, events, view })
}

/// What is in the viewer's wallet now.
pub(super) fn wallet(balance: uth::Cents) -> OutgoingMessage {
    frame(&Told::Wallet { balance: balance.0 })
}

fn frame(told: &Told<'_>) -> OutgoingMessage {
    serde_json::to_string(told).unwrap_or_default().into()
}
