//! Writes the card room's own log.

use std::sync::Arc;

use ::journal::chain::{GENESIS, chained};
use ::journal::journal::{JournalEntry, RoomEvent};
use store::{Commit, CommitResult, Head, LogId, RecordWrite, Store, StoreError};
use tokio::sync::Mutex;

/// Writes the journal.
pub struct Journal {
    store: Arc<dyn Store>,
    /// Where it ends, as far as this node knows.
    head: Mutex<Option<Head>>,
}

impl Journal {
    /// The journal of that storage.
    pub fn new(store: Arc<dyn Store>) -> Journal {
        Journal { store, head: Mutex::default() }
    }

    /// Writes what happened, with the records that belong to it, all or nothing. `page` is told the number that the
    /// first event will have, which no other event of the journal has: a good number for a new account.
    pub async fn write(
        &self,
        at_ms: u64,
        page: impl Fn(u64) -> (Vec<RoomEvent>, Vec<RecordWrite>) + Send,
    ) -> Result<CommitResult, StoreError> {
        let mut known = self.head.lock().await;
        loop {
            if known.is_none() {
                *known = self.store.head(LogId::JOURNAL).await?;
            }
            let (before, previous) = known.map_or((0, GENESIS), |head| (head.seq, head.hash));
            let (events, writes) = page(before + 1);
            let moves = events.iter().filter_map(RoomEvent::moves).collect();
            let count = events.len() as u32;
            let body = serde_json::to_string(&JournalEntry { events })
                .map_err(|error| StoreError::Broken(error.to_string()))?;
            let entry = chained(&previous, LogId::JOURNAL, before + 1, count, at_ms, body);
            let head = Head { seq: entry.last_seq(), hash: entry.hash, wake_ms: None };
            let change = Commit { entry: Some(entry), wake_ms: None, moves, writes };
            // Whatever goes wrong, where the journal ends has to be asked again.
            *known = None;
            match self.store.append(change).await? {
                CommitResult::Conflict => {}
                CommitResult::Done(balances) => {
                    *known = Some(head);
                    return Ok(CommitResult::Done(balances));
                }
                refused => return Ok(refused),
            }
        }
    }
}
