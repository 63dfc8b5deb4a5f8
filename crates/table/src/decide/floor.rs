//! What the floor and the card room do: void, close, reveal.

use super::Deciding;
use crate::event::Event;
use crate::table::{Awaits, TableRound};
use crate::table_error::TableError;
use crate::who::{By, PlayerId, Seed};

impl Deciding<'_> {
    pub(super) fn void(&mut self, floor: PlayerId, reason: String) -> Result<(), TableError> {
        require_reason(&reason)?;
        self.declare_void(By::Floor(floor), reason)
    }

    pub(super) fn declare_void(&mut self, by: By, reason: String) -> Result<(), TableError> {
        self.live()?;
        let moves = self.table.void(&reason)?;
        self.record(Event::Voided { by, reason, moves })
    }

    /// Closes the table. Once bets are closed the hand is played to its end; before that, everything goes back.
    pub(super) fn close(&mut self, floor: PlayerId, reason: String) -> Result<(), TableError> {
        self.require_open()?;
        require_reason(&reason)?;
        self.table.start_closing();
        self.record(Event::Closing { floor, reason: reason.clone() })?;
        if self.table.live().is_some_and(TableRound::takes_wagers) {
            self.declare_void(By::Floor(floor), reason)?;
        }
        Ok(())
    }

    pub(super) fn reveal(&mut self, seed: Seed) -> Result<(), TableError> {
        if self.table.awaits() != Awaits::Reveal {
            return Err(TableError::NothingToReveal);
        }
        self.table.reveal(seed)?;
        self.record(Event::Revealed { seed })
    }
}

fn require_reason(reason: &str) -> Result<(), TableError> {
    if reason.trim().is_empty() { Err(TableError::NoReason) } else { Ok(()) }
}
