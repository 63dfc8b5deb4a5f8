//! Whole games, exactly: what `uth solve` prints and what the laboratory of the page shows.

use odds::{Distribution, Fraction, Game, GameError, Mix, Solution, Solver};

mod drill;
mod laboratory;
mod report;
mod terms;

pub use laboratory::{Answer, Laboratory, Unsolved};
pub use report::{chart_rows, grouped, report};
pub use terms::{BAD_BEAT, BLIND, GameTerms, MixText, PaysText, RAISES, RaisesText};

/// A game, solved, and how often each result comes.
pub struct Solved {
    /// What every wager and every starting hand is worth.
    pub solution: Solution,
    /// Of Ante, Blind and Play.
    pub base: Distribution,
    /// Of these and Trips, where the mix has it.
    pub round: Distribution,
}

impl Solved {
    /// Solves the game.
    pub fn new(solver: &Solver, game: &Game) -> Result<Solved, GameError> {
        let (solution, round) = solver.solve_with_distribution(game)?;
        let base = if game.mix.trips == Fraction::ZERO {
            round.clone()
        } else {
            let mix = Mix { trips: Fraction::ZERO, ..game.mix };
            round.repriced(&Game { mix, ..game.clone() })
        };
        Ok(Solved { solution, base, round })
    }
}
