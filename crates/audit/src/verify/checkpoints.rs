//! The checkpoints of a table, from which a start goes on without looking back: they must be what the events say.

use std::collections::VecDeque;

use super::log::Log;
use super::{Failure, Figures, Wrong};
use fair::hex;
use journal::CheckpointRecord;
use journal::checkpoint_text;
use store::{KeyRange, LogId, RecordKind, Store};

/// How many checkpoints are read at a time.
const AT_ONCE: u32 = 64;

/// The checkpoints of a log that are yet to come.
pub(super) struct Checkpoints {
    log: LogId,
    /// Where each stands, and what it says.
    next: VecDeque<(u64, String)>,
    /// The first key that was not read; nothing when all were.
    from: Option<String>,
}

impl Checkpoints {
    pub(super) fn new(log: LogId) -> Checkpoints {
        let from = (log != LogId::JOURNAL).then(|| format!("{:016x}/", log.0));
        Checkpoints { log, next: VecDeque::new(), from }
    }

    /// Compares the checkpoint that was made where the log now stands, if one was.
    pub(super) async fn compare(
        &mut self,
        store: &dyn Store,
        log: &Log,
        figures: &mut Figures,
    ) -> Result<(), Failure> {
        self.read(store).await?;
        while let Some((seq, text)) = self.next.front().filter(|(seq, _)| *seq <= log.seq) {
            check(log, *seq, text)?;
            figures.checkpoints += 1;
            self.next.pop_front();
            self.read(store).await?;
        }
        Ok(())
    }

    /// Compares what is left. A checkpoint that lies beyond the log is wrong, unless the log has gone on since.
    pub(super) async fn finish(
        &mut self,
        store: &dyn Store,
        log: &Log,
        figures: &mut Figures,
    ) -> Result<(), Failure> {
        self.compare(store, log, figures).await?;
        let Some((seq, _)) = self.next.front() else { return Ok(()) };
        match store.head(self.log).await? {
            Some(head) if *seq < head.seq => Ok(()),
            _ => Err(Wrong::at(self.log, *seq, "there is a checkpoint, and no such event").into()),
        }
    }

    async fn read(&mut self, store: &dyn Store) -> Result<(), Failure> {
        let Some(from) = self.from.take().filter(|_| self.next.is_empty()) else { return Ok(()) };
        let until = format!("{:016x}/~", self.log.0);
        let span = KeyRange { kind: RecordKind::Checkpoint, from, until, limit: AT_ONCE, backwards: false };
        let records = store.records(span).await?;
        self.from = (records.len() == AT_ONCE as usize)
            .then(|| records.last().map(|(key, _)| format!("{key}!")))
            .flatten();
        for (key, text) in records {
            let seq = key.split_once('/').and_then(|(_, seq)| u64::from_str_radix(seq, 16).ok());
            let seq = seq.ok_or_else(|| Wrong {
                log: Some(self.log),
                seq: None,
                why: format!("a checkpoint has no number: {key}"),
            })?;
            self.next.push_back((seq, text));
        }
        Ok(())
    }
}

fn check(log: &Log, seq: u64, text: &str) -> Result<(), Wrong> {
    let stored: Option<CheckpointRecord> = serde_json::from_str(text).ok();
    let expected = log.rounds.table().filter(|table| table.seq().0 == seq).and_then(table::Table::checkpoint);
    match (stored, expected) {
        (Some(stored), Some(expected))
            if stored.checkpoint == checkpoint_text(&expected) && stored.hash == hex::text(&log.hash) =>
        {
            Ok(())
        }
        _ => Err(Wrong::at(log.id, seq, "the checkpoint is not what the events say")),
    }
}
