//! `uth verify`: replays a database or an export and compares everything that is derived from it.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use audit::verify::{Failure, Figures, Progress as Step, Wrong, file, room};
use clap::Args;
use serde::Serialize;
use server::paths;
use server::start::Database;
use store::LogId;

use crate::json;
use crate::progress::Progress;

mod sheet;

const EXAMPLES: &str = "Examples:
  uth verify                                    the card room in your data directory, even while it is open
  uth verify --database ./club.db --table 7     one table of another
  uth verify --database postgres://uth@db/room
  uth verify hand.json                          one exported hand, or many, one on each line
  uth verify table-7.jsonl                      an exported log

Exit codes: 0 verified; 1 something is wrong, and the first such thing is named; 2 the input cannot be read.";

/// Replay everything that a card room holds, or an exported file, and name the first thing that is wrong
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArguments {
    /// An exported hand or log; - is standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["database", "table", "key"])]
    file: Option<PathBuf>,
    /// A file, or the address of a PostgreSQL server; a file in your data directory if not given
    #[arg(long, value_name = "FILE|postgres://…")]
    database: Option<Database>,
    /// Only this table: its chain, its rounds, and the chips that they moved
    #[arg(long, value_name = "N")]
    table: Option<u64>,
    /// The file with the key that seals the seeds of running rounds; next to the database if not given
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The result for programs.
#[derive(Serialize)]
#[serde(untagged)]
enum Record<'a> {
    Verified {
        verified: bool,
        #[serde(flatten)]
        figures: &'a Figures,
    },
    Wrong {
        verified: bool,
        /// The table; 0 is the room log.
        log: Option<u64>,
        seq: Option<u64>,
        why: &'a str,
    },
}

pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode> {
    let verified = match &arguments.file {
        Some(path) => file(opened(path)?).map_err(|failure| (failure, path.display().to_string())),
        None => verify_room(arguments)?,
    };
    let mut output = io::stdout().lock();
    let (record, code) = match &verified {
        Ok(figures) => (Record::Verified { verified: true, figures }, ExitCode::SUCCESS),
        Err((Failure::Wrong(Wrong { log, seq, why }), _)) => {
            let log = log.map(|log| log.0);
            (Record::Wrong { verified: false, log, seq: *seq, why }, ExitCode::from(1))
        }
        Err((Failure::Unreadable(why), place)) => anyhow::bail!("{place}: {why}"),
    };
    if arguments.json {
        json::write(&mut output, &record)?;
    } else {
        match &verified {
            Ok(figures) => sheet::write(&mut output, figures)?,
            Err((failure, _)) => writeln!(output, "wrong: {failure}")?,
        }
    }
    Ok(code)
}

fn verify_room(arguments: &VerifyArguments) -> Result<Result<Figures, (Failure, String)>> {
    let database = arguments.database.clone().unwrap_or_else(|| Database::File(paths::database()));
    let key_path = arguments.key.clone().unwrap_or_else(|| match &database {
        Database::File(path) => paths::key_beside(path),
        Database::Postgres(_) => paths::key(),
    });
    let key = paths::read_key(&key_path).with_context(|| key_path.display().to_string())?;
    if key.is_none() && arguments.key.is_some() {
        anyhow::bail!("{}: there is no such file", key_path.display());
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let verified = runtime.block_on(async {
        let store = database.open_read_only().await?;
        let mut bar = Bar::default();
        let table = arguments.table.map(LogId);
        let verified = room(&*store, key.as_ref(), table, &mut |step| bar.show(step)).await;
        bar.clear();
        verified
    });
    Ok(verified.map_err(|failure| (failure, database.to_string())))
}

fn opened(path: &Path) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| path.display().to_string())?;
    Ok(Box::new(BufReader::new(file)))
}

/// A progress bar, first for the events and then for the postings.
#[derive(Default)]
struct Bar(Option<(&'static str, Progress)>);

impl Bar {
    fn show(&mut self, step: Step) {
        let (unit, done, of) = match step {
            Step::Events { done, of } => ("events", done, of),
            Step::Postings { done, of } => ("postings", done, of),
        };
        if self.0.as_ref().is_none_or(|(shown, _)| *shown != unit) {
            self.clear();
            self.0 = Some((unit, Progress::new(of, unit)));
        }
        if let Some((_, progress)) = &mut self.0 {
            progress.show(done);
        }
    }

    fn clear(&mut self) {
        if let Some((_, progress)) = &mut self.0 {
            progress.clear();
        }
    }
}
