//! `uth rules`: the rule books, as a person would like to read them.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use protocol::BookRecord;
use serde::Serialize;
use uth::Book;

use crate::args::RulesArguments;

mod sheet;

pub(crate) fn run(arguments: &RulesArguments) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    match (arguments.book, arguments.json) {
        (Some(book), false) => sheet::write(&mut output, book.rules())?,
        (None, false) => sheet::write_overview(&mut output)?,
        (Some(book), true) => write_json(&mut output, &BookRecord::from(book.rules()))?,
        (None, true) => {
            let books: Vec<_> = Book::ALL.iter().map(|book| BookRecord::from(book.rules())).collect();
            write_json(&mut output, &books)?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_json(output: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, record)?;
    writeln!(output)
}
