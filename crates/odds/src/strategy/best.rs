//! Best play as a strategy.

use uth::{Card, Category};

use crate::advise::{Against, Seen};
use crate::fraction::Fraction;
use crate::game::{Qualify, Stakes};
use crate::play::Action;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::strategy::Strategy;

/// Best play of a game that has been solved.
pub struct BestPlay<'a> {
    solver: &'a Solver,
    solution: &'a Solution,
    stakes: Stakes,
}

impl<'a> BestPlay<'a> {
    /// The best play of that solution.
    ///
    /// # Panics
    /// Where best play raises by a part of an Ante before the flop, which a strategy cannot say.
    pub fn new(solver: &'a Solver, solution: &'a Solution) -> BestPlay<'a> {
        let stakes = Stakes::of(&solution.game).expect("the game has been solved");
        let raises = &solution.game.raises.preflop;
        assert!(raises.iter().all(|raise| times(*raise).is_some()), "raises are whole Antes");
        BestPlay { solver, solution, stakes }
    }

    /// The kind of the player's hand, and what the dealer's hands do to it.
    fn showdown(&self, hole: [Card; 2], board: [Card; 5]) -> (Category, Against) {
        let (category, against) = self.solver.look_up(hole, board);
        if self.stakes.bad_beat.iter().all(|pay| *pay == 0) {
            return (category, against);
        }
        // The tables do not know which hands are beaten: look at all dealer hands.
        let seen = Seen::new(hole, &board, &[], &[]).ok();
        (category, seen.and_then(|seen| seen.against_dealer()).unwrap_or(against))
    }
}

impl Strategy for BestPlay<'_> {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        match self.solution.start(hole[0], hole[1])?.best {
            Action::Raise(raise) => times(raise),
            Action::Check | Action::Fold => None,
        }
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.solution.raises_flop(hole, flop)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        let (category, against) = self.showdown(hole, board);
        let stakes = &self.stakes;
        let ante = i64::from(stakes.ante);
        let won = against.wins - against.losses;
        let antes = match stakes.qualify {
            Qualify::Pair => against.qualified_wins - against.qualified_losses,
            Qualify::Always => won,
        };
        let returned: i64 =
            stakes.bad_beat.iter().zip(against.beaten).map(|(pay, beaten)| i64::from(*pay) * beaten).sum();
        let blind = i64::from(stakes.blind[category as usize]) * against.wins - ante * against.losses;
        let call = i64::from(stakes.river) * won + ante * antes + blind + returned;
        let fold = -2 * ante * (against.wins + against.ties + against.losses);
        call >= fold
    }
}

fn times(raise: Fraction) -> Option<u8> {
    let whole = (raise.denominator() == 1).then(|| raise.numerator())?;
    u8::try_from(whole).ok()
}
