//! Which hands there are, newest first, a page at a time.

use serde::Serialize;
use table::{PlayerId, TableId};

use journal::history::RoundSummary;
use store::{KeyRange, RecordKind, Store, StoreError};

/// A page of hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listing {
    /// Newest first.
    pub hands: Vec<RoundSummary>,
    /// What to ask for next, if there may be more.
    pub next: Option<String>,
}

/// The hands that somebody played or banked.
pub async fn hands_of(
    store: &dyn Store,
    player: PlayerId,
    next: Option<&str>,
    limit: u32,
) -> Result<Listing, StoreError> {
    page(store, &of_player(player), next, limit).await
}

/// The rounds of a table.
pub async fn rounds_of(
    store: &dyn Store,
    table: TableId,
    next: Option<&str>,
    limit: u32,
) -> Result<Listing, StoreError> {
    page(store, &of_table(table), next, limit).await
}

/// What the keys of a player's hands begin with.
pub(super) fn of_player(player: PlayerId) -> String {
    format!("p{:016x}/", player.0)
}

/// What the keys of a table's rounds begin with.
pub(super) fn of_table(table: TableId) -> String {
    format!("t{:016x}/", table.0)
}

pub(super) fn read(key: &str, text: &str) -> Result<RoundSummary, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Broken(format!("hand {key}: {error}")))
}

async fn page(
    store: &dyn Store,
    prefix: &str,
    next: Option<&str>,
    limit: u32,
) -> Result<Listing, StoreError> {
    let mut span = KeyRange { backwards: true, ..KeyRange::prefix(RecordKind::RoundSummary, prefix, limit) };
    // Whoever turns pages stays in their own book.
    if let Some(next) = next.filter(|next| next.starts_with(prefix)) {
        next.clone_into(&mut span.until);
    }
    let records = store.records(span).await?;
    let last = records.last().map(|(key, _)| key.clone());
    let next = last.filter(|_| records.len() == limit as usize);
    let hands = records.iter().map(|(key, text)| read(key, text)).collect::<Result<_, _>>()?;
    Ok(Listing { hands, next })
}
