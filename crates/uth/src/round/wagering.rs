//! Which wagers a round takes before "no more bets".

use super::{Banker, Place, Round, Stage};
use crate::money::Cents;
use crate::rules_error::RulesError;
use crate::seat::{Person, Seat};
use crate::terms::Terms;
use crate::wager::{Wager, Wagers};

impl Round {
    /// Returns whether [`Action::Wager`](super::Action::Wager) would be accepted now.
    pub fn may_wager(&self, seat: Seat, person: Person, wagers: Wagers) -> bool {
        self.stage == Stage::Betting && self.check_wager(seat, person, wagers).is_ok()
    }

    #[inline]
    pub(super) fn wager(&mut self, seat: Seat, person: Person, wagers: Wagers) -> Result<(), RulesError> {
        self.check_wager(seat, person, wagers)?;
        self.places[seat.index()] = Some(Place { person, wagers, play: None });
        self.playing = self.playing.with(seat);
        Ok(())
    }

    #[inline]
    fn check_wager(&self, seat: Seat, person: Person, wagers: Wagers) -> Result<(), RulesError> {
        if seat.number() > self.terms.places() {
            return Err(RulesError::NoSuchSeat { seat, places: self.terms.places() });
        }
        if let Banker::PlayerDealer { seat: bank, person: banker, .. } = self.banker
            // The player/dealer neither wagers at the bank's seat nor takes a second one in the round (R19).
            && (seat == bank || person == banker)
        {
            return Err(RulesError::BankerPlays { seat });
        }
        // Back line wagers are refused: a seat with a wager belongs to the person who made it (BB.deal.2).
        if self.places[seat.index()].as_ref().is_some_and(|place| place.person != person) {
            return Err(RulesError::SeatTaken { seat });
        }
        self.check_amounts(wagers)?;
        self.check_games(seat, person, wagers)
    }

    pub(super) fn withdraw(&mut self, seat: Seat) -> Result<(), RulesError> {
        self.places[seat.index()].take().ok_or(RulesError::NotPlaying { seat })?;
        self.playing = self.playing.without(seat);
        Ok(())
    }

    #[inline]
    fn check_amounts(&self, wagers: Wagers) -> Result<(), RulesError> {
        let setup = self.terms.setup();
        for (wager, amount) in
            [(Wager::Ante, wagers.ante), (Wager::Trips, wagers.trips), (Wager::BadBeat, wagers.bad_beat)]
        {
            // Bonus wagers are optional; nobody plays without an Ante (CA.bet.3).
            if amount == Cents::ZERO && wager != Wager::Ante {
                continue;
            }
            if !self.terms.rules().offers(wager) {
                return Err(RulesError::NotOffered { wager });
            }
            if amount <= Cents::ZERO || amount > Terms::MOST_WAGERED {
                return Err(RulesError::Amount { wager });
            }
            if let Some(limits) = setup.limits
                && !(limits.minimum..=limits.maximum).contains(&amount)
            {
                return Err(RulesError::OutOfLimits { wager, limits });
            }
            if !amount.is_multiple_of(setup.chip) {
                return Err(RulesError::NotInChips { wager, chip: setup.chip });
            }
        }
        if setup.bad_beat_needs_trips && wagers.bad_beat > Cents::ZERO && wagers.trips == Cents::ZERO {
            return Err(RulesError::BadBeatNeedsTrips);
        }
        Ok(())
    }

    /// Nobody wagers on more games than the book allows, over all places that they play (R14).
    #[inline]
    fn check_games(&self, seat: Seat, person: Person, wagers: Wagers) -> Result<(), RulesError> {
        let Some(most) = self.terms.rules().games_per_person else { return Ok(()) };
        let elsewhere = self
            .seats()
            .filter(|other| *other != seat)
            .filter_map(|other| self.places[other.index()].as_ref());
        let games: u8 =
            elsewhere.filter(|place| place.person == person).map(|place| place.wagers.games()).sum();
        if games + wagers.games() > most { Err(RulesError::TooManyGames { most }) } else { Ok(()) }
    }
}
