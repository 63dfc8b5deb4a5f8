//! All entries of a log in the store, with the chips that each moved and the records that were derived from it: the
//! checkpoints, from which a start goes on without looking back, and the records of rounds that are over, from which
//! histories and reports are told. They must be what the events say, and there must be no others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use table::{Move, TableId};

use super::log::Log;
use super::{Failure, Figures, Progress, Verifier, Wrong, told};
use journal::cache::NameCache;
use journal::record::{
    DailyTotalsKey, EventKey, KeyedRecord, Pages, PlayerRoundRecord, RecordRange, RoundSummary, SealedSeed,
    TableRoundRecord, encode,
};
use journal::summary::{DailyTotals, FinishedRound, RoundRecords, players};
use journal::{CheckpointRecord, ReadRecords, Record, RecordKey};
use store::{Entry, Head, LogId, LogReader, PostedTransfer, StoreError};

/// How many entries or records are read at a time.
const AT_ONCE: u32 = 500;

impl Verifier<'_> {
    /// Verifies a log up to its head, unless that is done. The journal names the tables that were opened.
    pub(super) async fn log(&mut self, id: LogId) -> Result<Vec<LogId>, Failure> {
        if self.read.contains_key(&id) {
            return Ok(Vec::new());
        }
        let Some(head) = self.head(id).await? else { return Ok(Vec::new()) };
        let mut log = Log::new(id);
        let mut checkpoints = Checkpoints::new(id);
        let mut records = Records::default();
        while log.seq() < head.seq {
            let entries = self.store.entries(id, log.seq(), AT_ONCE).await;
            let mut entries = entries.map_err(|error| located(id, log.seq() + 1, error))?;
            entries.retain(|entry| entry.seq <= head.seq);
            let Some(last) = entries.last() else {
                let why = format!("it is missing; the log should go on to event {}", head.seq);
                return Err(Wrong::at(id, log.seq() + 1, why).into());
            };
            let postings = self.store.transfers_of(id, log.seq() + 1, last.last_seq()).await;
            let mut postings = postings.map_err(|error| located(id, log.seq() + 1, error))?;
            // One that was slipped in later stands at the end, but is told where it claims to belong.
            postings.sort_by_key(|posting| posting.seq);
            let mut postings = postings.into_iter().peekable();
            for entry in &entries {
                // Before the entry is taken: a checkpoint is the table without the round that the entry opens.
                checkpoints.compare(self.store, &log, &mut self.figures).await?;
                let moves = log.take(entry, &mut self.figures)?;
                let own = std::iter::from_fn(|| postings.next_if(|posting| posting.seq <= entry.last_seq()));
                self.figures.postings += compare(entry, &moves, own)?;
                records.compare(self.store, &log, entry).await?;
                (self.progress)(Progress::Events { done: self.figures.events, of: self.of });
            }
        }
        if (log.seq(), log.hash()) != (head.seq, head.hash) {
            let why = format!("the head of the log says otherwise: it is event {}", head.seq);
            return Err(Wrong::at(id, log.seq(), why).into());
        }
        checkpoints.finish(self.store, &log, &mut self.figures).await?;
        records.finish(self, &log).await?;
        self.under_way(&mut log).await?;
        self.read.insert(id, log.seq());
        self.figures.logs += 1;
        let opened = std::mem::take(&mut log.opened);
        if id == LogId::ROOM {
            self.journal = log;
        }
        Ok(opened)
    }

    /// Where a log ends. Only the journal of a card room in which nothing has happened yet ends nowhere.
    async fn head(&self, id: LogId) -> Result<Option<Head>, Failure> {
        let read = async || self.store.head(id).await.map_err(|error| located(id, 0, error));
        if let Some(head) = read().await? {
            return Ok(Some(head));
        }
        let is_empty = self.store.entries(id, 0, 1).await?.is_empty();
        // It may have begun just now.
        match read().await? {
            None if is_empty && id == LogId::ROOM => Ok(None),
            None => Err(Wrong::at(id, 0, "the log has no head").into()),
            head => Ok(head),
        }
    }

    /// Opens the seed of a round that is not over or yet to open, if there is a key.
    async fn under_way(&mut self, log: &mut Log) -> Result<(), Failure> {
        self.figures.rounds_under_way += u64::from(log.is_under_way());
        let Some((round, _)) = log.replay.secret_round() else { return Ok(()) };
        let Some(key) = self.keys.seal else { return Ok(()) };
        let sealed = self.store.get::<SealedSeed>(&round).await;
        let sealed = sealed.map_err(|error| located(log.id, log.seq(), error))?;
        let sealed = sealed.ok_or_else(|| Wrong::at(log.id, log.seq(), "there is no sealed seed"))?;
        let seed = key.open(&sealed.0, round).map_err(|error| Wrong::at(log.id, log.seq(), error))?;
        log.unseal(seed, &mut self.figures)?;
        self.figures.seeds_unsealed += 1;
        Ok(())
    }
}

/// Checks that the postings of an entry are its moves, one to one, and returns how many there are.
fn compare(
    entry: &Entry,
    moves: &[Move],
    mut postings: impl Iterator<Item = PostedTransfer>,
) -> Result<u64, Wrong> {
    let mut moves = moves.iter();
    let mut count = 0;
    loop {
        let why = match (moves.next(), postings.next()) {
            (None, None) => return Ok(count),
            (_, Some(posting)) if posting.seq != entry.seq => {
                return Err(Wrong::at(entry.log, posting.seq, "a posting belongs to no entry"));
            }
            (Some(one), Some(posting)) if posting.moved == *one => {
                count += 1;
                continue;
            }
            (Some(one), Some(posting)) => {
                format!("{} by the event, and {} by the posting", told(one), told(&posting.moved))
            }
            (Some(one), None) => format!("a posting is missing: {}", told(one)),
            (None, Some(posting)) => format!("a posting is in no event: {}", told(&posting.moved)),
        };
        return Err(Wrong::at(entry.log, entry.seq, why));
    }
}

