//! A progress bar on one line of the terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A progress bar on standard error; nothing at all if that is not a terminal.
pub(crate) struct Progress {
    total: u64,
    unit: &'static str,
    started: Instant,
    drawn: Option<Instant>,
    visible: bool,
}

impl Progress {
    const WIDTH: u64 = 30;
    const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

    /// Returns a bar for `total` steps of that unit.
    pub(crate) fn new(total: u64, unit: &'static str) -> Progress {
        Progress { total, unit, started: Instant::now(), drawn: None, visible: io::stderr().is_terminal() }
    }

    /// Draws the bar, at most every 100 ms.
    pub(crate) fn show(&mut self, done: u64) {
        if !self.visible || self.drawn.is_some_and(|drawn| drawn.elapsed() < Progress::REDRAW_INTERVAL) {
            return;
        }
        self.drawn = Some(Instant::now());
        let done_of_all = u128::from(done.min(self.total)) * u128::from(Progress::WIDTH);
        let full = (done_of_all / u128::from(self.total.max(1))) as usize;
        let bar = "█".repeat(full) + &"░".repeat(Progress::WIDTH as usize - full);
        let per_second = u128::from(done) * 1000 / self.started.elapsed().as_millis().max(1);
        let Progress { total, unit, .. } = self;
        // The work goes on if the bar cannot be written.
        let _ = write!(io::stderr(), "\r\x1b[K{bar} {done} of {total} {unit}, {per_second} per second");
    }

    /// Removes the bar for good.
    pub(crate) fn clear(&mut self) {
        if self.visible && self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        self.visible = false;
    }
}
