//! Lists of rounds, a page at a time, and exports: the rounds of a player or a table, and whole logs as JSON Lines.

use std::sync::Arc;

use table::{PlayerId, TableId};

use super::{Histories, Reader, csv};
use fair::receipt::PublicKey;
use fair::shuffle::RoundId;
use journal::record::{
    Pages, PlayerRoundKey, PlayerRoundRecord, RecordRange, RoundSummary, TableRoundRecord,
};
use journal::{ReadRecords, Record, RecordKey};
use protocol::{ExportFormat, HandsPage, Hex32, LogEntry, LogExportHead, Seq, Timestamp};
use store::{Entry, Head, LogId, LogReader, StoreError};

/// How many rounds an export reads at a time.
const ROUNDS_AT_ONCE: u32 = 50;
/// How many entries the export of a log reads at a time.
const ENTRIES_AT_ONCE: u32 = 200;

/// Whose rounds are listed or exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ExportOf {
    /// Those that the player played or banked.
    Player(PlayerId),
    Table(TableId),
}

/// Lists rounds, newest first.
pub async fn hands_page(
    store: &dyn LogReader,
    of: ExportOf,
    next: Option<&str>,
    limit: u32,
) -> Result<HandsPage, StoreError> {
    // A cursor is a key. One of another player or table is ignored: it must not open that player's list.
    match of {
        ExportOf::Player(player) => {
            let next = next.and_then(PlayerRoundKey::decode).filter(|next| next.player == player);
            page(store, RecordRange::of_player(player), next, limit, |record| record.0).await
        }
        ExportOf::Table(table) => {
            let next = next.and_then(RoundId::decode).filter(|next| next.table == table.0);
            page(store, RecordRange::of_table(table), next, limit, |TableRoundRecord(summary)| summary).await
        }
    }
}

async fn page<R: Record>(
    store: &dyn LogReader,
    range: RecordRange<R>,
    next: Option<R::Key>,
    limit: u32,
    summary: impl Fn(R) -> RoundSummary,
) -> Result<HandsPage, StoreError> {
    let range = match &next {
        Some(next) => range.before(next),
        None => range,
    };
    let found = store.scan(&range.backwards().limit(limit)).await?;
    let last = found.last().map(|(key, _)| key.encode());
    // A full page may be the last. The next one is empty then, which is cheaper than counting all rounds.
    let next = last.filter(|_| found.len() == limit as usize);
    Ok(HandsPage { hands: found.into_iter().map(|(_, stored)| summary(stored.record)).collect(), next })
}

/// An export of rounds that is being written, oldest round first. A player's export as CSV has their own wagers only.
pub struct Export {
    store: Arc<dyn LogReader>,
    histories: Histories,
    pages: RoundPages,
    /// The only player whose wagers are written.
    only: Option<PlayerId>,
    format: ExportFormat,
    public_key: PublicKey,
    has_begun: bool,
}

enum RoundPages {
    Player(Pages<PlayerRoundRecord>),
    Table(Pages<TableRoundRecord>),
}

impl RoundPages {
    async fn next(&mut self, store: &dyn LogReader) -> Result<Option<Vec<RoundSummary>>, StoreError> {
        Ok(match self {
            RoundPages::Player(pages) => {
                pages.next(store).await?.map(|page| page.into_iter().map(|(_, one)| one.record.0).collect())
            }
            RoundPages::Table(pages) => {
                pages.next(store).await?.map(|page| page.into_iter().map(|(_, one)| one.record.0).collect())
            }
        })
    }
}

impl Export {
    /// Returns an export of the rounds, as that reader may know them, by the card room with that key.
    pub fn new(
        store: Arc<dyn LogReader>,
        of: ExportOf,
        reader: Reader,
        format: ExportFormat,
        public_key: PublicKey,
    ) -> Export {
        let histories = Histories::new(Arc::clone(&store), reader);
        let (pages, only) = match of {
            ExportOf::Player(player) => {
                let pages = Pages::new(RecordRange::of_player(player), ROUNDS_AT_ONCE);
                (RoundPages::Player(pages), Some(player))
            }
            ExportOf::Table(table) => {
                (RoundPages::Table(Pages::new(RecordRange::of_table(table), ROUNDS_AT_ONCE)), None)
            }
        };
        Export { store, histories, pages, only, format, public_key, has_begun: false }
    }

