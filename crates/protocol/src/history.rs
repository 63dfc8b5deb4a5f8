//! Rounds that were played, and the logs behind them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::id::{Hex32, PlayerId, RoundId, SeatNumber, Seq, TableId, Timestamp};
use super::proof::ProofRecord;
use super::settings::TableSettings;
use super::text::{Actor, Book, Card};
use super::view::{NamedPlayer, Stage, TableView};

/// Which page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// The cursor of the page.
    pub next: Option<String>,
    /// The length of the page, 500 at most.
    pub limit: Option<u32>,
}

/// A page of rounds, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HandsPage {
    /// The rounds.
    pub hands: Vec<RoundSummary>,
    /// The cursor of the next page, if there may be one.
    pub next: Option<String>,
}

// `journal` stores this form too, so a change of it changes the database.
/// A round in short: of one player, or of the whole table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundSummary {
    /// The number of the table.
    pub table: TableId,
    /// The number of the round.
    pub round: RoundId,
    /// When it ended.
    pub at_ms: Timestamp,
    /// The number of its first event.
    pub first_seq: Seq,
    /// The number of its last event.
    pub last_seq: Seq,
    /// The rule book.
    pub book: Book,
    /// The seats.
    pub seats: Vec<SeatNumber>,
    /// Whether the player banked it.
    pub banked: bool,
    /// Whether it was declared void.
    pub void: bool,
    /// What was wagered in all, in cents.
    pub wagered: i64,
    /// What was won or lost, in cents.
    pub net: i64,
}

/// A round that is over, step by step. The fields of the proof stand at the top.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoundHistory {
    /// The proof of the shuffle.
    #[serde(flatten)]
    pub proof: ProofRecord,
    /// The table's name.
    pub name: String,
    /// What it was played by.
    pub settings: TableSettings,
    /// When the round began.
    pub began_ms: Timestamp,
    /// When it ended.
    pub ended_ms: Timestamp,
    /// Why it was declared void.
    pub void_reason: Option<String>,
    /// What the player/dealer paid to the drop, in cents.
    pub collection: Option<i64>,
    /// Who may know this: `player:` and their number, `spectator` or `auditor`.
    pub reader: String,
    /// The players.
    pub players: Vec<NamedPlayer>,
    /// What wallets held before the first and after the last chip moved. A player at several tables has other changes
    /// in between; `net` is of this round.
    pub balances: Vec<Balance>,
    /// What was decided, in order.
    pub decisions: Vec<DecisionRecord>,
    /// The hole cards of every seat, for auditors.
    pub holes: Option<Vec<SeatHole>>,
    // Of any form for this crate: checkpoints are declared in `journal`, which depends on it.
    /// The table before the round, as a checkpoint, from which the steps can be played again.
    pub start: serde_json::Value,
    /// What happened.
    pub steps: Vec<HistoryStep>,
    /// The key with which the card room signs receipts.
    pub public_key: Hex32,
}

/// What a player's wallet held, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Balance {
    /// The player.
    pub player: PlayerId,
    /// Before the round.
    pub before: i64,
    /// After it.
    pub after: i64,
    /// What the round changed.
    pub net: i64,
}

/// What was decided for a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionRecord {
    /// When.
    pub at_ms: Timestamp,
    /// The seat.
    pub seat: SeatNumber,
    /// The street.
    pub street: Stage,
    /// `check`, `raise` or `fold`.
    pub action: String,
    /// The Play wager in Antes.
    pub times: Option<u8>,
    /// `player:` and their number, or `table` for an absent player.
    pub by: Actor,
}

/// The hole cards of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatHole {
    /// The seat.
    pub seat: SeatNumber,
    /// Its cards.
    pub hole: [Card; 2],
}

/// What one command led to, and the table afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HistoryStep {
    /// The number of its first event.
    pub seq: Seq,
    /// When it happened.
    pub at_ms: Timestamp,
    /// The player whose command it was; null for the card room itself.
    pub by: Option<PlayerId>,
    /// What happened.
    pub events: Vec<Event>,
    /// The table afterwards, as the reader saw it.
    pub view: TableView,
}

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// The form; `jsonl` if left out.
    #[serde(default)]
    pub format: ExportFormat,
}

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// One `RoundHistory` in each line.
    #[default]
    Jsonl,
    /// One wager in each row.
    Csv,
}

/// Which entries of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogQuery {
    /// Only entries after that event.
    #[serde(default)]
    pub after: Seq,
    /// How many, 1000 at most.
    pub limit: Option<u32>,
}

/// An entry of a log, with its body as it was hashed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogEntry {
    /// The number of the log: a table's number, or 0 for the room log.
    pub log: u64,
    /// The number of its first event.
    pub seq: Seq,
    /// How many events it has.
    pub events: u32,
    /// When it was written.
    pub at_ms: Timestamp,
    // Text and not JSON: the hash covers these bytes, and reading and writing them again could change them.
    /// The body as it was hashed: the text of an `EntryBody`, or of a room log's entry.
    pub body: String,
    /// The hash of the entry before.
    pub previous: Hex32,
    /// Its own hash.
    pub hash: Hex32,
}

// It comes first, so that an export that breaks off is never taken for a whole one.
/// Where a log ended when its export began: the first line of the export. Each other line is a `LogEntry`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogExportHead {
    /// The number of the log.
    pub log: u64,
    /// The number of its last event.
    pub last_seq: Seq,
    /// The hash of its last entry.
    pub last_hash: Hex32,
    /// The key with which the card room signs receipts.
    pub public_key: Hex32,
}
