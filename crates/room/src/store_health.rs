//! Whether this node is in touch with the storage. One that stood still or was cut off does not know what happened
//! meanwhile, and what was sent to it before is old: its connections end, and clients come back, here or elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// How long the storage may be out of sight, and how old a command may be when it is decided.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// When the storage was last seen.
pub struct StoreHealth {
    began: Instant,
    /// In milliseconds since it began; nothing is expected before the first.
    kept_ms: AtomicU64,
    losses: watch::Sender<u64>,
}

impl StoreHealth {
    pub(super) fn new() -> StoreHealth {
        StoreHealth {
            began: Instant::now(),
            kept_ms: AtomicU64::new(u64::MAX),
            losses: watch::Sender::new(0),
        }
    }

    /// The storage has just answered.
    pub(super) fn keep(&self) {
        self.keep_at(self.now_ms());
    }

    /// Tells everybody if touch has been lost.
    pub(super) fn look(&self) {
        self.look_at(self.now_ms());
    }

    /// Whether it is lost, or was since somebody began to listen for losses. In this order: whoever finds it again
    /// tells of the loss first.
    pub fn was_lost(&self, losses: &watch::Receiver<u64>) -> bool {
        self.is_lost_at(self.now_ms()) || losses.has_changed().unwrap_or(true)
    }

    /// Changes whenever touch has been lost.
    pub fn losses(&self) -> watch::Receiver<u64> {
        self.losses.subscribe()
    }

    fn keep_at(&self, now_ms: u64) {
        self.look_at(now_ms);
        self.kept_ms.store(now_ms, Ordering::Release);
    }

    fn look_at(&self, now_ms: u64) {
        if self.is_lost_at(now_ms) {
            self.losses.send_modify(|losses| *losses += 1);
        }
    }

    fn is_lost_at(&self, now_ms: u64) -> bool {
        let kept_ms = self.kept_ms.load(Ordering::Acquire);
        kept_ms != u64::MAX && now_ms > kept_ms + STORE_TIMEOUT.as_millis() as u64
    }

    fn now_ms(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{STORE_TIMEOUT, StoreHealth};

    #[test]
    fn touch_is_lost_after_a_while_and_everybody_hears_of_it() {
        let (health, limit_ms) = (StoreHealth::new(), STORE_TIMEOUT.as_millis() as u64);
        let losses = health.losses();
        assert!(!health.is_lost_at(10 * limit_ms), "nobody has looked yet");
        health.keep_at(10 * limit_ms);
        health.keep_at(11 * limit_ms);
        assert!(!losses.has_changed().expect("it is there"));
        assert!(health.is_lost_at(12 * limit_ms + 1));
        health.keep_at(12 * limit_ms + 1);
        assert!(!health.is_lost_at(12 * limit_ms + 1));
        assert!(losses.has_changed().expect("it is there"));
    }

    #[test]
    fn a_loss_counts_for_those_who_were_there_even_when_touch_is_found_again() {
        let (health, limit_ms) = (StoreHealth::new(), STORE_TIMEOUT.as_millis() as u64);
        let before = health.losses();
        health.keep_at(0);
        assert!(!health.was_lost(&before));
        health.keep_at(limit_ms + 1);
        assert!(health.was_lost(&before));
        assert!(!health.was_lost(&health.losses()));
    }
}
