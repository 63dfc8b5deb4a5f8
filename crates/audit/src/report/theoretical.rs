//! What theory expects of wagers, beside what became of them.

use uth::{Cents, Wager};

use protocol::{HoldBand, HoldPart, TheoreticalHold};

use analysis::theory::{Band, Products, Sums, Theory};

/// Nineteen results of twenty lie within the first number of standard deviations, 99 of 100 within the second.
const DEVIATIONS: [f64; 2] = [1.96, 2.576];

/// The parts that wager by themselves, in theory's order.
const PARTS: [(&str, &[Wager]); 3] = [
    ("ante_blind_play", &[Wager::Ante, Wager::Blind, Wager::Play]),
    ("trips", &[Wager::Trips]),
    ("bad_beat", &[Wager::BadBeat]),
];

/// Compares wagers under the theory of each pay table with what players won or lost on Ante, Blind, Play, Trips and
/// Bad Beat.
pub(super) fn hold(wagers: &[(&Theory, Sums)], nets: &[i64; 5]) -> TheoreticalHold {
    let (expected, deviation) = judged(wagers);
    let part = |(place, (part, of)): (usize, &(&'static str, &[Wager]))| {
        let only: Vec<(&Theory, Sums)> =
            wagers.iter().map(|(theory, sums)| (*theory, only(sums, place))).collect();
        let (expected, deviation) = judged(&only);
        let net = |wager| Wager::ALL.iter().position(|one| one == wager).map_or(0, |place| nets[place]);
        let hold = -of.iter().map(net).sum::<i64>();
        let wagered: i128 = wagers.iter().map(|(_, sums)| sums.wagered[place]).sum();
        HoldPart {
            part: (*part).to_owned(),
            wagered: i64::try_from(wagered).unwrap_or(i64::MAX),
            hold,
            expected,
            bands: bands(expected, deviation, hold),
        }
    };
    let hold = -nets.iter().sum::<i64>();
    TheoreticalHold {
        expected,
        deviation,
        bands: bands(expected, deviation, hold),
        parts: PARTS.iter().enumerate().map(part).collect(),
    }
}

/// What is expected and how far chance takes it. Rounds of different tables have nothing to do with each other.
fn judged(wagers: &[(&Theory, Sums)]) -> (f64, f64) {
    let expected = wagers.iter().map(|(theory, sums)| theory.expected(sums).to_f64()).sum();
    // Variances add up; deviations do not.
    let variance: f64 = wagers.iter().map(|(theory, sums)| theory.deviation(sums).powi(2)).sum();
    (expected, variance.sqrt())
}

fn bands(expected: f64, deviation: f64, hold: i64) -> Vec<HoldBand> {
    let band = |deviations: f64| {
        let width = deviations * deviation;
        let band = Band { low: expected - width, high: expected + width };
        HoldBand { deviations, low: band.low, high: band.high, inside: band.contains(Cents(hold)) }
    };
    DEVIATIONS.map(band).to_vec()
}

/// The wagers of one part, as if nothing else had been wagered.
fn only(sums: &Sums, part: usize) -> Sums {
    let mut only = Sums { hands: sums.hands, ..Sums::default() };
    // How a part varies with the others is no part of its own variance: only the diagonal is kept.
    only.wagered[part] = sums.wagered[part];
    let keep = |from: &Products, to: &mut Products| to[part][part] = from[part][part];
    keep(&sums.own, &mut only.own);
    keep(&sums.shared, &mut only.shared);
    only
}
