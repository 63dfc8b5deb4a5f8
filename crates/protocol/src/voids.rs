//! Rounds that were declared void, and what they would have paid.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::history::ExportFormat;
use super::id::{PlayerId, RoundId, TableId, Timestamp};
use super::view::{NamedPlayer, Stage};

/// Which voids.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidsQuery {
    /// The first day, like `2026-11-15`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// Only that table.
    pub table: Option<TableId>,
    /// Only voids that this person declared.
    pub person: Option<PlayerId>,
    /// The form of an export; `jsonl` if left out.
    #[serde(default)]
    pub format: ExportFormat,
}

/// The voids of a period, summed up by the person who declared them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VoidsReport {
    /// Who declared voids, and whom they saved how much. Who saved most comes first.
    pub people: Vec<VoidsOfPerson>,
    /// The latest voids, newest first, 500 at most. The export has all of them.
    pub voids: Vec<VoidRecord>,
    /// How many earlier voids of the period are left out.
    pub left_out: u64,
}

/// The voids that one person declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VoidsOfPerson {
    /// Who declared them; null if the tables did by themselves.
    pub person: Option<NamedPlayer>,
    /// How many.
    pub voids: u64,
    /// How many of them came after the cards were dealt.
    pub dealt: u64,
    /// What each player would have won in them, losses negative. Who would have lost most comes first.
    pub players: Vec<VoidsOfPlayer>,
}

/// What voids of one person meant for one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VoidsOfPlayer {
    /// The player.
    pub player: NamedPlayer,
    /// How many of the rounds they had chips in, cards dealt.
    pub rounds: u64,
    /// What they would have won in these, in cents; losses negative. Hands that were not decided count as folded.
    pub net: i64,
    /// The same, if hands that were not decided had raised once on the river.
    pub net_raised: i64,
    /// Whether this account and the person's were used on one device, or are the same.
    pub same_device: bool,
}

/// A round that was declared void: a line of the export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VoidRecord {
    /// The number of the table.
    pub table: TableId,
    /// The number of the round.
    pub round: RoundId,
    /// When it was declared void.
    pub at_ms: Timestamp,
    /// On whose word.
    pub by: VoidedBy,
    /// The person; null if the table did so by itself.
    pub person: Option<NamedPlayer>,
    /// Why.
    pub reason: String,
    /// How far the round had come.
    pub stage: Stage,
    /// Who had chips in it.
    pub hands: Vec<VoidHand>,
}

/// On whose word a round was declared void.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoidedBy {
    /// The floor's.
    Floor,
    /// That of the player who banked, and stood down before anybody had wagered.
    Banker,
    /// The table's own: the bank could not put up its part.
    Table,
}

/// A player's part of a round that was declared void.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VoidHand {
    /// The player.
    pub player: NamedPlayer,
    /// Whether they banked the round.
    pub banked: bool,
    /// Whether every decision of their hand had been made, so that its result was certain. A bank's is certain if that
    /// of every hand is.
    pub decided: bool,
    /// What they would have won, in cents, losses negative; null before the deal, when nobody could know. A hand that
    /// was not decided counts as the table decides for an absent player: check, and fold on the river.
    pub net: Option<i64>,
    /// The same, if hands that were not decided had raised once on the river.
    pub net_raised: Option<i64>,
    /// Whether this account and the person's were used on one device, or are the same.
    pub same_device: bool,
}

impl fmt::Display for VoidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
