//! Games that visitors make up, solved one at a time.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use odds::{Fraction, Game, GameError, Solution, Solver};
use uth::Category;

use super::Solved;
use crate::solution;
use crate::strategies::solver;

/// So many answers are remembered, of half a megabyte each.
const REMEMBERED: usize = 32;
/// So many raises before the flop can be compared.
const MOST_RAISES: usize = 8;

/// Solves games for visitors and remembers recent answers. All cores work on one game, so callers admit one at a time.
pub struct Laboratory {
    /// Made by whoever asks first, and kept: half a second for all later ones.
    solver: OnceLock<Arc<Solver>>,
    /// Best play of the standard game, for drills.
    pub(super) standard: OnceLock<Solution>,
    answers: Mutex<VecDeque<(Game, Arc<Answer>)>>,
}

/// A solved game, and its wire form, which is serialized once.
pub struct Answer {
    /// The solved game.
    pub solved: Solved,
    /// The answer as it is sent.
    pub json: Arc<str>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Unsolved {
    /// The game cannot be solved.
    Game(GameError),
    /// A bonus pay or wager is not a number that a table could print.
    Bonus(Fraction),
    /// There are too many raises to choose from before the flop.
    Raises(usize),
    /// Its values do not fit into the numbers that it is counted in.
    Overflow,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Game(why) => write!(f, "The game cannot be solved: {why}."),
            Unsolved::Bonus(number) => write!(
                f,
                "A bonus of {number} is too much or too fine: it may be {} at most, in parts of {} at most.",
                GameError::LARGEST,
                GameError::FINEST
            ),
            Unsolved::Raises(count) => {
                write!(f, "There may be {MOST_RAISES} raises before the flop at most, not {count}.")
            }
            Unsolved::Overflow => {
                f.write_str("The exact values of this game are too long to write: use rounder numbers.")
            }
        }
    }
}

impl Default for Laboratory {
    fn default() -> Laboratory {
        Laboratory::new()
    }
}

impl Laboratory {
    /// Returns a laboratory that has solved nothing yet.
    pub fn new() -> Laboratory {
        Laboratory {
            solver: OnceLock::new(),
            standard: OnceLock::new(),
            answers: Mutex::new(VecDeque::new()),
        }
    }

    /// The solver, which all share.
    pub(super) fn solver(&self) -> &Solver {
        self.solver.get_or_init(solver)
    }

    /// The answer, if it was given lately.
    pub fn known(&self, game: &Game) -> Option<Arc<Answer>> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let found = answers.iter().position(|(known, _)| known == game)?;
        let (game, answer) = answers.remove(found)?;
        answers.push_front((game, Arc::clone(&answer)));
        Some(answer)
    }

    /// Solves a game. Takes all cores for a moment: callers run it where blocking is allowed, one at a time.
    pub fn solve(&self, game: Game) -> Result<Arc<Answer>, Unsolved> {
        check(&game)?;
        // Another caller may have solved the same game while this one waited for its turn.
        if let Some(answer) = self.known(&game) {
            return Ok(answer);
        }
        let solved = Solved::new(self.solver(), &game).map_err(Unsolved::Game)?;
        let json = serde_json::to_string(&solution(&solved)).unwrap_or_default().into();
        let answer = Arc::new(Answer { solved, json });
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.push_front((game, Arc::clone(&answer)));
        answers.truncate(REMEMBERED);
        Ok(answer)
    }
}

/// Whether it is a game that a stranger may ask for.
fn check(game: &Game) -> Result<(), Unsolved> {
    game.check().map_err(Unsolved::Game)?;
    let raises = game.raises.preflop.len();
    if raises > MOST_RAISES {
        return Err(Unsolved::Raises(raises));
    }
    let pays = Category::ALL.into_iter().flat_map(|kind| [game.trips.pay(kind), game.bad_beat.pay(kind)]);
    let bonus = pays.flatten().chain([game.mix.trips, game.mix.bad_beat]);
    let beyond = |number: &Fraction| {
        *number > Fraction::whole(GameError::LARGEST) || number.denominator() > GameError::FINEST.into()
    };
    bonus.into_iter().find(beyond).map_or(Ok(()), |number| Err(Unsolved::Bonus(number)))
}
