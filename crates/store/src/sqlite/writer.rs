//! The thread that writes: group commit, and a cache of heads and balances.

use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior, params};
use table::Move;
use tokio::sync::mpsc::UnboundedReceiver;
use uth::Cents;

use super::guard::Guard;
use super::rows;
use crate::batch::{Loaded, Needs, Plan, plan};
use crate::sql::{Answer, HEAD, MAX_BATCH, Parameter, Queued, RECORD, balance, head, number, record_place};
use crate::{Commit, CommitResult, Entry, Head, PostedTransfer, StoreError};

/// The most heads and balances in the cache; it is emptied when it grows beyond.
const MAX_CACHED: usize = 100_000;

/// How long a batch waits for the clients that the last one answered.
const BATCH_WAIT: Duration = Duration::from_micros(500);

/// Writes commits until the queue is closed.
pub(super) fn write_all(
    connection: &mut Connection,
    guard: &mut Guard,
    commits: &mut UnboundedReceiver<Queued>,
) {
    let (mut last, mut cache) = (1, Loaded::default());
    while let Some(first) = commits.blocking_recv() {
        let batch = gather(first, commits, last);
        last = batch.len();
        let (batch, answers): (Vec<Commit>, Vec<Answer>) = batch.into_iter().unzip();
        let results = write_or_split(connection, guard, &mut cache, batch);
        for (answer, result) in answers.into_iter().zip(results) {
            // A client that has stopped waiting learns the result from the log.
            let _ = answer.send(result);
        }
    }
}

/// Drains the queue into one batch. Waits at most [`BATCH_WAIT`] for the clients that the last batch answered; without
/// that, a few early commits get a transaction of their own while the rest wait for it. A single commit after a single
/// commit is written at once.
fn gather(first: Queued, commits: &mut UnboundedReceiver<Queued>, last: usize) -> Vec<Queued> {
    let began = Instant::now();
    let mut batch = vec![first];
    loop {
        let waiting = std::iter::from_fn(|| commits.try_recv().ok());
        batch.extend(waiting.take(MAX_BATCH - batch.len()));
        // Three quarters of the last batch are enough: some of its clients may have nothing more to send.
        if batch.len() * 4 >= last * 3 || began.elapsed() > BATCH_WAIT {
            return batch;
        }
        // Not a sleep: the clients that are waited for answer within microseconds, and a timer wakes later than that.
        std::thread::yield_now();
    }
}

/// Writes a batch, or its commits one by one if that fails: a commit that the database itself refuses must not fail the
/// others.
fn write_or_split(
    connection: &mut Connection,
    guard: &mut Guard,
    cache: &mut Loaded,
    batch: Vec<Commit>,
) -> Vec<Result<CommitResult, StoreError>> {
    // The copy is needed only if the batch fails, but whether it does is known too late to make it then.
    match write(connection, guard, cache, batch.clone()) {
        Ok(results) => results.into_iter().map(Ok).collect(),
        Err(error) if batch.len() == 1 => vec![Err(error)],
        Err(_) => {
            let alone = |commit| write_or_split(connection, guard, cache, vec![commit]);
            batch.into_iter().flat_map(alone).collect()
        }
    }
}

