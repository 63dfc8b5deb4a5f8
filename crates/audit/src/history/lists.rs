//! Lists of rounds, newest first, a page at a time.

use serde::Serialize;
use table::{PlayerId, TableId};

use fair::shuffle::RoundId;
use journal::record::{PlayerRoundKey, PlayerRoundRecord, Range, RoundSummary, TableRoundRecord};
use journal::{ReadRecords, Record, RecordKey};
use store::{LogReader, StoreError};

/// A page of rounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listing {
    /// Newest first.
    pub hands: Vec<RoundSummary>,
    /// The cursor of the next page, if there may be one.
    pub next: Option<String>,
}

/// Lists the rounds that a player played or banked.
pub async fn hands_of(
    store: &dyn LogReader,
    player: PlayerId,
    next: Option<&str>,
    limit: u32,
) -> Result<Listing, StoreError> {
    // A cursor is a key. One of another player is ignored: it must not open that player's list.
    let next = next.and_then(PlayerRoundKey::decode).filter(|next| next.player == player);
    page(store, Range::of_player(player), next, limit, |PlayerRoundRecord(summary)| summary).await
}

/// Lists the rounds of a table.
pub async fn rounds_of(
    store: &dyn LogReader,
    table: TableId,
    next: Option<&str>,
    limit: u32,
) -> Result<Listing, StoreError> {
    let next = next.and_then(RoundId::decode).filter(|next| next.table == table.0);
    page(store, Range::of_table(table), next, limit, |TableRoundRecord(summary)| summary).await
}

async fn page<R: Record>(
    store: &dyn LogReader,
    range: Range<R>,
    next: Option<R::Key>,
    limit: u32,
    summary: impl Fn(R) -> RoundSummary,
) -> Result<Listing, StoreError> {
    let range = match &next {
        Some(next) => range.before(next),
        None => range,
    };
    let found = store.scan(&range.backwards().limit(limit)).await?;
    let last = found.last().map(|(key, _)| key.encode());
    let next = last.filter(|_| found.len() == limit as usize);
    Ok(Listing { hands: found.into_iter().map(|(_, stored)| summary(stored.record)).collect(), next })
}
