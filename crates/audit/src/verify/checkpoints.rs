//! The checkpoints of a table, from which a start goes on without looking back: they must be what the events say.

use std::collections::VecDeque;

use super::log::Log;
use super::logs::located;
use super::{Failure, Figures, Wrong};
use journal::CheckpointRecord;
use journal::record::{EventKey, KeyedRecord, Pages, RecordRange};
use store::{LogId, LogReader};
use table::TableId;

/// How many checkpoints are read at a time.
const AT_ONCE: u32 = 64;

/// The checkpoints of a log that are yet to come.
pub(super) struct Checkpoints {
    log: LogId,
    /// Checkpoints that were read and not compared yet.
    next: VecDeque<(EventKey, KeyedRecord<CheckpointRecord>)>,
    /// The rest; `None` for the room log, which has no checkpoints.
    pages: Option<Pages<CheckpointRecord>>,
}

impl Checkpoints {
    pub(super) fn new(log: LogId) -> Checkpoints {
        let pages = (log != LogId::ROOM).then(|| Pages::new(RecordRange::of_log(TableId(log.0)), AT_ONCE));
        Checkpoints { log, next: VecDeque::new(), pages }
    }

    /// Compares the checkpoint that was made where the log now stands, if one was.
    pub(super) async fn compare(
        &mut self,
        store: &dyn LogReader,
        log: &Log,
        figures: &mut Figures,
    ) -> Result<(), Failure> {
        self.read(store).await?;
        while let Some((key, stored)) = self.next.front().filter(|(key, _)| key.seq <= log.seq()) {
            check(log, key.seq, &stored.record)?;
            figures.checkpoints += 1;
            self.next.pop_front();
            self.read(store).await?;
        }
        Ok(())
    }

    /// Compares what is left. A checkpoint that lies beyond the log is wrong, unless the log has gone on since.
    pub(super) async fn finish(
        &mut self,
        store: &dyn LogReader,
        log: &Log,
        figures: &mut Figures,
    ) -> Result<(), Failure> {
        self.compare(store, log, figures).await?;
        let Some((EventKey { seq, .. }, _)) = self.next.front() else { return Ok(()) };
        match store.head(self.log).await? {
            Some(head) if *seq < head.seq => Ok(()),
            _ => Err(Wrong::at(self.log, *seq, "there is a checkpoint, and no such event").into()),
        }
    }

    async fn read(&mut self, store: &dyn LogReader) -> Result<(), Failure> {
        if self.next.is_empty()
            && let Some(pages) = &mut self.pages
        {
            let page = pages.next(store).await.map_err(|error| located(self.log, 0, error))?;
            self.next.extend(page.unwrap_or_default());
        }
        Ok(())
    }
}

fn check(log: &Log, seq: u64, stored: &CheckpointRecord) -> Result<(), Wrong> {
    let expected = log.rounds.table().filter(|table| table.seq().0 == seq).and_then(table::Table::checkpoint);
    match expected {
        Some(expected) if stored.table.0 == expected && stored.hash == log.hash() => Ok(()),
        _ => Err(Wrong::at(log.id, seq, "the checkpoint is not what the events say")),
    }
}
