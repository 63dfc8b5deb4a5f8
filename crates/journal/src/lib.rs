//! What stored bytes mean: log entries and their hash chain, checkpoints, records with typed keys, and one [`Replay`].
//!
//! `store` keeps text; this crate says what the text is. A log entry's body is an entry of a table ([`replay`]) or of
//! the room log ([`room_log`]). A record has a type that names its kind and its key ([`record`]), and one that cannot
//! be read is a fault that names it, never a default. What is derived from finished rounds is computed in one place
//! ([`summary`]), by the room when it writes it and by `audit` when it compares it. So are accounts ([`accounts`]).
//!
//! This crate decides nothing and writes nothing: it returns [`RecordWrite`](store::RecordWrite)s and entries, and the
//! room commits them. It starts no task and reads no clock.
//!
//! ```
//! use journal::record::put;
//! use journal::{ReadRecords, TableRecord};
//! use store::memory::Memory;
//! use store::{Commit, LogWriter};
//! use table::TableId;
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let store = Memory::default();
//! let record = TableRecord { name: "Main floor".into(), house_players: 3, closed: false };
//! let commit = Commit { writes: vec![put(&TableId(7), &record)], ..Commit::default() };
//! store.append(commit).await?;
//! assert_eq!(store.get::<TableRecord>(&TableId(7)).await?, Some(record));
//! # Ok::<(), store::StoreError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accounts;
pub mod cache;
pub mod chain;
pub mod checkpoint;
pub mod deck;
pub mod dedup;
pub mod protection;
pub mod record;
pub mod replay;
pub mod room_log;
pub mod summary;

pub use checkpoint::{CheckpointRecord, StoredCheckpoint};
pub use record::{ReadRecords, Record, RecordKey, TableRecord};
pub use replay::Replay;
