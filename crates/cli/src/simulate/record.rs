//! What came of a simulation, for programs. Amounts are in cents.

use std::io::{self, Write};

use odds::simulate::SeatTotals;
use serde_json::{Map, Value, json};
use uth::{Category, Wager};

use super::Simulated;
use super::estimate::{Estimate, SeatEstimates};
use super::people::Guest;

pub(super) fn write(output: &mut dyn Write, simulated: &Simulated) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, &record(simulated))?;
    writeln!(output)
}

fn record(simulated: &Simulated) -> Value {
    let Simulated { terms, guests, outcome, estimates, seed, seconds, .. } = simulated;
    let seats = outcome.seats.iter().zip(&estimates.seats).filter_map(|(sums, estimates)| {
        let guest = guests.iter().find(|guest| guest.seat == sums.seat)?;
        Some(seat(guest, sums, estimates))
    });
    json!({
        "rules": terms.rules().book.id(),
        "paytable": terms.pays().approved_as().map(uth::PayTableId::name),
        "collection_schedule": terms.setup().schedule.and_then(|schedule| schedule.number()),
        "rounds": outcome.rounds,
        "seed": seed,
        "seconds": seconds,
        "seats": seats.collect::<Vec<Value>>(),
        "bank": estimate(&estimates.bank),
        "collection": estimate(&estimates.collection),
        "exhausted": outcome.exhausted,
    })
}

fn seat(guest: &Guest, sums: &SeatTotals, estimates: &SeatEstimates) -> Value {
    let by_wager = estimates.wagers.iter().map(|(wager, one)| (key(*wager), estimate(one)));
    let staked = Wager::ALL.into_iter().map(|wager| (key(wager), whole(sums.staked[wager as usize])));
    let actions = ["fold", "1x", "2x", "3x", "4x"].into_iter().zip(sums.plays);
    let hands = Category::ALL.into_iter().zip(sums.categories);
    json!({
        "seat": guest.seat.number(),
        "strategy": guest.strategy,
        "ante": guest.wagers.ante.0,
        "trips": guest.wagers.trips.0,
        "bad_beat": guest.wagers.bad_beat.0,
        "result": estimate(&estimates.result),
        "wagers": by_wager.collect::<Map<String, Value>>(),
        "staked": staked.collect::<Map<String, Value>>(),
        "actions": actions.map(|(name, count)| (name.into(), json!(count))).collect::<Map<String, Value>>(),
        "hands": hands.map(|(kind, count)| (kind.name().into(), json!(count))).collect::<Map<String, Value>>(),
        "banked": estimates.banked.as_ref().map(|[gain, _]| estimate(gain)),
        "collected": estimates.banked.as_ref().map(|[_, collected]| estimate(collected)),
    })
}

pub(crate) fn estimate(estimate: &Estimate) -> Value {
    let (moments, mean) = (&estimate.moments, estimate.moments.mean());
    let [narrow, wide] = estimate.margins();
    json!({
        "rounds": moments.count,
        "sum": whole(moments.sum),
        "mean": mean,
        "sd": moments.standard_deviation(),
        "standard_error": moments.standard_error(),
        "ci95": [mean - narrow, mean + narrow],
        "ci99": [mean - wide, mean + wide],
        "exact": estimate.exact.map(|exact| exact.to_string()),
        "exact_value": estimate.exact.map(odds::Fraction::to_f64),
        "z": estimate.z_score(),
    })
}

/// A whole number of any size: JSON numbers beyond 64 bits are written as text.
fn whole(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| json!(number.to_string()), |number| json!(number))
}

fn key(wager: Wager) -> String {
    wager.inscription().to_lowercase().replace(' ', "_")
}
