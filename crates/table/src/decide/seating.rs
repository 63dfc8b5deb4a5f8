//! Sitting down, leaving, and sitting out.

use uth::{RulesError, Seat};

use super::Deciding;
use crate::allowance::Allowance;
use crate::event::Event;
use crate::settings::TableMode;
use crate::table::BankOffer;
use crate::table_error::TableError;
use crate::who::PlayerId;

impl Deciding<'_> {
    pub(super) fn sit(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.require_open()?;
        let places = self.table.settings.terms().places();
        if seat.number() > places {
            return Err(TableError::Rules(RulesError::NoSuchSeat { seat, places }));
        }
        if self.table.occupant(seat).is_some() {
            return Err(TableError::SeatTaken { seat });
        }
        let mut others = self.table.seats().filter_map(|seat| self.table.occupant(seat));
        if self.table.settings.mode() == TableMode::Solo && others.any(|other| other.player != player) {
            return Err(TableError::SoloTable);
        }
        // With two seats one player would hold the button for four hands in a row (CA.round.20).
        if self.table.settings.is_player_banked() && self.table.seats_of(player).next().is_some() {
            return Err(TableError::OneSeatEach);
        }
        if let Allowance::Excluded { until } = (self.context.allowance)(player) {
            return Err(TableError::Excluded { until });
        }
        self.table.sit(player, seat)?;
        self.record(Event::Sat { player, seat })
    }

    /// Gives a seat up. Wagers are taken back until bets close; after that, and with a bank that was wagered against,
    /// the player leaves when the hand is over.
    pub(super) fn leave(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        if self.own(player, seat)?.leaves {
            return Err(TableError::Leaves { seat });
        }
        if self.can_stand_down(seat) {
            self.stand_down(player, seat)?;
        } else if let Some(live) = self.table.live() {
            let banks = live.player_dealer().is_some_and(|(bank, _)| bank == seat);
            let plays = live.round.wagers(seat).is_some();
            if banks || (plays && !live.takes_wagers()) {
                self.table.mark_leaving(seat)?;
                return self.record(Event::Leaving { seat });
            }
            if plays {
                self.withdraw(player, seat)?;
            }
        }
        self.table.free_seat(player, seat)?;
        self.record(Event::Left { player, seat })
    }

    pub(super) fn sit_out(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own_active(player, seat)?;
        self.table.sit_out(seat)?;
        self.record(Event::SatOut { seat })
    }

    pub(super) fn come_back(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if self.table.is_active(seat) {
            return Err(TableError::TakesPart { seat });
        }
        self.table.come_back(seat)?;
        self.record(Event::CameBack { seat })
    }

    /// Returns whether that seat banks, and nobody has wagered against it.
    pub(super) fn can_stand_down(&self, seat: Seat) -> bool {
        match (self.table.bank, self.table.live()) {
            (BankOffer::Accepted { seat: bank, .. }, _) => bank == seat,
            (_, Some(live)) => {
                let banks = live.player_dealer().is_some_and(|(bank, _)| bank == seat);
                banks && live.takes_wagers() && live.round.seats().next().is_none()
            }
            _ => false,
        }
    }
}
