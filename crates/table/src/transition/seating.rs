//! Taking and leaving seats, and closing the table.

use uth::Seat;

use crate::replay_error::ReplayError;
use crate::table::{Occupant, Table, TableStatus};
use crate::who::PlayerId;

impl Occupant {
    const fn new(player: PlayerId) -> Occupant {
        Occupant { player, sits_out: false, leaves: false }
    }
}

impl Table {
    pub(crate) fn sit(&mut self, player: PlayerId, seat: Seat) -> Result<(), ReplayError> {
        self.take_seat(seat, Occupant::new(player))
    }

    pub(crate) fn take_seat(&mut self, seat: Seat, occupant: Occupant) -> Result<(), ReplayError> {
        if seat.number() > self.settings.terms().places() || self.occupant(seat).is_some() {
            return Err(ReplayError::Seat(seat));
        }
        self.seats[seat.index()] = Some(occupant);
        Ok(())
    }

    pub(crate) fn free_seat(&mut self, player: PlayerId, seat: Seat) -> Result<(), ReplayError> {
        if self.seated(seat)?.player != player {
            return Err(ReplayError::Seat(seat));
        }
        self.seats[seat.index()] = None;
        Ok(())
    }

    pub(crate) fn sit_out(&mut self, seat: Seat) -> Result<(), ReplayError> {
        self.seated(seat)?.sits_out = true;
        Ok(())
    }

    pub(crate) fn come_back(&mut self, seat: Seat) -> Result<(), ReplayError> {
        let occupant = self.seated(seat)?;
        *occupant = Occupant::new(occupant.player);
        Ok(())
    }

    pub(crate) fn mark_leaving(&mut self, seat: Seat) -> Result<(), ReplayError> {
        self.seated(seat)?.leaves = true;
        Ok(())
    }

    pub(crate) const fn start_closing(&mut self) {
        self.status = TableStatus::Closing;
    }

    pub(crate) fn close(&mut self) -> Result<(), ReplayError> {
        if self.live().is_some() || self.status != TableStatus::Closing {
            return Err(ReplayError::Closed);
        }
        self.status = TableStatus::Closed;
        Ok(())
    }

    pub(super) fn seated(&mut self, seat: Seat) -> Result<&mut Occupant, ReplayError> {
        self.seats[seat.index()].as_mut().ok_or(ReplayError::Seat(seat))
    }
}
