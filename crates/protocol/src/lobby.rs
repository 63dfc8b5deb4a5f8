//! The lobby, and what the floor does to tables.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{CommandId, SeatNumber, Seq, TableId};
use super::receipt::Receipt;
use super::settings::TableSettings;
use super::view::{NamedPlayer, Stage};

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LobbyEntry {
    /// The number of the table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// What it plays by.
    pub settings: TableSettings,
    /// Whether it takes players.
    pub open: bool,
    /// Who sits there, seat by seat.
    pub players: Vec<NamedPlayer>,
    /// How many places it has.
    pub places: u8,
    /// How many connections watch it.
    pub watchers: usize,
    /// How many rounds have been opened.
    pub rounds: u64,
    /// How far the round has come that is under way, or the last one.
    pub stage: Option<Stage>,
    /// The player who banks it; null where the house does.
    pub banker: Option<NamedPlayer>,
    /// The last event of the table.
    pub seq: Seq,
}

/// A table that there is or was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableName {
    /// The number of the table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// Whether it is closed for good.
    pub closed: bool,
}

/// Asks to open a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenTableRequest {
    /// Its name, 1 to 60 characters.
    pub name: String,
    /// What it plays by.
    pub settings: TableSettings,
    /// How many bots may keep it company.
    #[serde(default)]
    pub bots: u8,
}

/// The table that was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpenedTable {
    /// The number of the table.
    pub table: TableId,
    /// The proof that it is durable.
    pub receipt: Receipt,
}

/// Where the caller sits now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatTaken {
    /// The number of the table.
    pub table: TableId,
    /// The seat.
    pub seat: SeatNumber,
}

/// An act of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorRequest {
    /// Why; it is recorded.
    pub reason: String,
    // Optional for a person with a form; a program that repeats requests needs one.
    /// The id of the command, so that a request that is sent twice has one effect; made by the card room if left out.
    pub id: Option<CommandId>,
}
