//! Rounds that were declared void, by the person who declared them, with what each player would have won or lost had
//! the round been settled: a floor that voids the losses of its friends stands out.
//!
//! The deck follows from the seeds, which are published after a void as after a settlement. Decisions that were not
//! made are not known; a hand is shown as if it had been folded, which is what the table does for an absent player, and
//! as if it had raised once on the river. What a player would have done lies between the two more often than not, and
//! the report says which hands had been decided.

use std::collections::BTreeMap;
use std::sync::Arc;

use journal::ReadRecords;
use journal::cache::NameCache;
use journal::record::{AccountDevices, Pages, RecordRange, RoundSummary, TableRecord, TableRoundRecord};
use journal::summary::DAY_MS;
use protocol::{
    ExportFormat, NamedPlayer, RoundId, Timestamp, VoidHand, VoidRecord, VoidedBy, VoidsOfPerson,
    VoidsOfPlayer, VoidsReport,
};
use store::{LogReader, StoreError};
use table::{By, PlayerId, TableId};

use crate::calendar::time_text;
use crate::history::{Histories, Reader, csv_cell, json_line};

/// How many summaries of rounds are read at a time.
const AT_ONCE: u32 = 500;
/// The most voids that a report shows; the export has all.
const MOST_SHOWN: usize = 500;

const HEADER: &str = "time,table,round,stage,by,person,person_name,reason,player,name,bot,banked,decided,net,\
    net_raised,same_device\r\n";

/// What is asked. Days are counted from 1970, and both ends belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct VoidsPeriod {
    pub first_day: u64,
    pub last_day: u64,
    /// Only that table.
    pub table: Option<TableId>,
    /// Only voids of that person.
    pub person: Option<PlayerId>,
}

/// Returns the voids of a period, summed up by person.
pub async fn voids(store: &Arc<dyn LogReader>, period: VoidsPeriod) -> Result<VoidsReport, StoreError> {
    let mut found = found(store, period).await?;
    // The newest first, across all tables.
    found.sort_by_key(|void| std::cmp::Reverse((void.at_ms, void.table, void.round)));
    let people = by_person(&found);
    let left_out = found.len().saturating_sub(MOST_SHOWN) as u64;
    found.truncate(MOST_SHOWN);
    Ok(VoidsReport { people, voids: found, left_out })
}

/// Returns the voids of a period as text, one void on each line of JSON, or one hand on each row of CSV.
pub async fn voids_export(
    store: &Arc<dyn LogReader>,
    period: VoidsPeriod,
    format: ExportFormat,
) -> Result<String, StoreError> {
    let mut text = if format == ExportFormat::Csv { HEADER.to_owned() } else { String::new() };
    for void in found(store, period).await? {
        match format {
            ExportFormat::Jsonl => text.push_str(&json_line(&void)?),
            ExportFormat::Csv => void.hands.iter().for_each(|hand| text.push_str(&row(&void, hand))),
        }
    }
    Ok(text)
}

/// Returns the voids of a period, table by table.
async fn found(store: &Arc<dyn LogReader>, period: VoidsPeriod) -> Result<Vec<VoidRecord>, StoreError> {
    let mut reader = VoidReader {
        store,
        histories: Histories::new(Arc::clone(store), Reader::Auditor),
        names: NameCache::default(),
        devices: BTreeMap::new(),
    };
    let mut found = Vec::new();
    for (table, _) in store.scan(&RecordRange::<TableRecord>::all()).await? {
        if period.table.is_some_and(|only| only != table) {
            continue;
        }
        let mut pages = Pages::new(RecordRange::<TableRoundRecord>::of_table(table), AT_ONCE);
        while let Some(page) = pages.next(&**store).await? {
            let of_period = |summary: &RoundSummary| {
                summary.void && (period.first_day..=period.last_day).contains(&(summary.at_ms.0 / DAY_MS))
            };
            for (_, stored) in page.into_iter().filter(|(_, stored)| of_period(&stored.record.0)) {
                found.extend(reader.read(&stored.record.0, period.person).await?);
            }
        }
    }
    Ok(found)
}

/// Reads voids, one after the other.
struct VoidReader<'a> {
    store: &'a Arc<dyn LogReader>,
    histories: Histories,
    names: NameCache,
    devices: BTreeMap<PlayerId, AccountDevices>,
}

