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

/// How settlements are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A table for people.
    Table,
    /// One JSON object a line.
    Json,
}

pub(crate) fn run(arguments: &SettleArguments) -> anyhow::Result<ExitCode> {
    let form = if arguments.json { Form::Json } else { Form::Table };
    let output = BufWriter::new(io::stdout().lock());
    let faults = match &arguments.file {
        Some(path) => {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            settle_all(BufReader::with_capacity(1 << 16, file), output, form)?
        }
        None => settle_all(io::stdin().lock(), output, form)?,
    };
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) })
}

/// Settles every document of a stream, in order, says on standard error which are wrong, and counts those.
pub fn settle_all(input: impl BufRead, mut output: impl Write, form: Form) -> anyhow::Result<u64> {
    let mut faults = 0;
    for (document, number) in Documents::new(input).zip(1..) {
        match settle_text(&document?) {
            Ok(settled) if form == Form::Json => record::write(&mut output, &settled)?,
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
        Text::Whole(bytes) => Document::parse(bytes)?.settle(),
        Text::Broken(why) => Err(Fault::new("", *why)),
    }
}
