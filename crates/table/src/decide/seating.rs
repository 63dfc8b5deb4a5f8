//! Coming, going, and sitting out.

use uth::{Seat, Stage};

use super::Draft;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::settings::Pace;
use crate::table::BankOffer;
use crate::who::PlayerId;

impl Draft<'_> {
    pub(super) fn sit(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.check_open()?;
        let places = self.table.settings.terms().places();
        if seat.number() > places {
            return Err(Refusal::Rules(uth::Refusal::NoSuchSeat { seat, places }));
        }
        if self.table.occupant(seat).is_some() {
            return Err(Refusal::SeatTaken { seat });
        }
        let mut others = self.table.seats().filter_map(|seat| self.table.occupant(seat));
        if self.table.settings.pace() == Pace::Solo && others.any(|who| who.player != player) {
            return Err(Refusal::SoloTable);
        }
        // With two seats one person would hold the button for four hands in a row (CA.round.20).
        if self.table.settings.is_player_banked() && self.table.seats_of(player).next().is_some() {
            return Err(Refusal::OneSeatEach);
        }
        self.emit(Event::Sat { player, seat })
    }

    /// A seat that has chips on the table is left when the hand is over; until bets close, they are taken back.
    pub(super) fn leave(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        let who = self.own(player, seat)?;
        if who.leaves {
            return Err(Refusal::Leaves { seat });
        }
        if self.can_stand_down(seat) {
            self.stand_down(player, seat)?;
        } else if let Some(live) = self.table.live() {
            let banks = live.player_dealer().is_some_and(|(bank, _)| bank == seat);
            let plays = live.round.wagers(seat).is_some();
            if banks || (plays && live.round.stage() != Stage::Betting) {
                return self.emit(Event::Leaving { seat });
            }
            if plays {
                self.withdraw(player, seat)?;
            }
        }
        self.emit(Event::Left { player, seat })
    }

    pub(super) fn sit_out(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.own_active(player, seat)?;
        self.emit(Event::SatOut { seat })
    }

    pub(super) fn come_back(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.own(player, seat)?;
        if self.table.is_active(seat) {
            return Err(Refusal::TakesPart { seat });
        }
        self.emit(Event::CameBack { seat })
    }

    /// Whether that seat banks, and nobody has wagered against it.
    pub(super) fn can_stand_down(&self, seat: Seat) -> bool {
        match (self.table.bank, self.table.live()) {
            (BankOffer::Accepted { seat: bank, .. }, _) => bank == seat,
            (_, Some(live)) => {
                let banks = live.player_dealer().is_some_and(|(bank, _)| bank == seat);
                banks && live.round.stage() == Stage::Betting && live.round.seats().next().is_none()
            }
            _ => false,
        }
    }
}
