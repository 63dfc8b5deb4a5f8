//! The thread that writes.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior, params};
use table::Move;

use super::Answer;
use super::rows::{balance, head, record};
use crate::batch::{Loaded, Needs, Plan, plan};
use crate::{Commit, CommitResult, Entry, Head, Posting, StoreError};

/// The most changes that are written together.
const MOST_TOGETHER: usize = 512;

/// How many heads and balances are remembered before all are forgotten.
const MOST_KNOWN: usize = 100_000;

/// How long the next group waits for those of the last.
const PATIENCE: Duration = Duration::from_micros(500);

/// Writes until nobody can send changes any more.
pub(super) fn write_all(connection: &mut Connection, changes: &Receiver<(Commit, Answer)>) {
    let (mut last, mut known) = (1, Loaded::default());
    while let Ok(first) = changes.recv() {
        let group = gather(first, changes, last);
        last = group.len();
        let (group, answers): (Vec<Commit>, Vec<Answer>) = group.into_iter().unzip();
        // A change that the database itself refuses must not take others with it.
        let outcomes = match write(connection, &mut known, group.clone()) {
            Ok(outcomes) => outcomes.into_iter().map(Ok).collect(),
            Err(error) if group.len() == 1 => vec![Err(error)],
            Err(_) => {
                group.into_iter().map(|change| write_one(connection, &mut known, change)).collect::<Vec<_>>()
            }
        };
        for (answer, outcome) in answers.into_iter().zip(outcomes) {
            // Whoever has gone meanwhile will find out from the log.
            let _ = answer.send(outcome);
        }
    }
}

/// All that has come, and a little patience for those who were answered last and are about to come again: without it a
/// few early ones would have a transaction to themselves while all others wait for it. One that comes alone follows
/// one that came alone, and waits for nobody.
fn gather(
    first: (Commit, Answer),
    changes: &Receiver<(Commit, Answer)>,
    last: usize,
) -> Vec<(Commit, Answer)> {
    let came = Instant::now();
    let mut group = vec![first];
    loop {
        group.extend(changes.try_iter().take(MOST_TOGETHER - group.len()));
        if group.len() * 4 >= last * 3 || came.elapsed() > PATIENCE {
            return group;
        }
        std::thread::yield_now();
    }
}

fn write_one(
    connection: &mut Connection,
    known: &mut Loaded,
    change: Commit,
) -> Result<CommitResult, StoreError> {
    let outcomes = write(connection, known, vec![change])?;
    outcomes.into_iter().next().ok_or_else(|| StoreError::Broken("a change without an outcome".into()))
}

/// Writes a group, all of it or nothing. What is known of heads and balances stays known, because nobody else writes.
fn write(
    connection: &mut Connection,
    known: &mut Loaded,
    group: Vec<Commit>,
) -> Result<Vec<CommitResult>, StoreError> {
    let mut before = std::mem::take(known);
    if before.heads.len() + before.balances.len() > MOST_KNOWN {
        before = Loaded::default();
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let needs = Needs::of(&group);
    look_up(&transaction, &needs, &mut before)?;
    let mut plan = plan(group, &needs, &before)?;
    carry_out(&transaction, &plan)?;
    // What fails here may be on the disk all the same, and count after a crash.
    transaction.commit().map_err(|error| StoreError::Unknown(error.to_string()))?;
    before.heads.append(&mut plan.heads);
    before.balances.append(&mut plan.balances);
    before.records.clear();
    *known = before;
    Ok(plan.outcomes)
}

fn look_up(connection: &Connection, needs: &Needs, known: &mut Loaded) -> rusqlite::Result<()> {
    for log in &needs.logs {
        if !known.heads.contains_key(log) {
            known.heads.extend(head(connection, *log)?.map(|head| (*log, head)));
        }
    }
    for account in &needs.accounts {
        if !known.balances.contains_key(account) {
            known.balances.insert(*account, balance(connection, *account)?.unwrap_or_default());
        }
    }
    for (kind, key) in &needs.records {
        known.records.extend(record(connection, *kind, key)?.map(|value| ((*kind, key.clone()), value)));
    }
    Ok(())
}

fn carry_out(connection: &Connection, plan: &Plan) -> rusqlite::Result<()> {
    let mut append = connection.prepare_cached(
        "INSERT INTO entries (log, seq, events, at_ms, body, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut post = connection.prepare_cached(
        "INSERT INTO transfers (entry, log, seq, debit, credit, amount, debit_after, credit_after)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    // Postings come in the order of their entries.
    let mut postings = plan.postings.iter().peekable();
    for Entry { log, seq, events, at_ms, body, hash } in &plan.entries {
        let place = (log.0.cast_signed(), seq.cast_signed());
        let entry = append.insert(params![place.0, place.1, events, at_ms.cast_signed(), body, hash])?;
        while let Some(posting) = postings.next_if(|one| (one.log, one.seq) == (*log, *seq)) {
            let Posting { moved: Move { debit, credit, amount }, debit_after, credit_after, .. } = *posting;
            let (debit, credit) = (debit.to_string(), credit.to_string());
            let amounts = (amount.0, debit_after.0, credit_after.0);
            post.execute(params![entry, place.0, place.1, debit, credit, amounts.0, amounts.1, amounts.2])?;
        }
    }
    replace(connection, plan)
}

/// What has one present value each.
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
    let mut delete = connection.prepare_cached("DELETE FROM records WHERE shelf = ?1 AND key = ?2")?;
    for ((kind, key), value) in &plan.records {
        match value {
            Some(value) => replace.execute(params![kind.name(), key, value])?,
            None => delete.execute(params![kind.name(), key])?,
        };
    }
    Ok(())
}
