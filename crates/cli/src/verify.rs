//! `uth verify`: replays a database or an export and compares everything that is derived from it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use audit::verify::{Failure, Figures, Progress as Step, Wrong, file, room};
use serde::Serialize;
use server::paths;
use server::start::Database;
use store::LogId;

use crate::options::opened;
use crate::output::{self, Progress};

const EXAMPLES: &str = "Examples:
  uth verify                                    the card room in your data directory, even while it is open
  uth verify --database ./club.db --table 7     one table of another card room
  uth verify --database postgres://uth@db/room
  uth verify hand.json                          one exported hand, or many, one on each line
  uth verify table-7.jsonl                      an exported log

Exit codes: 0 everything is right; 1 something is wrong, and the first fault is named; 2 the input cannot be read.";

/// Replay a card room or an exported file, and name the first thing that is wrong
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
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

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let json = arguments.json;
    let (verified, place) = match arguments.file {
        Some(path) => (file(opened(&path)?), path.display().to_string()),
        None => verify_room(arguments)?,
    };
    match &verified {
        Ok(figures) => {
            let record = || Record::Verified { verified: true, figures };
            output::print(json, record, |output| write(output, figures))
        }
        Err(Failure::Wrong(wrong)) => {
            let Wrong { log, seq, why } = wrong;
            let record = || Record::Wrong { verified: false, log: log.map(|log| log.0), seq: *seq, why };
            output::print(json, record, |output| writeln!(output, "wrong: {wrong}"))?;
            Ok(ExitCode::from(1))
        }
        Err(Failure::Unreadable(why)) => bail!("{place}: {why}"),
    }
}

/// Verifies a card room. Returns its name as well, for the sentence that says that it cannot be read.
fn verify_room(arguments: Arguments) -> Result<(Result<Figures, Failure>, String)> {
    let database = arguments.database.unwrap_or_else(|| Database::File(paths::database()));
    // Seeds of rounds under way are checked only with the key. A key that was named but does not exist is a mistake;
    // the
    // usual one may be missing, for example on a copy of the database.
    let is_key_named = arguments.key.is_some();
    let key_path = arguments.key.unwrap_or_else(|| match &database {
        Database::File(path) => paths::key_beside(path),
        Database::Postgres(_) => paths::key(),
    });
    let key = paths::read_key(&key_path).with_context(|| key_path.display().to_string())?;
    if key.is_none() && is_key_named {
        bail!("{}: there is no such file", key_path.display());
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let verified = runtime.block_on(async {
        let store = database.open_read_only().await?;
        let mut progress = Progress::new();
        let mut show = |step| match step {
            Step::Events { done, of } => progress.show("events", done, of),
            Step::Postings { done, of } => progress.show("postings", done, of),
        };
        room(&*store, key.as_ref(), arguments.table.map(LogId), &mut show).await
    });
    Ok((verified, database.to_string()))
}

fn write(output: &mut dyn Write, figures: &Figures) -> io::Result<()> {
    let Figures { logs, entries, events, postings, accounts, checkpoints, records, hands, .. } = *figures;
    writeln!(output, "verified: nothing is wrong")?;
    if hands > 0 {
        writeln!(output, "  {}, {events} events played again", counted(hands, "exported hand"))?;
    }
    if logs > 0 {
        let entries = if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
        let logs = counted(logs, "log");
        writeln!(output, "  {logs}, {entries} chained from the first to the last, {events} events")?;
    }
    let under_way = match (figures.rounds_under_way, figures.seeds_unsealed) {
        (0, _) => String::new(),
        (under_way, 0) => format!(", {under_way} under way with their seeds sealed"),
        (under_way, _) => format!(", {under_way} under way, their seeds unsealed and checked"),
    };
    let settled = counted(figures.rounds_settled, "round");
    writeln!(output, "  {settled} settled, {} void{under_way}", figures.rounds_void)?;
    let decks = counted(figures.decks, "deck");
    writeln!(output, "  {decks} dealt from the seeds that were committed to")?;
    if checkpoints > 0 {
        writeln!(output, "  {} as the events leave the tables", counted(checkpoints, "checkpoint"))?;
    }
    if records > 0 {
        let records = counted(records, "record");
        writeln!(output, "  {records} of hands, rounds and days, each what the events say")?;
    }
    if postings > 0 {
        writeln!(output, "  {}, each what its event says", counted(postings, "posting"))?;
    }
    if accounts > 0 {
        let sum = uth::Cents(figures.sum);
        let accounts = counted(accounts, "account");
        writeln!(output, "  {accounts} that hold what the postings leave them, {sum} in all")?;
    }
    Ok(())
}

/// "1 round", "2 rounds".
fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
