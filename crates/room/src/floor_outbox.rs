//! What the floor does at tables. The table's log is what counts; the card room's own log tells of it as well, so that
//! one log has all acts of the floor, with who and why. An act is kept with what it did until it is told of, so that
//! none is left out, whoever is interrupted.

use crate::room::Room;
use ::journal::ReadRecords;
use ::journal::record::{FloorOutboxRecord, RecordRange};
use store::StoreError;

/// How many acts are read at once.
const SOME: u32 = 100;

impl Room {
    /// Tells of all acts in the card room's own log that it does not tell of yet, each once.
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

    /// The same after an act. That one is done in any case: what is not told of now is told of later.
    pub(super) async fn drain_outbox_or_log(&self) {
        if let Err(error) = self.drain_outbox().await {
            self.fault(&format!("an act of the floor is not told of yet: {error}"));
        }
    }
}
