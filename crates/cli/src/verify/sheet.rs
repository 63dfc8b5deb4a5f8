//! What was verified, for people.

use std::io::{self, Write};

use audit::verify::Figures;

pub(super) fn write(output: &mut impl Write, figures: &Figures) -> io::Result<()> {
    let Figures { logs, entries, events, postings, accounts, checkpoints, records, hands, .. } = *figures;
    writeln!(output, "verified: nothing is wrong")?;
    if hands > 0 {
        writeln!(output, "  {}, {events} events played again", counted(hands, "exported hand"))?;
    }
    if logs > 0 {
        let (logs, entries) = (counted(logs, "log"), entry_count(entries));
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

fn entry_count(entries: u64) -> String {
    if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") }
}

/// "1 round", "2 rounds".
fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
