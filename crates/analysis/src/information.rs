//! What it is worth to see cards before the first decision of the standard game: what `uth information` finds out in
//! minutes, kept. docs/BENCHMARKS.md has the runs, and tests compare what a test has the time for.

use odds::Fraction;
use protocol::{Information, InformationScenario, SampledNeighbours};

use crate::exact;

/// The value of the game to somebody who sees nothing else.
const BASE: &str = "-50643648973/2317817502000";

/// The scenarios of `uth information` by name, and the value of the game to somebody who sees so much.
const EXACT: [(&str, &str); 6] = [
    ("neighbour-hand", "-3132400949803/156974190322950"),
    ("flop-card", "314386663957/6953452506000"),
    ("river-card", "331038730949/4635635004000"),
    ("dealer-card", "8592081451/63213204600"),
    ("dealer-and-flop-card", "182660181577/818053236000"),
    ("dealer-hand", "2682750886069/6953452506000"),
];

/// The hands of so many neighbours: what seeing them gains, and how far that may be off 19 times in 20. These are
/// sampled: `uth information --scenario neighbours`, 40 samples each, seed 1.
const SAMPLED: [(u8, f64, f64); 5] = [
    (2, 0.003_608, 0.000_334),
    (3, 0.006_247, 0.000_782),
    (4, 0.009_817, 0.001_286),
    (5, 0.012_891, 0.001_357),
    (6, 0.017_975, 0.001_614),
];

/// Returns all of it in its wire form.
///
/// # Panics
/// Never: the constants above are fractions.
pub fn information() -> Information {
    let fraction = |text: &str| text.parse::<Fraction>().expect("a fraction");
    let base = fraction(BASE);
    let scenarios = EXACT.map(|(scenario, value)| {
        let value = fraction(value);
        InformationScenario { scenario: scenario.to_owned(), value: exact(value), gain: exact(value - base) }
    });
    let neighbours = SAMPLED.map(|(players, gain, margin)| SampledNeighbours {
        players,
        value: base.to_f64() + gain,
        gain,
        gain_95: (gain - margin, gain + margin),
        samples: 40,
        seed: 1,
    });
    Information { base: exact(base), scenarios: scenarios.into(), neighbours: neighbours.into() }
}
