//! What the tables turned over, and where the money went.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{PlayerId, TableId};
use super::view::Wager;

/// Which report.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportQuery {
    /// What a row is about; tables if left out.
    pub by: Option<GroupBy>,
    /// The first day, like `2026-11-15`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// Only that table.
    pub table: Option<TableId>,
}

/// What a row of a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupBy {
    /// A table.
    Table,
    /// A day.
    Day,
    /// A month.
    Month,
    /// A rule book.
    Book,
}

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// What a row is about.
    pub by: GroupBy,
    /// The rows.
    pub rows: Vec<ReportRow>,
    /// All rows together.
    pub total: ReportRow,
}

/// A row of a report. Amounts are in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReportRow {
    /// The table's number, the day, the month or the rule book.
    pub of: String,
    /// Rounds that were settled.
    pub rounds: u64,
    /// Rounds that were declared void.
    pub void_rounds: u64,
    /// Hands that played.
    pub hands: u64,
    /// What lay on each wager.
    pub wagers: Vec<WagerTotal>,
    /// What the banks won, before the collection.
    pub hold: i64,
    /// What was collected from player/dealers.
    pub collection: i64,
    /// What the banks should have won if every hand had been played best.
    pub theory: TheoreticalHold,
}

/// What lay on a wager, and what the banks held of it, in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WagerTotal {
    /// The wager.
    pub wager: Wager,
    /// What lay there.
    pub stake: i64,
    /// What the banks won of it.
    pub hold: i64,
}

/// What the banks should have won, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TheoreticalHold {
    /// The expected hold.
    pub expected: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Where the hold should lie.
    pub bands: Vec<HoldBand>,
    /// The same for each part that is wagered by itself.
    pub parts: Vec<HoldPart>,
}

/// Where the hold should lie, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HoldBand {
    /// So many standard deviations to both sides.
    pub deviations: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the hold lies there.
    pub inside: bool,
}

/// A part that is wagered by itself, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HoldPart {
    /// `ante_blind_play`, `trips` or `bad_beat`.
    pub part: String,
    /// What was wagered: on the Ante alone, or on the bonus wager.
    pub wagered: i64,
    /// What the banks won.
    pub hold: i64,
    /// What they should have won.
    pub expected: f64,
    /// Where the hold should lie.
    pub bands: Vec<HoldBand>,
}

/// What went from a player to a banker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Flow {
    /// The banker.
    pub banker: PlayerId,
    /// The player.
    pub player: PlayerId,
    /// Rounds in which the player played against the banker.
    pub rounds: u64,
    /// What the player wagered, in cents.
    pub wagered: i64,
    /// What the banker won from the player, in cents.
    pub net: i64,
}
