//! The records of rounds that are over, from which histories and reports are told: one for each who played, one for the
//! table, one for each table and day. They must be what the events say, and there must be no others.

use std::collections::{BTreeMap, BTreeSet};

use super::log::Log;
use super::{Failure, Verifier, Wrong};
use journal::history::{DailyTotals, RoundSummary};
use store::{Entry, KeyRange, LogId, RecordKind, Store};

/// How many records are read at a time.
const AT_ONCE: u32 = 500;

/// The records of one table.
#[derive(Default)]
pub(super) struct Records {
    days: BTreeMap<u64, DailyTotals>,
    /// Records of hands.
    hands: u64,
}

/// The records of all tables that were read.
#[derive(Default)]
pub(super) struct Expected {
    days: BTreeSet<String>,
    hands: u64,
}

impl Records {
    /// Compares what is remembered of the round that an entry ended, if it did.
    pub(super) async fn compare(
        &mut self,
        store: &dyn Store,
        log: &Log,
        entry: &Entry,
    ) -> Result<(), Failure> {
        let Some(over) = log.rounds.over(entry) else { return Ok(()) };
        let mut day = self.days.last_key_value().map_or_else(DailyTotals::default, |(_, day)| day.clone());
        let writes = over.records(&mut day);
        if !writes.is_empty() {
            self.days.insert(day.day, day);
        }
        for put in writes.into_iter().filter(|put| put.kind == RecordKind::RoundSummary) {
            self.hands += 1;
            let stored = store.record(put.kind, put.key.clone()).await?;
            check(stored.as_deref(), put.value.as_deref(), &put.key)
                .map_err(|why| Wrong::at(log.id, entry.seq, why))?;
        }
        Ok(())
    }

    /// Compares what the table turned over each day, unless its log has gone on since.
    pub(super) async fn finish(self, verifier: &mut Verifier<'_>, log: &Log) -> Result<(), Failure> {
        for (number, day) in self.days {
            let key = DailyTotals::key(number, log.id.0);
            let expected = serde_json::to_string(&day).unwrap_or_default();
            let stored = verifier.store.record(RecordKind::DailyTotals, key.clone()).await?;
            if let Err(why) = check(stored.as_deref(), Some(&expected), &key)
                && !verifier.goes_on(log.id, log.seq).await?
            {
                return Err(Wrong::at(log.id, log.seq, why).into());
            }
            verifier.figures.records += 1;
            verifier.expected.days.insert(key);
        }
        verifier.figures.records += self.hands;
        verifier.expected.hands += self.hands;
        Ok(())
    }
}

impl Verifier<'_> {
    /// Whether there are records of which no log tells. Those of rounds that ended meanwhile are left for next time.
    pub(super) async fn no_other_records(&self) -> Result<(), Failure> {
        let (mut hands, mut last) = (0, String::new());
        while let Some(records) = self.records_after(RecordKind::RoundSummary, &mut last).await? {
            for (key, text) in records {
                let Ok(RoundSummary { table, last_seq, .. }) = serde_json::from_str(&text) else {
                    return Err(Wrong::anywhere(format!("the record {key} cannot be read")).into());
                };
                if self.read.get(&LogId(table)).is_some_and(|read| last_seq <= *read) {
                    hands += 1;
                } else if !self.goes_on(LogId(table), last_seq.saturating_sub(1)).await? {
                    return Err(in_no_log(&key));
                }
            }
        }
        let told = self.expected.hands;
        if hands != told {
            let why = format!("there are {hands} records of hands, and the logs tell of {told}");
            return Err(Wrong::anywhere(why).into());
        }
        let mut last = String::new();
        while let Some(records) = self.records_after(RecordKind::DailyTotals, &mut last).await? {
            for (key, _) in records.iter().filter(|(key, _)| !self.expected.days.contains(key)) {
                let table = key.split_once('/').and_then(|(_, table)| u64::from_str_radix(table, 16).ok());
                let log = LogId(table.ok_or_else(|| in_no_log(key))?);
                if !self.goes_on(log, self.read.get(&log).copied().unwrap_or_default()).await? {
                    return Err(in_no_log(key));
                }
            }
        }
        Ok(())
    }

    /// Some records of a shelf after the last one that was read; nothing when there are no more.
    async fn records_after(
        &self,
        kind: RecordKind,
        last: &mut String,
    ) -> Result<Option<Vec<(String, String)>>, Failure> {
        let (from, until) = (format!("{last}!"), "~".into());
        let span = KeyRange { kind: kind, from, until, limit: AT_ONCE, backwards: false };
        let records = self.store.records(span).await?;
        Ok(records.last().map(|(key, _)| last.clone_from(key)).map(|()| records))
    }

    /// Whether a log has events after that one by now.
    async fn goes_on(&self, log: LogId, seq: u64) -> Result<bool, Failure> {
        Ok(self.store.head(log).await?.is_some_and(|head| head.seq > seq))
    }
}

/// Whether a record is what the events say.
fn check(stored: Option<&str>, expected: Option<&str>, key: &str) -> Result<(), String> {
    match stored {
        stored if stored == expected => Ok(()),
        Some(_) => Err(format!("the record {key} is not what the events say")),
        None => Err(format!("the record {key} is missing")),
    }
}

fn in_no_log(key: &str) -> Failure {
    Wrong::anywhere(format!("there is a record {key}, and no log tells of it")).into()
}
