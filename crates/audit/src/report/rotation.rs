//! The rotation of the bank at tables where players bank: every offer and what became of it, every banked round, and
//! whether one player ever banked a third round in a row.
//!
//! The rule is recomputed from the events alone, by counting settled rounds. It shares no code with the button that the
//! table itself goes by, which is among what is checked. Checkpoints and round summaries only tell where to start
//! reading.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use fair::shuffle::RoundId;
use journal::cache::NameCache;
use journal::record::{EventKey, RecordRange, TableRecord, TableRoundRecord};
use journal::summary::DAY_MS;
use journal::{CheckpointRecord, ReadRecords};
use protocol::{
    ExportFormat, RotationAct, RotationEntry, RotationLog, RotationPlayer, RotationViolation, StoredEvent,
};
use store::{Entry, LogId, LogReader, StoreError};
use table::{BankOffer, By, Checkpoint, Event, PlayerId, TableId};
use uth::{Banking, Cents, Seat};

use super::{stored_events, terms};
use crate::calendar::time_text;
use crate::history::{csv_cell, json_line};

/// How many rounds in a row one player may bank, before another has banked one (R10).
const MOST_IN_A_ROW: u64 = 2;
/// How many entries of a log are read at a time.
const AT_ONCE: u32 = 500;
/// Far more than the clocks of nodes differ: an entry that is later in a log may have an earlier time, but not by this.
const CLOCKS_DIFFER_MS: u64 = 60 * 60 * 1_000;
/// The most entries that a report shows; the export has all.
const MOST_SHOWN: usize = 1_000;

const HEADER: &str = "time,table,seq,act,player,name,bot,seat,round,wager,banked_ms,in_a_row,violation\r\n";

/// What is asked. Days are counted from 1970, and both ends belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct RotationPeriod {
    pub first_day: u64,
    pub last_day: u64,
    /// Only that table.
    pub table: Option<TableId>,
    /// Only that player.
    pub player: Option<PlayerId>,
}

impl RotationPeriod {
    const fn first_ms(&self) -> u64 {
        self.first_day.saturating_mul(DAY_MS)
    }

    const fn end_ms(&self) -> u64 {
        self.last_day.saturating_add(1).saturating_mul(DAY_MS)
    }

    fn contains(&self, entry: &RotationEntry) -> bool {
        let day = entry.at_ms.0 / DAY_MS;
        let of_player = self.player.is_none_or(|only| entry.player == Some(only.into()));
        (self.first_day..=self.last_day).contains(&day) && of_player
    }
}

/// Returns the rotation over a period, with the verdict on the two-round rule.
pub async fn rotation(store: &Arc<dyn LogReader>, period: RotationPeriod) -> Result<RotationLog, StoreError> {
    let mut reader = RotationReader::new(Arc::clone(store), period).await?;
    let (mut players, mut violations) = (BTreeMap::new(), Vec::new());
    let mut shown = BTreeMap::new();
    let (mut rounds, mut left_out) = (0, 0);
    while let Some(entries) = reader.next().await? {
        for entry in entries {
            rounds += u64::from(entry.act == RotationAct::Banked);
            violations.extend(violation(&entry));
            if let Some(player) = entry.player {
                count(players.entry((entry.table, player)).or_default(), &entry);
            }
            // Tables are read one after the other; only the latest entries of all of them are kept in memory.
            shown.insert((entry.at_ms, entry.table, entry.seq), entry);
            if shown.len() > MOST_SHOWN {
                shown.pop_first();
                left_out += 1;
            }
        }
    }
    reader.names.look_up(&**store, players.keys().map(|(_, player)| (*player).into())).await?;
    let player = |((table, player), counts): ((_, protocol::PlayerId), Counts)| {
        counts.record(table, reader.names.named(player.into()))
    };
    Ok(RotationLog {
        rounds,
        violations,
        players: players.into_iter().map(player).collect(),
        entries: shown.into_values().rev().collect(),
        left_out,
    })
}

fn violation(entry: &RotationEntry) -> Option<RotationViolation> {
    let RotationEntry { table, seq, at_ms, player, round, in_a_row, .. } = *entry;
    let (player, in_a_row) = player.zip(in_a_row).filter(|_| entry.violation)?;
    Some(RotationViolation { player, table, round, seq, at_ms, in_a_row })
}

/// What a player did at a table.
#[derive(Default)]
struct Counts {
    offered: u64,
    accepted: u64,
    declined: u64,
    timed_out: u64,
    withdrawn: u64,
    rounds: u64,
    void_rounds: u64,
    most_in_a_row: u64,
    banked_ms: u64,
}

