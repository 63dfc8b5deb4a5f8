//! Tables from their logs.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{Event, Table, TableId};

use super::table_state::TableState;
use ::journal::chain::continues;
use ::journal::deck::dealt;
use ::journal::record::{DailyTotalsKey, Range, SealedSeed};
use ::journal::summary::DailyTotals;
use ::journal::{CheckpointRecord, ReadRecords};
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, LogId, LogReader, StoreError};

/// How many entries are read at a time.
const AT_ONCE: u32 = 1_000;

/// The table with that number as its log leaves it, if there is one.
pub(super) async fn load(
    store: &dyn LogReader,
    key: &SealKey,
    log: LogId,
    now_ms: u64,
) -> Result<Option<TableState>, StoreError> {
    let mut state = match latest(store, log).await? {
        Some(state) => state,
        None => match opened(store, log).await? {
            Some(state) => state,
            None => return Ok(None),
        },
    };
    catch_up(store, key, &mut state).await?;
    state.day = day(store, &state, now_ms).await?;
    Ok(Some(state))
}

/// What one entry made of a table.
pub(super) struct Happened {
    pub(super) at_ms: u64,
    /// The player who caused it, if anybody did.
    pub(super) by: Option<u64>,
    pub(super) events: Vec<Event>,
}

/// Brings a table up to the end of its log, or leaves it where it is: what it does not return, nobody is told.
pub(super) async fn catch_up(
    store: &dyn LogReader,
    key: &SealKey,
    state: &mut TableState,
) -> Result<Vec<Happened>, StoreError> {
    let mut ahead = state.clone();
    let happened = follow_all(store, key, &mut ahead).await?;
    *state = ahead;
    Ok(happened)
}

async fn follow_all(
    store: &dyn LogReader,
    key: &SealKey,
    state: &mut TableState,
) -> Result<Vec<Happened>, StoreError> {
    let log = LogId(state.table.id().0);
    let mut happened: Vec<Happened> = Vec::new();
    loop {
        let entries = store.entries(log, state.table.seq().0, AT_ONCE).await?;
        if entries.is_empty() {
            break;
        }
        let mut pages = Vec::with_capacity(entries.len());
        for entry in &entries {
            let facts: StoredEvents =
                serde_json::from_str(&entry.body).map_err(|error| broken(log, entry.seq, &error))?;
            pages.push(facts);
        }
        let seeds = seeds(store, key, state, &pages).await?;
        for (entry, facts) in entries.iter().zip(pages) {
            let by = facts.by;
            let events = follow(state, entry, facts, &seeds)?;
            happened.push(Happened { at_ms: entry.at_ms, by, events });
        }
    }
    // Whoever ended a round has added it to the day. If somebody adds another before this is read, the log has gone on
    // too, and nothing is written before that is known.
    let ended = |event: &Event| matches!(event, Event::Settled { .. } | Event::Voided { .. });
    if happened.iter().flat_map(|entry| &entry.events).any(ended) {
        let last_ms = happened.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
        state.day = day(store, state, last_ms).await?;
    }
    Ok(happened)
}

/// What the table has turned over on the day of that time, or on the one that it has come to by another node's clock.
async fn day(store: &dyn LogReader, state: &TableState, at_ms: u64) -> Result<DailyTotals, StoreError> {
    let (table, day) = (state.table.id(), DailyTotals::of(at_ms).max(state.day.day));
    let totals = store.get::<DailyTotals>(&DailyTotalsKey { day, table }).await?;
    Ok(totals.unwrap_or_else(|| DailyTotals { day, ..DailyTotals::default() }))
}

