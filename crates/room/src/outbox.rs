//! Where somebody's frames go. A connection that cannot keep up is given up; it comes back and asks for what it missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::Notify;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// One text frame.
pub type Frame = Arc<str>;

/// How many frames may wait for a connection.
const MOST_WAITING: usize = 256;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// The sending side of a connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    number: u64,
    frames: Sender<Frame>,
    full: Arc<Full>,
}

/// Whether a frame did not fit, and whom to tell.
#[derive(Debug, Default)]
struct Full {
    is_full: AtomicBool,
    told: Notify,
}

impl Outbox {
    /// An outbox, and where its frames come out.
    pub fn new() -> (Outbox, Receiver<Frame>) {
        let (frames, out) = channel(MOST_WAITING);
        (Outbox { number: NUMBERS.fetch_add(1, Ordering::Relaxed), frames, full: Arc::default() }, out)
    }

    /// Which outbox it is.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.frames.is_closed()
    }

    /// Whether a frame did not fit: the connection has to go.
    pub fn is_full(&self) -> bool {
        self.full.is_full.load(Ordering::Acquire)
    }

    /// Waits until a frame does not fit.
    pub async fn overflow(&self) {
        let told = self.full.told.notified();
        if !self.is_full() {
            told.await;
        }
    }

    /// Sends a frame, unless the connection is gone or so slow that it has to go. Then nothing more may be sent, or
    /// frames would be missing in between.
    pub fn send(&self, frame: Frame) -> bool {
        if self.is_full() {
            return false;
        }
        let sent = self.frames.try_send(frame);
        if let Err(TrySendError::Full(_)) = sent {
            self.full.is_full.store(true, Ordering::Release);
            self.full.told.notify_waiters();
        }
        sent.is_ok()
    }
}
