//! From "no more bets" to the last decision: which seats are awaited, and when the next cards turn.

use super::{Round, Stage};
use crate::dealing::Deal;
use crate::rules_error::RulesError;
use crate::seat::Seat;
use crate::wager::Play;

impl Round {
    #[inline]
    pub(super) fn close(&mut self) -> Result<(), RulesError> {
        if self.playing.is_empty() {
            return Err(RulesError::NobodyPlays);
        }
        self.stage = Stage::Closed;
        Ok(())
    }

    #[inline]
    pub(super) fn deal(&mut self, deal: Deal) -> Result<(), RulesError> {
        // Cards go to "each wagering area containing an ante wager and blind wager", and to no other (CA.deal.3a).
        if deal.seats() != self.playing {
            return Err(RulesError::WrongSeatsDealt);
        }
        self.deal = Some(deal);
        self.stage = Stage::Preflop;
        self.undecided = self.playing;
        Ok(())
    }

    #[inline]
    pub(super) fn undecided(&self, seat: Seat) -> Result<(), RulesError> {
        if self.undecided.contains(seat) && self.stage < Stage::Settled {
            return Ok(());
        }
        Err(match self.stage {
            _ if !self.playing.contains(seat) => RulesError::NotPlaying { seat },
            Stage::Preflop | Stage::Flop | Stage::River => RulesError::Decided { seat },
            stage => RulesError::NotNow { stage },
        })
    }

    #[inline]
    pub(super) fn check(&mut self, seat: Seat) -> Result<(), RulesError> {
        self.undecided(seat)?;
        self.checked = self.checked.with(seat);
        self.decided(seat);
        Ok(())
    }

    #[inline]
    pub(super) fn play_or_fold(&mut self, seat: Seat, play: Play) -> Result<(), RulesError> {
        self.undecided(seat)?;
        if let Some(place) = &mut self.places[seat.index()] {
            place.play = Some(play);
        }
        self.decided(seat);
        Ok(())
    }

    /// Marks a seat as decided. When all have decided, turns the next cards and awaits those who checked.
    #[inline]
    fn decided(&mut self, seat: Seat) {
        self.undecided = self.undecided.without(seat);
        // A loop, because a street in which nobody has checked before awaits nobody: all raised, so all cards turn.
        while self.undecided.is_empty() && self.stage != Stage::Settled {
            self.stage = match self.stage {
                Stage::Preflop => Stage::Flop,
                Stage::Flop => Stage::River,
                _ => Stage::Settled,
            };
            self.undecided = core::mem::take(&mut self.checked);
        }
    }
}
