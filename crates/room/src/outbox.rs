//! Outgoing messages of one connection. A connection that falls behind is ended; its client reconnects and asks for
//! what it missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use async_channel::{Receiver, Sender, unbounded};
use event_listener::Event;

/// One text message, shared by all connections that get the same.
pub type OutgoingMessage = Arc<str>;

/// How many messages may wait for a connection.
const CAPACITY: usize = 256;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// The sending side of a connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    number: u64,
    messages: Sender<OutgoingMessage>,
    overflow: Arc<Overflow>,
}

/// Whether a message did not fit, and who waits to learn that.
#[derive(Debug, Default)]
struct Overflow {
    has_happened: AtomicBool,
    happened: Event,
}

impl Outbox {
    /// Creates an outbox, and the receiver of its messages.
    pub fn new() -> (Outbox, Receiver<OutgoingMessage>) {
        // Bounded by `send`: a bounded channel would reserve the place of every message for every spectator.
        let (messages, receiver) = unbounded();
        // Only uniqueness matters, so that no order with other memory is needed.
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        (Outbox { number, messages, overflow: Arc::default() }, receiver)
    }

    /// Returns the number that no other outbox of this process has.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Whether the receiver is gone.
    pub fn is_closed(&self) -> bool {
        self.messages.is_closed()
    }

    /// Whether a message did not fit: the connection has to end.
    pub fn is_full(&self) -> bool {
        self.overflow.has_happened.load(Ordering::Acquire)
    }

    /// Completes when a message does not fit.
    pub async fn overflow(&self) {
        // The listener is there before the flag is read: an overflow in between wakes it.
        let listener = self.overflow.happened.listen();
        if !self.is_full() {
            listener.await;
        }
    }

    /// Sends a message; returns whether the connection can still get messages. After the first that does not fit
    /// nothing more is sent, because a client must not miss a message in the middle.
    pub fn send(&self, message: OutgoingMessage) -> bool {
        if self.is_full() {
            return false;
        }
        // Senders that look at the same moment may exceed the bound by one message each.
        if self.messages.len() >= CAPACITY {
            // The flag is set before the listeners are woken: one that wakes, or listens later, sees it.
            self.overflow.has_happened.store(true, Ordering::Release);
            self.overflow.happened.notify(usize::MAX);
            return false;
        }
        self.messages.try_send(message).is_ok()
    }
}
