//! A whole log as JSON Lines: where it ends, then its entries byte by byte, so that anybody can follow the chain.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use store::{Entry, Head, LogId, LogReader, StoreError};

/// How many entries are written at a time.
const AT_ONCE: u32 = 200;

/// Where a log ends: the first line of its export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HeadRecord {
    pub log: u64,
    pub last_seq: u64,
    pub last_hash: String,
}

/// An entry: every other line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct EntryRecord {
    pub log: u64,
    pub seq: u64,
    pub events: u32,
    pub at_ms: u64,
    pub body: String,
    /// The hash of the entry before.
    pub previous: String,
    pub hash: String,
}

impl From<&Entry> for EntryRecord {
    fn from(entry: &Entry) -> EntryRecord {
        EntryRecord {
            log: entry.log.0,
            seq: entry.seq,
            events: entry.events,
            at_ms: entry.at_ms,
            body: entry.body.clone(),
            previous: hex::encode(entry.previous),
            hash: hex::encode(entry.hash),
        }
    }
}

impl EntryRecord {
    /// Returns the entry; `None` if one of its hashes is not 64 hexadecimal digits.
    pub fn entry(self) -> Option<Entry> {
        let EntryRecord { log, seq, events, at_ms, body, previous, hash } = self;
        let bytes = |text: &str| <[u8; 32] as hex::FromHex>::from_hex(text).ok();
        let (previous, hash) = (bytes(&previous)?, bytes(&hash)?);
        Some(Entry { log: LogId(log), seq, events, at_ms, body, previous, hash })
    }
}

/// An export of a log that is being written. For auditors: it names the commands of players.
pub struct LogExport {
    store: Arc<dyn LogReader>,
    log: LogId,
    /// Where the log ended when the export began.
    head: Option<Head>,
    seq: u64,
}

impl LogExport {
    /// That log, from its beginning to where it ends now.
    pub fn new(store: Arc<dyn LogReader>, log: LogId) -> LogExport {
        LogExport { store, log, head: None, seq: 0 }
    }

    /// The next piece of text; nothing at the end, and nothing at all if there is no such log.
    pub async fn page(&mut self) -> Result<Option<String>, StoreError> {
        let broken = |why: String| StoreError::Broken(format!("log {}: {why}", self.log));
        let mut text = String::new();
        let mut line = |record: serde_json::Result<String>| -> Result<(), StoreError> {
            text.push_str(&record.map_err(|error| broken(error.to_string()))?);
            text.push('\n');
            Ok(())
        };
        let head = if let Some(head) = self.head {
            head
        } else {
            let Some(head) = self.store.head(self.log).await? else { return Ok(None) };
            let last_hash = hex::encode(head.hash);
            line(serde_json::to_string(&HeadRecord { log: self.log.0, last_seq: head.seq, last_hash }))?;
            self.head = Some(head);
            head
        };
        if self.seq >= head.seq {
            return Ok(None);
        }
        let entries = self.store.entries(self.log, self.seq, AT_ONCE).await?;
        let last = entries.last().ok_or_else(|| broken(format!("event {} is missing", self.seq + 1)))?;
        self.seq = last.last_seq();
        for entry in entries.iter().filter(|entry| entry.seq <= head.seq) {
            line(serde_json::to_string(&EntryRecord::from(entry)))?;
        }
        Ok(Some(text))
    }
}
