//! The ways to play that have a name, and what they are worth.

use std::sync::Arc;

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
    solver: Solver,
    pays: Pays,
    made: Vec<(String, Fraction, Arc<Way>)>,
}

impl Ways {
    /// The names, and what they stand for.
    pub(crate) const NAMES: [(&'static str, &'static str); 4] = [
        ("best", "best play for all wagers of the seat together"),
        ("3x", "best play of a player who never raises four Antes"),
        ("never-preflop", "best play of a player who never raises before the flop"),
        ("always-4x", "raises every hand four Antes before the flop"),
    ];

    pub(crate) fn new(pays: Pays) -> Ways {
        Ways { solver: Solver::new(), pays, made: Vec::new() }
    }

    /// The way of that name for a player with those wagers: the Bad Beat changes best play, because a fold
    /// forfeits it.
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
        let mut game = Game::of(&self.pays);
        game.mix = Mix { trips: Fraction::ZERO, bad_beat };
        match name {
            "best" => {}
            "3x" => game.raises.preflop = vec![Fraction::whole(3)],
            "never-preflop" => game.raises.preflop = Vec::new(),
            "always-4x" => {
                let values = Values::of_always_raising(&self.solver, &self.solver.solve(&game)?, 4);
                return Ok(Way { strategy: Box::new(AlwaysRaise(4)), values: Some(values) });
            }
            other => {
                let names = Ways::NAMES.map(|(name, _)| name).join(", ");
                bail!("there is no strategy {other:?}; there are {names}");
            }
        }
        let solution = self.solver.solve(&game)?;
        match BestPlayTables::new(&self.solver, &solution) {
            Some(best) => Ok(Way { strategy: Box::new(best), values: Some(Values::of(&solution)) }),
            None => bail!("best play raises what the rules do not know"),
        }
    }
}
