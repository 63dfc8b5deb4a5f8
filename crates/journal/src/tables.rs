//! What is kept of a table beside its log.

use serde::{Deserialize, Serialize};
use store::LogId;

/// What is kept of a table beside its log.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableRecord {
    /// Its name.
    pub name: String,
    /// How many seats house-run players may take.
    pub house_players: u8,
    /// Whether it is closed for good.
    #[serde(default)]
    pub closed: bool,
}

impl TableRecord {
    /// Where it is kept.
    pub fn key(log: LogId) -> String {
        format!("{:016x}", log.0)
    }

    /// The text that is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
