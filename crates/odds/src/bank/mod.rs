//! The other side of the table: what the bank earns, what the house collects for it, and when the gain covers the fee.
//!
//! A bank without a limit wins exactly what the players lose. Expectation is linear even though the hands share a
//! board, so the bank's expectation is the sum over all wagers, as an exact fraction. A limited bank (R7) has no such
//! sum, because the order of settlement matters there; it has to be simulated.

mod break_even;
mod strategy_values;

pub use break_even::{BankEdge, BracketResult, Covered};
pub use strategy_values::StrategyValues;
