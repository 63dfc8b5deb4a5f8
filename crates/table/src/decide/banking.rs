//! Who banks the next round at a player-banked table.

use uth::{ButtonError, Cents, RulesError, Seat};

use super::Deciding;
use crate::event::Event;
use crate::money::Account;
use crate::table::{BankOffer, TableRound};
use crate::table_error::TableError;
use crate::who::{By, PlayerId};

impl Deciding<'_> {
    pub(super) fn accept_bank(
        &mut self,
        player: PlayerId,
        seat: Seat,
        wager: Cents,
    ) -> Result<(), TableError> {
        self.require_open()?;
        self.require_asked(player, seat)?;
        let moves = self.table.accept_bank(player, seat, wager)?;
        // The collection is not part of the wager (R11), and it depends on wagers that are yet to come: the player must
        // be able to pay and to lose the largest.
        let needed = wager + self.table.settings.largest_collection();
        self.require_allowance(player, needed)?;
        self.require_funds(Account::Wallet(player), needed)?;
        self.record(Event::BankAccepted { player, seat, wager, moves })
    }

    pub(super) fn decline_bank(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.require_asked(player, seat)?;
        self.pass_bank_on(seat, By::Player(player))
    }

    pub(super) fn pass_bank_on(&mut self, seat: Seat, by: By) -> Result<(), TableError> {
        self.table.decline_bank(seat)?;
        self.record(Event::BankDeclined { seat, by })
    }

    pub(super) fn withdraw_bank(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if self.can_stand_down(seat) {
            return self.stand_down(player, seat);
        }
        let banks =
            self.table.live().and_then(TableRound::player_dealer).is_some_and(|(bank, _)| bank == seat);
        Err(if banks { TableError::BankStays } else { TableError::NotBanking { seat } })
    }

    /// Gives the bank back, and passes it on to the next seat.
    pub(super) fn stand_down(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        match self.table.bank {
            BankOffer::Accepted { .. } => self.give_bank_back()?,
            _ => self.declare_void(By::Player(player), "the player/dealer stood down".to_owned())?,
        }
        self.pass_bank_on(seat, By::Player(player))
    }

    /// Gives back what was put up for a round that has not been opened.
    pub(super) fn give_bank_back(&mut self) -> Result<(), TableError> {
        let BankOffer::Accepted { seat, .. } = self.table.bank else { return Ok(()) };
        let moves = self.table.withdraw_bank(seat)?;
        self.record(Event::BankWithdrawn { seat, moves })
    }

    pub(super) fn offer_bank_again(&mut self, player: PlayerId) -> Result<(), TableError> {
        if !self.table.seats_of(player).any(|seat| self.table.is_active(seat)) {
            return Err(TableError::NotSeated);
        }
        if !self.table.settings.is_player_banked() {
            return Err(TableError::Rules(RulesError::HouseBanks));
        }
        if self.table.live().is_some() {
            return Err(TableError::RoundUnderWay);
        }
        if self.table.bank != BankOffer::Nobody {
            return Err(TableError::NoOffer);
        }
        self.table.offer_bank_again()?;
        self.record(Event::BankOfferedAgain)?;
        // If the bank still has nowhere to go, nothing was offered.
        self.table.next_to_bank().map(|_| ()).ok_or(TableError::NoOffer)
    }

    fn require_asked(&self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if !self.table.settings.is_player_banked() {
            return Err(TableError::Rules(RulesError::HouseBanks));
        }
        match self.asked_to_bank() {
            Some(asked) if asked == seat => Ok(()),
            offered => Err(TableError::Button(ButtonError { seat, offered })),
        }
    }
}
