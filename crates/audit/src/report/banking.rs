//! What a player earned by banking, session by session, beside what theory expects of the wagers that lay there.

use std::sync::Arc;

use analysis::theory::{Sums, Theory};
use journal::ReadRecords;
use journal::record::{RecordRange, RoundSummary};
use journal::summary::DAY_MS;
use odds::Fraction;
use protocol::{BankTheory, BankingReport, BankingResult, BankingSession, Timestamp};
use store::{LogReader, StoreError};
use table::{PlayerId, Table};
use uth::{Terms, WagerOutcome};

use crate::history::{Histories, History, Reader};

/// How many records are read at a time.
const AT_ONCE: u32 = 1_000;
/// The most rounds of a report. Each is replayed from its log, so this bounds what one request costs.
const MOST_ROUNDS: usize = 500;
/// The longest pause within a session.
const PAUSE_MS: u64 = 60 * 60 * 1_000;

/// Reports the rounds that a player banked on those days, both included.
pub async fn banking(
    store: &Arc<dyn LogReader>,
    player: PlayerId,
    first_day: u64,
    last_day: u64,
) -> Result<BankingReport, StoreError> {
    let (rounds, truncated) = banked_rounds(&**store, player, first_day, last_day).await?;
    let mut histories = Histories::new(Arc::clone(store), Reader::Player(player));
    let (mut sessions, mut total) = (Vec::<Session>::new(), Tally::default());
    for summary in &rounds {
        let history = histories.rebuild(summary).await?;
        let theory = Theory::of(history.end().settings().terms()).ok();
        total.add(history.end(), theory.as_ref());
        // A player may bank at two tables in turn, so the session that goes on is not always the last one.
        let place = sessions.iter().position(|session| session.goes_on_with(&history)).unwrap_or_else(|| {
            sessions.push(Session::new(&history));
            sessions.len() - 1
        });
        sessions[place].until_ms = history.ended_ms();
        sessions[place].tally.add(history.end(), theory.as_ref());
    }
    let total = total.result();
    let assumptions = assumptions(&total);
    let sessions = sessions.iter().rev().map(Session::record).collect();
    Ok(BankingReport { sessions, total, assumptions, truncated })
}

/// Returns the latest rounds that the player banked, oldest first, and whether there are more.
async fn banked_rounds(
    store: &dyn LogReader,
    player: PlayerId,
    first_day: u64,
    last_day: u64,
) -> Result<(Vec<RoundSummary>, bool), StoreError> {
    let (from_ms, until_ms) = (first_day.saturating_mul(DAY_MS), (last_day + 1).saturating_mul(DAY_MS));
    let mut range = RecordRange::of_player_between(player, from_ms, until_ms).backwards().limit(AT_ONCE);
    let mut rounds = Vec::new();
    loop {
        let page = store.scan(&range).await?;
        let last = page.last().map(|(key, _)| *key).filter(|_| page.len() == AT_ONCE as usize);
        rounds.extend(page.into_iter().map(|(_, stored)| stored.record.0).filter(|round| round.banked));
        match last {
            Some(last) if rounds.len() <= MOST_ROUNDS => range = range.before(&last),
            _ => break,
        }
    }
    let truncated = rounds.len() > MOST_ROUNDS;
    rounds.truncate(MOST_ROUNDS);
    rounds.reverse();
    Ok((rounds, truncated))
}

/// Rounds that were banked at one table, one soon after the other.
struct Session {
    name: String,
    table: table::TableId,
    terms: Terms,
    from_ms: u64,
    until_ms: u64,
    tally: Tally,
}

impl Session {
    fn new(history: &History) -> Session {
        Session {
            name: history.name().to_owned(),
            table: history.end().id(),
            terms: *history.end().settings().terms(),
            from_ms: history.began_ms(),
            until_ms: history.ended_ms(),
            tally: Tally::default(),
        }
    }

    fn goes_on_with(&self, next: &History) -> bool {
        self.table == next.end().id() && next.began_ms() < self.until_ms + PAUSE_MS
    }

