//! What stored bytes mean: entries, the hash chain, checkpoints, record types and replay.

pub mod chain;
pub mod checkpoint;
pub mod deck;
pub mod dedup;
pub mod history;
pub mod journal;
pub mod names;
pub mod sums;
pub mod tables;

pub use checkpoint::{CheckpointRecord, checkpoint_from_text, checkpoint_text};
pub use tables::TableRecord;
