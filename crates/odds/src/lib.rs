//! Exact values and best play of Ultimate Texas Hold'em, for any pay tables.
//!
//! The crate counts all 27,813,810,024,000 ways to deal one player, the board and the dealer in integers, without
//! visiting them one by one. Every result is an exact [`Fraction`]; nothing is sampled unless its name says so
//! ([`Estimate`], [`simulate`]).
//!
//! ```
//! use odds::{Game, KnownCards, PlayerAction};
//! use uth::parse_cards;
//!
//! // The river: what is calling with a pair of sevens worth, and what is folding?
//! let (hole, board) = (parse_cards("7c 2d")?, parse_cards::<5>("7h Ks Jd 9c 3s")?);
//! let advice = KnownCards::new(hole, &board, &[], &[])?.advice(&Game::standard())?;
//! let (action, value) = advice[0];
//! assert_eq!(action, PlayerAction::Raise(1.into()), "calling is the best action");
//! assert!(value > (-2).into(), "folding would lose the Ante and the Blind");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How it works:
//!
//! - [`Solver::new`] builds what depends on the deck alone. Boards that cannot differ at a showdown form one class
//!   ([`board`], [`board_class`]: 42,783 classes). On each board the hands are counted in ascending strength by
//!   inclusion and exclusion ([`mod@sweep`]), and [`preflop`] adds the counts up for the 169 starting hands.
//! - [`Solver::solve`] reduces each hole and board to one number, the gain of checking the flop over raising it
//!   ([`payoff`]), and adds it to the flops of that board ([`river`]). This decides the 1,755 classes of flops
//!   ([`flop_class`]) and then the starting hands. The flops that are checked are counted back to the boards, which
//!   gives the share of every wager and action ([`solution_builder`]).
//! - [`Solver::evaluate`] values any [`Strategy`] in the same way, and [`Solver::distribution`] returns how often
//!   each net result occurs; [`Distribution::ruin`] follows a bankroll through it.
//! - [`Information`] and [`Neighbours`] value seeing cards ([`information`]).
//! - [`KnownCards::advice`] values every legal action for any set of known cards and any mix of wagers, by enumeration;
//!   [`Solver::advice`] returns the same from the tables where they help.
//! - [`Solver::split`] splits the result of a [`PlayedHand`] into the game's value, luck, decisions and cover.
//! - [`simulate`] plays whole tables through the rules of [`uth`]; [`bank`] compares the bank's edge with its
//!   collection.
//!
//! Counts have a fixed width (`i16` to `i128`, with the bound stated where they are declared) and `usize` is only used
//! for indices, so that results are the same on 32-bit targets.
//!
//! What the crate deliberately does not do: it has no I/O and no serialization (callers print and store), no table
//! state and no money beyond the wagers of a round, and no random numbers fit for dealing real games.
#![allow(rustdoc::private_intra_doc_links)]
// Counts of cards and hands are small, with the bound stated next to each cast, and their differences may be negative.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod advice;
mod bad_beat;
pub mod bank;
mod board;
mod board_class;
mod deal_counts;
mod decisions;
mod deck;
mod distribution;
mod flop_class;
mod flop_matrix;
mod fraction;
mod game;
mod hole;
mod information;
mod payoff;
mod preflop;
mod preflop_advice;
mod result_split;
mod river;
mod ruin;
mod showdown_builder;
mod showdown_lookup;
mod showdowns;
pub mod simulate;
mod solution;
mod solution_builder;
mod solver;
mod strategy;
mod strength_order;
mod sweep;
mod three_suited;

pub use advice::{Advice, AdviceError, KnownCards, ShowdownCounts};
pub use deal_counts::{DealCounts, DealCountsByCategory};
pub use decisions::{PlayerAction, StartingHand};
pub use distribution::Distribution;
pub use fraction::{Fraction, FractionError};
pub use game::{ExactPayTable, Game, GameError, Mix, Qualify, Raises};
pub use information::{Estimate, Information, Neighbours, Observation, Scenario};
pub use result_split::{HandEnd, PlayedHand, ResultSplit};
pub use ruin::{Ruin, RuinError};
pub use solution::{BonusValue, PreflopRow, Solution, WagerValues};
pub use solver::Solver;
pub use strategy::{
    BestPlay, Condition, Evaluation, EvaluationError, Range, RangeError, Rule, RuleError, Rules, Strategy,
    Street, StreetRules, WaitForFlop,
};
