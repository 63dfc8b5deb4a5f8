//! `uth rules`: the rule books, for people and for programs.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Args;
use protocol::BookRecord;
use uth::Book;

use crate::json;

mod sheet;

const EXAMPLES: &str = "Examples:
  uth rules                        all four, a paragraph each
  uth rules california-bad-beat    one, with its pay tables and 24 collection schedules
  uth rules washington --json      the same for programs";

/// Show the rule books: layout, wagers, pay tables, limits, collection schedules
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RulesArguments {
    /// california, washington, california-bad-beat or house; all of them if not given
    #[arg(value_name = "BOOK")]
    book: Option<Book>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &RulesArguments) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    match (arguments.book, arguments.json) {
        (Some(book), false) => sheet::write(&mut output, book.rules())?,
        (None, false) => sheet::write_overview(&mut output)?,
        (Some(book), true) => json::write(&mut output, &BookRecord::from(book.rules()))?,
        (None, true) => {
            let books: Vec<_> = Book::ALL.iter().map(|book| BookRecord::from(book.rules())).collect();
            json::write(&mut output, &books)?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
