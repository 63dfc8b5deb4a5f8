//! What stored bytes mean: log entries and their hash chain, checkpoints, and records with typed keys.

pub mod chain;
pub mod checkpoint;
pub mod deck;
pub mod dedup;
pub mod names;
pub mod protection;
pub mod record;
pub mod replay;
pub mod room_log;
mod sealed;
pub mod summary;
mod sums;

pub use checkpoint::{CheckpointRecord, StoredCheckpoint};
pub use record::{ReadRecords, Record, RecordKey, TableRecord};
pub use replay::Replay;
