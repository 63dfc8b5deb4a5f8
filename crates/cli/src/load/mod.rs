//! `uth load`: plays many tables with many viewers through the protocol that everybody uses, and tells how long the
//! card room took.
//!
//! [`Plan`] is what is played and [`Plan::play`] plays it: guests sit down at tables of their own, spectators watch
//! them, and once everybody sees their table the game begins. Each command has two waiting times: until the player has
//! the durable answer, and until a viewer has the frame. All clocks are this program's own.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use uth::Book;

use client::Address;
pub use game::Plan;
pub use record::{Memory, Record, Second, Times};

mod board;
mod crossing;
mod game;
mod histogram;
mod page;
mod people;
mod plot;
mod record;
mod seating;
mod sheet;

const EXAMPLES: &str = "Examples:
  uth load                                               20 tables, 20 viewers, for 30 seconds
  uth load --tables 500 --viewers 500 --seconds 600 --html load.html
  uth load --tables 200 --rate 5 --json load.json        five commands a second at each table
  uth load http://10.0.0.1:8600 http://10.0.0.2:8600     nodes of one card room: everybody spreads over them
  uth load --books washington,california --tables 2      free tables of these books, with a clock

A card room takes only so many guests and requests a minute from one address. Start the one that you test with
`uth serve --uncounted 127.0.0.1`, or whatever address you test from. Guests that play stay in its books, so take a
card room of its own: `uth serve --database /tmp/load.db --uncounted 127.0.0.1`.

Ctrl-C ends the game early, with its report.";

/// A connection may send 50 messages a second.
const FASTEST: f64 = 50.0;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LoadArguments {
    /// Where the card room is; several addresses are nodes of one card room
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8600")]
    servers: Vec<Address>,
    /// At how many tables somebody plays
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    tables: u32,
    /// How many watch them; they spread over the tables, and over other nodes than the players
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=9_000))]
    viewers: u32,
    /// How long figures are taken
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// How long everybody plays before that
    #[arg(long, value_name = "SECONDS", default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=3_600))]
    warm_up: u64,
    /// Commands a second at each table; four make a round, so 0.4 is a round every ten seconds, as people play
    #[arg(long, value_name = "N", default_value = "0.4", value_parser = rate)]
    rate: f64,
    /// Play at free tables of these rule books, separated by commas; without it, at tables for one
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    books: Vec<Book>,
    /// Write everything that was measured as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page with plots, complete in itself
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| (0.001..=FASTEST).contains(rate));
    rate.ok_or_else(|| format!("a connection sends 0.001 to {FASTEST} commands a second"))
}

/// Becomes true when somebody presses Ctrl-C. Whoever presses it again does not wait for the report.
fn interrupted() -> Result<Arc<AtomicBool>> {
    let is_over = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&is_over);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if ended.swap(true, Ordering::Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    });
    Ok(is_over)
}

pub(crate) fn run(arguments: LoadArguments) -> Result<ExitCode> {
    let plan = Plan {
        addresses: arguments.servers,
        tables: arguments.tables as usize,
        viewers: arguments.viewers as usize,
        lasts: Duration::from_secs(arguments.seconds),
        warm_up: Duration::from_secs(arguments.warm_up),
        rate: arguments.rate,
        books: arguments.books,
        is_over: interrupted()?,
    };
    // A file that cannot be written is better noticed before the game than after it.
    for path in [&arguments.json, &arguments.html].into_iter().flatten() {
        std::fs::write(path, "").with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let is_terminal = io::stderr().is_terminal();
    let mut live = |line: &str| {
        // It is for the eye: if it cannot be written, the game goes on.
        let _ = if is_terminal {
            write!(io::stderr(), "\r\x1b[K{line}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    };
    let played = plan.play(&mut live);
    if is_terminal {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let record = played?;
    if let Some(path) = &arguments.json {
        std::fs::write(path, serde_json::to_string_pretty(&record)? + "\n")?;
    }
    if let Some(path) = &arguments.html {
        std::fs::write(path, page::page(&record))?;
    }
    sheet::write(&record, &mut io::stdout().lock())?;
    ensure!(record.answer_ms.count > 0, "no command was answered");
    Ok(if record.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
