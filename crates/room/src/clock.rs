//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

use super::Room;

/// A clock. Waiting is tokio's business; this only tells the time that is written into logs and deadlines.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970.
    fn now_ms(&self) -> u64;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub struct WallClock;

impl Clock for WallClock {
    fn now_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as u64
    }
}

impl Room {
    /// The one clock of the card room, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }
}
