//! Writes the room's own log, the journal: accounts, roles, grants, and acts of the floor.
//!
//! An act of the floor at a table is committed to an outbox record together with its events, and removed from there
//! together with its entry in the journal: whichever node is interrupted, each act is copied exactly once.

use std::sync::Arc;

use ::journal::ReadRecords;
use ::journal::chain::{GENESIS, chained};
use ::journal::record::{FloorOutboxRecord, RecordRange};
use ::journal::room_log::{JournalEntry, RoomEvent};
use async_lock::Mutex;
use store::{Commit, CommitResult, Head, LogId, LogWriter, RecordWrite, StoreError};

use crate::room::Room;

/// Appends to the journal.
pub struct Journal {
    store: Arc<dyn LogWriter>,
    /// The end of the journal as far as this node knows; held during a write, so that the writers of one node queue up
    /// instead of running into conflicts with each other.
    head: Mutex<Option<Head>>,
}

impl Journal {
    /// The journal of that store.
    pub fn new(store: Arc<dyn LogWriter>) -> Journal {
        Journal { store, head: Mutex::new(None) }
    }

    /// Appends events together with the records that belong to them, all or nothing. `entry` is given the sequence
    /// number of the first event, which is unique and therefore serves as the number of a new account. After a conflict
    /// with another node it is called again.
    pub async fn write(
        &self,
        at_ms: u64,
        entry: impl Fn(u64) -> (Vec<RoomEvent>, Vec<RecordWrite>) + Send,
    ) -> Result<CommitResult, StoreError> {
        // Held across the append: a second writer would only build on an end that is about to change.
        let mut known = self.head.lock().await;
        loop {
            if known.is_none() {
                *known = self.store.head(LogId::ROOM).await?;
            }
            let (before, previous) = known.map_or((0, GENESIS), |head| (head.seq, head.hash));
            let (events, writes) = entry(before + 1);
            let moves = events.iter().filter_map(RoomEvent::moves).collect();
            let count = events.len() as u32;
            let body = JournalEntry { events }.body();
            let entry = chained(&previous, LogId::ROOM, before + 1, count, at_ms, body);
            let head = Head { seq: entry.last_seq(), hash: entry.hash, wake_ms: None };
            let change = Commit { entry: Some(entry), wake_ms: None, moves, writes };
            // Unless this succeeds, the end of the journal is unknown and has to be read again.
            *known = None;
            match self.store.append(change).await? {
                // Another node has written; the end is read again and the entry made anew.
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

/// How many acts are read at once.
const ACTS_AT_ONCE: u32 = 100;

impl Room {
    /// Copies all acts of the outbox into the room log.
    pub async fn drain_outbox(&self) -> Result<(), StoreError> {
        loop {
            let acts = self.store.scan(&RecordRange::<FloorOutboxRecord>::all().limit(ACTS_AT_ONCE)).await?;
            if acts.is_empty() {
                return Ok(());
            }
            for (key, act) in acts {
                let FloorOutboxRecord(event) = act.record.clone();
                // If the record is gone by then, another node has written the event.
                let copied = act.delete(&key);
                self.journal.write(self.now_ms(), |_| (vec![event.clone()], vec![copied.clone()])).await?;
            }
        }
    }

    /// Does the same after an act, which is durable already: what fails now is copied later.
    pub(super) async fn drain_outbox_or_log(&self) {
        if let Err(error) = self.drain_outbox().await {
            self.fault(&format!("an act of the floor is not in the room log yet: {error}"));
        }
    }
}
