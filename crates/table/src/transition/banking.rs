//! Offering, accepting and returning the bank of a player-banked table.

use uth::{Cents, Round, Seat};

use crate::money::Move;
use crate::replay_error::ReplayError;
use crate::table::{BankOffer, Table, player_dealer};
use crate::time::Timestamp;
use crate::who::PlayerId;

impl Table {
    pub(crate) fn offer_bank(&mut self, seat: Seat, until: Timestamp) -> Result<(), ReplayError> {
        let is_accepted = matches!(self.bank, BankOffer::Accepted { .. });
        if is_accepted || self.live().is_some() || self.next_to_bank() != Some(seat) {
            return Err(ReplayError::Bank);
        }
        self.bank = BankOffer::Offered { seat, until };
        Ok(())
    }

    pub(crate) fn lapse_offer(&mut self) -> Result<(), ReplayError> {
        let BankOffer::Offered { .. } = self.bank else { return Err(ReplayError::Bank) };
        self.bank = BankOffer::Nobody;
        Ok(())
    }

    /// Passes the bank on. Whether this seat was asked is for the decision to say: other players may have come or gone
    /// since.
    pub(crate) fn decline_bank(&mut self, seat: Seat) -> Result<(), ReplayError> {
        if matches!(self.bank, BankOffer::Accepted { .. }) {
            return Err(ReplayError::Bank);
        }
        self.button.decline(seat, |asked| asked == seat)?;
        self.bank = BankOffer::Nobody;
        Ok(())
    }

    pub(crate) fn offer_bank_again(&mut self) -> Result<(), ReplayError> {
        if self.bank != BankOffer::Nobody {
            return Err(ReplayError::Bank);
        }
        self.button.offer_again();
        Ok(())
    }

    pub(crate) fn accept_bank(
        &mut self,
        player: PlayerId,
        seat: Seat,
        wager: Cents,
    ) -> Result<Vec<Move>, ReplayError> {
        let is_asked = matches!(self.bank, BankOffer::Offered { seat: asked, .. } if asked == seat);
        if !is_asked || self.seated(seat)?.player != player {
            return Err(ReplayError::Bank);
        }
        // The rules judge the wager when a round opens with it; the round itself waits for a commitment.
        Round::open(*self.settings.terms(), player_dealer(seat, player, wager))?;
        self.bank = BankOffer::Accepted { seat, player, wager };
        Ok(self.escrow_moves(player, wager))
    }

    /// Returns the bank for which no round was opened to its player.
    pub(crate) fn withdraw_bank(&mut self, seat: Seat) -> Result<Vec<Move>, ReplayError> {
        match self.bank {
            BankOffer::Accepted { seat: bank, player, wager } if bank == seat => {
                self.bank = BankOffer::Nobody;
                Ok(self.escrow_moves(player, -wager))
            }
            _ => Err(ReplayError::Bank),
        }
    }
}
