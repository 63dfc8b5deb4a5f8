//! From entries to a round, step by step.

use std::collections::BTreeMap;

use table::{Event, Table, TableId, Viewer, view};

use super::{Decided, Replayed, Step};
use fair::seed::ServerSeed;
use journal::deck::dealt;
use journal::record::RoundSummary;
use journal::record::{EventKey, Range};
use journal::{CheckpointRecord, ReadRecords};
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, LogReader, StoreError};

/// The table at the last checkpoint before a round.
pub(super) async fn nearest(store: &dyn LogReader, hand: &RoundSummary) -> Result<Option<Table>, StoreError> {
    let table = TableId(hand.table);
    let range = Range::<CheckpointRecord>::of_log(table).before(&EventKey { table, seq: hand.first_seq });
    let Some((key, stored)) = store.scan(&range.backwards().limit(1)).await?.pop() else { return Ok(None) };
    let broken =
        |error| StoreError::Broken(format!("the checkpoint of table {table} at {}: {error}", key.seq));
    Table::resumed(&stored.record.table.0).map(Some).map_err(broken)
}

/// Plays entries again, from the table before them to the end of the round whose opening has that number.
pub(super) fn replay(
    start: Option<Table>,
    entries: &[Entry],
    first_seq: u64,
    viewer: Viewer,
) -> Result<Replayed, StoreError> {
    let broken = |seq: u64, why: &dyn std::fmt::Display| {
        let log = entries.first().map_or(0, |entry| entry.log.0);
        StoreError::Broken(format!("table {log}, event {seq}: {why}"))
    };
    let read = |entry: &Entry| serde_json::from_str(&entry.body).map_err(|error| broken(entry.seq, &error));
    let pages: Vec<StoredEvents> = entries.iter().map(read).collect::<Result<_, _>>()?;
    let seeds = revealed(&pages);
    let mut table = start;
    let mut before = None;
    let (mut steps, mut decisions) = (Vec::new(), Vec::new());
    for (entry, facts) in entries.iter().zip(pages) {
        let belongs = entry.last_seq() >= first_seq;
        if belongs && before.is_none() {
            before.clone_from(&table);
        }
        let mut events = Vec::with_capacity(facts.events.len());
        for (seq, fact) in (entry.seq..).zip(facts.events) {
            let event = told(table.as_ref(), fact, &seeds).map_err(|why| broken(seq, &why))?;
            if belongs {
                decisions.extend(decided(table.as_ref(), &event, entry.at_ms));
            }
            match &mut table {
                Some(table) => table.apply(&event).map_err(|error| broken(seq, &error))?,
                None => table = Some(Table::opened(&event).map_err(|error| broken(seq, &error))?),
            }
            events.push(event);
        }
        if let Some(table) = table.as_ref().filter(|_| belongs) {
            let view = view(table, viewer);
            steps.push(Step { seq: entry.seq, at_ms: entry.at_ms, by: facts.by, events, view });
        }
    }
    match (before, table) {
        (Some(start), Some(end)) => Ok(Replayed { start, steps, decisions, end }),
        _ => Err(broken(first_seq, &"there is no such round")),
    }
}

/// The seeds that are open, by round.
fn revealed(pages: &[StoredEvents]) -> BTreeMap<u64, ServerSeed> {
    let mut seeds = BTreeMap::new();
    let mut number = None;
    for fact in pages.iter().flat_map(|facts| &facts.events) {
        match fact {
            StoredEvent::Event(Event::RoundOpened { number: opened, .. }) => number = Some(*opened),
            StoredEvent::Event(Event::Revealed { seed }) => {
                seeds.extend(number.map(|number| (number, ServerSeed::from_bytes(seed.0))));
            }
            _ => {}
        }
    }
    seeds
}

/// What happened, cards included.
fn told(
    table: Option<&Table>,
    fact: StoredEvent,
    seeds: &BTreeMap<u64, ServerSeed>,
) -> Result<Event, String> {
    let until = match fact {
        StoredEvent::Event(event) => return Ok(event),
        StoredEvent::Dealt { until } => until,
    };
    let table = table.ok_or("cards are dealt at no table")?;
    let round = table.live().ok_or("cards are dealt in no round")?;
    let seed = seeds.get(&round.number).ok_or("the seed of the round is not revealed")?;
    Ok(Event::Dealt { deck: dealt(table, round, seed), until })
}

fn decided(table: Option<&Table>, event: &Event, at_ms: u64) -> Option<Decided> {
    let Event::Decided { seat, decision, by, .. } = event else { return None };
    let stage = table?.live()?.round.stage();
    Some(Decided { at_ms, seat: *seat, stage, decision: *decision, by: *by })
}
