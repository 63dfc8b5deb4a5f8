//! What the floor does at tables. The table's log is what counts; the card room's own log tells of it as well, so that
//! one log has all acts of the floor, with who and why. An act is kept with what it did until it is told of, so that
//! none is left out, whoever is interrupted.

use super::side_records::ACTS;
use crate::room::Room;
use ::journal::journal::RoomEvent;
use store::{KeyRange, Precondition, RecordKind, RecordWrite, StoreError};

/// How many acts are read at once.
const SOME: u32 = 100;

impl Room {
    /// Tells of all acts in the card room's own log that it does not tell of yet, each once.
    pub async fn drain_outbox(&self) -> Result<(), StoreError> {
        loop {
            let acts = self.store.records(KeyRange::prefix(RecordKind::Room, ACTS, SOME)).await?;
            if acts.is_empty() {
                return Ok(());
            }
            for (key, text) in acts {
                let act: RoomEvent =
                    serde_json::from_str(&text).map_err(|error| StoreError::Broken(error.to_string()))?;
                // If it is gone, somebody else has told of it.
                let told = RecordWrite {
                    precondition: Precondition::Equals(text),
                    ..RecordWrite::delete(RecordKind::Room, key)
                };
                self.journal.write(self.now_ms(), |_| (vec![act.clone()], vec![told.clone()])).await?;
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
