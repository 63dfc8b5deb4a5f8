//! `uth settle`: the auditor's tool for a disputed hand.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Context;

use crate::BAD_INPUT;
use crate::args::SettleArguments;

mod document;
mod hand;
mod record;
mod stream;
mod table;

pub use document::{Document, Fault};
pub use hand::Settled;
pub use stream::{Documents, Text};

pub(crate) fn run(arguments: &SettleArguments) -> anyhow::Result<ExitCode> {
    let write = if arguments.json { record::write } else { table::write };
    let output = BufWriter::new(io::stdout().lock());
    let faults = match &arguments.file {
        Some(path) => {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            settle_all(BufReader::with_capacity(1 << 16, file), output, write)?
        }
        None => settle_all(io::stdin().lock(), output, write)?,
    };
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) })
}

/// Settles every document of a stream, in order, and counts those that were wrong.
fn settle_all<W: Write>(
    input: impl BufRead,
    mut output: W,
    write: fn(&mut W, u64, &Settled) -> io::Result<()>,
) -> anyhow::Result<u64> {
    let mut faults = 0;
    for (document, number) in Documents::new(input).zip(1..) {
        match settle_text(&document?) {
            Ok(settled) => write(&mut output, number, &settled)?,
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
        Text::Whole(bytes) => Document::parse(bytes)?.settle(),
        Text::Broken(why) => Err(Fault::new("", *why)),
    }
}
