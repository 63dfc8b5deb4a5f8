//! Whole games, exactly: what `uth solve` prints and what the laboratory of the page shows.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use odds::{
    Advice, AdviceError, Distribution, Fraction, Game, GameError, KnownCards, Mix, PlayerAction, Solution,
    Solver,
};
use protocol::DrillValue;
use thiserror::Error;
use uth::{Card, Category};

use crate::advice::Point;
use crate::solution;
use crate::strategies::solver;

mod report;
mod terms;

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
        // Without Trips both distributions are the same. With it the deals are the same and only the results
        // differ, so nothing is counted again.
        let base = if game.mix.trips == Fraction::ZERO {
            round.clone()
        } else {
            let mix = Mix { trips: Fraction::ZERO, ..game.mix };
            round.repriced(&Game { mix, ..game.clone() })
        };
        Ok(Solved { solution, base, round })
    }
}

/// So many answers are remembered, of half a megabyte each.
const REMEMBERED: usize = 32;
/// So many raises before the flop can be compared.
const MOST_RAISES: usize = 8;

/// Solves games for visitors and remembers recent answers. All cores work on one game, so callers admit one at a time.
#[derive(Default)]
pub struct Laboratory {
    /// Made by whoever asks first, and kept: half a second for all later ones.
    solver: OnceLock<Arc<Solver>>,
    /// Best play, for advice and drills. A game stands here without Trips, which changes no decision, so that players
    /// who only vary that wager share one solution.
    solutions: Recent<Solution>,
    answers: Recent<Answer>,
}

/// What was worked out for the games that were asked for last, the latest first.
struct Recent<T>(Mutex<VecDeque<(Game, Arc<T>)>>);

impl<T> Default for Recent<T> {
    fn default() -> Recent<T> {
        Recent(Mutex::default())
    }
}

impl<T> Recent<T> {
    fn get(&self, game: &Game) -> Option<Arc<T>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().position(|(known, _)| known == game)?;
        let (game, answer) = all.remove(found)?;
        all.push_front((game, Arc::clone(&answer)));
        Some(answer)
    }

    fn put(&self, game: Game, answer: T) -> Arc<T> {
        let answer = Arc::new(answer);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_front((game, Arc::clone(&answer)));
        all.truncate(REMEMBERED);
        answer
    }
}

/// A solved game, and its wire form, which is serialized once.
pub struct Answer {
    /// The solved game.
    pub solved: Solved,
    /// The answer as it is sent.
    pub json: Arc<str>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Unsolved {
    /// The game cannot be solved.
    #[error("The game cannot be solved: {0}.")]
    Game(GameError),
    /// A bonus pay or wager is not a number that a table could print.
    #[error(
        "A bonus of {0} is too much or too fine: it may be {most} at most, in parts of {finest} at most.",
        most = GameError::LARGEST,
        finest = GameError::FINEST
    )]
    Bonus(Fraction),
    /// There are too many raises to choose from before the flop.
    #[error("There may be {MOST_RAISES} raises before the flop at most, not {0}.")]
    Raises(usize),
    /// Its values do not fit into the numbers that it is counted in.
    #[error("The exact values of this game are too long to write: use rounder numbers.")]
    Overflow,
}

impl Laboratory {
    /// The solver, which all share.
    pub(crate) fn solver(&self) -> &Solver {
        self.solver.get_or_init(solver)
    }

    /// The answer, if it was given lately.
    pub fn known(&self, game: &Game) -> Option<Arc<Answer>> {
        self.answers.get(game)
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
        Ok(self.answers.put(game, Answer { solved, json }))
    }

    /// Returns best play of a game, with the values of its Trips wager.
    pub fn solution(&self, game: &Game) -> Result<Solution, GameError> {
        // Two callers who ask for the same game at once both solve it; waiting for each other would take as long.
        let without_trips = Game { mix: Mix { trips: Fraction::ZERO, ..game.mix }, ..game.clone() };
        let solution = if let Some(solution) = self.solutions.get(&without_trips) {
            solution
        } else {
            let solved = self.solver().solve(&without_trips)?;
            self.solutions.put(without_trips, solved)
        };
        Ok(solution.with_trips(game.mix.trips))
    }

    /// Returns the value of each legal action at a point of a hand, best first.
    pub fn advice(&self, point: &Point, game: &Game) -> Result<Advice, AdviceError> {
        // Before the flop, where nothing else is known, the solution has the values; everything else is counted.
        if point.board.is_empty() && point.dead.is_empty() && point.dealer.is_empty() {
            return self.start(point.hole, game);
        }
        let known = point.known_cards()?;
        // For a single hand after the flop enumeration is faster than building the tables; once they are there, they
        // are faster than enumeration.
        let wants_tables = point.board.is_empty() && known.profits_from_tables();
        let solver = if wants_tables { Some(self.solver()) } else { self.solver.get().map(Arc::as_ref) };
        solver.map_or_else(|| known.advice(game), |solver| solver.advice(game, &known))
    }

    /// Returns what a point of a hand teaches, where nothing else is seen.
    pub fn drill_value(&self, point: &Point, game: &Game) -> Result<DrillValue, AdviceError> {
        let (mut reached, mut last) = (true, self.start(point.hole, game)?);
        // A point on the river is reached only if best play checks both before the flop and on it.
        for street in [3, 5].into_iter().filter(|cards| *cards <= point.board.len()) {
            reached &= checks(&last);
            let known = KnownCards::new(point.hole, &point.board[..street], &[], &[])?;
            last = self.solver().advice(game, &known)?;
        }
        let gap = match &last[..] {
            [(_, best), (_, second), ..] => *best - *second,
            _ => Fraction::ZERO,
        };
        Ok(DrillValue { reached, gap: gap.to_f64(), gap_exact: gap.to_string() })
    }

    /// The value of each action before the flop, best first.
    fn start(&self, hole: [Card; 2], game: &Game) -> Result<Advice, AdviceError> {
        let solution = self.solution(game).map_err(AdviceError::Game)?;
        let row = solution.preflop_row(hole[0], hole[1]).expect("every two cards are a starting hand");
        let raises = row.raises.iter().map(|(raise, value)| (PlayerAction::Raise(*raise), *value));
        let mut advice: Advice = raises.chain([(PlayerAction::Check, row.check)]).collect();
        advice.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        Ok(advice)
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
    // The solver itself takes any bonus pay; these bounds keep the exact values short enough to be written.
    let bonus = pays.flatten().chain([game.mix.trips, game.mix.bad_beat]);
    let beyond = |number: &Fraction| {
        *number > Fraction::whole(GameError::LARGEST) || number.denominator() > GameError::FINEST.into()
    };
    bonus.into_iter().find(beyond).map_or(Ok(()), |number| Err(Unsolved::Bonus(number)))
}

fn checks(advice: &Advice) -> bool {
    advice.first().is_some_and(|(action, _)| *action == PlayerAction::Check)
}