impl VoidReader<'_> {
    /// Returns a void, if it is one of that person's.
    async fn read(
        &mut self,
        summary: &RoundSummary,
        only: Option<PlayerId>,
    ) -> Result<Option<VoidRecord>, StoreError> {
        let history = self.histories.rebuild(summary).await?;
        let Some(interrupted) = history.interrupted() else { return Ok(None) };
        let (by, person) = match interrupted.by {
            By::Floor(floor) => (VoidedBy::Floor, Some(floor)),
            By::Player(banker) => (VoidedBy::Banker, Some(banker)),
            By::Table => (VoidedBy::Table, None),
        };
        if only.is_some() && only != person {
            return Ok(None);
        }
        let parts = interrupted.parts();
        let players = parts.iter().map(|part| part.player).chain(person);
        self.names.look_up(&**self.store, players.collect::<Vec<_>>()).await?;
        let mut hands = Vec::new();
        for part in parts {
            hands.push(VoidHand {
                player: self.names.named(part.player),
                banked: part.banked,
                decided: part.decided,
                net: part.net.map(|net| net.0),
                net_raised: part.net_raised.map(|net| net.0),
                same_device: self.are_one(person, part.player).await?,
            });
        }
        Ok(Some(VoidRecord {
            table: summary.table,
            round: RoundId(summary.round.0),
            at_ms: Timestamp(interrupted.at_ms),
            by,
            person: person.map(|person| self.names.named(person)),
            reason: interrupted.reason.clone(),
            stage: interrupted.round.stage().into(),
            hands,
        }))
    }

    /// Whether two accounts were used on one device, or are the same.
    async fn are_one(&mut self, person: Option<PlayerId>, player: PlayerId) -> Result<bool, StoreError> {
        let Some(person) = person else { return Ok(false) };
        if person == player {
            return Ok(true);
        }
        for one in [person, player] {
            if !self.devices.contains_key(&one) {
                let devices = self.store.get::<AccountDevices>(&one).await?;
                self.devices.insert(one, devices.unwrap_or_default());
            }
        }
        let (one, other) = (&self.devices[&person].devices, &self.devices[&player].devices);
        Ok(one.iter().any(|device| other.contains(device)))
    }
}

/// What voids of one person meant, by player.
#[derive(Default)]
struct OfPerson {
    voids: u64,
    dealt: u64,
    players: BTreeMap<u64, VoidsOfPlayer>,
}

fn by_person(found: &[VoidRecord]) -> Vec<VoidsOfPerson> {
    let mut people: BTreeMap<Option<u64>, (Option<NamedPlayer>, OfPerson)> = BTreeMap::new();
    for void in found {
        let number = void.person.as_ref().map(|person| person.id.0);
        let (_, sums) = people.entry(number).or_insert_with(|| (void.person.clone(), OfPerson::default()));
        sums.voids += 1;
        sums.dealt += u64::from(void.hands.iter().any(|hand| hand.net.is_some()));
        for hand in &void.hands {
            let (Some(net), Some(net_raised)) = (hand.net, hand.net_raised) else { continue };
            let sum = sums.players.entry(hand.player.id.0).or_insert_with(|| VoidsOfPlayer {
                player: hand.player.clone(),
                rounds: 0,
                net: 0,
                net_raised: 0,
                same_device: false,
            });
            sum.rounds += 1;
            sum.net += net;
            sum.net_raised += net_raised;
            sum.same_device |= hand.same_device;
        }
    }
    let mut people: Vec<VoidsOfPerson> = people.into_values().map(summed).collect();
    // Whoever saved one player most comes first: that is what a reader looks for.
    people.sort_by_key(|person| person.players.first().map_or(0, |player| player.net));
    people
}

fn summed((person, sums): (Option<NamedPlayer>, OfPerson)) -> VoidsOfPerson {
    let mut players: Vec<VoidsOfPlayer> = sums.players.into_values().collect();
    players.sort_by_key(|player| player.net);
    VoidsOfPerson { person, voids: sums.voids, dealt: sums.dealt, players }
}

fn row(void: &VoidRecord, hand: &VoidHand) -> String {
    let amount = |amount: Option<i64>| amount.map(|amount| amount.to_string()).unwrap_or_default();
    let person = void.person.as_ref();
    let cells = [
        time_text(void.at_ms.0),
        void.table.to_string(),
        void.round.0.to_string(),
        void.stage.to_string(),
        void.by.to_string(),
        person.map(|person| person.id.to_string()).unwrap_or_default(),
        person.map(|person| person.name.clone()).unwrap_or_default(),
        void.reason.clone(),
        hand.player.id.to_string(),
        hand.player.name.clone(),
        hand.player.bot.to_string(),
        hand.banked.to_string(),
        hand.decided.to_string(),
        amount(hand.net),
        amount(hand.net_raised),
        hand.same_device.to_string(),
    ];
    cells.map(|text| csv_cell(&text)).join(",") + "\r\n"
}
