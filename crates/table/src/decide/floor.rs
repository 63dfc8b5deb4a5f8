//! What the floor and the card room do: void, close, reveal.

use uth::{Action, Stage};

use super::Draft;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::table::Awaits;
use crate::who::{By, PlayerId, Seed};

impl Draft<'_> {
    pub(super) fn void(&mut self, floor: PlayerId, reason: String) -> Result<(), Refusal> {
        check_reason(&reason)?;
        self.declare_void(By::Floor(floor), reason)
    }

    pub(super) fn declare_void(&mut self, by: By, reason: String) -> Result<(), Refusal> {
        let mut void = self.live()?.clone();
        void.round.act(Action::Void(reason.clone()))?;
        let moves = self.table.final_moves(&void);
        self.emit(Event::Voided { by, reason, moves })
    }

    /// Once bets are closed the hand is played to its end; before that, everything goes back.
    pub(super) fn close(&mut self, floor: PlayerId, reason: String) -> Result<(), Refusal> {
        self.check_open()?;
        check_reason(&reason)?;
        self.emit(Event::Closing { floor, reason: reason.clone() })?;
        match self.table.live() {
            Some(live) if live.round.stage() == Stage::Betting => self.declare_void(By::Floor(floor), reason),
            _ => Ok(()),
        }
    }

    pub(super) fn reveal(&mut self, seed: Seed) -> Result<(), Refusal> {
        if self.table.awaits() != Awaits::Reveal {
            return Err(Refusal::NothingToReveal);
        }
        self.emit(Event::Revealed { seed })
    }
}

fn check_reason(reason: &str) -> Result<(), Refusal> {
    if reason.trim().is_empty() { Err(Refusal::NoReason) } else { Ok(()) }
}
