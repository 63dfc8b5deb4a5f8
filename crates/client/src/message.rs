//! What a card room says. Fields that a player does not need are left out.

use protocol::{ErrorCode, Hex32, Receipt, TableSettings};
use serde::Deserialize;
use serde_json::Value;

use super::view::View;

/// A message of the card room.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ServerMessage {
    Hello {
        player: Option<Player>,
        now_ms: u64,
    },
    /// What the wallet holds, in cents.
    Wallet {
        balance: i64,
    },
    /// The table as it is, and what was missed, if that is not too much to tell.
    Snapshot {
        table: u64,
        seq: u64,
        hash: Hex32,
        name: String,
        settings: TableSettings,
        events: Option<Vec<Value>>,
        view: Box<View>,
    },
    /// What has just happened, and the table afterwards.
    Update {
        table: u64,
        seq: u64,
        hash: Hex32,
        events: Vec<Value>,
        view: Box<View>,
    },
    Done {
        id: String,
        receipt: Receipt,
    },
    Refused {
        id: String,
        code: ErrorCode,
        reason: String,
    },
    Error {
        code: ErrorCode,
        reason: String,
    },
    Pong {},
}

/// Who the card room takes us for.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Player {
    pub id: u64,
    pub name: String,
}
