//! Whether this node reaches its store.
//!
//! A node that stood still or was cut off does not know what other nodes decided meanwhile, and the messages that lie
//! in its sockets are old. Its connections end, and clients reconnect, here or to another node.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use event_listener::Event;

/// How long the store may be silent, and how old a command may be when it is decided.
pub(crate) const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// When the store last answered, in monotonic time, and how often it was lost.
pub(crate) struct StoreHealth {
    /// In milliseconds; `u64::MAX` until the first answer, before which nothing is expected.
    answered_ms: AtomicU64,
    losses: AtomicU64,
    lost: Event,
}

impl Default for StoreHealth {
    fn default() -> StoreHealth {
        StoreHealth { answered_ms: AtomicU64::new(u64::MAX), losses: AtomicU64::new(0), lost: Event::new() }
    }
}

impl StoreHealth {
    /// Notes that the store has just answered.
    pub(crate) fn record_answer(&self, now: Duration) {
        self.check(now);
        self.answered_ms.store(now.as_millis() as u64, Ordering::Release);
    }

    /// Counts a loss if the store has been silent for too long.
    pub(crate) fn check(&self, now: Duration) {
        if self.is_lost(now) {
            self.losses.fetch_add(1, Ordering::AcqRel);
            // Counted before it is told: a connection that wakes finds the new number.
            self.lost.notify(usize::MAX);
        }
    }

    /// Returns how often the store was lost. A connection notes this number when it begins.
    pub(crate) fn losses(&self) -> u64 {
        self.losses.load(Ordering::Acquire)
    }

    /// Whether the store is lost, or was since `losses` was noted. The order matters: maintenance that reaches the
    /// store again counts the loss before it records the answer, so that one of the two is always seen here.
    pub(crate) fn was_lost_since(&self, losses: u64, now: Duration) -> bool {
        self.is_lost(now) || self.losses() != losses
    }

    /// Completes when the store has been lost since `losses` was noted.
    pub(crate) async fn lost_since(&self, losses: u64) {
        loop {
            // The listener is there before the number is read: a loss in between wakes it.
            let listener = self.lost.listen();
            if self.losses() != losses {
                return;
            }
            listener.await;
        }
    }

    fn is_lost(&self, now: Duration) -> bool {
        let answered_ms = self.answered_ms.load(Ordering::Acquire);
        answered_ms != u64::MAX && now > Duration::from_millis(answered_ms) + STORE_TIMEOUT
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{STORE_TIMEOUT, StoreHealth};

    const A_MOMENT: Duration = Duration::from_millis(1);

    #[test]
    fn a_silent_store_is_lost_after_its_timeout_and_the_loss_is_counted() {
        let health = StoreHealth::default();
        assert!(!health.is_lost(10 * STORE_TIMEOUT), "nothing is expected before the first answer");
        health.record_answer(10 * STORE_TIMEOUT);
        health.record_answer(11 * STORE_TIMEOUT);
        assert_eq!(health.losses(), 0);
        let late = 12 * STORE_TIMEOUT + A_MOMENT;
        assert!(health.is_lost(late));
        health.record_answer(late);
        assert!(!health.is_lost(late));
        assert_eq!(health.losses(), 1);
    }

    #[test]
    fn a_loss_counts_for_connections_that_were_there_even_when_the_store_answers_again() {
        let (health, late) = (StoreHealth::default(), STORE_TIMEOUT + A_MOMENT);
        let before = health.losses();
        health.record_answer(Duration::ZERO);
        assert!(!health.was_lost_since(before, A_MOMENT));
        health.record_answer(late);
        assert!(health.was_lost_since(before, late));
        assert!(!health.was_lost_since(health.losses(), late));
        futures_executor::block_on(health.lost_since(before));
    }
}
