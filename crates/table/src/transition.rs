//! The transitions of a table's state. [`crate::Deciding`] performs one and then records its event; [`Table::apply`]
//! performs the same one for a stored event and compares the money.
//!
//! A transition that moves chips returns the moves and leaves them to [`Table::apply_moves`], because deciding has to
//! ask for funds in between.

use uth::Cents;

use crate::money::{Account, Move};
use crate::replay_error::ReplayError;
use crate::table::{BankOffer, Table};

mod banking;
mod playing;
mod seating;

impl Table {
    /// Moves chips to and from the table.
    pub(crate) fn apply_moves(&mut self, moves: &[Move]) -> Result<(), ReplayError> {
        let escrow = Account::Escrow(self.id);
        for one in moves {
            if one.credit == escrow {
                self.escrow += one.amount;
            }
            if one.debit == escrow {
                self.escrow -= one.amount;
            }
            if let (Account::Drop, Some(round)) = (one.credit, &mut self.round) {
                round.collected = one.amount;
            }
        }
        // Between rounds only an accepted bank lies on the table.
        let is_cleared = self.live().is_none() && !matches!(self.bank, BankOffer::Accepted { .. });
        let is_balanced = if is_cleared { self.escrow == Cents::ZERO } else { self.escrow >= Cents::ZERO };
        if is_balanced { Ok(()) } else { Err(ReplayError::Money) }
    }
}
