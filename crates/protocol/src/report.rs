//! What the tables turned over, and where the money went.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{PlayerId, TableId, Timestamp};
use super::text::Book;
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

// Never added up: the hold of the house is its income, and what the banks of players win is not.
/// A row of a report. Money that the house can win and money that only passes between players are apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReportRow {
    /// The table's number, the day, the month or the rule book.
    pub of: String,
    /// Rounds that were settled.
    pub rounds: u64,
    /// Rounds that were declared void.
    pub void_rounds: u64,
    /// Tables at which the house banks.
    pub house_banked: HouseBanked,
    /// Tables at which players bank.
    pub player_banked: PlayerBanked,
}

/// What the house won where it banks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HouseBanked {
    /// From people.
    pub people: HouseHold,
    /// From bots, whose chips are the card room's own.
    pub bots: HouseHold,
}

/// What the house won from some players, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HouseHold {
    /// Hands that played.
    pub hands: u64,
    /// What lay on each wager.
    pub wagers: Vec<WagerTotal>,
    /// What the house won.
    pub hold: i64,
    /// What the house should have won if every hand had been played best.
    pub theory: TheoreticalHold,
}

/// Where players bank: the house earns the fees, and the rest stays among the players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayerBanked {
    /// What people wagered and banked.
    pub people: BankedPlay,
    /// What bots wagered and banked.
    pub bots: BankedPlay,
}

/// What some players did where players bank, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankedPlay {
    /// Hands that they played against banks.
    pub hands: u64,
    /// What they wagered on these hands, Play included.
    pub action: i64,
    /// What they won or lost with these hands.
    pub result: i64,
    /// Rounds that they banked.
    pub banked_rounds: u64,
    /// What their banks won or lost, before fees.
    pub bank_gain: i64,
    /// What was collected from them for banking.
    pub fees: i64,
}

/// What lay on a wager, and what the house held of it, in cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WagerTotal {
    /// The wager.
    pub wager: Wager,
    /// What lay there.
    pub stake: i64,
    /// What the house won of it.
    pub hold: i64,
}

/// What a bank should have won, in cents.
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

/// Which rounds of the caller's own bank.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankingQuery {
    /// The first day, like `2026-11-15`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
}

/// What a player earned by banking, beside what theory expects.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankingReport {
    /// The sessions, the newest first.
    pub sessions: Vec<BankingSession>,
    /// All sessions together.
    pub total: BankingResult,
    /// What the expected gain leaves out: whole sentences, true of these rounds.
    pub assumptions: Vec<String>,
    /// Whether older rounds were left out: at most 500 are told at a time. A later `to` is answered with them.
    pub truncated: bool,
}

/// Rounds that a player banked at one table with less than an hour between two of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankingSession {
    /// The number of the table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// The rule book.
    pub book: Book,
    /// When the first of the rounds began.
    pub from_ms: Timestamp,
    /// When the last of them ended.
    pub to_ms: Timestamp,
    /// What came of it.
    pub result: BankingResult,
}

/// What came of banked rounds, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankingResult {
    /// Rounds that were settled.
    pub rounds: u64,
    /// Rounds that were declared void. They count for nothing else.
    pub void_rounds: u64,
    /// What was wagered against the bank, Play included.
    pub action: i64,
    /// What the bank won or lost.
    pub gain: i64,
    /// What was collected for banking.
    pub fees: i64,
    /// The gain without the fees.
    pub net: i64,
    /// Wagers that the bank covered in part or not at all.
    pub uncovered_wagers: u64,
    /// Rounds with such a wager.
    pub uncovered_rounds: u64,
    /// What the bank should have won of these wagers; null if the game cannot be solved.
    pub theory: Option<BankTheory>,
}

// Numbers with a point are only for display; the exact fraction stands beside them.
/// What a bank should have won, in cents, from players who play best and with every wager covered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BankTheory {
    /// The expected gain as an exact fraction.
    pub exact: String,
    /// The same as a number.
    pub expected: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// So many standard deviations the gain is above it; null if there is no deviation.
    pub deviations: Option<f64>,
}