fn count(counts: &mut Counts, entry: &RotationEntry) {
    let number = match entry.act {
        RotationAct::Offered => &mut counts.offered,
        RotationAct::Accepted => &mut counts.accepted,
        RotationAct::Declined => &mut counts.declined,
        RotationAct::TimedOut | RotationAct::Lapsed => &mut counts.timed_out,
        RotationAct::Withdrawn => &mut counts.withdrawn,
        RotationAct::Banked => &mut counts.rounds,
        RotationAct::Voided => &mut counts.void_rounds,
        RotationAct::OfferedAgain => return,
    };
    *number += 1;
    counts.most_in_a_row = counts.most_in_a_row.max(entry.in_a_row.unwrap_or_default());
    counts.banked_ms += entry.banked_ms.unwrap_or_default();
}

/// The entries of a period that are being read, table by table. A log is read from a checkpoint far enough before the
/// period to know how often a player had banked when it began.
struct RotationReader {
    store: Arc<dyn LogReader>,
    period: RotationPeriod,
    /// Tables that are still to be read.
    tables: VecDeque<TableId>,
    at: Option<BankFollower>,
    names: NameCache,
}

impl RotationReader {
    async fn new(store: Arc<dyn LogReader>, period: RotationPeriod) -> Result<RotationReader, StoreError> {
        let tables = store.scan(&RecordRange::<TableRecord>::all()).await?;
        let asked = |table: &TableId| period.table.is_none_or(|only| only == *table);
        let tables = tables.into_iter().map(|(table, _)| table).filter(asked).collect();
        Ok(RotationReader { store, period, tables, at: None, names: NameCache::default() })
    }

    /// Returns the next entries, at least one; `None` at the end.
    async fn next(&mut self) -> Result<Option<Vec<RotationEntry>>, StoreError> {
        loop {
            let follower = if let Some(follower) = &mut self.at {
                follower
            } else {
                let Some(table) = self.tables.pop_front() else { return Ok(None) };
                if terms(&*self.store, table).await?.rules().banking != Banking::PlayerDealer {
                    continue;
                }
                let follower = BankFollower::before(&*self.store, table, self.period.first_ms()).await?;
                self.at.insert(follower)
            };
            let entries = self.store.entries(LogId(follower.table.0), follower.seq, AT_ONCE).await?;
            // Later entries are later up to what clocks differ, so all that follow this one lie beyond the period too.
            let end_ms = self.period.end_ms().saturating_add(CLOCKS_DIFFER_MS);
            let mut within = entries.iter().take_while(|entry| entry.at_ms < end_ms).peekable();
            if within.peek().is_none() {
                self.at = None;
                continue;
            }
            let mut found = Vec::new();
            for entry in within {
                found.extend(follower.take(entry)?.into_iter().filter(|entry| self.period.contains(entry)));
            }
            if !found.is_empty() {
                return Ok(Some(found));
            }
        }
    }
}

/// A table's bank, followed event by event.
struct BankFollower {
    table: TableId,
    /// The last event that was read.
    seq: u64,
    seats: BTreeMap<Seat, PlayerId>,
    /// To whom the bank is offered.
    offer: Option<(Seat, PlayerId)>,
    bank: Option<PutUp>,
    round: Option<u64>,
    /// Who banked the last settled round, and how many in a row.
    last: Option<(PlayerId, u64)>,
}

/// Returns the last event of the last round of a table that ended before a time, as far as its rounds are in the order
/// of their times.
async fn ended_before(
    store: &dyn LogReader,
    table: TableId,
    until_ms: u64,
) -> Result<Option<u64>, StoreError> {
    let newest = RecordRange::<TableRoundRecord>::of_table(table).backwards().limit(1);
    let newest = store.scan(&newest).await?.pop();
    let (mut first, mut end) = (0, newest.map_or(0, |(key, _)| key.round + 1));
    let mut last_seq = None;
    while first < end {
        let middle = first + (end - first) / 2;
        let round = store.get::<TableRoundRecord>(&RoundId { table: table.0, round: middle }).await?;
        // A round whose record is missing counts as a later one, so that too much is read and never too little.
        match round.filter(|TableRoundRecord(summary)| summary.at_ms.0 < until_ms) {
            Some(TableRoundRecord(summary)) => (first, last_seq) = (middle + 1, Some(summary.last_seq.0)),
            None => end = middle,
        }
    }
    Ok(last_seq)
}

/// A bank that a player has put up.
#[derive(Clone, Copy)]
struct PutUp {
    seat: Seat,
    player: PlayerId,
    wager: Cents,
    since_ms: u64,
}

