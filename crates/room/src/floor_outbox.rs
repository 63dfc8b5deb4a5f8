//! Copies acts of the floor at tables into the room log, so that one log contains all of them, with who and why.
//!
//! An act is committed to an outbox record together with its events, and removed from there together with its entry in
//! the room log: whichever node is interrupted, each act is copied exactly once.

use crate::room::Room;
use ::journal::ReadRecords;
use ::journal::record::{FloorOutboxRecord, RecordRange};
use store::StoreError;

/// How many acts are read at once.
const SOME: u32 = 100;

impl Room {
    /// Copies all acts of the outbox into the room log.
    pub async fn drain_outbox(&self) -> Result<(), StoreError> {
        loop {
            let acts = self.store.scan(&RecordRange::<FloorOutboxRecord>::all().limit(SOME)).await?;
            if acts.is_empty() {
                return Ok(());
            }
            for (key, act) in acts {
                let FloorOutboxRecord(event) = act.record.clone();
                // If the record is gone by then, another node has written the event.
                let told = act.delete(&key);
                self.journal.write(self.now_ms(), |_| (vec![event.clone()], vec![told.clone()])).await?;
            }
        }
    }

    /// Does the same after an act, which is durable in any case: what fails now is copied later.
    pub(super) async fn drain_outbox_or_log(&self) {
        if let Err(error) = self.drain_outbox().await {
            self.fault(&format!("an act of the floor is not in the room log yet: {error}"));
        }
    }
}
