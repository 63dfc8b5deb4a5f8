//! How commands write results: JSON or text on standard output, files, and a progress bar on standard error.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes a result to standard output: its record as JSON, or its text.
pub(crate) fn print<R: Serialize>(
    is_json: bool,
    record: impl FnOnce() -> R,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<ExitCode> {
    print_to(&mut BufWriter::new(io::stdout().lock()), is_json, record, text)
}

/// Does the same to another output.
pub(crate) fn print_to<R: Serialize>(
    output: &mut dyn Write,
    is_json: bool,
    record: impl FnOnce() -> R,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<ExitCode> {
    if is_json {
        // As an I/O error, so that a closed output is recognized.
        serde_json::to_writer_pretty(&mut *output, &record()).map_err(io::Error::from)?;
        writeln!(output)?;
    } else {
        text(output)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a whole file, or fails with a sentence that names it.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns whether standard output shows colours: it is a terminal, and the user has not turned them off.
pub(crate) fn is_coloured() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Joins texts: "Ante, Blind, Trips".
pub(crate) fn joined(items: impl IntoIterator<Item = impl Display>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// Returns the number of a round as people count: from 1, like the page.
#[cfg(feature = "client")]
pub(crate) fn round_number(round: &protocol::RoundView) -> u64 {
    round.number.0.saturating_add(1)
}

/// Returns what a hand did: "4x", "fold", or nothing while that is open.
#[cfg(feature = "client")]
pub(crate) fn play(hand: &protocol::HandView) -> String {
    match hand.play {
        None => String::new(),
        Some(0) => "fold".into(),
        Some(times) => format!("{times}x"),
    }
}

/// A sum of any size. JSON numbers are safe only up to 64 bits, so larger ones are written as text.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Sum {
    Number(i64),
    Text(String),
}

impl From<i128> for Sum {
    fn from(sum: i128) -> Sum {
        i64::try_from(sum).map_or_else(|_| Sum::Text(sum.to_string()), Sum::Number)
    }
}

/// A progress bar on one line of standard error, until it is dropped. Nothing is shown if that is not a terminal.
pub(crate) struct Progress {
    /// What is counted, and since when.
    counted: Option<(String, Instant)>,
    drawn: Option<Instant>,
    is_visible: bool,
}

impl Progress {
    const WIDTH: u64 = 30;
    const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

    pub(crate) fn new() -> Progress {
        Progress { counted: None, drawn: None, is_visible: io::stderr().is_terminal() }
    }

    /// Draws the bar, at most every 100 ms. A new unit starts the bar again.
    pub(crate) fn show(&mut self, unit: &str, done: u64, total: u64) {
        if !self.is_visible || self.drawn.is_some_and(|drawn| drawn.elapsed() < Progress::REDRAW_INTERVAL) {
            return;
        }
        self.drawn = Some(Instant::now());
        let (_, since) = match self.counted.take_if(|(counted, _)| counted == unit) {
            Some(counted) => self.counted.insert(counted),
            None => self.counted.insert((unit.to_owned(), Instant::now())),
        };
        let done_of_all = u128::from(done.min(total)) * u128::from(Progress::WIDTH);
        let full = (done_of_all / u128::from(total.max(1))) as usize;
        let bar = "█".repeat(full) + &"░".repeat(Progress::WIDTH as usize - full);
        let per_second = u128::from(done) * 1000 / since.elapsed().as_millis().max(1);
        // The work goes on if the bar cannot be written.
        let _ = write!(io::stderr(), "\r\x1b[K{bar} {done} of {total} {unit}, {per_second} per second");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
