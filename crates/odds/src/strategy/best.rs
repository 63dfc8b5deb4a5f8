//! Best play as a strategy.

use uth::Card;

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
        let (category, counts) = self.solver.counts_for(&self.stakes, hole, board);
        let stakes = &self.stakes;
        let ante = stakes.ante;
        let won = counts.wins - counts.losses;
        let antes = match stakes.qualify {
            Qualify::Pair => counts.qualified_wins - counts.qualified_losses,
            Qualify::Always => won,
        };
        let returned: i64 = stakes.bad_beat.iter().zip(counts.beaten).map(|(pay, beaten)| pay * beaten).sum();
        let blind = stakes.blind[category as usize] * counts.wins - ante * counts.losses;
        let call = stakes.river * won + ante * antes + blind + returned;
        let fold = -2 * ante * (counts.wins + counts.ties + counts.losses);
        // A tie is called, as the solver does.
        call >= fold
    }
}

fn times(raise: Fraction) -> Option<u8> {
    let whole = (raise.denominator() == 1).then(|| raise.numerator())?;
    u8::try_from(whole).ok()
}
