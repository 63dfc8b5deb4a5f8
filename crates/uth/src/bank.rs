//! The bank of one round: what the player/dealer has put up, and how far it reaches.

use crate::money::Cents;

/// The bank's running result. It never leaves −W..+W, where W is the player/dealer's wager (R7, CA.bet.4,
/// BB.type.2). A house has no such limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    wager: Option<Cents>,
    net: Cents,
}

impl Bank {
    /// Returns a bank at the start of a round; without a wager it is unlimited.
    pub const fn new(wager: Option<Cents>) -> Bank {
        Bank { wager, net: Cents::ZERO }
    }

    /// Returns what the player/dealer put up.
    pub const fn wager(&self) -> Option<Cents> {
        self.wager
    }

    /// Returns what it has won so far, losses negative.
    pub const fn net(&self) -> Cents {
        self.net
    }

    /// Returns whether the bank has lost its wager. Settlement ends there: what is not settled yet goes back (R7).
    #[inline]
    pub fn exhausted(&self) -> bool {
        // `covered` never lets the result pass the wager, so that it is reached exactly.
        self.wager.is_some_and(|wager| self.net == -wager)
    }

    /// Takes a losing stake as far as the bank may still win, and says how much was taken.
    pub(crate) fn take(&mut self, stake: Cents) -> Cents {
        let taken = self.covered(stake, self.net);
        self.net += taken;
        taken
    }

    /// Pays a winning wager as far as the bank may still lose, and says how much was paid.
    pub(crate) fn pay(&mut self, due: Cents) -> Cents {
        let paid = self.covered(due, -self.net);
        self.net -= paid;
        paid
    }

    /// As much of the amount as fits between what has already gone that way and the wager.
    fn covered(&self, amount: Cents, gone: Cents) -> Cents {
        let Some(wager) = self.wager else { return amount };
        // The room left is never negative: the result stays within −W and +W by induction over the wagers, so that
        // nothing is ever taken back that was settled before (R7).
        amount.min(wager - gone)
    }
}
