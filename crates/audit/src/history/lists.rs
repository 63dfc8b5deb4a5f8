//! Lists of rounds, newest first, a page at a time.

use table::{PlayerId, TableId};

use fair::shuffle::RoundId;
use journal::record::{PlayerRoundKey, PlayerRoundRecord, RecordRange, RoundSummary, TableRoundRecord};
use journal::{ReadRecords, Record, RecordKey};
use protocol::{HandSummary, HandsPage};
use store::{LogReader, StoreError};

/// Lists the rounds that a player played or banked.
pub async fn hands_of(
    store: &dyn LogReader,
    player: PlayerId,
    next: Option<&str>,
    limit: u32,
) -> Result<HandsPage, StoreError> {
    // A cursor is a key. One of another player is ignored: it must not open that player's list.
    let next = next.and_then(PlayerRoundKey::decode).filter(|next| next.player == player);
    page(store, RecordRange::of_player(player), next, limit, |PlayerRoundRecord(summary)| summary).await
}

/// Lists the rounds of a table.
pub async fn rounds_of(
    store: &dyn LogReader,
    table: TableId,
    next: Option<&str>,
    limit: u32,
) -> Result<HandsPage, StoreError> {
    let next = next.and_then(RoundId::decode).filter(|next| next.table == table.0);
    page(store, RecordRange::of_table(table), next, limit, |TableRoundRecord(summary)| summary).await
}

async fn page<R: Record>(
    store: &dyn LogReader,
    range: RecordRange<R>,
    next: Option<R::Key>,
    limit: u32,
    summary: impl Fn(R) -> RoundSummary,
) -> Result<HandsPage, StoreError> {
    let range = match &next {
        Some(next) => range.before(next),
        None => range,
    };
    let found = store.scan(&range.backwards().limit(limit)).await?;
    let last = found.last().map(|(key, _)| key.encode());
    let next = last.filter(|_| found.len() == limit as usize);
    Ok(HandsPage {
        hands: found.into_iter().map(|(_, stored)| hand_summary(summary(stored.record))).collect(),
        next,
    })
}

fn hand_summary(summary: RoundSummary) -> HandSummary {
    HandSummary {
        table: summary.table,
        round: summary.round,
        at_ms: summary.at_ms,
        first_seq: summary.first_seq,
        last_seq: summary.last_seq,
        book: summary.book,
        seats: summary.seats,
        banked: summary.banked,
        void: summary.void,
        wagered: summary.wagered,
        net: summary.net,
    }
}
