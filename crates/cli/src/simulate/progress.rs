//! How far it is, on one line of the terminal that is written again and again.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A bar, unless nobody would see it.
pub(crate) struct Progress {
    of: u64,
    unit: &'static str,
    started: Instant,
    drawn: Option<Instant>,
    visible: bool,
}

impl Progress {
    const WIDTH: u64 = 30;
    const EVERY: Duration = Duration::from_millis(100);

    /// So many of them are to be done.
    pub(crate) fn new(of: u64, unit: &'static str) -> Progress {
        Progress { of, unit, started: Instant::now(), drawn: None, visible: io::stderr().is_terminal() }
    }

    /// So many are done.
    pub(crate) fn show(&mut self, done: u64) {
        if !self.visible || self.drawn.is_some_and(|drawn| drawn.elapsed() < Progress::EVERY) {
            return;
        }
        self.drawn = Some(Instant::now());
        let done_of_all = u128::from(done.min(self.of)) * u128::from(Progress::WIDTH);
        let full = (done_of_all / u128::from(self.of.max(1))) as usize;
        let bar = "█".repeat(full) + &"░".repeat(Progress::WIDTH as usize - full);
        let a_second = u128::from(done) * 1000 / self.started.elapsed().as_millis().max(1);
        // The bar is for the eye: if it cannot be written, the work goes on.
        let Progress { of, unit, .. } = self;
        let _ = write!(io::stderr(), "\r\x1b[K{bar} {done} of {of} {unit}, {a_second} a second");
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if self.visible && self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        self.visible = false;
    }
}
