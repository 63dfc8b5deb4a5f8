//! Exact values and best play of Ultimate Texas Hold'em, for any pay tables.
//!
//! All 27,813,810,024,000 ways to deal one player, the board and the dealer are counted, in integers, and none of
//! them is looked at alone:
//!
//! - [`Solver::new`] makes what depends on the deck alone. Boards that cannot differ are one board ([`board`],
//!   [`view`]: 42,783 of them), and the hands on a board are counted in the order of their strength
//!   ([`walk`]). [`preflop`] sums that up for the 169 starting hands.
//! - [`Solver::solve`] adds one number for each hole and board to the flops of that board ([`river`],
//!   [`worth`]), which decides the 1,755 flops that differ ([`flop`]) and then the starting hands. The flops
//!   that are checked are counted back to the boards, which decides how hands end ([`sum_up`]).
//! - [`Information`] and [`Neighbours`] tell what it is worth to see cards ([`information`]).
//! - [`Solver::distribution`] tells how often each net result comes, [`Distribution::ruin`] what that does to a
//!   bankroll, and [`Seen`] gives advice for cards seen.
#![allow(rustdoc::private_intra_doc_links)]
// Counts of cards and hands are small, next to the bounds that make it so, and are subtracted from each other.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod advise;
mod bad_beat;
pub mod bank;
mod before_flop;
mod board;
mod deck;
mod distribution;
mod fill;
mod flop;
mod flops;
mod fraction;
mod game;
mod hole;
mod information;
mod look_up;
mod order;
mod play;
mod preflop;
mod river;
mod ruin;
mod showdowns;
pub mod simulate;
mod solution;
mod solver;
mod strategy;
mod sum_up;
mod tally;
mod three_suited;
mod view;
mod walk;
mod worth;

pub use advise::{Advice, AdviceError, Against, Seen};
pub use distribution::Distribution;
pub use fraction::{Fraction, FractionError};
pub use game::{Game, GameError, Mix, PayTable, Qualify, Raises};
pub use information::{Estimate, Glimpse, Information, Neighbours, Scenario};
pub use play::{Action, StartingHand};
pub use ruin::{Ruin, RuinError};
pub use solution::{Bonus, Solution, Start, Wagers};
pub use solver::Solver;
pub use strategy::{
    BestPlay, Condition, Decision, Evaluation, EvaluationError, Range, RangeError, Rule, RuleError, Rules,
    Strategy, Street, WaitForFlop,
};
pub use tally::{Tallies, Tally};
