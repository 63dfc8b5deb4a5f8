//! Best play as a strategy.

use uth::{Card, Category};

use crate::advice::{KnownCards, ShowdownCounts};
use crate::decisions::PlayerAction;
use crate::fraction::Fraction;
use crate::game::{Qualify, Stakes};
use crate::solution::Solution;
use crate::solver::Solver;
use crate::strategy::Strategy;

/// Best play of a solved game.
pub struct BestPlay<'a> {
    solver: &'a Solver,
    solution: &'a Solution,
    stakes: Stakes,
}

impl<'a> BestPlay<'a> {
    /// Wraps a solution.
    ///
    /// # Panics
    /// If best play raises a fraction of an Ante before the flop, which a strategy cannot express.
    pub fn new(solver: &'a Solver, solution: &'a Solution) -> BestPlay<'a> {
        let stakes = Stakes::of(&solution.game).expect("the game has been solved");
        let raises = &solution.game.raises.preflop;
        assert!(raises.iter().all(|raise| times(*raise).is_some()), "raises are whole Antes");
        BestPlay { solver, solution, stakes }
    }

    /// Returns the category of the player's hand, and the dealer's hands by their showdown.
    fn showdown(&self, hole: [Card; 2], board: [Card; 5]) -> (Category, ShowdownCounts) {
        let (category, counts) = self.solver.showdown(hole, board);
        if self.stakes.bad_beat.iter().all(|pay| *pay == 0) {
            return (category, counts);
        }
        // The tables do not know which categories lose, so the dealer's hands are enumerated.
        let seen = KnownCards::new(hole, &board, &[], &[]).ok();
        (category, seen.and_then(|seen| seen.showdown_counts()).unwrap_or(counts))
    }
}

impl Strategy for BestPlay<'_> {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        match self.solution.preflop_row(hole[0], hole[1])?.best {
            PlayerAction::Raise(raise) => times(raise),
            PlayerAction::Check | PlayerAction::Fold => None,
        }
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.solution.raises_flop(hole, flop)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        let (category, counts) = self.showdown(hole, board);
        let stakes = &self.stakes;
        let ante = i64::from(stakes.ante);
        let won = counts.wins - counts.losses;
        let antes = match stakes.qualify {
            Qualify::Pair => counts.qualified_wins - counts.qualified_losses,
            Qualify::Always => won,
        };
        let returned: i64 =
            stakes.bad_beat.iter().zip(counts.beaten).map(|(pay, beaten)| i64::from(*pay) * beaten).sum();
        let blind = i64::from(stakes.blind[category as usize]) * counts.wins - ante * counts.losses;
        let call = i64::from(stakes.river) * won + ante * antes + blind + returned;
        let fold = -2 * ante * (counts.wins + counts.ties + counts.losses);
        call >= fold
    }
}

fn times(raise: Fraction) -> Option<u8> {
    let whole = (raise.denominator() == 1).then(|| raise.numerator())?;
    u8::try_from(whole).ok()
}
