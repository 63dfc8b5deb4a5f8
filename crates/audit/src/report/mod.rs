//! What the tables turned over, by day, month, table and rule book: what lay on each wager, what the banks held of
//! it, what was collected, and whether the hold is where exact theory expects it.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{Event, TableId};
use uth::{Terms, Wager};

use crate::calendar::day_text;
use analysis::theory::{Sums, Theory};
use journal::record::{DailyTotalsKey, KeyedRecord, Pages, RecordRange};
use journal::summary::DailyTotals;
use protocol::{GroupBy, Report, ReportRow, StoredEvent, StoredEvents, WagerTotal};
use store::{LogId, LogReader, StoreError};

mod flows;
mod theoretical;

pub use flows::flows;

/// How many days of tables are read at a time.
const AT_ONCE: u32 = 1_000;

/// What is asked. Days are counted from 1970, and both ends belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Query {
    pub by: GroupBy,
    pub first_day: u64,
    pub last_day: u64,
    /// Only that table.
    pub table: Option<TableId>,
}

impl Query {
    /// Everything that ever happened.
    pub const fn of_all_time(by: GroupBy) -> Query {
        Query { by, first_day: 0, last_day: 99_999_998, table: None }
    }
}

/// Sums of days, with the wagers of each pay table apart.
#[derive(Default)]
struct Tally {
    day: DailyTotals,
    of_theory: BTreeMap<usize, Sums>,
}

impl Tally {
    fn add(&mut self, day: &DailyTotals, theory: Option<usize>) {
        let all = &mut self.day;
        all.rounds += day.rounds;
        all.void_rounds += day.void_rounds;
        all.collection += day.collection;
        for (sum, more) in [(&mut all.stakes, &day.stakes), (&mut all.nets, &day.nets)] {
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        all.sums += &day.sums;
        if let Some(theory) = theory {
            *self.of_theory.entry(theory).or_default() += &day.sums;
        }
    }

    fn row(&self, of: String, theories: &[Arc<Theory>]) -> ReportRow {
        let day = &self.day;
        let wager = |(place, wager): (usize, &Wager)| WagerTotal {
            wager: (*wager).into(),
            stake: day.stakes[place],
            hold: -day.nets[place],
        };
        let parts: Vec<(&Theory, Sums)> =
            self.of_theory.iter().map(|(theory, sums)| (&*theories[*theory], *sums)).collect();
        ReportRow {
            of,
            rounds: day.rounds,
            void_rounds: day.void_rounds,
            hands: day.sums.hands,
            wagers: Wager::ALL.iter().enumerate().map(wager).collect(),
            hold: -day.nets.iter().sum::<i64>(),
            collection: day.collection,
            theory: theoretical::hold(&parts, &day.nets),
        }
    }
}

/// The report that is asked for. The first question about a pay table takes about two seconds of work.
pub async fn report(store: &dyn LogReader, query: Query) -> Result<Report, StoreError> {
    let mut tables = Tables { store, terms: BTreeMap::new(), known: Vec::new() };
    let (mut rows, mut total) = (BTreeMap::<String, Tally>::new(), Tally::default());
    let mut pages = Pages::<DailyTotals>::new(RecordRange::of_days(query.first_day, query.last_day), AT_ONCE);
    while let Some(page) = pages.next(store).await? {
        for (DailyTotalsKey { table, .. }, KeyedRecord { record: day, .. }) in page {
            if query.table.is_some_and(|only| only != table) {
                continue;
            }
            let (terms, theory) = tables.look_up(table).await?;
            let of = match query.by {
                GroupBy::Table => format!("{:>20}", table.0),
                GroupBy::Day => day_text(day.day),
                GroupBy::Month => day_text(day.day)[..7].to_owned(),
                GroupBy::Book => terms.setup().book.to_string(),
            };
            rows.entry(of).or_default().add(&day, theory);
            total.add(&day, theory);
        }
    }
    let theories = tables.known.into_iter().map(|(_, theory)| theory).collect::<Vec<_>>();
    let row = |(of, tally): (&String, &Tally)| tally.row(of.trim_start().to_owned(), &theories);
    Ok(Report {
        by: query.by,
        rows: rows.iter().map(row).collect(),
        total: total.row("all".to_owned(), &theories),
    })
}

/// What tables play by, and what theory says of that.
struct Tables<'a> {
    store: &'a dyn LogReader,
    /// Its terms, and the place of its theory, if there is one.
    terms: BTreeMap<TableId, (Terms, Option<usize>)>,
    known: Vec<(uth::Pays, Arc<Theory>)>,
}

impl Tables<'_> {
    async fn look_up(&mut self, table: TableId) -> Result<(Terms, Option<usize>), StoreError> {
        if let Some(found) = self.terms.get(&table) {
            return Ok(*found);
        }
        let terms = terms(self.store, table).await?;
        let mut place = self.known.iter().position(|(pays, _)| pays == terms.pays());
        if place.is_none() {
            // A game that cannot be solved has no theory; the report says the rest.
            if let Ok(theory) = Theory::of(&terms) {
                place = Some(self.known.len());
                self.known.push((*terms.pays(), theory));
            }
        }
        self.terms.insert(table, (terms, place));
        Ok((terms, place))
    }
}

/// What a table was opened with.
async fn terms(store: &dyn LogReader, table: TableId) -> Result<Terms, StoreError> {
    let first = store.entries(LogId(table.0), 0, 1).await?.pop();
    let broken = |why: &dyn std::fmt::Display| StoreError::Broken(format!("table {table}, event 1: {why}"));
    let first = first.ok_or_else(|| broken(&"it is missing"))?;
    let facts: StoredEvents = serde_json::from_str(&first.body).map_err(|error| broken(&error))?;
    match facts.events.into_iter().next() {
        Some(StoredEvent::Event(Event::Opened { settings, .. })) => Ok(*settings.terms()),
        _ => Err(broken(&"it does not open the table")),
    }
}
