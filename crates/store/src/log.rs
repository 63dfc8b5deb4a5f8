//! Logs: what they are named by, what they hold, and where they end.

use std::fmt;

/// Names a log. Table 7 has log 7; log 0 is the card room's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LogId(pub u64);

impl LogId {
    /// The card room's own log: accounts, roles, chips from the cashier, acts of the floor.
    pub const ROOM: LogId = LogId(0);
}

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The hash that the first entry of every log builds on.
pub const GENESIS: [u8; 32] = [0; 32];

/// The events of one command, in a log.
///
/// An entry builds on the one before it by number and by hash. The store compares both with the log's [`Head`], so that
/// a writer whose memory has diverged from the log cannot append, even if it guesses the right number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The log that it belongs to.
    pub log: LogId,
    /// The sequence number of its first event, counted from 1.
    pub seq: u64,
    /// The number of its events, at least one.
    pub events: u32,
    /// When it was decided, in milliseconds since 1970.
    pub at_ms: u64,
    /// Its events, who caused them and by which command, as JSON.
    pub body: String,
    /// The hash of the entry before it, or [`GENESIS`].
    pub previous: [u8; 32],
    /// The hash of this entry, which covers `previous` and therefore the whole log up to here.
    pub hash: [u8; 32],
}

impl Entry {
    /// The sequence number of its last event.
    pub const fn last_seq(&self) -> u64 {
        self.seq.saturating_add(self.events as u64).saturating_sub(1)
    }
}

/// The end of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The sequence number of the last event.
    pub seq: u64,
    /// The hash of the last entry.
    pub hash: [u8; 32],
    /// When a node has to act on this log even if no command arrives, in milliseconds since 1970.
    pub wake_ms: Option<u64>,
}
