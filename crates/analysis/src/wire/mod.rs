//! Results of the mathematics as JSON.

mod advice;
mod bank;
mod ruin;
mod solution;

pub use advice::AdviceRecord;
pub use bank::schedule_record;
pub use ruin::ruin_record;
pub use solution::{exact_record, solution_record};
