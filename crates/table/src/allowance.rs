//! A player's own limits: how much they may still lose, and whether they play at all.

use uth::Cents;

use crate::table::{BankOffer, Table};
use crate::time::Timestamp;
use crate::who::PlayerId;

/// What a player's own limits leave. A limit only ever refuses *new* exposure, counted at the largest raise; so no
/// decision in a running hand is refused by one, and an exclusion lets that hand finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// The player has no limit.
    Unlimited,
    /// The player may lose at most this much more. Everything that lies on tables counts as lost, and so does what
    /// [`Table::reserved`] says of each table.
    AtMost(Cents),
    /// The player has excluded themselves.
    Excluded {
        /// When the exclusion ends.
        until: Timestamp,
    },
}

impl Table {
    /// Returns what a player can still be asked to pay for what they have begun at this table: the largest raise that
    /// each of their hands can still make, and the largest collection of a bank whose fee is not yet known. These
    /// chips are still in the wallet, but no other wager may use them up if the player has a loss limit.
    pub fn reserved(&self, player: PlayerId) -> Cents {
        let raises = self.live().into_iter().flat_map(|live| {
            let own = self.seats().filter(move |seat| live.owners[seat.index()] == Some(player));
            own.map(|seat| live.round.largest_raise_left(seat))
        });
        let banks = match (self.bank, self.live()) {
            (BankOffer::Accepted { player: bank, .. }, _) => bank == player,
            (_, Some(live)) if live.takes_wagers() => {
                live.player_dealer().is_some_and(|(_, bank)| bank == player)
            }
            _ => false,
        };
        let collection = if banks { self.settings.largest_collection() } else { Cents::ZERO };
        raises.sum::<Cents>() + collection
    }
}