impl BankFollower {
    const fn new(table: TableId) -> BankFollower {
        let seats = BTreeMap::new();
        BankFollower { table, seq: 0, seats, offer: None, bank: None, round: None, last: None }
    }

    /// Follows a table up to a moment before `from_ms`.
    ///
    /// It starts at a checkpoint, which knows the seats. How many rounds in a row were banked is not taken from it:
    /// that is the button's own count, which is checked here. It is counted anew and known once the banker has changed,
    /// so a stretch without a change is no start, and the log is read from its beginning.
    async fn before(store: &dyn LogReader, table: TableId, from_ms: u64) -> Result<BankFollower, StoreError> {
        let earliest = BankFollower::new(table);
        let Some(last_seq) = ended_before(store, table, from_ms.saturating_sub(CLOCKS_DIFFER_MS)).await?
        else {
            return Ok(earliest);
        };
        // The second one back: between it and the next lie sixteen rounds, in which a lawful bank changes hands.
        let range = RecordRange::<CheckpointRecord>::of_log(table).before(&EventKey { table, seq: last_seq });
        let checkpoints = store.scan(&range.backwards().limit(2)).await?;
        let [_, (_, checkpoint)] = &checkpoints[..] else { return Ok(earliest) };
        let Some(mut follower) = BankFollower::at(&checkpoint.record.table.0) else { return Ok(earliest) };
        let mut bankers = BTreeSet::new();
        while follower.seq < last_seq {
            let entries = store.entries(LogId(table.0), follower.seq, AT_ONCE).await?;
            if entries.is_empty() {
                return Ok(earliest);
            }
            for entry in entries.iter().filter(|entry| entry.seq <= last_seq) {
                let found = follower.take(entry)?.into_iter();
                let banked = found.filter(|entry| entry.act == RotationAct::Banked);
                bankers.extend(banked.filter_map(|entry| entry.player));
            }
        }
        Ok(if bankers.len() > 1 { follower } else { earliest })
    }

    /// Returns a follower that goes on from a checkpoint; `None` if a bank was put up there, since it does not tell
    /// when.
    fn at(checkpoint: &Checkpoint) -> Option<BankFollower> {
        let seats: BTreeMap<Seat, PlayerId> =
            checkpoint.seats.iter().map(|(seat, occupant)| (*seat, occupant.player)).collect();
        let offer = match checkpoint.bank {
            BankOffer::Nobody => None,
            BankOffer::Offered { seat, .. } => seats.get(&seat).map(|player| (seat, *player)),
            BankOffer::Accepted { .. } => return None,
        };
        let (table, seq) = (checkpoint.table, checkpoint.seq.0);
        Some(BankFollower { seq, seats, offer, ..BankFollower::new(table) })
    }

    fn take(&mut self, entry: &Entry) -> Result<Vec<RotationEntry>, StoreError> {
        let events = stored_events(entry)?;
        let mut found = Vec::new();
        for (seq, event) in (entry.seq..).zip(&events) {
            let StoredEvent::Event(event) = event else { continue };
            let blank = self.blank(seq, entry.at_ms);
            found.extend(self.follow(event, blank));
        }
        self.seq = entry.last_seq();
        Ok(found)
    }

    fn blank(&self, seq: u64, at_ms: u64) -> RotationEntry {
        RotationEntry {
            table: self.table.into(),
            seq: protocol::Seq(seq),
            at_ms: protocol::Timestamp(at_ms),
            act: RotationAct::OfferedAgain,
            player: None,
            seat: None,
            round: None,
            wager: None,
            banked_ms: None,
            in_a_row: None,
            violation: false,
        }
    }

    fn follow(&mut self, event: &Event, blank: RotationEntry) -> Option<RotationEntry> {
        let of = |act, seat: Seat, player: Option<PlayerId>| {
            Some(RotationEntry {
                act,
                seat: Some(seat.into()),
                player: player.map(Into::into),
                ..blank.clone()
            })
        };
        match event {
            Event::Sat { player, seat } => {
                self.seats.insert(*seat, *player);
                None
            }
            Event::Left { seat, .. } => {
                self.seats.remove(seat);
                None
            }
            Event::RoundOpened { number, .. } => {
                self.round = Some(*number);
                None
            }
            Event::BankOffered { seat, .. } => {
                let player = self.seats.get(seat).copied();
                self.offer = player.map(|player| (*seat, player));
                of(RotationAct::Offered, *seat, player)
            }
            Event::OfferLapsed => {
                // The player may have left the seat just before, so it is asked to whom the offer was made.
                let (seat, player) = self.offer.take()?;
                of(RotationAct::Lapsed, seat, Some(player))
            }
            Event::BankDeclined { seat, by } => {
                let act = if *by == By::Table { RotationAct::TimedOut } else { RotationAct::Declined };
                of(act, *seat, self.seats.get(seat).copied())
            }
            Event::BankOfferedAgain => Some(blank),
            Event::BankAccepted { player, seat, wager, .. } => {
                let since_ms = blank.at_ms.0;
                self.bank = Some(PutUp { seat: *seat, player: *player, wager: *wager, since_ms });
                let accepted = of(RotationAct::Accepted, *seat, Some(*player))?;
                Some(RotationEntry { wager: Some(wager.0), ..accepted })
            }
            // A banker who stands down after the round was opened makes it void; any other void is not theirs.
            Event::BankWithdrawn { .. } | Event::Voided { by: By::Player(_), .. } => {
                self.ended(RotationAct::Withdrawn, &blank)
            }
            Event::Settled { .. } => self.ended(RotationAct::Banked, &blank),
            Event::Voided { .. } => self.ended(RotationAct::Voided, &blank),
            _ => None,
        }
    }

