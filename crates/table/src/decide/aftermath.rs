//! What follows by itself once a command has had its effect: who leaves, whether the table closes, and to whom the
//! bank is offered now.

use super::Draft;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::table::{BankOffer, Standing};

impl Draft<'_> {
    pub(super) fn aftermath(&mut self) -> Result<(), Refusal> {
        if self.table.live().is_some() {
            return Ok(());
        }
        if self.table.standing == Standing::Closing {
            self.give_bank_back()?;
        }
        for seat in self.table.seats() {
            let leaves = |leaves| leaves || self.table.standing == Standing::Closing;
            if let Some(who) = self.table.occupant(seat).filter(|who| leaves(who.leaves)) {
                self.emit(Event::Left { player: who.player, seat })?;
            }
        }
        if self.table.settings.is_player_banked() {
            self.offer_bank()?;
        }
        if self.table.standing == Standing::Closing { self.emit(Event::Closed) } else { Ok(()) }
    }

    /// Offers the bank to whom it is due, if that is not the seat that is asked already.
    fn offer_bank(&mut self) -> Result<(), Refusal> {
        if matches!(self.table.bank, BankOffer::Accepted { .. }) {
            return Ok(());
        }
        let asked = self.asked_to_bank();
        match self.table.next_to_bank() {
            due if due == asked => Ok(()),
            Some(seat) => {
                let until_ms = self.after_ms(self.table.settings.bank_ms());
                self.emit(Event::BankOffered { seat, until_ms })
            }
            None => self.emit(Event::OfferLapsed),
        }
    }
}
