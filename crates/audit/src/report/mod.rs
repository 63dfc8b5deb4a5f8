//! What the tables turned over, by day, month, table and rule book: what lay on each wager, what the house held of
//! it and whether that is where exact theory expects it; and, where players bank, their action, their banks' gain, the
//! fees, and the rotation of the bank.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{Event, TableId};
use uth::{Banking, Terms, Wager};

use crate::calendar::day_text;
use analysis::theory::{Sums, Theory};
use journal::record::{DailyTotalsKey, KeyedRecord, Pages, RecordRange};
use journal::summary::{DailyTotals, Turnover};
use protocol::{
    BankedPlay, GroupBy, HouseBanked, HouseHold, PlayerBanked, Report, ReportRow, StoredEvent, StoredEvents,
    WagerTotal,
};
use store::{Entry, LogId, LogReader, StoreError};

mod banking;
mod flows;
mod rotation;
mod theoretical;
mod voids;

pub use banking::banking;
pub use flows::flows;
pub use rotation::{RotationExport, RotationPeriod, rotation};
pub use voids::{VoidsPeriod, voids, voids_export};

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

/// Sums of days.
#[derive(Default)]
struct Tally {
    rounds: u64,
    void_rounds: u64,
    /// What people, and then bots, did where the house banks.
    house: [HouseTally; 2],
    /// What people, and then bots, did where players bank.
    players: [Turnover; 2],
}

/// Sums of days where the house banks, with the wagers of each pay table apart.
#[derive(Default)]
struct HouseTally {
    all: Turnover,
    of_theory: BTreeMap<usize, Sums>,
}

impl Tally {
    fn add(&mut self, day: &DailyTotals, terms: &Terms, theory: Option<usize>) {
        self.rounds += day.rounds;
        self.void_rounds += day.void_rounds;
        for (place, turnover) in [&day.people, &day.bots].into_iter().enumerate() {
            if terms.rules().banking == Banking::PlayerDealer {
                self.players[place] += turnover;
                continue;
            }
            let house = &mut self.house[place];
            house.all += turnover;
            // Variances of different pay tables differ, so their sums must not be mixed.
            if let Some(theory) = theory {
                *house.of_theory.entry(theory).or_default() += &turnover.sums;
            }
        }
    }

    fn row(&self, of: String, theories: &[Arc<Theory>]) -> ReportRow {
        let [people, bots] = self.house.each_ref().map(|house| house.hold(theories));
        let house_banked = HouseBanked { people, bots };
        let [people, bots] = self.players.each_ref().map(banked_play);
        let player_banked = PlayerBanked { people, bots };
        let (rounds, void_rounds) = (self.rounds, self.void_rounds);
        ReportRow { of, rounds, void_rounds, house_banked, player_banked }
    }
}

impl HouseTally {
    fn hold(&self, theories: &[Arc<Theory>]) -> HouseHold {
        let Turnover { stakes, nets, sums, .. } = &self.all;
        let wager = |(place, wager): (usize, &Wager)| WagerTotal {
            wager: (*wager).into(),
            stake: stakes[place],
            hold: -nets[place],
        };
        let parts: Vec<(&Theory, Sums)> =
            self.of_theory.iter().map(|(theory, sums)| (&*theories[*theory], *sums)).collect();
        HouseHold {
            hands: sums.hands,
            wagers: Wager::ALL.iter().enumerate().map(wager).collect(),
            hold: -nets.iter().sum::<i64>(),
            theory: theoretical::hold(&parts, nets),
        }
    }
}

/// Where players bank there is no theory of the house's hold: it has none, and limited banks do not win what theory
/// says.
fn banked_play(turnover: &Turnover) -> BankedPlay {
    BankedPlay {
        hands: turnover.sums.hands,
        action: turnover.stakes.iter().sum(),
        result: turnover.nets.iter().sum(),
        banked_rounds: turnover.banked_rounds,
        bank_gain: turnover.bank_gain,
        fees: turnover.collection,
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
                // Padded, so that the order of the texts is the order of the numbers.
                GroupBy::Table => format!("{:>20}", table.0),
                GroupBy::Day => day_text(day.day),
                GroupBy::Month => day_text(day.day)[..7].to_owned(),
                GroupBy::Book => terms.setup().book.to_string(),
            };
            rows.entry(of).or_default().add(&day, &terms, theory);
            total.add(&day, &terms, theory);
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
    let broken = |why: &str| StoreError::Broken(format!("table {table}, event 1: {why}"));
    let events = stored_events(&first.ok_or_else(|| broken("it is missing"))?)?;
    match events.into_iter().next() {
        Some(StoredEvent::Event(Event::Opened { settings, .. })) => Ok(*settings.terms()),
        _ => Err(broken("it does not open the table")),
    }
}

/// Reads the events of an entry of a table's log.
fn stored_events(entry: &Entry) -> Result<Vec<StoredEvent>, StoreError> {
    let Entry { log, seq, body, .. } = entry;
    let StoredEvents { events, .. } = serde_json::from_str(body)
        .map_err(|error| StoreError::Broken(format!("table {log}, event {seq}: {error}")))?;
    Ok(events)
}
