//! Tables from their logs.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{Event, Table};

use super::desk::Desk;
use ::journal::Stored;
use ::journal::chain::continues;
use ::journal::checkpoint_from_text;
use ::journal::deck::dealt;
use ::journal::history::Day;
use fair::hex;
use fair::seal::{SealKey, Sealed};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use protocol::{Fact, Facts};
use store::{Entry, LogId, Shelf, Span, Store, StoreError};

/// How many entries are read at a time.
const AT_ONCE: u32 = 1_000;

/// The table with that number as its log leaves it, if there is one.
pub(super) async fn load(
    store: &dyn Store,
    key: &SealKey,
    log: LogId,
    now_ms: u64,
) -> Result<Option<Desk>, StoreError> {
    let mut desk = match latest(store, log).await? {
        Some(desk) => desk,
        None => match opened(store, log).await? {
            Some(desk) => desk,
            None => return Ok(None),
        },
    };
    catch_up(store, key, &mut desk).await?;
    desk.day = day(store, &desk, now_ms).await?;
    Ok(Some(desk))
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
    store: &dyn Store,
    key: &SealKey,
    desk: &mut Desk,
) -> Result<Vec<Happened>, StoreError> {
    let mut ahead = desk.clone();
    let happened = follow_all(store, key, &mut ahead).await?;
    *desk = ahead;
    Ok(happened)
}

async fn follow_all(store: &dyn Store, key: &SealKey, desk: &mut Desk) -> Result<Vec<Happened>, StoreError> {
    let log = LogId(desk.table.id().0);
    let mut happened: Vec<Happened> = Vec::new();
    loop {
        let entries = store.entries(log, desk.table.seq(), AT_ONCE).await?;
        if entries.is_empty() {
            break;
        }
        let mut pages = Vec::with_capacity(entries.len());
        for entry in &entries {
            let facts: Facts =
                serde_json::from_str(&entry.body).map_err(|error| broken(log, entry.seq, &error))?;
            pages.push(facts);
        }
        let seeds = seeds(store, key, desk, &pages).await?;
        for (entry, facts) in entries.iter().zip(pages) {
            let by = facts.by;
            let events = follow(desk, entry, facts, &seeds)?;
            happened.push(Happened { at_ms: entry.at_ms, by, events });
        }
    }
    // Whoever ended a round has added it to the day. If somebody adds another before this is read, the log has gone on
    // too, and nothing is written before that is known.
    let ended = |event: &Event| matches!(event, Event::Settled { .. } | Event::Voided { .. });
    if happened.iter().flat_map(|entry| &entry.events).any(ended) {
        let last_ms = happened.iter().map(|entry| entry.at_ms).max().unwrap_or_default();
        desk.day = day(store, desk, last_ms).await?;
    }
    Ok(happened)
}

/// What the table has turned over on the day of that time, or on the one that it has come to by another node's clock.
async fn day(store: &dyn Store, desk: &Desk, at_ms: u64) -> Result<Day, StoreError> {
    let (log, day) = (LogId(desk.table.id().0), Day::of(at_ms).max(desk.day.day));
    match store.record(Shelf::Day, Day::key(day, log.0)).await? {
        Some(text) => serde_json::from_str(&text).map_err(|error| broken(log, desk.table.seq(), &error)),
        None => Ok(Day { day, ..Day::default() }),
    }
}

/// The seeds of all rounds in those pages: opened by the pages themselves, or still sealed.
async fn seeds(
    store: &dyn Store,
    key: &SealKey,
    desk: &Desk,
    pages: &[Facts],
) -> Result<BTreeMap<u64, Arc<ServerSeed>>, StoreError> {
    let mut seeds = BTreeMap::new();
    let mut number = desk.table.live().or(desk.table.round()).map(|round| round.number);
    for fact in pages.iter().flat_map(|facts| &facts.events) {
        match fact {
            Fact::Event(Event::RoundOpened { number: opened, .. }) => number = Some(*opened),
            Fact::Event(Event::Revealed { seed }) => {
                seeds.extend(number.map(|number| (number, Arc::new(ServerSeed::from_bytes(seed.0)))));
            }
            _ => {}
        }
    }
    let table = desk.table.id().0;
    if let Some(round) = number.filter(|number| !seeds.contains_key(number)) {
        let sealed = store.record(Shelf::Seed, format!("{table:016x}/{round:016x}")).await?;
        let bytes = sealed.as_deref().and_then(hex::read).unwrap_or_default();
        let seed = Sealed::from_bytes(&bytes)
            .and_then(|sealed| key.open(&sealed, RoundId { table, round }))
            .map_err(|error| StoreError::Broken(format!("table {table}, round {round}: {error}")))?;
        seeds.insert(round, Arc::new(seed));
    }
    Ok(seeds)
}

