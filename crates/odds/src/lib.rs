//! Exact values and best play of Ultimate Texas Hold'em, for any pay tables.

mod advise;
mod bad_beat;
mod board;
mod deck;
mod distribution;
mod flop;
mod flops;
mod fraction;
mod game;
mod hole;
mod look_up;
mod order;
mod play;
mod preflop;
mod river;
mod showdowns;
mod solution;
mod solver;
mod strategy;
mod sum_up;
mod tally;
mod view;
mod walk;
mod worth;

pub use advise::{Advice, AdviceError, Against, Seen};
pub use distribution::Distribution;
pub use fraction::{Fraction, FractionError};
pub use game::{Game, GameError, Mix, PayTable, Qualify, Raises};
pub use play::{Action, StartingHand};
pub use solution::{Bonus, Solution, Start, Wagers};
pub use solver::Solver;
pub use strategy::{
    BestPlay, Condition, Decision, Evaluation, EvaluationError, Range, RangeError, Rule, RuleError, Rules,
    Strategy, Street, WaitForFlop,
};
pub use tally::{Tallies, Tally};
