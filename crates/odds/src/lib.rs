//! Exact values and best play of Ultimate Texas Hold'em, for any pay tables.

mod board;
mod deck;
mod flop;
mod flops;
mod fraction;
mod game;
mod hole;
mod order;
mod preflop;
mod river;
mod showdowns;
mod solver;
mod tally;
mod view;
mod walk;
mod worth;

pub use fraction::{Fraction, FractionError};
pub use game::{Game, GameError, Mix, PayTable, Qualify, Raises};
pub use solver::Solver;
pub use tally::{Tallies, Tally};
