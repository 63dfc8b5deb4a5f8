//! From "no more bets" to the last decision: who is asked, and when the next cards turn.

use super::{Round, Stage};
use crate::dealing::Deal;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::wager::Play;

impl Round {
    #[inline]
    pub(super) fn close(&mut self) -> Result<(), Refusal> {
        if self.playing.is_empty() {
            return Err(Refusal::NobodyPlays);
        }
        self.stage = Stage::Closed;
        Ok(())
    }

    #[inline]
    pub(super) fn deal(&mut self, deal: Deal) -> Result<(), Refusal> {
        if deal.seats() != self.playing {
            return Err(Refusal::WrongSeatsDealt);
        }
        self.deal = Some(deal);
        self.stage = Stage::Preflop;
        self.undecided = self.playing;
        Ok(())
    }

    #[inline]
    pub(super) fn undecided(&self, seat: Seat) -> Result<(), Refusal> {
        if self.undecided.contains(seat) && self.stage < Stage::Settled {
            return Ok(());
        }
        Err(match self.stage {
            _ if !self.playing.contains(seat) => Refusal::NotPlaying { seat },
            Stage::Preflop | Stage::Flop | Stage::River => Refusal::Decided { seat },
            stage => Refusal::NotNow { stage },
        })
    }

    #[inline]
    pub(super) fn check(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.undecided(seat)?;
        self.checked = self.checked.with(seat);
        self.decided(seat);
        Ok(())
    }

    #[inline]
    pub(super) fn play_or_fold(&mut self, seat: Seat, play: Play) -> Result<(), Refusal> {
        self.undecided(seat)?;
        if let Some(place) = &mut self.places[seat.index()] {
            place.play = Some(play);
        }
        self.decided(seat);
        Ok(())
    }

    /// Turns the next cards when everybody has decided, and asks those who checked again.
    #[inline]
    fn decided(&mut self, seat: Seat) {
        self.undecided = self.undecided.without(seat);
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
