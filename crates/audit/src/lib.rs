//! Readers of a card room: histories, exports, reports and verification.
//!
//! Everything here takes a [`LogReader`](store::LogReader), which has no operation that writes: an auditor's tool
//! cannot change what it looks at. Nothing here depends on the room, whose code is among what is verified.
//!
//! - [`history`] rebuilds a finished round from its log, for a player, a spectator or an auditor, with the proof of its
//!   shuffle, and exports rounds and logs.
//! - [`report`] sums up turnover and compares it with exact theory.
//! - [`verify`] replays every log from its first entry and recomputes everything derived: decks, transfers, balances,
//!   checkpoints, summaries and totals.
//!
//! This crate does not cache, does not serve, and shows no round before its seed is revealed.
//!
//! ```
//! use audit::verify::{Figures, Keys, room};
//! use store::memory::Memory;
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let figures = room(&Memory::default(), Keys::default(), None, &mut |_| {}).await;
//! assert_eq!(figures, Ok(Figures::default())); // a card room in which nothing has happened
//! # });
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod calendar;
pub mod history;
pub mod report;
pub mod verify;
