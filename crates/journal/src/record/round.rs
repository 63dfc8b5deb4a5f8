//! What is stored of a round: its sealed seed, and summaries that say where to find it in the log.

use fair::seal::Sealed;
use fair::shuffle::RoundId;
use serde::{Deserialize, Serialize};
use store::RecordKind;

use super::{PlayerRoundKey, Record};

/// The server's seed of a round, sealed. Written with the event that opens the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealedSeed(#[serde(with = "crate::sealed")] pub Sealed);

impl Record for SealedSeed {
    const KIND: RecordKind = RecordKind::Seed;
    type Key = RoundId;
}

/// A finished round in short, for lists. Cards, decisions and transfers are in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundSummary {
    /// The table's number.
    pub table: u64,
    /// The number of the round.
    pub round: u64,
    /// When it ended.
    pub at_ms: u64,
    /// The sequence number of its first event.
    pub first_seq: u64,
    /// The sequence number of its last event.
    pub last_seq: u64,
    /// The rule book.
    pub book: String,
    /// The seats that played.
    pub seats: Vec<u8>,
    /// Whether this is the player/dealer's side of the round.
    pub banked: bool,
    /// Whether the round was declared void.
    pub void: bool,
    /// All that was wagered, in cents.
    pub wagered: i64,
    /// What was won or lost, in cents.
    pub net: i64,
}

/// A round as one player played it, with all seats of that player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerRoundRecord(pub RoundSummary);

impl Record for PlayerRoundRecord {
    const KIND: RecordKind = RecordKind::PlayerRound;
    type Key = PlayerRoundKey;
}

/// A round of a table, with all seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableRoundRecord(pub RoundSummary);

impl Record for TableRoundRecord {
    const KIND: RecordKind = RecordKind::TableRound;
    type Key = RoundId;
}
