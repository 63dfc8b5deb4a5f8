//! One exported hand: its shuffle, and whatever else it tells, which has to follow from its steps.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use table::{Account, Event, Table};

use super::file::read;
use super::{Failure, Figures, Wrong, conduct};
use crate::history::{Reader, Rebuilt, rebuilt};
use fair::shuffle::RoundId;
use journal::StoredCheckpoint;
use journal::cache::NameCache;
use journal::replay::Replay;
use protocol::{NamedPlayer, ProofRecord};
use store::{GENESIS, LogId, StoreError};

pub(super) fn check(document: &Value, figures: &mut Figures) -> Result<(), Failure> {
    let record: ProofRecord = read(document.clone())?;
    let proof = record.proof().map_err(Failure::Unreadable)?;
    proof.verify().map_err(|mismatch| wrong(proof.round, mismatch))?;
    figures.hands += 1;
    figures.decks += 1;
    let shuffle = serde_json::to_value(&record).map_err(|error| Failure::Unreadable(error.to_string()))?;
    match document.as_object() {
        Some(fields) if fields.keys().any(|name| shuffle.get(name).is_none()) => {
            replay(fields, proof.round, figures)
        }
        _ => Ok(()),
    }
}

/// Plays the steps again, and compares all that follows from them with what the document says.
fn replay(fields: &Map<String, Value>, round: RoundId, figures: &mut Figures) -> Result<(), Failure> {
    let field = |name: &str| {
        fields.get(name).cloned().ok_or_else(|| Failure::Unreadable(format!("there is no field {name}")))
    };
    let StoredCheckpoint(start) = serde_json::from_value(field("start")?)
        .map_err(|error| Failure::Unreadable(format!("the start: {error}")))?;
    let start = Table::resumed(&start).map_err(|error| wrong(round, error))?;
    let mut replay = Replay::from_table(start.clone(), GENESIS);
    push_steps(&mut replay, read(field("steps")?)?)?;
    let players: Vec<NamedPlayer> = read(field("players")?)?;
    let reader: String = read(field("reader")?)?;
    let reader: Reader = reader.parse().map_err(|error| Failure::Unreadable(format!("{error}")))?;
    let people = NameCache::default();
    people.learn(players.into_iter().map(|named| (named.id.into(), named)));
    let Rebuilt { history, steps } =
        rebuilt(replay, (read(field("name")?)?, reader), &people).map_err(|error| match error {
            StoreError::Broken(why) => Failure::from(Wrong::anywhere(why)),
            error => error.into(),
        })?;
    let expected = history
        .record()
        .and_then(serde_json::to_value)
        .map_err(|error| Failure::Unreadable(error.to_string()))?;
    for (name, expected) in expected.as_object().into_iter().flatten() {
        if name != "balances" && fields.get(name) != Some(expected) {
            return Err(wrong(round, format!("`{name}` is not what follows from the events")).into());
        }
    }
    behaved(start, &steps, round)?;
    check_balances(&read::<Vec<Value>>(field("balances")?)?, &steps, round)?;
    if history.void_reason.is_some() {
        figures.rounds_void += 1;
    } else {
        figures.rounds_settled += 1;
    }
    figures.events += steps.iter().map(|(_, events)| events.len() as u64).sum::<u64>();
    Ok(())
}

/// A step of an exported hand. What it shows of the table is compared, not read.
#[derive(Deserialize)]
struct StepForm {
    seq: u64,
    at_ms: u64,
    by: Value,
    events: Vec<Value>,
}

/// Pushes the steps of an exported hand, which have no hashes.
fn push_steps(replay: &mut Replay, steps: Vec<StepForm>) -> Result<(), Failure> {
    for StepForm { seq, at_ms, by, events } in steps {
        if seq.checked_add(events.len() as u64).is_none() {
            return Err(Failure::Unreadable(format!("no log goes on to {seq}")));
        }
        let body = [("by", by), ("command", Value::Null), ("events", Value::Array(events))];
        let body = body.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        replay.push_events(seq, at_ms, read(Value::Object(body))?)?;
    }
    Ok(())
}

/// Whether everybody did only what was theirs to do.
fn behaved(mut table: Table, steps: &[(u64, Vec<Event>)], round: RoundId) -> Result<(), Wrong> {
    for (at_ms, events) in steps {
        for event in events {
            conduct::check(&table, event, *at_ms).map_err(|why| wrong(round, why))?;
            table.apply(event).map_err(|error| wrong(round, error))?;
        }
    }
    Ok(())
}

/// Whether the net of every wallet is what moved. What it held before is for the ledger to know.
fn check_balances(told: &[Value], steps: &[(u64, Vec<Event>)], round: RoundId) -> Result<(), Wrong> {
    let mut nets: BTreeMap<u64, i64> = BTreeMap::new();
    for one in steps.iter().flat_map(|(_, events)| events).flat_map(Event::moves) {
        for (account, change) in [(one.debit, -one.amount.0), (one.credit, one.amount.0)] {
            if let Account::Wallet(player) = account {
                *nets.entry(player.0).or_default() += change;
            }
        }
    }
    let told: Option<BTreeMap<u64, i64>> =
        told.iter().map(|one| Some((one["player"].as_u64()?, one["net"].as_i64()?))).collect();
    if told == Some(nets) {
        return Ok(());
    }
    Err(wrong(round, "`balances` are not what follows from the events"))
}

fn wrong(round: RoundId, why: impl std::fmt::Display) -> Wrong {
    Wrong { log: Some(LogId(round.table)), seq: None, why: format!("round {}: {why}", round.round) }
}
