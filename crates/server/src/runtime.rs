//! The room's runtime on tokio.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use room::{Runtime, Task};
use tokio::time::Instant;

/// Drives a room with the tokio runtime in whose context it is used.
#[derive(Clone, Copy, Debug)]
pub struct Tokio {
    began: Instant,
}

/// A runtime whose monotonic clock starts now.
impl Default for Tokio {
    fn default() -> Tokio {
        Tokio { began: Instant::now() }
    }
}

impl Runtime for Tokio {
    fn now_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
    }

    fn monotonic(&self) -> Duration {
        self.began.elapsed()
    }

    fn sleep(&self, duration: Duration) -> Task {
        Box::pin(tokio::time::sleep(duration))
    }

    fn spawn(&self, task: Task) {
        tokio::spawn(task);
    }

    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        tokio::task::spawn_blocking(work);
    }
}
