//! How far it is, on one line of the terminal that is written again and again.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A bar, unless nobody would see it.
pub(crate) struct Progress {
    rounds: u64,
    started: Instant,
    drawn: Option<Instant>,
    visible: bool,
}

impl Progress {
    const WIDTH: u64 = 30;
    const EVERY: Duration = Duration::from_millis(100);

    pub(crate) fn new(rounds: u64) -> Progress {
        Progress { rounds, started: Instant::now(), drawn: None, visible: io::stderr().is_terminal() }
    }

    /// So many rounds are played.
    pub(crate) fn show(&mut self, played: u64) {
        if !self.visible || self.drawn.is_some_and(|drawn| drawn.elapsed() < Progress::EVERY) {
            return;
        }
        self.drawn = Some(Instant::now());
        let full = (u128::from(played) * u128::from(Progress::WIDTH) / u128::from(self.rounds)) as usize;
        let bar = "█".repeat(full) + &"░".repeat(Progress::WIDTH as usize - full);
        let a_second = u128::from(played) * 1000 / self.started.elapsed().as_millis().max(1);
        // The bar is for the eye: if it cannot be written, the work goes on.
        let _ = write!(io::stderr(), "\r\x1b[K{bar} {played} of {} rounds, {a_second} a second", self.rounds);
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if self.visible && self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        self.visible = false;
    }
}
