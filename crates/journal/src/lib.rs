//! What stored bytes mean: entries, the hash chain, checkpoints, record types and replay.

pub mod answers;
pub mod chain;
pub mod checkpoint;
pub mod deck;
pub mod history;
pub mod journal;
pub mod people;
pub mod sums;
pub mod tables;

pub use checkpoint::{Stored, checkpoint_from_text, checkpoint_text};
pub use tables::TableRecord;
