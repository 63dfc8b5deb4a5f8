//! Where somebody's frames go. A connection that cannot keep up is given up; it comes back and asks for what it missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
}

impl Outbox {
    /// An outbox, and where its frames come out.
    pub fn new() -> (Outbox, Receiver<Frame>) {
        let (frames, out) = channel(MOST_WAITING);
        (Outbox { number: NUMBERS.fetch_add(1, Ordering::Relaxed), frames }, out)
    }

    /// Which outbox it is.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.frames.is_closed()
    }

    /// Sends a frame, unless the connection is gone or so slow that it has to go. Then nothing more may be sent, or
    /// frames would be missing in between.
    pub fn send(&self, frame: Frame) -> bool {
        self.frames.try_send(frame).is_ok()
    }
}
