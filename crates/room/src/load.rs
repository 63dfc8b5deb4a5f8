//! Loads tables from their logs, and replays what other nodes have appended.

use std::sync::Arc;

use table::{Event, PlayerId, Seq, Table, TableId, Timestamp};

use crate::confirmed::FollowError;
use crate::table_state::TableState;
use ::journal::dedup::{CommandDedup, DoneCommand};
use ::journal::record::{DailyTotalsKey, RecordRange, SealedSeed};
use ::journal::replay::{Cause, NextEvent, Replay};
use ::journal::summary::DailyTotals;
use ::journal::{CheckpointRecord, ReadRecords};
use fair::receipt::Confirmation;
use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use store::{LogId, LogReader, StoreError};

/// How many entries are read at a time.
const AT_ONCE: u32 = 1_000;

/// How many events may lie between two entries that are read at once, at most.
const NEAR: u64 = 64;

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
    let checkpointed = state.table.seq().0;
    catch_up(store, key, &mut state).await.map_err(|error| match error {
        FollowError::Store(error) => error,
        // Both are in the store, and the one does not follow from the other.
        FollowError::Forked(_) => broken(log, checkpointed, &"the log does not continue its checkpoint"),
    })?;
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

/// Replays the entries after the end that a table knows, if they continue it. On an error the table stays as it was:
/// its subscribers would never get events that are in the state but were not returned.
pub(super) async fn catch_up(
    store: &dyn LogReader,
    key: &SealKey,
    state: &mut TableState,
) -> Result<Vec<ReplayedEntry>, FollowError> {
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
) -> Result<Vec<ReplayedEntry>, FollowError> {
    let (log, end) = (LogId(state.table.id().0), state.end());
    let mut replay = Replay::from_table(state.table.clone(), state.hash);
    if let Some(seed) = &state.seed {
        replay.supply_seed(Arc::clone(seed)).map_err(StoreError::from)?;
    }
    let mut replayed: Vec<ReplayedEntry> = Vec::new();
    loop {
        let entries = store.entries(log, replay.seq(), AT_ONCE).await?;
        if replayed.is_empty() && !entries.first().is_some_and(|first| end.is_continued_by(first)) {
            // Nothing is new, or the store has another history.
            end.require_in(store, log).await?;
        }
        if entries.is_empty() {
            break;
        }
        for entry in &entries {
            let cause = replay.push(entry).map_err(StoreError::from)?;
            apply(&mut replay, state, &mut replayed)?;
            if let Some(table) = replay.table() {
                remember(&mut state.dedup, table, &cause, entry.hash);
            }
        }
    }
    // Only the last round can have a seed that the log does not reveal.
    if let Some((round, _)) = replay.secret_round().filter(|_| replay.supplied_seed().is_none()) {
        let seed = Arc::new(unsealed(store, key, round).await?);
        replay.supply_seed(seed).map_err(StoreError::from)?;
        apply(&mut replay, state, &mut replayed)?;
    }
    // `None` after a reveal: a round that is over needs its seed no more.
    state.seed = replay.supplied_seed().cloned();
    // A deal that could not be replayed for want of a seed would otherwise look like a table that waits.
    replay.require_caught_up().map_err(StoreError::from)?;
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
fn remember(dedup: &mut Arc<CommandDedup>, table: &Table, cause: &Cause, hash: [u8; 32]) {
    let (Some(player), Some(command)) = (cause.by, &cause.command) else { return };
    let (id, digest, first) = (command.clone(), cause.digest, cause.seq);
    let confirmation = Confirmation { log: table.id().0, seq: cause.last_seq(), hash, at_ms: cause.at_ms };
    let done = DoneCommand { player, id, digest, first, confirmation };
    Arc::make_mut(dedup).remember(done, |player| table.seats_of(player).next().is_some());
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
    let CheckpointRecord { table, hash, commands, last_street_seq } = stored.record;
    let table = Table::resumed(&table.0).map_err(|error| broken(log, key.seq, &error))?;
    let (dedup, checkpointed) = (Arc::new(CommandDedup::resumed(&commands)), table.rounds());
    let mut state = TableState { dedup, last_street_seq, checkpointed, ..TableState::new(table, hash) };
    remember_earlier(store, &mut state, &commands.entries).await?;
    Ok(Some(state))
}

/// Remembers the commands before the checkpoint that the table had not forgotten then: a client may still repeat one.
/// Their entries begin at these sequence numbers, in order.
async fn remember_earlier(
    store: &dyn LogReader,
    state: &mut TableState,
    mut firsts: &[u64],
) -> Result<(), StoreError> {
    let log = LogId(state.table.id().0);
    while let [first, rest @ ..] = firsts {
        // Entries that lie close together are read at once; those of a player who was silent since lie far back.
        let near = rest.iter().zip(firsts).take_while(|(next, before)| **next <= **before + NEAR).count();
        let most = firsts[near].saturating_sub(*first).saturating_add(1).min(AT_ONCE.into());
        let entries = store.entries(log, first.saturating_sub(1), most as u32).await?;
        for entry in &entries {
            if firsts.first() == Some(&entry.seq) {
                remember(&mut state.dedup, &state.table, &Cause::of(entry)?, entry.hash);
                firsts = &firsts[1..];
            }
        }
        if firsts.first() == Some(first) {
            return Err(broken(log, *first, &"it is missing"));
        }
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
