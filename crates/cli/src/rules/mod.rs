//! `uth rules`: the rule books, as a person would like to read them.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use uth::Book;

use crate::args::RulesArguments;

mod record;
mod sheet;

pub(crate) fn run(arguments: &RulesArguments) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    match (arguments.book, arguments.json) {
        (Some(book), false) => sheet::write(&mut output, book.rules())?,
        (None, false) => sheet::write_overview(&mut output)?,
        (Some(book), true) => record::write(&mut output, &record::BookRecord::from(book.rules()))?,
        (None, true) => {
            let books: Vec<_> = Book::ALL.iter().map(|book| record::BookRecord::from(book.rules())).collect();
            record::write(&mut output, &books)?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The total table action of each bracket, as the document prints it: "$1 - $49", "$200+".
fn bracket_labels(schedule: &uth::Schedule) -> Vec<String> {
    let brackets = schedule.brackets();
    let next = brackets.iter().skip(1).map(|bracket| Some(bracket.from)).chain([None]);
    let label = |(bracket, next): (&uth::Bracket, Option<uth::Cents>)| match next {
        Some(next) => format!("{} - {}", dollars(bracket.from), dollars(next - uth::Cents::dollars(1))),
        None => format!("{}+", dollars(bracket.from)),
    };
    brackets.iter().zip(next).map(label).collect()
}

/// Whole dollars without their cents: "$1,000".
fn dollars(amount: uth::Cents) -> String {
    amount.to_string().trim_end_matches(".00").to_string()
}
