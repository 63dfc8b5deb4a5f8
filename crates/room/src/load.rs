//! Tables from their logs.

use std::sync::Arc;

use table::{Event, Seq, Table, TableId, Timestamp};

use super::table_state::TableState;
use ::journal::record::{DailyTotalsKey, Range, SealedSeed};
use ::journal::replay::{NextEvent, Replay};
use ::journal::summary::DailyTotals;
use ::journal::{CheckpointRecord, ReadRecords};
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use protocol::{Hex32, Receipt, StoredEvent, StoredEvents};
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
    let mut replay = Replay::from_table(state.table.clone(), state.hash);
    if let Some(seed) = &state.seed {
        replay.supply_seed(Arc::clone(seed))?;
    }
    let mut happened: Vec<Happened> = Vec::new();
    loop {
        let entries = store.entries(LogId(state.table.id().0), replay.seq(), AT_ONCE).await?;
        if entries.is_empty() {
            break;
        }
        for entry in &entries {
            let cause = replay.push(entry)?;
            if let (Some(player), Some(command)) = (cause.by, &cause.command) {
                let receipt = Receipt {
                    table: state.table.id().into(),
                    seq: Seq(cause.last_seq()).into(),
                    hash: Hex32(entry.hash),
                    at_ms: Timestamp(cause.at_ms).into(),
                };
                state.remember(player, command, receipt);
            }
            follow(&mut replay, state, &mut happened)?;
        }
    }
    // Only the last round can have a seed that the log does not reveal.
    if let Some((round, _)) = replay.secret_round().filter(|_| replay.supplied_seed().is_none()) {
        replay.supply_seed(Arc::new(unsealed(store, key, round).await?))?;
        follow(&mut replay, state, &mut happened)?;
    }
    state.seed = replay.supplied_seed().cloned();
    replay.require_caught_up()?;
    state.hash = replay.hash();
    if let Some(table) = replay.into_table() {
        state.table = table;
    }
    // The node that ended a round has added it to the day. If another round is added before this is read, the log has gone
    // on too, and this node writes nothing before it knows that.
    let ended = |event: &Event| matches!(event, Event::Settled { .. } | Event::Voided { .. });
    if happened.iter().flat_map(|entry| &entry.events).any(ended) {
        let last_ms = happened.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
        state.day = day(store, state, last_ms).await?;
    }
    Ok(happened)
}

/// Applies what can be applied, and collects it by entry.
fn follow(
    replay: &mut Replay,
    state: &mut TableState,
    happened: &mut Vec<Happened>,
) -> Result<(), StoreError> {
    for NextEvent { seq, cause, event } in replay.apply_all()? {
        state.note(&event, Seq(seq));
        if seq == cause.seq {
            let by = cause.by.map(|player| player.0);
            happened.push(Happened { at_ms: cause.at_ms, by, events: Vec::new() });
        }
        if let Some(last) = happened.last_mut() {
            last.events.push(event);
        }
    }
    Ok(())
}

/// What the table has turned over on the day of that time, or on the one that it has come to by another node's clock.
async fn day(store: &dyn LogReader, state: &TableState, at_ms: u64) -> Result<DailyTotals, StoreError> {
    let (table, day) = (state.table.id(), DailyTotals::of(at_ms).max(state.day.day));
    let totals = store.get::<DailyTotals>(&DailyTotalsKey { day, table }).await?;
    Ok(totals.unwrap_or_else(|| DailyTotals { day, ..DailyTotals::default() }))
}

/// Opens the sealed seed of a round.
async fn unsealed(store: &dyn LogReader, key: &SealKey, round: RoundId) -> Result<ServerSeed, StoreError> {
    let broken = |why: &dyn std::fmt::Display| {
        StoreError::Broken(format!("table {}, round {}: {why}", round.table, round.round))
    };
    let sealed = store.get::<SealedSeed>(&round).await?.ok_or_else(|| broken(&"there is no sealed seed"))?;
    key.open(&sealed.0, round).map_err(|error| broken(&error))
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
