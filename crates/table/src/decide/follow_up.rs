//! What follows at once from every command: players who wanted to leave do, a closing table closes, and the bank is
//! offered to the seat that is due.

use super::Deciding;
use crate::event::Event;
use crate::table::{BankOffer, TableStatus};
use crate::table_error::TableError;

impl Deciding<'_> {
    pub(super) fn follow_up(&mut self) -> Result<(), TableError> {
        if self.table.live().is_some() {
            return Ok(());
        }
        let is_closing = self.table.status == TableStatus::Closing;
        if is_closing {
            self.give_bank_back()?;
        }
        for seat in self.table.seats() {
            if let Some(occupant) = self.table.occupant(seat).filter(|occupant| is_closing || occupant.leaves)
            {
                self.table.free_seat(occupant.player, seat)?;
                self.record(Event::Left { player: occupant.player, seat })?;
            }
        }
        if self.table.settings.is_player_banked() {
            self.offer_bank()?;
        }
        if is_closing {
            self.table.close()?;
            self.record(Event::Closed)?;
        }
        Ok(())
    }

    /// Offers the bank to the seat that is due, unless that seat is being asked already.
    fn offer_bank(&mut self) -> Result<(), TableError> {
        if matches!(self.table.bank, BankOffer::Accepted { .. }) {
            return Ok(());
        }
        match self.table.next_to_bank() {
            due if due == self.asked_to_bank() => Ok(()),
            Some(seat) => {
                let until = self.after_ms(self.table.settings.bank_ms());
                self.table.offer_bank(seat, until)?;
                self.record(Event::BankOffered { seat, until })
            }
            None => {
                self.table.lapse_offer()?;
                self.record(Event::OfferLapsed)
            }
        }
    }
}
