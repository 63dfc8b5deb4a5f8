//! What is stored of a round: its sealed seed, and summaries that say where to find it in the log.

use fair::seal::Sealed;
use fair::shuffle::RoundId;
use protocol::RoundSummary;
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
