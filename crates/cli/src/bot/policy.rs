//! What a bot does next, by nothing but the view that the card room sent it.

use analysis::strategies::Shared;
use uth::{Cents, Stage, Wagers};

use client::{Bank, Command, Hand, Round, View};

/// A player with a strategy.
pub struct Policy {
    /// The number of its account.
    pub player: u64,
    /// How it decides.
    pub strategy: Shared,
    /// What it wagers in every round.
    pub wagers: Wagers,
    /// What it banks with, if it does.
    pub bank: Option<Cents>,
}

impl Policy {
    /// The next command, if there is anything to do.
    pub fn next(&self, view: &View) -> Option<Command> {
        // Everything happens at a seat, so first take one.
        let Some(own) = view.seats_of(self.player).next() else {
            let free = view.seats.iter().find(|seat| seat.player.is_none())?;
            return Some(Command::Sit { seat: free.seat });
        };
        let seat = own.seat;
        if own.sits_out {
            return Some(Command::ComeBack { seat });
        }
        if own.leaves || view.standing != "open" {
            return None;
        }
        // Where players bank, the bank goes around, and whoever is asked must answer.
        match (&view.bank, self.bank) {
            (Bank::Offered { seat: asked, .. }, None) if *asked == seat => {
                return Some(Command::DeclineBank { seat });
            }
            (Bank::Offered { seat: asked, .. }, Some(bank)) if *asked == seat => {
                return Some(Command::AcceptBank { seat, wager: bank.0 });
            }
            _ => {}
        }
        let Some(round) = view.live() else {
            // A table of the house opens a round with the first wager. Elsewhere the bank opens it.
            return (view.awaits == "wagers").then(|| self.wager(seat));
        };
        if round.is_banked_by(self.player) {
            return None;
        }
        match (round.hands_of(self.player).next(), round.stage) {
            (None, Stage::Betting) => Some(self.wager(seat)),
            // At a table for one the cards come when the player says so. Elsewhere the clock says so.
            (Some(_), Stage::Betting) => {
                (view.until_ms.is_none() && view.seats.len() == 1).then_some(Command::NoMoreBets {})
            }
            (Some(hand), _) if hand.awaited => self.decision(round, hand),
            _ => None,
        }
    }

    /// How to get up, if it still sits and no hand of its own is in play.
    pub fn leave(&self, view: &View) -> Option<Command> {
        let own = view.seats_of(self.player).find(|seat| !seat.leaves)?;
        Some(Command::Leave { seat: own.seat })
    }

    fn wager(&self, seat: u8) -> Command {
        let Wagers { ante, trips, bad_beat } = self.wagers;
        Command::Wager { seat, ante: ante.0, trips: trips.0, bad_beat: bad_beat.0 }
    }

    /// Asks the strategy. Whoever does not raise checks, and on the river folds.
    fn decision(&self, round: &Round, hand: &Hand) -> Option<Command> {
        let (seat, hole, board) = (hand.seat, hand.hole?, round.board.as_slice());
        let raise = |times| Command::Raise { seat, times };
        Some(match round.stage {
            Stage::Preflop => self.strategy.preflop(hole).map_or(Command::Check { seat }, raise),
            Stage::Flop if self.strategy.flop(hole, board.try_into().ok()?) => raise(2),
            Stage::Flop => Command::Check { seat },
            Stage::River if self.strategy.river(hole, board.try_into().ok()?) => raise(1),
            Stage::River => Command::Fold { seat },
            Stage::Betting | Stage::Closed | Stage::Settled | Stage::Void => return None,
        })
    }
}
