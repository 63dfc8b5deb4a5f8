//! The summary of a simulation, for programs. Amounts are in cents.

use std::collections::BTreeMap;

use odds::simulate::SeatTotals;
use serde::Serialize;
use uth::{Category, Wager};

use super::Simulated;
use super::estimate::{Estimate, SeatEstimates};
use super::players::SimulatedPlayer;
use crate::json::Sum;

#[derive(Serialize)]
pub(super) struct SimulationRecord<'a> {
    book: &'static str,
    pay_table: Option<&'static str>,
    collection_schedule: Option<u8>,
    rounds: u64,
    seed: u64,
    elapsed_s: f64,
    seats: Vec<SeatSummary<'a>>,
    bank: EstimateRecord,
    collection: EstimateRecord,
    exhausted: u64,
}

#[derive(Serialize)]
struct SeatSummary<'a> {
    seat: u8,
    strategy: &'a str,
    ante: i64,
    trips: i64,
    bad_beat: i64,
    result: EstimateRecord,
    wagers: BTreeMap<&'static str, EstimateRecord>,
    staked: BTreeMap<&'static str, Sum>,
    actions: BTreeMap<&'static str, u64>,
    hands: BTreeMap<&'static str, u64>,
    banked: Option<EstimateRecord>,
    collected: Option<EstimateRecord>,
}

/// An average with its confidence intervals, and the exact value if there is one.
#[derive(Serialize)]
pub(crate) struct EstimateRecord {
    rounds: u64,
    sum: Sum,
    mean: f64,
    standard_deviation: f64,
    standard_error: f64,
    ci95: [f64; 2],
    ci99: [f64; 2],
    exact: Option<String>,
    exact_value: Option<f64>,
    z: Option<f64>,
}

impl SimulationRecord<'_> {
    pub(super) fn new(simulated: &Simulated) -> SimulationRecord<'_> {
        let Simulated { terms, players, outcome, estimates, seed, elapsed_s } = simulated;
        let seats = outcome.seats.iter().zip(&estimates.seats).filter_map(|(sums, estimates)| {
            let player = players.iter().find(|player| player.seat == sums.seat)?;
            Some(SeatSummary::new(player, sums, estimates))
        });
        SimulationRecord {
            book: terms.rules().book.id(),
            pay_table: terms.pays().approved_as().map(uth::PayTableId::name),
            collection_schedule: terms.setup().schedule.and_then(|schedule| schedule.number()),
            rounds: outcome.rounds,
            seed: *seed,
            elapsed_s: *elapsed_s,
            seats: seats.collect(),
            bank: EstimateRecord::new(&estimates.bank),
            collection: EstimateRecord::new(&estimates.collection),
            exhausted: outcome.exhausted,
        }
    }
}

impl SeatSummary<'_> {
    fn new<'a>(player: &'a SimulatedPlayer, sums: &SeatTotals, estimates: &SeatEstimates) -> SeatSummary<'a> {
        let by_wager = estimates.wagers.iter().map(|(wager, one)| (column(*wager), EstimateRecord::new(one)));
        let staked = Wager::ALL.into_iter().map(|wager| (column(wager), sums.staked[wager as usize].into()));
        let hands = Category::ALL.into_iter().zip(sums.categories);
        let [banked, collected] = match &estimates.banked {
            Some(both) => both.each_ref().map(|one| Some(EstimateRecord::new(one))),
            None => [None, None],
        };
        SeatSummary {
            seat: player.seat.number(),
            strategy: &player.strategy,
            ante: player.wagers.ante.0,
            trips: player.wagers.trips.0,
            bad_beat: player.wagers.bad_beat.0,
            result: EstimateRecord::new(&estimates.result),
            wagers: by_wager.collect(),
            staked: staked.collect(),
            actions: ["fold", "1x", "2x", "3x", "4x"].into_iter().zip(sums.plays).collect(),
            hands: hands.map(|(kind, count)| (kind.name(), count)).collect(),
            banked,
            collected,
        }
    }
}

impl EstimateRecord {
    pub(crate) fn new(estimate: &Estimate) -> EstimateRecord {
        let (moments, mean) = (&estimate.moments, estimate.moments.mean());
        let [narrow, wide] = estimate.margins();
        EstimateRecord {
            rounds: moments.count,
            sum: moments.sum.into(),
            mean,
            standard_deviation: moments.standard_deviation(),
            standard_error: moments.standard_error(),
            ci95: [mean - narrow, mean + narrow],
            ci99: [mean - wide, mean + wide],
            exact: estimate.exact.map(|exact| exact.to_string()),
            exact_value: estimate.exact.map(odds::Fraction::to_f64),
            z: estimate.z_score(),
        }
    }
}

/// The name of a wager in JSON and CSV.
fn column(wager: Wager) -> &'static str {
    protocol::Wager::from(wager).as_str()
}
