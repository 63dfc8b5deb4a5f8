//! Whether this node reaches its store.
//!
//! A node that stood still or was cut off does not know what other nodes decided meanwhile, and the messages that lie
//! in its sockets are old. Its connections end, and clients reconnect, here or to another node.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use event_listener::Event;

use crate::runtime::Runtime;

/// How long the store may be silent, and how old a command may be when it is decided.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// When the store last answered, and how often it was lost.
pub struct StoreHealth {
    runtime: Arc<dyn Runtime>,
    /// In monotonic milliseconds; `u64::MAX` until the first answer, before which nothing is expected.
    answered_ms: AtomicU64,
    losses: AtomicU64,
    lost: Event,
}

impl StoreHealth {
    pub(crate) fn new(runtime: Arc<dyn Runtime>) -> StoreHealth {
        StoreHealth {
            runtime,
            answered_ms: AtomicU64::new(u64::MAX),
            losses: AtomicU64::new(0),
            lost: Event::new(),
        }
    }

    /// Notes that the store has just answered.
    pub(crate) fn record_answer(&self) {
        self.record_answer_at(self.now_ms());
    }

    /// Counts a loss if the store has been silent for too long.
    pub(crate) fn check(&self) {
        self.check_at(self.now_ms());
    }

    /// Returns how often the store was lost. A connection notes this number when it begins.
    pub fn losses(&self) -> u64 {
        self.losses.load(Ordering::Acquire)
    }

    /// Whether the store is lost, or was since `losses` was noted. The order matters: maintenance that reaches the
    /// store again counts the loss before it records the answer, so that one of the two is always seen here.
    pub fn was_lost_since(&self, losses: u64) -> bool {
        self.is_lost_at(self.now_ms()) || self.losses() != losses
    }

    /// Completes when the store has been lost since `losses` was noted.
    pub async fn lost_since(&self, losses: u64) {
        loop {
            // The listener is there before the number is read: a loss in between wakes it.
            let listener = self.lost.listen();
            if self.losses() != losses {
                return;
            }
            listener.await;
        }
    }

    fn record_answer_at(&self, now_ms: u64) {
        self.check_at(now_ms);
        self.answered_ms.store(now_ms, Ordering::Release);
    }

    fn check_at(&self, now_ms: u64) {
        if self.is_lost_at(now_ms) {
            self.losses.fetch_add(1, Ordering::AcqRel);
            self.lost.notify(usize::MAX);
        }
    }

    fn is_lost_at(&self, now_ms: u64) -> bool {
        let answered_ms = self.answered_ms.load(Ordering::Acquire);
        answered_ms != u64::MAX && now_ms > answered_ms + STORE_TIMEOUT.as_millis() as u64
    }

    fn now_ms(&self) -> u64 {
        self.runtime.monotonic().as_millis() as u64
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use super::{STORE_TIMEOUT, StoreHealth};
    use crate::runtime::threads::Threads;

    fn health() -> (StoreHealth, u64) {
        (StoreHealth::new(Arc::new(Threads(Instant::now()))), STORE_TIMEOUT.as_millis() as u64)
    }

    #[test]
    fn a_silent_store_is_lost_after_its_timeout_and_the_loss_is_counted() {
        let (health, limit_ms) = health();
        assert!(!health.is_lost_at(10 * limit_ms), "nothing is expected before the first answer");
        health.record_answer_at(10 * limit_ms);
        health.record_answer_at(11 * limit_ms);
        assert_eq!(health.losses(), 0);
        assert!(health.is_lost_at(12 * limit_ms + 1));
        health.record_answer_at(12 * limit_ms + 1);
        assert!(!health.is_lost_at(12 * limit_ms + 1));
        assert_eq!(health.losses(), 1);
    }

    #[test]
    fn a_loss_counts_for_connections_that_were_there_even_when_the_store_answers_again() {
        let (health, limit_ms) = health();
        let before = health.losses();
        health.record_answer_at(0);
        assert!(!health.was_lost_since(before));
        health.record_answer_at(limit_ms + 1);
        assert!(health.was_lost_since(before));
        assert!(!health.was_lost_since(health.losses()));
        futures_executor::block_on(health.lost_since(before));
    }
}
