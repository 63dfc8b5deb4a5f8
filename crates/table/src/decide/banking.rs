//! Who banks the next round at a player-banked table.

use uth::{ButtonError, Cents, Round, Seat};

use super::Draft;
use crate::event::Event;
use crate::money::Account;
use crate::refusal::Refusal;
use crate::table::{BankOffer, TableRound, player_dealer};
use crate::who::{By, PlayerId};

impl Draft<'_> {
    pub(super) fn accept_bank(&mut self, player: PlayerId, seat: Seat, wager: Cents) -> Result<(), Refusal> {
        self.check_open()?;
        self.check_asked(player, seat)?;
        let terms = *self.table.settings.terms();
        Round::open(terms, player_dealer(seat, player, wager))?;
        // The collection is not part of the wager (R11), and it is not yet known: there must be enough for any.
        let fees = terms.setup().schedule.iter().flat_map(|schedule| schedule.brackets().iter());
        let most_collected = fees.map(|bracket| bracket.fee).max().unwrap_or(Cents::ZERO);
        self.afford(Account::Wallet(player), wager + most_collected)?;
        let moves = self.table.put_up(player, wager);
        self.emit(Event::BankAccepted { player, seat, wager, moves })
    }

    pub(super) fn decline_bank(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.check_asked(player, seat)?;
        self.emit(Event::BankDeclined { seat, by: By::Player(player) })
    }

    pub(super) fn withdraw_bank(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.own(player, seat)?;
        if self.can_stand_down(seat) {
            return self.stand_down(player, seat);
        }
        let banks =
            self.table.live().and_then(TableRound::player_dealer).is_some_and(|(bank, _)| bank == seat);
        Err(if banks { Refusal::BankStays } else { Refusal::NotBanking { seat } })
    }

    /// Gives the bank back, and asks the next seat.
    pub(super) fn stand_down(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        match self.table.bank {
            BankOffer::Accepted { .. } => self.give_bank_back()?,
            _ => self.declare_void(By::Player(player), "the player/dealer stood down".to_owned())?,
        }
        self.emit(Event::BankDeclined { seat, by: By::Player(player) })
    }

    /// Gives back what was put up for a round that has not been opened.
    pub(super) fn give_bank_back(&mut self) -> Result<(), Refusal> {
        let BankOffer::Accepted { seat, player, wager } = self.table.bank else { return Ok(()) };
        let moves = self.table.put_up(player, -wager);
        self.emit(Event::BankWithdrawn { seat, moves })
    }

    pub(super) fn offer_bank_again(&mut self, player: PlayerId) -> Result<(), Refusal> {
        if !self.table.seats_of(player).any(|seat| self.table.is_active(seat)) {
            return Err(Refusal::NotSeated);
        }
        if !self.table.settings.is_player_banked() {
            return Err(Refusal::Rules(uth::Refusal::HouseBanks));
        }
        if self.table.live().is_some() {
            return Err(Refusal::RoundUnderWay);
        }
        if self.table.bank != BankOffer::Nobody {
            return Err(Refusal::NoOffer);
        }
        self.emit(Event::BankOfferedAgain)?;
        // If the bank still has nowhere to go, nothing was offered.
        self.table.next_to_bank().map(|_| ()).ok_or(Refusal::NoOffer)
    }

    fn check_asked(&self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.own(player, seat)?;
        if !self.table.settings.is_player_banked() {
            return Err(Refusal::Rules(uth::Refusal::HouseBanks));
        }
        match self.asked_to_bank() {
            Some(asked) if asked == seat => Ok(()),
            offered => Err(Refusal::Button(ButtonError { seat, offered })),
        }
    }
}
