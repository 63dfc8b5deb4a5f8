//! What travels and what is stored, as JSON. The core types know nothing of it.
//!
//! Money is in cents, times in milliseconds since 1970, cards in two letters, bytes in hexadecimal digits.

pub mod bits;
mod book;
mod command;
mod event;
mod proof;
pub mod settings;
pub mod sums;
mod view;

pub use bits::{by_text, stage_name};
pub use book::{BookRecord, bracket_labels, dollars};
pub use command::ClientCommand;
pub use event::{Body, EventRef, StoredEvent, StoredEvents};
pub use proof::{ProofRecord, SeatSeed};
pub use settings::{PaceRecord, ScheduleRecord, SettingsError, SettingsRecord};
pub use view::{LineRecord, NamedPlayer, ViewRecord, wager_name};
