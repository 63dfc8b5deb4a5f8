//! Advice, solving, strategies, theory and reports, on top of the exact mathematics of `odds`.

pub mod advice;
pub mod clauses;
pub mod information;
pub mod solve;
pub mod split;
pub mod strategies;
pub mod theory;
mod wire;

pub use wire::{bank_schedule, base_values, base_wagers, exact, ruin_result, solution, wire_advice};