    /// Returns the next piece of text; `None` at the end.
    pub async fn page(&mut self) -> Result<Option<String>, StoreError> {
        let page = self.pages.next(&*self.store).await?;
        // An export without rounds is still a file, with its heading.
        if page.is_none() && self.has_begun {
            return Ok(None);
        }
        let mut text = String::new();
        if self.format == ExportFormat::Csv && !self.has_begun {
            text.push_str(csv::HEADER);
        }
        self.has_begun = true;
        for summary in page.unwrap_or_default() {
            let history = self.histories.rebuild(&summary).await?;
            match self.format {
                ExportFormat::Jsonl => text.push_str(&json_line(&history.record(&self.public_key))?),
                ExportFormat::Csv => text.extend(csv::rows(&history, self.only)),
            }
        }
        Ok(Some(text))
    }
}

/// An export of a log that is being written: where the log ends, then its entries byte by byte, so that anybody can
/// follow the chain. It is for auditors: it names the commands of players.
pub struct LogExport {
    store: Arc<dyn LogReader>,
    log: LogId,
    public_key: PublicKey,
    /// Where the log ended when the export began.
    head: Option<Head>,
    seq: u64,
}

impl LogExport {
    /// Returns an export of a log, from its beginning to where it ends now, by the card room with that key.
    pub fn new(store: Arc<dyn LogReader>, log: LogId, public_key: PublicKey) -> LogExport {
        LogExport { store, log, public_key, head: None, seq: 0 }
    }

    /// Returns the next piece of text; `None` at the end, and at once if there is no such log.
    pub async fn page(&mut self) -> Result<Option<String>, StoreError> {
        let mut text = String::new();
        // The log may grow meanwhile. The export ends where its first line says, or its reader would find it too
        // long.
        let head = if let Some(head) = self.head {
            head
        } else {
            let Some(head) = self.store.head(self.log).await? else { return Ok(None) };
            let (last_seq, last_hash) = (Seq(head.seq), Hex32(head.hash));
            let public_key = self.public_key.into();
            text.push_str(&json_line(&LogExportHead { log: self.log.0, last_seq, last_hash, public_key })?);
            self.head = Some(head);
            head
        };
        if self.seq >= head.seq {
            return Ok(None);
        }
        let entries = self.store.entries(self.log, self.seq, ENTRIES_AT_ONCE).await?;
        let missing = || format!("log {}: event {} is missing", self.log, self.seq + 1);
        let last = entries.last().ok_or_else(|| StoreError::Broken(missing()))?;
        self.seq = last.last_seq();
        for entry in entries.into_iter().filter(|entry| entry.seq <= head.seq) {
            text.push_str(&json_line(&log_entry(entry))?);
        }
        Ok(Some(text))
    }
}

/// Returns a line of an export.
pub(crate) fn json_line(record: &impl serde::Serialize) -> Result<String, StoreError> {
    let text = serde_json::to_string(record).map_err(|error| StoreError::Broken(error.to_string()))?;
    Ok(text + "\n")
}

/// Returns an entry as it is sent and exported.
pub fn log_entry(entry: Entry) -> LogEntry {
    LogEntry {
        log: entry.log.0,
        seq: Seq(entry.seq),
        events: entry.events,
        at_ms: Timestamp(entry.at_ms),
        body: entry.body,
        previous: Hex32(entry.previous),
        hash: Hex32(entry.hash),
    }
}

/// Returns the entry that was exported as that line.
pub fn stored_entry(line: LogEntry) -> Entry {
    Entry {
        log: LogId(line.log),
        seq: line.seq.0,
        events: line.events,
        at_ms: line.at_ms.0,
        body: line.body,
        previous: line.previous.0,
        hash: line.hash.0,
    }
}
