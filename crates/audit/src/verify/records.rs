//! The records of rounds that are over, from which histories and reports are told: one for each who played, one for the
//! table, one for each table and day. They must be what the events say, and there must be no others.

use std::collections::{BTreeMap, BTreeSet};

use super::log::Log;
use super::{Failure, Verifier, Wrong};
use journal::record::{
    DailyTotalsKey, Pages, PlayerRoundRecord, RecordRange, RoundSummary, TableRoundRecord, encode,
};
use journal::summary::{DailyTotals, RoundRecords};
use journal::{Record, RecordKey};
use store::{Entry, LogId, LogReader};
use table::TableId;

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
    days: BTreeSet<DailyTotalsKey>,
    hands: u64,
}

impl Records {
    /// Compares what is remembered of the round that an entry ended, if it did.
    pub(super) async fn compare(
        &mut self,
        store: &dyn LogReader,
        log: &Log,
        entry: &Entry,
    ) -> Result<(), Failure> {
        let Some(over) = log.rounds.over(entry) else { return Ok(()) };
        let day = self.days.last_key_value().map_or_else(DailyTotals::default, |(_, day)| day.clone());
        let Some(RoundRecords { players, table, day }) = over.records(&day) else { return Ok(()) };
        self.days.insert(day.1.day, day.1);
        self.hands += players.len() as u64 + 1;
        let wrong = |why| Wrong::at(log.id, entry.seq, why);
        for (key, expected) in &players {
            check(store, key, expected).await?.map_err(wrong)?;
        }
        check(store, &table.0, &table.1).await?.map_err(wrong)?;
        Ok(())
    }

    /// Compares what the table turned over each day, unless its log has gone on since.
    pub(super) async fn finish(self, verifier: &mut Verifier<'_>, log: &Log) -> Result<(), Failure> {
        for (number, day) in self.days {
            let key = DailyTotalsKey { day: number, table: TableId(log.id.0) };
            if let Err(why) = check(verifier.store, &key, &day).await?
                && !verifier.goes_on(log.id, log.seq()).await?
            {
                return Err(Wrong::at(log.id, log.seq(), why).into());
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
        let hands = self.count::<PlayerRoundRecord>(|record| &record.0).await?
            + self.count::<TableRoundRecord>(|record| &record.0).await?;
        let told = self.expected.hands;
        if hands != told {
            let why = format!("there are {hands} records of hands, and the logs tell of {told}");
            return Err(Wrong::anywhere(why).into());
        }
        let mut pages = Pages::<DailyTotals>::new(RecordRange::all(), AT_ONCE);
        while let Some(page) = pages.next(self.store).await? {
            for (key, _) in page.into_iter().filter(|(key, _)| !self.expected.days.contains(key)) {
                let log = LogId(key.table.0);
                if !self.goes_on(log, self.read.get(&log).copied().unwrap_or_default()).await? {
                    return Err(in_no_log::<DailyTotals>(&key));
                }
            }
        }
        Ok(())
    }

    /// Counts the summaries of rounds that were read in the logs.
    async fn count<R: Record>(&self, summary: impl Fn(&R) -> &RoundSummary) -> Result<u64, Failure> {
        let mut count = 0;
        let mut pages = Pages::<R>::new(RecordRange::all(), AT_ONCE);
        while let Some(page) = pages.next(self.store).await? {
            for (key, stored) in page {
                let RoundSummary { table, last_seq, .. } = summary(&stored.record);
                let log = LogId(*table);
                if self.read.get(&log).is_some_and(|read| last_seq <= read) {
                    count += 1;
                } else if !self.goes_on(log, last_seq.saturating_sub(1)).await? {
                    return Err(in_no_log::<R>(&key));
                }
            }
        }
        Ok(count)
    }

    /// Whether a log has events after that one by now.
    async fn goes_on(&self, log: LogId, seq: u64) -> Result<bool, Failure> {
        Ok(self.store.head(log).await?.is_some_and(|head| head.seq > seq))
    }
}

/// Compares a stored record with what the events say; the inner error says how they differ.
async fn check<R: Record>(
    store: &dyn LogReader,
    key: &R::Key,
    expected: &R,
) -> Result<Result<(), String>, Failure> {
    let name = || format!("the {} record {}", R::KIND.name(), key.encode());
    Ok(match store.record(R::KIND, key.encode()).await? {
        Some(stored) if stored == encode(expected) => Ok(()),
        Some(_) => Err(format!("{} is not what the events say", name())),
        None => Err(format!("{} is missing", name())),
    })
}

fn in_no_log<R: Record>(key: &R::Key) -> Failure {
    let (kind, key) = (R::KIND.name(), key.encode());
    Wrong::anywhere(format!("there is a {kind} record {key}, and no log tells of it")).into()
}
