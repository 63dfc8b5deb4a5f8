//! What somebody has exported: hands, or whole logs as JSON Lines. Which of them it is can be seen.

use std::collections::BTreeMap;
use std::io::Read;

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value};

use super::log::Log;
use super::{Failure, Figures, Wrong, hand};
use crate::history::{EntryRecord, HeadRecord};
use store::LogId;

/// The logs of a file, and where each should end.
#[derive(Default)]
struct Logs {
    read: BTreeMap<LogId, Log>,
    heads: BTreeMap<LogId, HeadRecord>,
}

/// Verifies an exported file, one document after the other.
pub fn file(from: impl Read) -> Result<Figures, Failure> {
    let mut figures = Figures::default();
    let mut logs = Logs::default();
    let mut documents = 0;
    for document in Deserializer::from_reader(from).into_iter::<Value>() {
        let document = document.map_err(|error| Failure::Unreadable(error.to_string()))?;
        documents += 1;
        match document.as_object() {
            Some(fields) if fields.contains_key("deck") => hand::check(&document, &mut figures)?,
            Some(fields) if fields.contains_key("body") => logs.take(read(document)?, &mut figures)?,
            Some(fields) if fields.contains_key("last_hash") => {
                let head: HeadRecord = read(document)?;
                logs.heads.insert(LogId(head.log), head);
            }
            _ => {
                let why = "that is neither an exported hand nor a line of an exported log";
                return Err(Failure::Unreadable(why.to_owned()));
            }
        }
    }
    if documents == 0 {
        return Err(Failure::Unreadable("there is nothing in it".to_owned()));
    }
    logs.finish(&mut figures)?;
    Ok(figures)
}

impl Logs {
    fn take(&mut self, record: EntryRecord, figures: &mut Figures) -> Result<(), Wrong> {
        let (id, seq) = (LogId(record.log), record.seq);
        let entry = record.entry().ok_or_else(|| Wrong::at(id, seq, "a hash has 64 hexadecimal digits"))?;
        self.read.entry(id).or_insert_with(|| Log::new(id)).take(&entry, figures)?;
        Ok(())
    }

    /// Whether the logs end where they should. A round that is not over then is counted.
    fn finish(self, figures: &mut Figures) -> Result<(), Wrong> {
        for (id, head) in &self.heads {
            let end = self.read.get(id).map(|log| (log.seq(), hex::encode(log.hash())));
            let (seq, hash) = end.unwrap_or_default();
            if seq < head.last_seq {
                let why = format!("it is missing; the log should go on to event {}", head.last_seq);
                return Err(Wrong::at(*id, seq + 1, why));
            }
            if (seq, &hash) != (head.last_seq, &head.last_hash) {
                let why = format!("the head of the log says otherwise: it is event {}", head.last_seq);
                return Err(Wrong::at(*id, seq, why));
            }
        }
        figures.logs = self.read.len() as u64;
        figures.rounds_under_way =
            self.read.values().filter(|log| log.rounds.under_way().is_some()).count() as u64;
        Ok(())
    }
}

pub(super) fn read<T: DeserializeOwned>(document: Value) -> Result<T, Failure> {
    serde_json::from_value(document).map_err(|error| Failure::Unreadable(error.to_string()))
}