/// What the storage could not make sense of, with its place.
fn located(log: LogId, seq: u64, error: StoreError) -> Failure {
    match error {
        StoreError::Broken(why) => Wrong::at(log, seq, why).into(),
        error => error.into(),
    }
}

/// How many checkpoints are read at a time.
const CHECKPOINTS_AT_ONCE: u32 = 64;

/// The checkpoints of a log that are yet to come.
struct Checkpoints {
    log: LogId,
    /// Checkpoints that were read and not compared yet.
    next: VecDeque<(EventKey, KeyedRecord<CheckpointRecord>)>,
    /// The rest; `None` for the room log, which has no checkpoints.
    pages: Option<Pages<CheckpointRecord>>,
}

impl Checkpoints {
    fn new(log: LogId) -> Checkpoints {
        let pages = (log != LogId::ROOM)
            .then(|| Pages::new(RecordRange::of_log(TableId(log.0)), CHECKPOINTS_AT_ONCE));
        Checkpoints { log, next: VecDeque::new(), pages }
    }

    /// Compares the checkpoint that was made where the log now stands, if one was.
    async fn compare(
        &mut self,
        store: &dyn LogReader,
        log: &Log,
        figures: &mut Figures,
    ) -> Result<(), Failure> {
        self.read(store).await?;
        while let Some((key, stored)) = self.next.front().filter(|(key, _)| key.seq <= log.seq()) {
            check_checkpoint(log, key.seq, &stored.record)?;
            figures.checkpoints += 1;
            self.next.pop_front();
            self.read(store).await?;
        }
        Ok(())
    }

    /// Compares what is left. A checkpoint that lies beyond the log is wrong, unless the log has gone on since.
    async fn finish(
        &mut self,
        store: &dyn LogReader,
        log: &Log,
        figures: &mut Figures,
    ) -> Result<(), Failure> {
        self.compare(store, log, figures).await?;
        let Some((EventKey { seq, .. }, _)) = self.next.front() else { return Ok(()) };
        match store.head(self.log).await? {
            // A node may write both while this runs. Its checkpoint is compared next time.
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

fn check_checkpoint(log: &Log, seq: u64, stored: &CheckpointRecord) -> Result<(), Wrong> {
    let expected = log.table().filter(|table| table.seq().0 == seq).and_then(table::Table::checkpoint);
    match expected {
        Some(expected) if stored.table.0 == expected && stored.hash == log.hash() => Ok(()),
        _ => Err(Wrong::at(log.id, seq, "the checkpoint is not what the events say")),
    }
}

/// The records of one table.
#[derive(Default)]
struct Records {
    days: BTreeMap<u64, DailyTotals>,
    /// Records of hands.
    hands: u64,
    /// Who is a bot.
    people: NameCache,
}

/// The records of all tables that were read.
#[derive(Default)]
pub(super) struct Expected {
    days: BTreeSet<DailyTotalsKey>,
    hands: u64,
}

impl Records {
    /// Compares what is remembered of the round that an entry ended, if it did.
    async fn compare(&mut self, store: &dyn LogReader, log: &Log, entry: &Entry) -> Result<(), Failure> {
        // Who is a bot is looked up first, because the totals are computed without waiting for the store.
        let Some(FinishedRound { table, .. }) = log.finished_round(entry, &|_| false) else { return Ok(()) };
        self.people.look_up(store, table.round().into_iter().flat_map(players)).await?;
        let is_bot = |player| self.people.named(player).bot;
        let Some(over) = log.finished_round(entry, &is_bot) else { return Ok(()) };
        let day = self.days.last_key_value().map_or_else(DailyTotals::default, |(_, day)| day.clone());
        let Some(RoundRecords { players, table, day }) = over.records(&day) else { return Ok(()) };
        self.days.insert(day.1.day, day.1);
        self.hands += players.len() as u64 + 1;
        let wrong = |why| Wrong::at(log.id, entry.seq, why);
        for (key, expected) in &players {
            check_record(store, key, expected).await?.map_err(wrong)?;
        }
        check_record(store, &table.0, &table.1).await?.map_err(wrong)?;
        Ok(())
    }

    /// Compares what the table turned over each day, unless its log has gone on since.
    async fn finish(self, verifier: &mut Verifier<'_>, log: &Log) -> Result<(), Failure> {
        for (number, day) in self.days {
            let key = DailyTotalsKey { day: number, table: TableId(log.id.0) };
            if let Err(why) = check_record(verifier.store, &key, &day).await?
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
        // Counted, because a record that no log tells of has a key that nothing asks for.
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
                let log = LogId(table.0);
                if self.read.get(&log).is_some_and(|read| last_seq.0 <= *read) {
                    count += 1;
                } else if !self.goes_on(log, last_seq.0.saturating_sub(1)).await? {
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
async fn check_record<R: Record>(
    store: &dyn LogReader,
    key: &R::Key,
    expected: &R,
) -> Result<Result<(), String>, Failure> {
    let name = || format!("the {} record {}", R::KIND.name(), key.encode());
    // The texts are compared: a record that reads the same but is written otherwise was not written by the room.
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
