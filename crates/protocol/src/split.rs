//! Results of hands, split into what the game is worth, luck, the cost of decisions, and what was not covered.
//!
//! Each stretch of luck is the change of the hand's value when its cards become known, so it is zero on average. Values
//! are those of a player who knows the hand's own cards and the board, plays best from there on, and is covered in
//! full. The parts sum to the result exactly, as fractions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::analysis::Exact;
use super::event::Wagers;
use super::id::{PlayerId, RoundId, SeatNumber, TableId, Timestamp};
use super::view::Stage;

/// The hands of a round that its reader may see split: a player's own, for auditors and the floor all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoundSplit {
    /// The number of the table.
    pub table: TableId,
    /// The number of the round.
    pub round: RoundId,
    /// When it ended.
    pub at_ms: Timestamp,
    /// The hands, by seat.
    pub hands: Vec<HandSplit>,
}

/// The result of one hand, split. In a void round every part is zero.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HandSplit {
    /// The seat.
    pub seat: SeatNumber,
    /// The player.
    pub player: PlayerId,
    /// What was wagered before the cards, in cents.
    pub wagers: Wagers,
    /// Whether the round was declared void: the wagers went back, so there was neither luck nor a decision that
    /// counted.
    pub void: bool,
    /// What the game is worth before any card, under best play.
    pub game: SplitPart,
    /// The luck of the hole cards.
    pub hole: SplitPart,
    /// The luck of the flop.
    pub flop: SplitPart,
    /// The luck of turn and river.
    pub turn_and_river: SplitPart,
    /// The luck of the dealer's hand.
    pub dealer: SplitPart,
    /// Each decision and its cost, in order.
    pub decisions: Vec<DecisionCost>,
    /// What a bank or an aggregate did not cover: the result less what full cover would have paid. It is positive where
    /// a wager went back that would have lost.
    pub uncovered: SplitPart,
    /// What was won or lost.
    pub result: SplitPart,
}

/// A part of a result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SplitPart {
    /// In Antes of the hand.
    pub antes: Exact,
    /// In cents.
    pub cents: Exact,
}

/// What a decision cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionCost {
    /// The street.
    pub street: Stage,
    /// `4x`, `3x`, `2x`, `1x`, `check` or `fold`.
    pub action: String,
    /// Its value less that of the best action: zero or negative.
    pub cost: SplitPart,
}

/// How many hands are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitQuery {
    /// How many of the player's last rounds are read, 1000 at most; 1000 if left out.
    pub limit: Option<u32>,
}

/// The recent hands of a player, split: each session, and all of them together. Rounds are read from the newest back,
/// up to the limit, and no further than where a ninth game would have to be solved: hands with another pay table or
/// another ratio of Bad Beat to Ante are another game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SplitReport {
    /// All hands together.
    pub all: SplitSum,
    /// The sessions, the newest first.
    pub sessions: Vec<SessionSplit>,
    /// Whether the player has earlier rounds that are left out of these sums, because of the limit or of a ninth game.
    pub earlier_left_out: bool,
}

/// Hands at one table without a pause of more than 30 minutes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionSplit {
    /// The number of the table.
    pub table: TableId,
    /// When its first round ended.
    pub from_ms: Timestamp,
    /// When its last round ended.
    pub to_ms: Timestamp,
    /// Its hands together.
    pub sum: SplitSum,
}

/// The parts of many results, in cents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SplitSum {
    /// How many hands there are, void ones included.
    pub hands: u32,
    /// What the game is worth before any card.
    pub game: Exact,
    /// The luck of the hole cards.
    pub hole: Exact,
    /// The luck of the flops.
    pub flop: Exact,
    /// The luck of turns and rivers.
    pub turn_and_river: Exact,
    /// The luck of the dealer's hands.
    pub dealer: Exact,
    /// What decisions cost: zero or negative.
    pub decisions: Exact,
    /// What banks and aggregates did not cover.
    pub uncovered: Exact,
    /// What was won or lost.
    pub result: Exact,
}
