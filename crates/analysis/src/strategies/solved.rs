//! Best play, worked out when somebody first plays it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use odds::simulate::BestPlayTables;
use odds::{Game, GameError, Solver, Strategy};
use uth::Card;

/// Best play of a game. The tables are made at the first decision: that takes half a second and 80 MB for as long as it
/// takes, and what is kept afterwards is a few megabytes of bits.
pub struct Solved {
    game: Game,
    tables: OnceLock<BestPlayTables>,
}

/// Everything that has been asked for. Pay tables that differ in Trips alone share their best play.
static ASKED_FOR: Mutex<Vec<Arc<Solved>>> = Mutex::new(Vec::new());

/// The solver, as long as somebody solves.
static SOLVER: Mutex<Weak<Solver>> = Mutex::new(Weak::new());

impl Solved {
    /// Best play of that game without bonus wagers, if it can be solved.
    pub fn of(game: Game) -> Result<Arc<Solved>, GameError> {
        let Game { trips, bad_beat, mix, .. } = Game::standard();
        let game = Game { trips, bad_beat, mix, ..game };
        game.check()?;
        let mut asked_for = ASKED_FOR.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solved) = asked_for.iter().find(|solved| solved.game == game) {
            return Ok(Arc::clone(solved));
        }
        let solved = Arc::new(Solved { game, tables: OnceLock::new() });
        asked_for.push(Arc::clone(&solved));
        Ok(solved)
    }

    fn tables(&self) -> &BestPlayTables {
        self.tables.get_or_init(|| {
            let solver = solver();
            let solution = solver.solve(&self.game).expect("the game has been checked");
            BestPlayTables::new(&solver, &solution).expect("the raises are those of the rules")
        })
    }
}

impl Strategy for Solved {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        self.tables().preflop(hole)
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.tables().flop(hole, flop)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        self.tables().river(hole, board)
    }
}

/// The solver. Whoever asks at the same time gets the same one, and when the last lets go of it, its memory is free.
pub fn solver() -> Arc<Solver> {
    let mut kept = SOLVER.lock().unwrap_or_else(PoisonError::into_inner);
    kept.upgrade().unwrap_or_else(|| {
        let solver = Arc::new(Solver::new());
        *kept = Arc::downgrade(&solver);
        solver
    })
}