    fn record(&self) -> BankingSession {
        BankingSession {
            table: self.table.into(),
            name: self.name.clone(),
            book: self.terms.setup().book.into(),
            from_ms: Timestamp(self.from_ms),
            to_ms: Timestamp(self.until_ms),
            result: self.tally.result(),
        }
    }
}

/// Sums of banked rounds.
#[derive(Default)]
struct Tally {
    rounds: u64,
    void_rounds: u64,
    action: i64,
    gain: i64,
    fees: i64,
    uncovered_wagers: u64,
    uncovered_rounds: u64,
    /// The wagers under each theory; `None` once there were wagers of a game that cannot be solved.
    unsolved: bool,
    wagers: Vec<(Arc<Theory>, Sums)>,
}

impl Tally {
    /// Adds the round that a table has just finished.
    fn add(&mut self, table: &Table, theory: Option<&Arc<Theory>>) {
        let Some((round, settlement)) =
            table.round().and_then(|at| Some((&at.round, at.settlement.as_ref()?)))
        else {
            return;
        };
        if round.void_reason().is_some() {
            self.void_rounds += 1;
            return;
        }
        self.rounds += 1;
        self.action += settlement.lines.iter().map(|line| line.stake.0).sum::<i64>();
        self.gain += settlement.bank.map_or(0, |bank| bank.net().0);
        self.fees += settlement.collection.unwrap_or_default().0;
        let uncovered = settlement
            .lines
            .iter()
            .filter(|line| matches!(line.outcome, WagerOutcome::Returned | WagerOutcome::PartlyCovered))
            .count() as u64;
        self.uncovered_wagers += uncovered;
        self.uncovered_rounds += u64::from(uncovered > 0);
        let Some(theory) = theory else {
            self.unsolved = true;
            return;
        };
        let place = self.wagers.iter().position(|(known, _)| Arc::ptr_eq(known, theory));
        let place = place.unwrap_or_else(|| {
            self.wagers.push((Arc::clone(theory), Sums::default()));
            self.wagers.len() - 1
        });
        self.wagers[place].1.add_round(round.seats().filter_map(|seat| round.wagers(seat)));
    }

    fn result(&self) -> BankingResult {
        BankingResult {
            rounds: self.rounds,
            void_rounds: self.void_rounds,
            action: self.action,
            gain: self.gain,
            fees: self.fees,
            net: self.gain - self.fees,
            uncovered_wagers: self.uncovered_wagers,
            uncovered_rounds: self.uncovered_rounds,
            theory: self.theory().filter(|_| !self.unsolved),
        }
    }

    fn theory(&self) -> Option<BankTheory> {
        let mut exact = Fraction::ZERO;
        let mut variance = 0.0;
        for (theory, sums) in &self.wagers {
            // Fractions of several pay tables may have no common denominator within 128 bits.
            exact = exact.checked_add(theory.expected(sums))?;
            // Rounds have nothing to do with each other, so their variances add up.
            variance += theory.deviation(sums).powi(2);
        }
        let (expected, deviation) = (exact.to_f64(), variance.sqrt());
        #[allow(clippy::cast_precision_loss)]
        let deviations = (deviation > 0.0).then(|| (self.gain as f64 - expected) / deviation);
        Some(BankTheory { exact: exact.to_string(), expected, deviation, deviations })
    }
}

/// Says what the expected gain leaves out of these rounds.
fn assumptions(total: &BankingResult) -> Vec<String> {
    let BankingResult { rounds, uncovered_wagers, uncovered_rounds, .. } = total;
    let cover = if *uncovered_wagers == 0 {
        "It assumes that the bank covers every wager, and in all of these rounds it did.".to_owned()
    } else {
        format!(
            "It assumes that the bank covers every wager. In {uncovered_rounds} of {rounds} rounds it did not, for \
             {uncovered_wagers} wagers in all: there the bank could win and lose less than expected here."
        )
    };
    let rest = [
        "The expected gain assumes that every player plays best. A player who makes mistakes loses more.",
        "The fees are no part of it.",
        "It is exact. Its standard deviation is exact for each hand alone; how two hands of a round go together is \
         counted in simulated rounds.",
    ];
    let [play, fees, exact] = rest.map(str::to_owned);
    vec![play, cover, fees, exact]
}
