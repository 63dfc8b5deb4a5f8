//! Receipts against logs: whether a card room still has what it confirmed with its signature.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use fair::receipt::PublicKey;
use protocol::Receipt;
use serde_json::Deserializer;
use store::{Entry, LogId, LogReader};

use super::Failure;
use crate::calendar::time_text;
use journal::chain::Chain;

/// How many entries are read at a time.
const AT_ONCE: u32 = 1_000;

/// Receipts of clients, or of a witness, and what the logs have in their place.
#[derive(Clone, Debug, Default)]
pub struct Receipts {
    presented: Vec<Presented>,
    /// The receipts of each event that one of them confirms, by their places in `presented`.
    by_event: BTreeMap<(LogId, u64), Vec<usize>>,
    /// Where the logs end that were read.
    ends: BTreeMap<LogId, u64>,
    /// The key that an exported log names as its card room's.
    named_key: Option<PublicKey>,
}

#[derive(Clone, Debug)]
struct Presented {
    /// The file that it was read from, and which one it is in there, from 1.
    file: String,
    number: usize,
    receipt: Receipt,
    /// The hash of the log's entry that ends with that event.
    found: Option<[u8; 32]>,
}

/// A receipt that proves something against a card room, or against itself.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ReceiptFault {
    /// The file with the receipt.
    pub file: String,
    /// Which receipt of the file, from 1.
    pub number: usize,
    /// The table; 0 is the journal.
    pub log: u64,
    /// The event that it confirms.
    pub seq: u64,
    /// What is wrong, as a clause that can follow a colon.
    pub why: String,
}

impl fmt::Display for ReceiptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReceiptFault { file, number, log, seq, why } = self;
        write!(f, "{file}, receipt {number}: ")?;
        match LogId(*log) {
            LogId::ROOM => f.write_str("the room log")?,
            log => write!(f, "table {log}")?,
        }
        write!(f, ", event {seq}: {why}")
    }
}

/// How receipts compare with logs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Receipts whose entries are in the logs.
    pub confirmed: u64,
    /// Receipts of logs that the file does not have.
    pub not_compared: u64,
    /// Everything that is wrong, in the order of the files.
    pub faults: Vec<ReceiptFault>,
}

impl Receipts {
    /// Reads receipts, one JSON document after the other, in addition to those that were read before. A file without
    /// any is an error: nothing would be proved by it.
    pub fn read(&mut self, file: &str, from: impl Read) -> Result<(), Failure> {
        let before = self.presented.len();
        for (index, receipt) in Deserializer::from_reader(from).into_iter().enumerate() {
            let (number, file) = (index + 1, file.to_owned());
            let receipt: Receipt =
                receipt.map_err(|error| Failure::Unreadable(format!("{file}: receipt {number}: {error}")))?;
            let event = (LogId(receipt.table.0), receipt.seq.0);
            self.by_event.entry(event).or_default().push(self.presented.len());
            self.presented.push(Presented { file, number, receipt, found: None });
        }
        if self.presented.len() == before {
            return Err(Failure::Unreadable(format!("{file}: there is no receipt in it")));
        }
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.presented.is_empty()
    }

    /// Returns the key that the exported log names as its card room's.
    pub const fn named_key(&self) -> Option<PublicKey> {
        self.named_key
    }

    /// Notes the key that an exported log names.
    pub(super) fn name_key(&mut self, key: PublicKey) {
        self.named_key = Some(key);
    }

    /// Notes an entry of a log. Its place in the chain was checked.
    pub(super) fn note(&mut self, entry: &Entry) {
        let event = (entry.log, entry.last_seq());
        self.ends.insert(event.0, event.1);
        for place in self.by_event.get(&event).into_iter().flatten() {
            self.presented[*place].found = Some(entry.hash);
        }
    }

    /// Reads the logs of a card room that receipts name, and checks their chains.
    pub async fn look_up(&mut self, store: &dyn LogReader) -> Result<(), Failure> {
        let mut logs: Vec<LogId> = self.by_event.keys().map(|(log, _)| *log).collect();
        logs.dedup();
        for log in logs {
            // An empty log has an end as well: a receipt of it is not of a log that was left out.
            self.ends.insert(log, 0);
            let mut chain = Chain::new(log);
            loop {
                let entries = store.entries(log, chain.seq(), AT_ONCE).await?;
                if entries.is_empty() {
                    break;
                }
                for entry in &entries {
                    chain.push(entry).map_err(super::Wrong::from)?;
                    self.note(entry);
                }
            }
        }
        Ok(())
    }

    /// Compares all receipts with the logs that were read.
    pub fn compare(&self, key: &PublicKey) -> Comparison {
        let mut comparison = Comparison::default();
        for presented in &self.presented {
            match self.judge(presented, key) {
                Judgement::Confirmed => comparison.confirmed += 1,
                Judgement::NotCompared => comparison.not_compared += 1,
                Judgement::Fault(why) => {
                    let Presented { file, number, receipt, .. } = presented;
                    let (file, number, log, seq) = (file.clone(), *number, receipt.table.0, receipt.seq.0);
                    comparison.faults.push(ReceiptFault { file, number, log, seq, why });
                }
            }
        }
        comparison
    }

    fn judge(&self, Presented { receipt, found, .. }: &Presented, key: &PublicKey) -> Judgement {
        // The signature first: a receipt that the card room did not sign proves nothing, whatever the log has.
        if !receipt.is_signed_by(key) {
            return Judgement::Fault("the signature is not this card room's".to_owned());
        }
        let confirmed = time_text(receipt.at_ms.0);
        match (found, self.ends.get(&LogId(receipt.table.0))) {
            (Some(hash), _) if *hash == receipt.hash.0 => Judgement::Confirmed,
            (None, None) => Judgement::NotCompared,
            (None, Some(end)) if *end < receipt.seq.0 => Judgement::Fault(format!(
                "it was confirmed at {confirmed}, and is missing: the log ends with event {end}"
            )),
            _ => Judgement::Fault(format!(
                "it was confirmed at {confirmed} with hash {}, and the log has another history",
                receipt.hash
            )),
        }
    }
}

enum Judgement {
    Confirmed,
    /// Its log was not read.
    NotCompared,
    Fault(String),
}
