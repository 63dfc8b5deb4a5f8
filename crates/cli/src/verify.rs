//! `uth verify`: replays a database or an export and compares everything that is derived from it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use audit::verify::{
    Comparison, Failure, Figures, Keys, Progress as Step, ReceiptFault, Receipts, Wrong, file_with_receipts,
    room,
};
use fair::receipt::PublicKey;
use serde::Serialize;
use server::paths;
use server::start::Database;
use store::{LogId, StoreError};

use crate::options::{DatabaseParser, opened};
use crate::output::{self, Progress};

const EXAMPLES: &str = "Examples:
  uth verify                                    the card room in your data directory, even while it is open
  uth verify --database ./club.db --table 7     one table of another card room
  uth verify --database ./copy.db --public-key 3f…   a copy without its key file, whose signatures are checked
  uth verify --database postgres://uth@db/room
  uth verify hand.json                          one exported hand, or many, one on each line
  uth verify table-7.jsonl                      an exported log
  uth verify table-7.jsonl --receipts mine.jsonl --public-key 10499ae2…
                                                whether the log still has what was confirmed
  uth verify --witness heads.jsonl              whether the card room still has what a witness saw

A receipt is a line of JSON, as the card room sends it; `uth play` and `uth bot` keep them. Its signature is checked
with the key that you name. Without one, the key file of the card room is used, or the key that an exported log names
itself: compare that with the one you know from /api/key.

Exit codes: 0 everything is right; 1 something is wrong, and the first fault and every receipt that contradicts a log
are named; 2 the input cannot be read.";

/// Replay a card room or an exported file, and name the first thing that is wrong
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// An exported hand or log; - is standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["database", "table", "key"])]
    file: Option<PathBuf>,
    /// A file, or a PostgreSQL database by URL or as key=value pairs; a file in your data directory if not given
    #[arg(long, value_name = "FILE|postgres://…|host=…", value_parser = DatabaseParser)]
    database: Option<Database>,
    /// Only this table: its chain, its rounds, and the chips that they moved
    #[arg(long, value_name = "N")]
    table: Option<u64>,
    /// The file with the key that seals the seeds of running rounds; next to the database if not given
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Receipts to compare with the logs, one on each line; may be given several times
    #[arg(long, value_name = "FILE")]
    receipts: Vec<PathBuf>,
    /// What `uth serve --witness` has written, to compare in the same way
    #[arg(long, value_name = "FILE")]
    witness: Vec<PathBuf>,
    /// The card room's public key, as its /api/key tells it; follows from the key file if not given
    #[arg(long, value_name = "HEX")]
    public_key: Option<PublicKey>,
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
        /// How many receipts the logs have.
        receipts: u64,
    },
    Wrong {
        verified: bool,
        /// The table; 0 is the room log.
        log: Option<u64>,
        seq: Option<u64>,
        why: &'a str,
        /// Receipts that contradict the logs.
        #[serde(skip_serializing_if = "<[ReceiptFault]>::is_empty")]
        receipts: &'a [ReceiptFault],
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let json = arguments.json;
    let mut receipts = Receipts::default();
    for path in arguments.receipts.iter().chain(&arguments.witness) {
        receipts.read(&path.display().to_string(), opened(path)?)?;
    }
    let named = arguments.public_key;
    let (verified, place, key) = match arguments.file {
        Some(path) => {
            let verified = file_with_receipts(opened(&path)?, &mut receipts);
            if named.is_none() && !receipts.is_empty() && receipts.named_key().is_some() {
                eprintln!(
                    "uth: signatures are checked with the key that the file itself names; name the one that you \
                     know with --public-key"
                );
            }
            (verified, path.display().to_string(), named.or(receipts.named_key()))
        }
        None => verify_room(arguments, &mut receipts)?,
    };
    if let Err(Failure::Unreadable(why)) = verified {
        bail!("{place}: {why}");
    }
    let compared = if receipts.is_empty() {
        Comparison::default()
    } else {
        receipts.compare(&key.context("to check receipts, name the card room's key with --public-key")?)
    };
    if compared.not_compared > 0 && compared.confirmed == 0 && compared.faults.is_empty() {
        bail!("{place}: it has no log that a receipt is of");
    }
    tell(json, &verified, &compared)
}

