//! Whole games, exactly: what `uth solve` prints and what the laboratory of the page shows.

use odds::{Distribution, Fraction, Game, GameError, Solution, Solver};

mod laboratory;
mod terms;

pub(crate) use laboratory::Laboratory;
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
        let solution = solver.solve(game)?;
        let round = solver.distribution(&solution);
        if game.mix.trips == Fraction::ZERO {
            return Ok(Solved { base: round.clone(), solution, round });
        }
        let mut without_bonus = solution.clone();
        without_bonus.game.mix.trips = Fraction::ZERO;
        let base = solver.distribution(&without_bonus);
        Ok(Solved { solution, base, round })
    }
}
