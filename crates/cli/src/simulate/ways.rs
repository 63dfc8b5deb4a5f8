//! Ways to play by name, ready for millions of decisions, and what they are worth.

use std::cell::LazyCell;
use std::sync::Arc;

use analysis::strategies::{Named, Way as Play};
use anyhow::bail;
use odds::bank::Values;
use odds::simulate::{AlwaysRaise, BestPlayTables};
use odds::{Fraction, Game, Mix, Solver, Strategy};
use uth::{Pays, Wagers};

/// A way to play, ready to be used.
pub(crate) struct Way {
    pub(crate) strategy: Box<dyn Strategy + Send>,
    /// What each wager is worth under it, where that is known exactly.
    pub(crate) values: Option<Values>,
}

/// Finds ways to play by name, and makes each of them only once.
pub(crate) struct Ways {
    solver: LazyCell<Solver>,
    pays: Pays,
    made: Vec<(String, Fraction, Arc<Way>)>,
}

impl Ways {
    pub(crate) fn new(pays: Pays) -> Ways {
        Ways { solver: LazyCell::new(Solver::new), pays, made: Vec::new() }
    }

    /// The way of that name, or in the file of that name, for a player with those wagers: the Bad Beat changes best
    /// play, because a fold forfeits it.
    pub(crate) fn find(&mut self, name: &str, wagers: Wagers) -> anyhow::Result<Arc<Way>> {
        let bad_beat =
            Fraction::new(wagers.bad_beat.0.into(), wagers.ante.0.into()).unwrap_or(Fraction::ZERO);
        if let Some((_, _, way)) = self.made.iter().find(|(made, mix, _)| made == name && *mix == bad_beat) {
            return Ok(Arc::clone(way));
        }
        let way = Arc::new(self.make(name, bad_beat)?);
        self.made.push((name.into(), bad_beat, Arc::clone(&way)));
        Ok(way)
    }

    fn make(&self, name: &str, bad_beat: Fraction) -> anyhow::Result<Way> {
        let named = Named::find(name)?;
        let mut game = Game::of(&self.pays);
        game.mix = Mix { trips: Fraction::ZERO, bad_beat };
        match named.way {
            way @ (Play::Best | Play::ThreeTimes | Play::WaitForFlop) => {
                self.best_play(&way.restricted(game))
            }
            Play::Rules(_) if name == "always-4x" => {
                let values = Values::of_always_raising(&self.solver, &self.solver.solve(&game)?, 4);
                Ok(Way { strategy: Box::new(AlwaysRaise(4)), values: Some(values) })
            }
            Play::Rules(rules) => {
                let solution = self.solver.solve(&game)?;
                let evaluation = self.solver.evaluate(&game, &rules, &|_, _| ())?;
                // How often rules fold a hand that would have won the Bad Beat is not evaluated.
                let values = (bad_beat == Fraction::ZERO)
                    .then(|| Values::of_strategy(&evaluation, &solution, Fraction::ZERO));
                Ok(Way { strategy: Box::new(rules), values })
            }
        }
    }

    fn best_play(&self, game: &Game) -> anyhow::Result<Way> {
        let solution = self.solver.solve(game)?;
        match BestPlayTables::new(&self.solver, &solution) {
            Some(tables) => Ok(Way { strategy: Box::new(tables), values: Some(Values::of(&solution)) }),
            None => bail!("best play raises what the rules do not know"),
        }
    }
}
