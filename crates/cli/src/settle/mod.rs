//! `uth settle`: settles hands that are written down, for auditors and for disputes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::BAD_INPUT;

mod document;
mod exported;
mod hand;
mod record;
mod stream;
mod table;

pub use document::{Document, Fault};
pub use hand::Settled;
pub use stream::{Documents, Text};

const DETAILS: &str = include_str!("help.txt");

/// Settle hands: what every wager wins or loses, in order, with the clause that says so
#[derive(Args)]
#[command(after_help = "Try `uth settle --help` for the form of a document.", after_long_help = DETAILS)]
pub(crate) struct SettleArguments {
    /// A file with one or more JSON documents; standard input if not given, or -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write one JSON object for each document, each on a line of its own
    #[arg(long)]
    json: bool,
}

/// The format of settlements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tables as text.
    Table,
    /// One JSON object per line.
    Json,
}

pub(crate) fn run(arguments: &SettleArguments) -> anyhow::Result<ExitCode> {
    let form = if arguments.json { Form::Json } else { Form::Table };
    let output = BufWriter::new(io::stdout().lock());
    let faults = match &arguments.file {
        Some(path) if path != Path::new("-") => {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            settle_all(BufReader::with_capacity(1 << 16, file), output, form)?
        }
        _ => settle_all(io::stdin().lock(), output, form)?,
    };
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) })
}

/// Settles every document of a stream in order. Reports those that are wrong on standard error, and returns how many
/// they are.
pub fn settle_all(input: impl BufRead, mut output: impl Write, form: Form) -> anyhow::Result<u64> {
    let mut faults = 0;
    for (document, number) in Documents::new(input).zip(1..) {
        match settle_text(&document?) {
            Ok(settled) if form == Form::Json => record::write(&mut output, number, &settled)?,
            Ok(settled) => table::write(&mut output, number, &settled)?,
            Err(fault) => {
                output.flush()?;
                eprintln!("uth: document {number}: {fault}");
                faults += 1;
            }
        }
    }
    output.flush()?;
    Ok(faults)
}

/// Settles the text of one document.
pub fn settle_text(text: &Text) -> Result<Settled, Fault> {
    match text {
        Text::Whole(bytes) => match Document::parse(bytes) {
            // A hand history is told apart only when it is not a document, so that documents are read once.
            Err(_) if is_hand_history(bytes) => exported::settle(bytes),
            document => document?.settle(),
        },
        Text::Broken(why) => Err(Fault::new("", *why)),
    }
}

fn is_hand_history(text: &[u8]) -> bool {
    const STEPS: &[u8] = b"\"steps\"";
    text.windows(STEPS.len()).any(|window| window == STEPS)
}
