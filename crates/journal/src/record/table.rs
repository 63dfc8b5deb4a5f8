//! What is stored of a table beside its log.

use ::table::TableId;
use serde::{Deserialize, Serialize};
use store::RecordKind;

use super::Record;

/// A table in the lobby's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRecord {
    /// Its name.
    pub name: String,
    /// The most seats that bots may take.
    pub house_players: u8,
    /// Whether it is closed for good.
    pub closed: bool,
}

impl Record for TableRecord {
    const KIND: RecordKind = RecordKind::Table;
    type Key = TableId;
}