/// Writes a batch in one transaction. Heads and balances stay cached between batches, which is safe because the guard
/// notices every other writer before anything is read from the cache. The cache is emptied first and refilled only
/// after the commit, so that a failure leaves none.
fn write(
    connection: &mut Connection,
    guard: &mut Guard,
    cache: &mut Loaded,
    batch: Vec<Commit>,
) -> Result<Vec<CommitResult>, StoreError> {
    // Emptied wholesale when it is large: a cache that forgets single entries would have to know which were used last.
    let mut loaded = std::mem::take(cache);
    if loaded.heads.len() + loaded.balances.len() > MAX_CACHED {
        loaded = Loaded::default();
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    guard.check(&transaction)?;
    let needs = Needs::of(&batch);
    load(&transaction, &needs, &mut loaded)?;
    let mut plan = plan(batch, &needs, &loaded)?;
    apply(&transaction, &plan)?;
    transaction.commit().map_err(|error| match StoreError::from(error) {
        // The record that completes a commit is written last: without space for all of it there is no commit.
        full @ StoreError::Full(_) => full,
        // It may still be on the disk, and be found there after a crash.
        error => StoreError::Unknown(error.to_string()),
    })?;
    guard.record_commit();
    loaded.heads.append(&mut plan.heads);
    loaded.balances.append(&mut plan.balances);
    // Records are many and rarely read twice in a row; only heads and balances are worth the memory.
    loaded.records.clear();
    *cache = loaded;
    Ok(plan.results)
}

fn load(connection: &Connection, needs: &Needs, loaded: &mut Loaded) -> Result<(), StoreError> {
    for log in &needs.logs {
        if !loaded.heads.contains_key(log) {
            loaded.heads.extend(rows(connection, HEAD, vec![number(log.0)], head)?);
        }
    }
    let query = "SELECT account, balance FROM balances WHERE account = $1";
    for account in &needs.accounts {
        if !loaded.balances.contains_key(account) {
            // Cached even if there is no such account yet, so that it is not looked for again.
            loaded.balances.insert(*account, Cents::default());
            let name = vec![Parameter::Text(account.to_string())];
            loaded.balances.extend(rows(connection, query, name, balance)?);
        }
    }
    // Always read: only preconditions need them.
    for place @ (kind, key) in &needs.records {
        let value = rows(connection, RECORD, record_place(*kind, key.clone()), |row| row.text(0))?;
        loaded.records.extend(value.into_iter().map(|value| (place.clone(), value)));
    }
    Ok(())
}

fn apply(connection: &Connection, plan: &Plan) -> rusqlite::Result<()> {
    let mut append = connection.prepare_cached(
        "INSERT INTO entries (log, seq, events, at_ms, body, previous, hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut post = connection.prepare_cached(
        "INSERT INTO transfers (entry, log, seq, debit, credit, amount, debit_after, credit_after)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    // Transfers are in the order of their entries, so one pass over both finds the entry of each.
    let mut transfers = plan.transfers.iter().peekable();
    for Entry { log, seq, events, at_ms, body, previous, hash } in &plan.entries {
        let place = (log.0.cast_signed(), seq.cast_signed());
        let parameters = params![place.0, place.1, events, at_ms.cast_signed(), body, previous, hash];
        let entry = append.insert(parameters)?;
        while let Some(transfer) = transfers.next_if(|one| (one.log, one.seq) == (*log, *seq)) {
            let PostedTransfer { moved, debit_after, credit_after, .. } = *transfer;
            let Move { debit, credit, amount } = moved;
            let (debit, credit) = (debit.to_string(), credit.to_string());
            let amounts = (amount.0, debit_after.0, credit_after.0);
            post.execute(params![entry, place.0, place.1, debit, credit, amounts.0, amounts.1, amounts.2])?;
        }
    }
    replace(connection, plan)
}

/// Writes heads, balances and records, which have one current value each.
fn replace(connection: &Connection, plan: &Plan) -> rusqlite::Result<()> {
    let mut replace = connection.prepare_cached(
        "INSERT INTO heads (log, seq, hash, wake_ms) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (log) DO UPDATE SET seq = ?2, hash = ?3, wake_ms = ?4",
    )?;
    for (log, Head { seq, hash, wake_ms }) in &plan.heads {
        let wake_ms = wake_ms.map(u64::cast_signed);
        replace.execute(params![log.0.cast_signed(), seq.cast_signed(), hash, wake_ms])?;
    }
    let mut replace = connection.prepare_cached(
        "INSERT INTO balances (account, balance) VALUES (?1, ?2)
         ON CONFLICT (account) DO UPDATE SET balance = ?2",
    )?;
    for (account, balance) in &plan.balances {
        replace.execute(params![account.to_string(), balance.0])?;
    }
    let mut replace = connection.prepare_cached(
        "INSERT INTO records (kind, key, value) VALUES (?1, ?2, ?3)
         ON CONFLICT (kind, key) DO UPDATE SET value = ?3",
    )?;
    let mut delete = connection.prepare_cached("DELETE FROM records WHERE kind = ?1 AND key = ?2")?;
    for ((kind, key), value) in &plan.records {
        match value {
            Some(value) => replace.execute(params![kind.name(), key, value])?,
            None => delete.execute(params![kind.name(), key])?,
        };
    }
    Ok(())
}
