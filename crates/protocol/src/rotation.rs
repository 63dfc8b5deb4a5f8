//! The rotation of the bank: who was offered it, who took it, for how long, and whether nobody banked too often.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::history::ExportFormat;
use super::id::{PlayerId, RoundId, SeatNumber, Seq, TableId, Timestamp};
use super::view::NamedPlayer;

// One query for both: the address of a report becomes that of its export. The report itself is always JSON.
/// Which part of the rotation log.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RotationQuery {
    /// The first day, like `2026-11-15`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// Only that table.
    pub table: Option<TableId>,
    /// Only that player.
    pub player: Option<PlayerId>,
    /// The form of an export; `jsonl` if left out.
    #[serde(default)]
    pub format: ExportFormat,
}

// The verdict is about the whole period, even where the entries are cut short.
/// The rotation of the bank over a period.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RotationLog {
    /// Settled rounds of the period that were checked against the two-round rule.
    pub rounds: u64,
    /// Rounds that broke it: none, if the rule was kept.
    pub violations: Vec<RotationViolation>,
    /// What each player did at each table.
    pub players: Vec<RotationPlayer>,
    /// The latest entries, newest first, 1000 at most. The export has all of them.
    pub entries: Vec<RotationEntry>,
    /// How many earlier entries of the period are left out.
    pub left_out: u64,
}

/// Something that happened to the bank of a table: a line of the export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RotationEntry {
    /// The number of the table.
    pub table: TableId,
    /// The number of the event in its log.
    pub seq: Seq,
    /// When it happened.
    pub at_ms: Timestamp,
    /// What happened.
    pub act: RotationAct,
    /// The player; null if the bank was offered to all seats again.
    pub player: Option<PlayerId>,
    /// Where they sat.
    pub seat: Option<SeatNumber>,
    /// The round that ended.
    pub round: Option<RoundId>,
    /// What the bank was put up with, in cents.
    pub wager: Option<i64>,
    /// How long the player had banked since accepting, in milliseconds.
    pub banked_ms: Option<u64>,
    /// How many settled rounds in a row the player has banked with this one.
    pub in_a_row: Option<u64>,
    /// Whether that is more than the two that one player may bank before another has banked (R10).
    pub violation: bool,
}

/// What happened to a bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RotationAct {
    /// It was offered to a player.
    Offered,
    /// The player put it up.
    Accepted,
    /// The player passed it on.
    Declined,
    /// The player did not answer in time.
    TimedOut,
    /// The player could no longer answer, and there was no other to ask.
    Lapsed,
    /// The player took it back before any player had wagered against it.
    Withdrawn,
    /// Seats that had declined may be asked again.
    OfferedAgain,
    /// The player banked a round that was settled.
    Banked,
    /// The round was declared void, and does not count (R23).
    Voided,
}

/// What a player did about the bank of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RotationPlayer {
    /// The player.
    pub player: NamedPlayer,
    /// The number of the table.
    pub table: TableId,
    /// How often the bank was offered to them.
    pub offered: u64,
    /// How often they accepted it.
    pub accepted: u64,
    /// How often they declined it.
    pub declined: u64,
    /// How often they did not answer in time, or could not.
    pub timed_out: u64,
    /// How often they took it back.
    pub withdrawn: u64,
    /// Rounds that they banked and that were settled.
    pub rounds: u64,
    /// Rounds that they banked and that were declared void.
    pub void_rounds: u64,
    /// The most settled rounds in a row.
    pub most_in_a_row: u64,
    /// How long they banked, from accepting to the end of each round, in milliseconds.
    pub banked_ms: u64,
}

/// A round that one player banked although they had banked the two before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RotationViolation {
    /// The player.
    pub player: PlayerId,
    /// The number of the table.
    pub table: TableId,
    /// The number of the round.
    pub round: Option<RoundId>,
    /// The number of the event that settled it.
    pub seq: Seq,
    /// When it was settled.
    pub at_ms: Timestamp,
    /// Which round in a row it was.
    pub in_a_row: u64,
}

impl fmt::Display for RotationAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