    fn ended(&mut self, act: RotationAct, blank: &RotationEntry) -> Option<RotationEntry> {
        let PutUp { seat, player, wager, since_ms } = self.bank.take()?;
        let round = self.round.take();
        // Only settled rounds count (R23): a void one neither adds to a row nor ends another player's.
        let in_a_row = (act == RotationAct::Banked).then(|| match self.last {
            Some((last, count)) if last == player => count + 1,
            _ => 1,
        });
        self.last = in_a_row.map(|count| (player, count)).or(self.last);
        Some(RotationEntry {
            act,
            player: Some(player.into()),
            seat: Some(seat.into()),
            round: round.map(protocol::RoundId),
            wager: Some(wager.0),
            banked_ms: Some(blank.at_ms.0.saturating_sub(since_ms)),
            in_a_row,
            violation: in_a_row.is_some_and(|count| count > MOST_IN_A_ROW),
            ..blank.clone()
        })
    }
}

impl Counts {
    fn record(self, table: protocol::TableId, player: protocol::NamedPlayer) -> RotationPlayer {
        let Counts { offered, accepted, declined, timed_out, withdrawn, .. } = self;
        let Counts { rounds, void_rounds, most_in_a_row, banked_ms, .. } = self;
        RotationPlayer {
            player,
            table,
            offered,
            accepted,
            declined,
            timed_out,
            withdrawn,
            rounds,
            void_rounds,
            most_in_a_row,
            banked_ms,
        }
    }
}

/// An export of the rotation log that is being written, table by table, each in the order of its events.
pub struct RotationExport {
    reader: RotationReader,
    format: ExportFormat,
    has_begun: bool,
}

impl RotationExport {
    /// Returns an export of a period.
    pub async fn new(
        store: Arc<dyn LogReader>,
        period: RotationPeriod,
        format: ExportFormat,
    ) -> Result<RotationExport, StoreError> {
        let reader = RotationReader::new(store, period).await?;
        Ok(RotationExport { reader, format, has_begun: false })
    }

    /// Returns the next piece of text; `None` at the end.
    pub async fn page(&mut self) -> Result<Option<String>, StoreError> {
        let header = self.format == ExportFormat::Csv && !self.has_begun;
        self.has_begun = true;
        if header {
            return Ok(Some(HEADER.to_owned()));
        }
        let Some(entries) = self.reader.next().await? else { return Ok(None) };
        let RotationReader { store, names, .. } = &self.reader;
        names.look_up(&**store, entries.iter().filter_map(|entry| entry.player).map(Into::into)).await?;
        let mut text = String::new();
        for entry in &entries {
            match self.format {
                ExportFormat::Jsonl => text.push_str(&json_line(entry)?),
                ExportFormat::Csv => text.push_str(&row(entry, names)),
            }
        }
        Ok(Some(text))
    }
}

fn row(entry: &RotationEntry, names: &NameCache) -> String {
    let player = entry.player.map(|player| names.named(player.into()));
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let cells = [
        time_text(entry.at_ms.0),
        entry.table.to_string(),
        entry.seq.to_string(),
        entry.act.to_string(),
        number(entry.player.map(|player| player.0)),
        player.as_ref().map(|player| player.name.clone()).unwrap_or_default(),
        player.is_some_and(|player| player.bot).to_string(),
        entry.seat.map(|seat| seat.to_string()).unwrap_or_default(),
        number(entry.round.map(|round| round.0)),
        entry.wager.map(|wager| wager.to_string()).unwrap_or_default(),
        number(entry.banked_ms),
        number(entry.in_a_row),
        entry.violation.to_string(),
    ];
    cells.map(|text| csv_cell(&text)).join(",") + "\r\n"
}
