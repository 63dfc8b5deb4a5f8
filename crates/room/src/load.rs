//! Loads tables from their logs, and replays what other nodes have appended.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{Event, PlayerId, Table, TableId, Timestamp};

use crate::table_state::TableState;
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

/// Returns the table of a log as its last entry leaves it: the last checkpoint, and the entries after it replayed. `None`
/// if the log is empty.
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

/// An entry of another node that was replayed.
pub(super) struct ReplayedEntry {
    pub(super) at: Timestamp,
    /// The player whose command it was.
    pub(super) by: Option<PlayerId>,
    pub(super) events: Vec<Event>,
}

/// Replays the entries after the end that a table knows. On an error the table stays as it was: its subscribers would
/// never get events that are in the state but were not returned.
pub(super) async fn catch_up(
    store: &dyn LogReader,
    key: &SealKey,
    state: &mut TableState,
) -> Result<Vec<ReplayedEntry>, StoreError> {
    let mut ahead = state.clone();
    let replayed = replay_all(store, key, &mut ahead).await?;
    *state = ahead;
    Ok(replayed)
}

async fn replay_all(
    store: &dyn LogReader,
    key: &SealKey,
    state: &mut TableState,
) -> Result<Vec<ReplayedEntry>, StoreError> {
    let log = LogId(state.table.id().0);
    let mut replayed: Vec<ReplayedEntry> = Vec::new();
    loop {
        let entries = store.entries(log, state.table.seq().0, AT_ONCE).await?;
        if entries.is_empty() {
            break;
        }
        let mut bodies = Vec::with_capacity(entries.len());
        for entry in &entries {
            let body: StoredEvents =
                serde_json::from_str(&entry.body).map_err(|error| broken(log, entry.seq, &error))?;
            bodies.push(body);
        }
        let seeds = seeds(store, key, state, &bodies).await?;
        for (entry, body) in entries.iter().zip(bodies) {
            let by = body.by.map(PlayerId);
            let events = replay(state, entry, body, &seeds)?;
            replayed.push(ReplayedEntry { at: Timestamp(entry.at_ms), by, events });
        }
    }
    // The node that ended a round has added it to the day's totals. Should a node add another round before they are
    // read here, the log has gone on as well, and the next commit of this node is a conflict.
    let ended = |event: &Event| matches!(event, Event::Settled { .. } | Event::Voided { .. });
    if replayed.iter().flat_map(|entry| &entry.events).any(ended) {
        let last_ms = replayed.iter().map(|entry| entry.at.0).max().unwrap_or_default();
        state.day = day(store, state, last_ms).await?;
    }
    Ok(replayed)
}

/// Returns the totals of the day of that time, or of the later day that the table has reached by another node's clock.
async fn day(store: &dyn LogReader, state: &TableState, at_ms: u64) -> Result<DailyTotals, StoreError> {
    let (table, day) = (state.table.id(), DailyTotals::of(at_ms).max(state.day.day));
    let totals = store.get::<DailyTotals>(&DailyTotalsKey { day, table }).await?;
    Ok(totals.unwrap_or_else(|| DailyTotals { day, ..DailyTotals::default() }))
}

/// Returns the seeds of all rounds in those entries: revealed by the entries themselves, or still sealed.
async fn seeds(
    store: &dyn LogReader,
    key: &SealKey,
    state: &TableState,
    bodies: &[StoredEvents],
) -> Result<BTreeMap<u64, Arc<ServerSeed>>, StoreError> {
    let mut seeds = BTreeMap::new();
    let mut number = state.table.live().or(state.table.round()).map(|round| round.number);
    for event in bodies.iter().flat_map(|body| &body.events) {
        match event {
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

/// Replays an entry on a table.
fn replay(
    state: &mut TableState,
    entry: &Entry,
    body: StoredEvents,
    seeds: &BTreeMap<u64, Arc<ServerSeed>>,
) -> Result<Vec<Event>, StoreError> {
    let log = entry.log;
    if !continues(&state.hash, entry) {
        return Err(StoreError::Broken(format!(
            "log {log} is broken at {}: the chain does not hold",
            entry.seq
        )));
    }
    let mut events = Vec::with_capacity(body.events.len());
    for stored in body.events {
        let event = match stored {
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
    if let (Some(player), Some(command)) = (body.by, &body.command) {
        state.remember(PlayerId(player), command, Timestamp(entry.at_ms));
    }
    Ok(events)
}

/// Returns the table of the last checkpoint.
async fn latest(store: &dyn LogReader, log: LogId) -> Result<Option<TableState>, StoreError> {
    let range = Range::<CheckpointRecord>::of_log(TableId(log.0)).backwards().limit(1);
    let Some((key, stored)) = store.scan(&range).await?.pop() else { return Ok(None) };
    let stored = stored.record;
    let table = Table::resumed(&stored.table.0).map_err(|error| broken(log, key.seq, &error))?;
    let hash = stored.hash;
    let (dedup, last_street_seq) = (Arc::new(stored.answers), stored.last_street_seq);
    Ok(Some(TableState {
        dedup,
        last_street_seq,
        checkpointed: table.rounds(),
        ..TableState::new(table, hash)
    }))
}

/// Returns the table of the first entry.
async fn opened(store: &dyn LogReader, log: LogId) -> Result<Option<TableState>, StoreError> {
    let Some(entry) = store.entries(log, 0, 1).await?.pop() else { return Ok(None) };
    TableState::opened(&entry).map(Some)
}

impl TableState {
    /// Returns the table that an entry opens.
    pub(super) fn opened(entry: &Entry) -> Result<TableState, StoreError> {
        let wrong = |why: &dyn std::fmt::Display| broken(entry.log, entry.seq, why);
        let mut body: StoredEvents = serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
        match body.events.pop() {
            Some(StoredEvent::Event(event)) if body.events.is_empty() && entry.seq == 1 => {
                let table = Table::opened(&event).map_err(|error| wrong(&error))?;
                Ok(TableState::new(table, entry.hash))
            }
            _ => Err(wrong(&"a log begins with the opening of its table, alone")),
        }
    }
}

fn broken(log: LogId, seq: u64, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("log {log} is broken at {seq}: {why}"))
}
