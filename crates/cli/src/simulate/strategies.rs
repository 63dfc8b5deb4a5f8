//! Strategies by name, ready for millions of decisions, with their exact values.

use std::cell::LazyCell;
use std::sync::Arc;

use analysis::strategies::{NamedStrategy, StrategyKind};
use anyhow::bail;
use odds::bank::StrategyValues;
use odds::simulate::{AlwaysRaise, BestPlayTables};
use odds::{Fraction, Game, Mix, Solver, Strategy};
use uth::{Pays, Wagers};

/// A strategy that can be played.
pub(crate) struct PlayableStrategy {
    pub(crate) strategy: Box<dyn Strategy + Send>,
    /// The exact value of each wager, where it is known.
    pub(crate) values: Option<StrategyValues>,
}

/// Finds strategies by name, and prepares each of them only once.
pub(super) struct StrategyCache {
    solver: LazyCell<Solver>,
    pays: Pays,
    prepared: Vec<(String, Fraction, Arc<PlayableStrategy>)>,
}

impl StrategyCache {
    pub(super) fn new(pays: Pays) -> StrategyCache {
        StrategyCache { solver: LazyCell::new(Solver::new), pays, prepared: Vec::new() }
    }

    /// Returns the strategy of that name or file for a player with those wagers. The wagers matter: a Bad Beat wager
    /// changes best play, because a fold forfeits it.
    pub(super) fn find(&mut self, name: &str, wagers: Wagers) -> anyhow::Result<Arc<PlayableStrategy>> {
        let bad_beat =
            Fraction::new(wagers.bad_beat.0.into(), wagers.ante.0.into()).unwrap_or(Fraction::ZERO);
        let is_same = |(other, mix, _): &&(String, Fraction, _)| other == name && *mix == bad_beat;
        if let Some((_, _, playable)) = self.prepared.iter().find(is_same) {
            return Ok(Arc::clone(playable));
        }
        let playable = Arc::new(self.prepare(name, bad_beat)?);
        self.prepared.push((name.into(), bad_beat, Arc::clone(&playable)));
        Ok(playable)
    }

    fn prepare(&self, name: &str, bad_beat: Fraction) -> anyhow::Result<PlayableStrategy> {
        let named = NamedStrategy::find(name)?;
        let mut game = Game::of(&self.pays);
        game.mix = Mix { trips: Fraction::ZERO, bad_beat };
        match named.kind {
            kind @ (StrategyKind::Best | StrategyKind::ThreeTimes | StrategyKind::WaitForFlop) => {
                self.best_play(&kind.restricted(game))
            }
            StrategyKind::Rules(_) if name == "always-4x" => {
                let values = StrategyValues::of_always_raising(&self.solver, &self.solver.solve(&game)?, 4);
                Ok(PlayableStrategy { strategy: Box::new(AlwaysRaise(4)), values: Some(values) })
            }
            StrategyKind::Rules(rules) => {
                let solution = self.solver.solve(&game)?;
                let evaluation = self.solver.evaluate(&game, &rules, &|_, _| ())?;
                // How often rules fold a hand that would have won the Bad Beat is not evaluated.
                let values = (bad_beat == Fraction::ZERO)
                    .then(|| StrategyValues::of_strategy(&evaluation, &solution, Fraction::ZERO));
                Ok(PlayableStrategy { strategy: Box::new(rules), values })
            }
        }
    }

    fn best_play(&self, game: &Game) -> anyhow::Result<PlayableStrategy> {
        let solution = self.solver.solve(game)?;
        match BestPlayTables::new(&self.solver, &solution) {
            Some(tables) => Ok(PlayableStrategy {
                strategy: Box::new(tables),
                values: Some(StrategyValues::of(&solution)),
            }),
            None => bail!("best play of this game raises by an amount that the rules do not have"),
        }
    }
}
