//! Exported files: hands, or whole logs as JSON Lines. The fields of a document tell which of them it is.

use std::collections::BTreeMap;
use std::io::Read;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Map, Value};
use table::{Account, Event, Table};

use super::log::{Log, check_conduct};
use super::{Failure, Figures, Receipts, Wrong};
use crate::history::{Reader, Step, rebuilt, stored_entry};
use fair::receipt::PublicKey;
use fair::shuffle::RoundId;
use journal::StoredCheckpoint;
use journal::replay::Replay;
use protocol::{EntryBody, Hex32, LogEntry, LogExportHead, PlayerId, ProofRecord, StoredEvents};
use store::{GENESIS, LogId};

/// The logs of a file, and where each should end.
#[derive(Default)]
struct Logs {
    read: BTreeMap<LogId, Log>,
    heads: BTreeMap<LogId, LogExportHead>,
}

/// Verifies an exported file, one document after the other.
pub fn file(from: impl Read) -> Result<Figures, Failure> {
    file_with_receipts(from, &mut Receipts::default())
}

/// Does the same, and notes what its logs have in the place of receipts.
pub fn file_with_receipts(from: impl Read, receipts: &mut Receipts) -> Result<Figures, Failure> {
    let mut figures = Figures::default();
    let mut logs = Logs::default();
    let mut documents = 0;
    // One document at a time, so that memory does not grow with the file.
    for document in Deserializer::from_reader(from).into_iter::<Value>() {
        let document = document.map_err(|error| Failure::Unreadable(error.to_string()))?;
        documents += 1;
        match document.as_object() {
            Some(fields) if fields.contains_key("deck") => check_hand(&document, &mut figures)?,
            Some(fields) if fields.contains_key("body") => {
                logs.take(read(document)?, &mut figures, receipts)?;
            }
            Some(fields) if fields.contains_key("last_hash") => {
                let head: LogExportHead = read(document)?;
                receipts.name_key(public_key(head.public_key)?);
                logs.heads.insert(LogId(head.log), head);
            }
            _ => {
                let why = "that is neither an exported hand nor a line of an exported log";
                return Err(Failure::Unreadable(why.to_owned()));
            }
        }
    }
    if documents == 0 {
        return Err(Failure::Unreadable("there is nothing in it".to_owned()));
    }
    logs.finish(&mut figures)?;
    Ok(figures)
}

impl Logs {
    fn take(&mut self, line: LogEntry, figures: &mut Figures, receipts: &mut Receipts) -> Result<(), Wrong> {
        let entry = stored_entry(line);
        self.read.entry(entry.log).or_insert_with(|| Log::new(entry.log)).take(&entry, figures)?;
        receipts.note(&entry);
        Ok(())
    }

    /// Checks that the logs end where they should. A round that is not over then is counted.
    fn finish(self, figures: &mut Figures) -> Result<(), Wrong> {
        for (id, head) in &self.heads {
            let (seq, hash) = self.read.get(id).map(|log| (log.seq(), log.hash())).unwrap_or_default();
            let last_seq = head.last_seq.0;
            // A log that was cut short has a chain that holds. Only the head gives it away.
            if seq < last_seq {
                let why = format!("it is missing; the log should go on to event {last_seq}");
                return Err(Wrong::at(*id, seq + 1, why));
            }
            if (seq, hash) != (last_seq, head.last_hash.0) {
                let why = format!("the head of the log says otherwise: it is event {last_seq}");
                return Err(Wrong::at(*id, seq, why));
            }
        }
        figures.logs = self.read.len() as u64;
        figures.rounds_under_way = self.read.values().filter(|log| log.is_under_way()).count() as u64;
        Ok(())
    }
}

fn read<T: DeserializeOwned>(document: Value) -> Result<T, Failure> {
    serde_json::from_value(document).map_err(|error| Failure::Unreadable(error.to_string()))
}

fn public_key(Hex32(bytes): Hex32) -> Result<PublicKey, Failure> {
    PublicKey::from_bytes(&bytes).map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Verifies an exported hand: its shuffle, and whatever else it tells, which has to follow from its steps.
fn check_hand(document: &Value, figures: &mut Figures) -> Result<(), Failure> {
    let record: ProofRecord = read(document.clone())?;
    let proof = record.proof().map_err(Failure::Unreadable)?;
    // The shuffle first: after a deck that does not follow from its seeds, every later difference would mislead.
    proof.verify().map_err(|mismatch| wrong(proof.round, mismatch))?;
    figures.hands += 1;
    figures.decks += 1;
    let shuffle = serde_json::to_value(&record).map_err(|error| Failure::Unreadable(error.to_string()))?;
    match document.as_object() {
        // A proof alone is complete. Any further field makes it a hand, which must have its steps, so that leaving
        // them out does not pass for verified.
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
    let reader: String = read(field("reader")?)?;
    let reader: Reader = reader.parse().map_err(|error| Failure::Unreadable(format!("{error}")))?;
    let history = rebuilt(replay, read(field("name")?)?, reader, read(field("players")?)?)?;
    let public_key = public_key(read(field("public_key")?)?)?;
    let expected = serde_json::to_value(history.record(&public_key))
        .map_err(|error| Failure::Unreadable(error.to_string()))?;
    // Compared as JSON and not as read values, so that no default hides a field that was removed. What wallets held
    // depends on other tables; only its changes can be checked, below.
    for (name, expected) in expected.as_object().into_iter().flatten() {
        if name != "balances" && fields.get(name) != Some(expected) {
            return Err(wrong(round, format!("`{name}` is not what follows from the events")).into());
        }
    }
    check_actors(start, history.steps(), round)?;
    check_balances(&read::<Vec<Value>>(field("balances")?)?, history.steps(), round)?;
    if history.is_void() {
        figures.rounds_void += 1;
    } else {
        figures.rounds_settled += 1;
    }
    figures.events += history.steps().iter().map(|step| step.events.len() as u64).sum::<u64>();
    Ok(())
}

/// A step of an exported hand. What it shows of the table is compared, not read.
#[derive(Deserialize)]
struct StepForm {
    seq: u64,
    at_ms: u64,
    by: Option<PlayerId>,
    events: Vec<protocol::Event>,
}

/// Pushes the steps of an exported hand, which have no hashes.
fn push_steps(replay: &mut Replay, steps: Vec<StepForm>) -> Result<(), Failure> {
    for StepForm { seq, at_ms, by, events } in steps {
        // A forged number must not overflow in the replay.
        if seq.checked_add(events.len() as u64).is_none() {
            return Err(Failure::Unreadable(format!("no log goes on to {seq}")));
        }
        let body = StoredEvents::try_from(EntryBody { by, command: None, digest: None, events });
        let body = body.map_err(|error| Failure::Unreadable(error.to_string()))?;
        replay.push_events(seq, at_ms, body).map_err(Wrong::from)?;
    }
    Ok(())
}

/// Checks that each actor did only what was theirs to do.
fn check_actors(mut table: Table, steps: &[Step], round: RoundId) -> Result<(), Wrong> {
    for step in steps {
        for event in &step.events {
            check_conduct(&table, event, step.at_ms).map_err(|why| wrong(round, why))?;
            table.apply(event).map_err(|error| wrong(round, error))?;
        }
    }
    Ok(())
}

/// Checks that the net of every wallet is what moved. What it held before is for the ledger to know.
fn check_balances(told: &[Value], steps: &[Step], round: RoundId) -> Result<(), Wrong> {
    let mut nets: BTreeMap<u64, i64> = BTreeMap::new();
    for one in steps.iter().flat_map(|step| &step.events).flat_map(Event::moves) {
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
