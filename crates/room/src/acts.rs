//! What the floor does at tables. The table's log is what counts; the card room's own log tells of it as well, so that
//! one log has all acts of the floor, with who and why. An act is kept with what it did until it is told of, so that
//! none is left out, whoever is interrupted.

use super::Room;
use super::beside::ACTS;
use ::journal::journal::Notice;
use store::{Expect, Put, Shelf, Span, StoreError};

/// How many acts are read at once.
const SOME: u32 = 100;

impl Room {
    /// Tells of all acts in the card room's own log that it does not tell of yet, each once.
    pub async fn tell_acts(&self) -> Result<(), StoreError> {
        loop {
            let acts = self.store.records(Span::beginning(Shelf::Room, ACTS, SOME)).await?;
            if acts.is_empty() {
                return Ok(());
            }
            for (key, text) in acts {
                let act: Notice =
                    serde_json::from_str(&text).map_err(|error| StoreError::Broken(error.to_string()))?;
                // If it is gone, somebody else has told of it.
                let told = Put { expect: Expect::Just(text), ..Put::gone(Shelf::Room, key) };
                self.journal.write(self.now_ms(), |_| (vec![act.clone()], vec![told.clone()])).await?;
            }
        }
    }

    /// The same after an act. That one is done in any case: what is not told of now is told of later.
    pub(super) async fn tell_acts_in_time(&self) {
        if let Err(error) = self.tell_acts().await {
            self.fault(&format!("an act of the floor is not told of yet: {error}"));
        }
    }
}
