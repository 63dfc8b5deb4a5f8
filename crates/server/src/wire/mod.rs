//! What travels and what is stored, as JSON. The core types know nothing of it.
//!
//! Money is in cents, times in milliseconds since 1970, cards in two letters, bytes in hexadecimal digits.

mod advice;
mod bank;
mod bits;
mod book;
mod checkpoint;
mod command;
mod event;
mod proof;
mod ruin;
mod settings;
mod solution;
pub(crate) mod sums;
mod view;

pub use advice::AdviceRecord;
pub use bank::schedule_record;
pub(crate) use bits::{by_text, stage_name};
pub use book::{BookRecord, bracket_labels, dollars};
pub use checkpoint::{checkpoint_from_text, checkpoint_text};
pub use command::Ask;
pub use event::{Body, EventRef, Fact, Facts};
pub use proof::{ProofRecord, SeatSeed};
pub use ruin::ruin_record;
pub use settings::{PaceRecord, ScheduleRecord, SettingsError, SettingsRecord};
pub use solution::{exact_record, solution_record};
pub(crate) use view::wager_name;
pub use view::{LineRecord, NamedPlayer, ViewRecord};
