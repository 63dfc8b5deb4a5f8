//! Results of the mathematics in their wire forms.

mod advice;
mod bank;
mod ruin;
mod solution;

pub use advice::advice;
pub use bank::bank_schedule;
pub use ruin::ruin_result;
pub use solution::{exact, solution};
