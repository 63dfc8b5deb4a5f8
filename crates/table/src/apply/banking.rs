//! How the bank goes round at a player-banked table.

use uth::Round;

use crate::contradiction::Contradiction;
use crate::event::Event;
use crate::table::{BankOffer, Table, player_dealer};

impl Table {
    pub(super) fn apply_banking(&mut self, event: &Event) -> Result<(), Contradiction> {
        match (event, self.bank) {
            (Event::BankOffered { seat, until_ms }, BankOffer::Nobody | BankOffer::Offered { .. }) => {
                if self.live().is_some() || self.next_to_bank() != Some(*seat) {
                    return Err(Contradiction::Bank);
                }
                self.bank = BankOffer::Offered { seat: *seat, until_ms: *until_ms };
            }
            (Event::OfferLapsed, BankOffer::Offered { .. }) => self.bank = BankOffer::Nobody,
            (Event::BankDeclined { seat, .. }, BankOffer::Nobody | BankOffer::Offered { .. }) => {
                // Whether this seat is the one that was asked is for the decision to say: by now others may
                // have come or gone.
                self.button.decline(*seat, |asked| asked == *seat)?;
                self.bank = BankOffer::Nobody;
            }
            (Event::BankOfferedAgain, BankOffer::Nobody) => self.button.offer_again(),
            (Event::BankAccepted { player, seat, wager, moves }, BankOffer::Offered { seat: asked, .. }) => {
                if asked != *seat || self.seated(*seat)?.player != *player {
                    return Err(Contradiction::Bank);
                }
                Round::open(*self.settings.terms(), player_dealer(*seat, *player, *wager))?;
                self.carry(moves, &self.put_up(*player, *wager))?;
                self.bank = BankOffer::Accepted { seat: *seat, player: *player, wager: *wager };
            }
            (Event::BankWithdrawn { seat, moves }, BankOffer::Accepted { seat: bank, player, wager }) => {
                if bank != *seat {
                    return Err(Contradiction::Bank);
                }
                self.carry(moves, &self.put_up(player, -wager))?;
                self.bank = BankOffer::Nobody;
            }
            _ => return Err(Contradiction::Bank),
        }
        Ok(())
    }
}