/// Makes an entry true for a table.
fn follow(
    desk: &mut Desk,
    entry: &Entry,
    facts: Facts,
    seeds: &BTreeMap<u64, Arc<ServerSeed>>,
) -> Result<Vec<Event>, StoreError> {
    let log = entry.log;
    if !continues(&desk.hash, entry) {
        return Err(StoreError::Broken(format!(
            "log {log} is broken at {}: the chain does not hold",
            entry.seq
        )));
    }
    let mut events = Vec::with_capacity(facts.events.len());
    for fact in facts.events {
        let event = match fact {
            Fact::Event(event) => event,
            Fact::Dealt { until_ms } => {
                let round =
                    desk.table.live().ok_or_else(|| broken(log, entry.seq, &"no round is under way"))?;
                let seed =
                    seeds.get(&round.number).ok_or_else(|| broken(log, entry.seq, &"there is no seed"))?;
                Event::Dealt { deck: dealt(&desk.table, round, seed), until_ms }
            }
        };
        desk.apply(&event).map_err(|error| broken(log, entry.seq, &error))?;
        if let Event::RoundOpened { number, .. } = event {
            desk.seed = seeds.get(&number).cloned();
        }
        events.push(event);
    }
    desk.hash = entry.hash;
    if let (Some(player), Some(command)) = (facts.by, &facts.command) {
        desk.remember(table::PlayerId(player), command);
    }
    Ok(events)
}

/// The table as its last checkpoint has it.
async fn latest(store: &dyn Store, log: LogId) -> Result<Option<Desk>, StoreError> {
    let prefix = format!("{:016x}/", log.0);
    let span = Span { backwards: true, ..Span::beginning(Shelf::Checkpoint, &prefix, 1) };
    let Some((_, text)) = store.records(span).await?.pop() else { return Ok(None) };
    let stored: Stored = serde_json::from_str(&text).map_err(|error| broken(log, 0, &error))?;
    let checkpoint = checkpoint_from_text(&stored.checkpoint).map_err(|error| broken(log, 0, &error))?;
    let table = Table::resumed(&checkpoint).map_err(|error| broken(log, checkpoint.seq, &error))?;
    let hash = hex::array(&stored.hash).ok_or_else(|| broken(log, checkpoint.seq, &"there is no hash"))?;
    let (answers, turned) = (Arc::new(stored.answers), stored.turned);
    Ok(Some(Desk { answers, turned, checkpointed: table.rounds(), ..Desk::new(table, hash) }))
}

/// The table as its first entry has it.
async fn opened(store: &dyn Store, log: LogId) -> Result<Option<Desk>, StoreError> {
    let Some(entry) = store.entries(log, 0, 1).await?.pop() else { return Ok(None) };
    Desk::opened(&entry).map(Some)
}

impl Desk {
    /// The table that an entry opens.
    pub(super) fn opened(entry: &Entry) -> Result<Desk, StoreError> {
        let wrong = |why: &dyn std::fmt::Display| broken(entry.log, entry.seq, why);
        let mut facts: Facts = serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
        match facts.events.pop() {
            Some(Fact::Event(event)) if facts.events.is_empty() && entry.seq == 1 => {
                let table = Table::opened(&event).map_err(|error| wrong(&error))?;
                Ok(Desk::new(table, entry.hash))
            }
            _ => Err(wrong(&"a log begins with the opening of its table, alone")),
        }
    }

    pub(super) fn new(table: Table, hash: [u8; 32]) -> Desk {
        let round_began = table.seq();
        Desk {
            table,
            hash,
            answers: Arc::default(),
            turned: 0,
            seed: None,
            round_began,
            checkpointed: 0,
            day: Day::default(),
        }
    }
}

fn broken(log: LogId, seq: u64, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("log {log} is broken at {seq}: {why}"))
}
