//! Records of the card room as a whole, and those committed beside a table's events.

use ::table::PlayerId;
use fair::seal::Sealed;
use serde::{Deserialize, Serialize};
use store::RecordKind;

use super::{EventKey, Record, SecretHash, Unkeyed};
use crate::room_log::RoomEvent;

/// An act of the floor that the room log does not contain yet. It is committed with the table's events and deleted with
/// the room log's entry, so that no act is left out or told twice, whatever is interrupted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FloorOutboxRecord(pub RoomEvent);

impl Record for FloorOutboxRecord {
    const KIND: RecordKind = RecordKind::FloorOutbox;
    type Key = EventKey;
}

/// The solo table at which a player sits. Committed with sitting down and leaving, so that a player has one at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoloSeat {
    /// The table's number.
    pub table: u64,
}

impl Record for SoloSeat {
    const KIND: RecordKind = RecordKind::SoloSeat;
    type Key = PlayerId;
}

/// A counter that increases with each wager of a player who has a limit. Two wagers that were both checked against the
/// same losses depend on the same count, so that only one of them is committed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerLock {
    /// The number of wagers so far.
    pub count: u64,
    /// The tables at which a hand of the player may still raise.
    pub tables: Vec<u64>,
}

impl Record for WagerLock {
    const KIND: RecordKind = RecordKind::WagerLock;
    type Key = PlayerId;
}

/// The one-time code that makes an account floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum FloorCode {
    /// It can be used by anyone who has it.
    Open { key: SecretHash },
    /// It was used.
    Used { by: u64, at_ms: u64 },
}

impl Record for FloorCode {
    const KIND: RecordKind = RecordKind::FloorCode;
    type Key = Unkeyed;
}

/// Written when the house is given its chips, so that nodes that start together fund it once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseFunding {
    /// The amount in cents.
    pub amount: i64,
}

impl Record for HouseFunding {
    const KIND: RecordKind = RecordKind::HouseFunding;
    type Key = Unkeyed;
}

/// A value that only the card room's key opens: a node with another key finds out at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealCheck(#[serde(with = "crate::sealed")] pub Sealed);

impl Record for SealCheck {
    const KIND: RecordKind = RecordKind::SealCheck;
    type Key = Unkeyed;
}
