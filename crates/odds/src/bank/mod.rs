//! The other side of the table: what the bank earns, what the house collects for it, and when that is covered.
//!
//! A bank without limit wins exactly what the players lose. Averages add up whatever the hands have in common, so the
//! bank's is the sum of what every player's wagers lose on average, to the last digit. A limited bank (R7) has no such
//! sum: there the order of settlement matters, and it is simulated.

mod break_even;
mod values;

pub use break_even::{BracketResult, Covered, Rate};
pub use values::Values;