/// Writes what was found, and returns whether something is wrong.
fn tell(json: bool, verified: &Result<Figures, Failure>, compared: &Comparison) -> Result<ExitCode> {
    let (first, faults) = (compared.faults.first(), &compared.faults);
    let record = || match (verified, first) {
        (Ok(figures), None) => Record::Verified { verified: true, figures, receipts: compared.confirmed },
        (Err(Failure::Wrong(Wrong { log, seq, why })), _) => {
            Record::Wrong { verified: false, log: log.map(|log| log.0), seq: *seq, why, receipts: faults }
        }
        (_, Some(ReceiptFault { log, seq, why, .. })) => {
            Record::Wrong { verified: false, log: Some(*log), seq: Some(*seq), why, receipts: faults }
        }
        (Err(Failure::Unreadable(why)), None) => {
            Record::Wrong { verified: false, log: None, seq: None, why, receipts: faults }
        }
    };
    output::print(json, record, |output| {
        match verified {
            Ok(figures) if faults.is_empty() => write(output, figures, compared)?,
            Ok(_) => {}
            Err(wrong) => writeln!(output, "wrong: {wrong}")?,
        }
        faults.iter().try_for_each(|fault| writeln!(output, "wrong: {fault}"))
    })?;
    let is_right = verified.is_ok() && faults.is_empty();
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Verifies a card room and looks up its receipts. Returns its name as well, for the sentence that says that it cannot
/// be read, and the key that signs its receipts.
fn verify_room(
    arguments: Arguments,
    receipts: &mut Receipts,
) -> Result<(Result<Figures, Failure>, String, Option<PublicKey>)> {
    let database = arguments.database.unwrap_or_else(|| Database::File(paths::database()));
    // Seeds of rounds under way are checked only with the key. A key that was named but does not exist is a mistake;
    // the usual one may be missing, for example on a copy of the database.
    let is_key_named = arguments.key.is_some();
    let key_path = arguments.key.unwrap_or_else(|| match &database {
        Database::File(path) => paths::key_beside(path),
        Database::Postgres(_) => paths::key(),
    });
    let key = paths::read_key(&key_path).with_context(|| key_path.display().to_string())?;
    let public = arguments.public_key.or_else(|| Some(key.as_ref()?.signer().public_key()));
    let seal = key.map(|key| key.seal());
    if seal.is_none() && is_key_named {
        bail!("{}: there is no such file", key_path.display());
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let verified = runtime.block_on(async {
        // What cannot be opened is no card room, which proves nothing about one.
        let unreadable = |error: StoreError| Failure::Unreadable(error.to_string());
        let store = database.open_read_only().await.map_err(unreadable)?;
        let mut progress = Progress::new();
        let mut show = |step| match step {
            Step::Events { done, of } => progress.show("events", done, of),
            Step::Postings { done, of } => progress.show("postings", done, of),
        };
        let keys = Keys { seal: seal.as_ref(), public };
        let verified = room(&*store, keys, arguments.table.map(LogId), &mut show).await;
        // Also if something else is wrong: each receipt proves what it proves.
        receipts.look_up(&*store).await.and(verified)
    });
    Ok((verified, database.to_string(), public))
}

fn write(output: &mut dyn Write, figures: &Figures, compared: &Comparison) -> io::Result<()> {
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
    if figures.account_records > 0 {
        let records = counted(figures.account_records, "record");
        writeln!(output, "  {records} of accounts, names and tokens, each what the room log says")?;
        let signed = if figures.journal_signed {
            "ends where the card room has signed that it ends"
        } else {
            "may be anybody's: its signature was not checked, for want of a key (--public-key)"
        };
        writeln!(output, "  the room log {signed}")?;
    }
    if postings > 0 {
        writeln!(output, "  {}, each what its event says", counted(postings, "posting"))?;
    }
    if accounts > 0 {
        let sum = uth::Cents(figures.sum);
        let accounts = counted(accounts, "account");
        writeln!(output, "  {accounts} that hold what the postings leave them, {sum} in all")?;
    }
    let Comparison { confirmed, not_compared, .. } = *compared;
    if confirmed > 0 {
        writeln!(output, "  {}, each signed and in its log", counted(confirmed, "receipt"))?;
    }
    if not_compared > 0 {
        writeln!(output, "  {} of logs that are not in the file", counted(not_compared, "receipt"))?;
    }
    Ok(())
}

/// "1 round", "2 rounds".
fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
