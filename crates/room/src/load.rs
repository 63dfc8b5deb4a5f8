//! Loads tables from their logs, and replays what other nodes have appended.

use std::sync::Arc;

use table::{Event, PlayerId, Seq, Table, TableId, Timestamp};

use crate::table_state::TableState;
use ::journal::dedup::CommandDedup;
use ::journal::record::{DailyTotalsKey, RecordRange, SealedSeed};
use ::journal::replay::{Cause, NextEvent, Replay};
use ::journal::summary::DailyTotals;
use ::journal::{CheckpointRecord, ReadRecords};
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use protocol::{Hex32, Receipt};
use store::{Entry, LogId, LogReader, StoreError};

/// How many entries are read at a time.
const AT_ONCE: u32 = 1_000;

/// Returns the table of a log as its last entry leaves it: the last checkpoint, and the entries after it replayed.
/// `None` if the log is empty.
pub(super) async fn load(
    store: &dyn LogReader,
    key: &SealKey,
    log: LogId,
    now_ms: u64,
) -> Result<Option<TableState>, StoreError> {
    // A table that has not reached its first checkpoint is replayed from its opening.
    let mut known = latest(store, log).await?;
    if known.is_none() {
        known = opened(store, log).await?;
    }
    let Some(mut state) = known else { return Ok(None) };
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
    // Copied, because a failure halfway must leave no trace. The log is read only after a conflict, a notice or a
    // commit of unknown outcome, and the reads cost far more than the copy.
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
    let mut replay = Replay::from_table(state.table.clone(), state.hash);
    if let Some(seed) = &state.seed {
        replay.supply_seed(Arc::clone(seed))?;
    }
    let mut replayed: Vec<ReplayedEntry> = Vec::new();
    loop {
        let entries = store.entries(LogId(state.table.id().0), replay.seq(), AT_ONCE).await?;
        if entries.is_empty() {
            break;
        }
        for entry in &entries {
            remember(state, &*replay.push(entry)?, entry.hash);
            apply(&mut replay, state, &mut replayed)?;
        }
    }
    // Only the last round can have a seed that the log does not reveal.
    if let Some((round, _)) = replay.secret_round().filter(|_| replay.supplied_seed().is_none()) {
        replay.supply_seed(Arc::new(unsealed(store, key, round).await?))?;
        apply(&mut replay, state, &mut replayed)?;
    }
    // `None` after a reveal: a round that is over needs its seed no more.
    state.seed = replay.supplied_seed().cloned();
    // A deal that could not be replayed for want of a seed would otherwise look like a table that waits.
    replay.require_caught_up()?;
    state.hash = replay.hash();
    if let Some(table) = replay.into_table() {
        state.table = table;
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

/// Remembers the command that caused an entry with that hash, if a client sent it.
fn remember(state: &mut TableState, cause: &Cause, hash: [u8; 32]) {
    let (Some(player), Some(command)) = (cause.by, &cause.command) else { return };
    let receipt = Receipt {
        table: state.table.id().into(),
        seq: Seq(cause.last_seq()).into(),
        hash: Hex32(hash),
        at_ms: Timestamp(cause.at_ms).into(),
    };
    state.remember(player, command, receipt);
}

/// Returns the totals of the day of that time, or of the later day that the table has reached by another node's clock.
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

/// Applies what can be applied, and collects it by entry.
fn apply(
    replay: &mut Replay,
    state: &mut TableState,
    replayed: &mut Vec<ReplayedEntry>,
) -> Result<(), StoreError> {
    for NextEvent { seq, cause, event } in replay.apply_all()? {
        state.note(&event, Seq(seq));
        // The first event of an entry begins its group; the events of one command are told together.
        if seq == cause.seq {
            replayed.push(ReplayedEntry { at: Timestamp(cause.at_ms), by: cause.by, events: Vec::new() });
        }
        if let Some(last) = replayed.last_mut() {
            last.events.push(event);
        }
    }
    Ok(())
}

/// Returns the table of the last checkpoint.
async fn latest(store: &dyn LogReader, log: LogId) -> Result<Option<TableState>, StoreError> {
    let range = RecordRange::<CheckpointRecord>::of_log(TableId(log.0)).backwards().limit(1);
    let Some((key, stored)) = store.scan(&range).await?.pop() else { return Ok(None) };
    let CheckpointRecord { table, hash, forgotten, last_street_seq } = stored.record;
    let table = Table::resumed(&table.0).map_err(|error| broken(log, key.seq, &error))?;
    let (dedup, checkpointed) = (Arc::new(CommandDedup::after(forgotten)), table.rounds());
    let mut state = TableState { dedup, last_street_seq, checkpointed, ..TableState::new(table, hash) };
    remember_earlier(store, &mut state).await?;
    Ok(Some(state))
}

/// Remembers the commands before the checkpoint that the table had not forgotten then: a client may still repeat one.
async fn remember_earlier(store: &dyn LogReader, state: &mut TableState) -> Result<(), StoreError> {
    let (log, last) = (LogId(state.table.id().0), state.table.seq().0);
    let mut after = state.dedup.forgotten();
    while after < last {
        let entries = store.entries(log, after, AT_ONCE).await?;
        let Some(end) = entries.last().map(Entry::last_seq) else {
            return Err(broken(log, after + 1, &"it is missing"));
        };
        for entry in entries.iter().filter(|entry| entry.seq <= last) {
            remember(state, &Cause::of(entry)?, entry.hash);
        }
        after = end;
    }
    Ok(())
}

/// Returns the table of the first entry, which opens it.
async fn opened(store: &dyn LogReader, log: LogId) -> Result<Option<TableState>, StoreError> {
    let Some(entry) = store.entries(log, 0, 1).await?.pop() else { return Ok(None) };
    let mut replay = Replay::new(log);
    replay.push(&entry)?;
    replay.apply_all()?;
    let table = replay.into_table().ok_or_else(|| broken(log, entry.seq, &"it opens no table"))?;
    Ok(Some(TableState::new(table, entry.hash)))
}

fn broken(log: LogId, seq: u64, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("log {log} is broken at {seq}: {why}"))
}