/// The seeds of all rounds in those pages: opened by the pages themselves, or still sealed.
async fn seeds(
    store: &dyn LogReader,
    key: &SealKey,
    state: &TableState,
    pages: &[StoredEvents],
) -> Result<BTreeMap<u64, Arc<ServerSeed>>, StoreError> {
    let mut seeds = BTreeMap::new();
    let mut number = state.table.live().or(state.table.round()).map(|round| round.number);
    for fact in pages.iter().flat_map(|facts| &facts.events) {
        match fact {
            StoredEvent::Event(Event::RoundOpened { number: opened, .. }) => number = Some(*opened),
            StoredEvent::Event(Event::Revealed { seed }) => {
                seeds.extend(number.map(|number| (number, Arc::new(ServerSeed::from_bytes(seed.0)))));
            }
            _ => {}
        }
    }
    let table = state.table.id().0;
    if let Some(round) = number.filter(|number| !seeds.contains_key(number)) {
        let id = RoundId { table, round };
        let broken =
            |why: &dyn std::fmt::Display| StoreError::Broken(format!("table {table}, round {round}: {why}"));
        let sealed = store.get::<SealedSeed>(&id).await?.ok_or_else(|| broken(&"there is no sealed seed"))?;
        let seed = key.open(&sealed.0, id).map_err(|error| broken(&error))?;
        seeds.insert(round, Arc::new(seed));
    }
    Ok(seeds)
}

/// Makes an entry true for a table.
fn follow(
    state: &mut TableState,
    entry: &Entry,
    facts: StoredEvents,
    seeds: &BTreeMap<u64, Arc<ServerSeed>>,
) -> Result<Vec<Event>, StoreError> {
    let log = entry.log;
    if !continues(&state.hash, entry) {
        return Err(StoreError::Broken(format!(
            "log {log} is broken at {}: the chain does not hold",
            entry.seq
        )));
    }
    let mut events = Vec::with_capacity(facts.events.len());
    for fact in facts.events {
        let event = match fact {
            StoredEvent::Event(event) => event,
            StoredEvent::Dealt { until } => {
                let round =
                    state.table.live().ok_or_else(|| broken(log, entry.seq, &"no round is under way"))?;
                let seed =
                    seeds.get(&round.number).ok_or_else(|| broken(log, entry.seq, &"there is no seed"))?;
                Event::Dealt { deck: dealt(&state.table, round, seed), until }
            }
        };
        state.apply(&event).map_err(|error| broken(log, entry.seq, &error))?;
        if let Event::RoundOpened { number, .. } = event {
            state.seed = seeds.get(&number).cloned();
        }
        events.push(event);
    }
    state.hash = entry.hash;
    if let (Some(player), Some(command)) = (facts.by, &facts.command) {
        state.remember(table::PlayerId(player), command, entry.at_ms);
    }
    Ok(events)
}

/// The table as its last checkpoint has it, if it has one.
async fn latest(store: &dyn LogReader, log: LogId) -> Result<Option<TableState>, StoreError> {
    let range = Range::<CheckpointRecord>::of_log(TableId(log.0)).backwards().limit(1);
    let Some((key, stored)) = store.scan(&range).await?.pop() else { return Ok(None) };
    let stored = stored.record;
    let table = Table::resumed(&stored.table.0).map_err(|error| broken(log, key.seq, &error))?;
    let hash = stored.hash;
    let (answers, last_street_seq) = (Arc::new(stored.answers), stored.last_street_seq);
    Ok(Some(TableState {
        answers,
        last_street_seq,
        checkpointed: table.rounds(),
        ..TableState::new(table, hash)
    }))
}

/// The table as its first entry has it.
async fn opened(store: &dyn LogReader, log: LogId) -> Result<Option<TableState>, StoreError> {
    let Some(entry) = store.entries(log, 0, 1).await?.pop() else { return Ok(None) };
    TableState::opened(&entry).map(Some)
}

impl TableState {
    /// The table that an entry opens.
    pub(super) fn opened(entry: &Entry) -> Result<TableState, StoreError> {
        let wrong = |why: &dyn std::fmt::Display| broken(entry.log, entry.seq, why);
        let mut facts: StoredEvents = serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
        match facts.events.pop() {
            Some(StoredEvent::Event(event)) if facts.events.is_empty() && entry.seq == 1 => {
                let table = Table::opened(&event).map_err(|error| wrong(&error))?;
                Ok(TableState::new(table, entry.hash))
            }
            _ => Err(wrong(&"a log begins with the opening of its table, alone")),
        }
    }

    pub(super) fn new(table: Table, hash: [u8; 32]) -> TableState {
        let round_began = table.seq().0;
        TableState {
            table,
            hash,
            answers: Arc::default(),
            last_street_seq: 0,
            seed: None,
            round_began,
            checkpointed: 0,
            day: DailyTotals::default(),
        }
    }
}

fn broken(log: LogId, seq: u64, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("log {log} is broken at {seq}: {why}"))
}
