//! What chance expects, and how far from it is too far.

use std::fmt;

/// 99 of 100 fair counts deviate less, up or down.
pub(crate) const ALLOWED: f64 = 2.575_829;

/// One test: how far the counts are from what chance expects, in standard deviations.
pub(crate) struct Finding {
    pub(crate) name: &'static str,
    pub(crate) statistic: f64,
    pub(crate) expected: f64,
    pub(crate) deviation: f64,
}

impl Finding {
    pub(crate) fn is_fair(&self) -> bool {
        self.deviation.abs() < ALLOWED
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { name, statistic, expected, deviation } = self;
        write!(f, "{name:<28} {statistic:>12.1} {expected:>12.1} {deviation:>+10.2}")
    }
}

/// A sum of squares with so many degrees of freedom. Its cube root is as good as normal (Wilson and Hilferty).
pub(crate) fn chi_square(name: &'static str, statistic: f64, degrees: u32) -> Finding {
    let degrees = f64::from(degrees);
    let variance = 2.0 / (9.0 * degrees);
    let deviation = ((statistic / degrees).cbrt() - (1.0 - variance)) / variance.sqrt();
    Finding { name, statistic, expected: degrees, deviation }
}

/// How many decks have so many descents. Numbers of descents that hardly come are counted together at each end.
pub(crate) fn descents(counts: &[u32; 52], decks: u32) -> Finding {
    let expected = chances_of_descents().map(|chance| chance * f64::from(decks));
    let low = expected.iter().position(|expected| *expected >= 10.0).unwrap_or(25);
    let high = 51 - low;
    let mut cells = vec![(0.0, 0.0); high - low + 1];
    for (made, (count, expected)) in counts.iter().zip(expected).enumerate() {
        let cell = &mut cells[made.clamp(low, high) - low];
        *cell = (cell.0 + f64::from(*count), cell.1 + expected);
    }
    let sum = cells.iter().map(|(counted, expected)| (counted - expected).powi(2) / expected).sum();
    chi_square("descents", sum, cells.len() as u32 - 1)
}

/// The Eulerian numbers, divided by the number of all orders. Putting in a card higher than all others adds a descent,
/// unless it goes into one or to the end.
fn chances_of_descents() -> [f64; 52] {
    let mut chances = [0.0; 52];
    chances[0] = 1.0;
    for cards in 2..=52_u8 {
        for made in (1..cards).rev() {
            let (adding, others) = (f64::from(cards - made), f64::from(made + 1));
            let place = usize::from(made);
            chances[place] = (chances[place] * others + chances[place - 1] * adding) / f64::from(cards);
        }
        chances[0] /= f64::from(cards);
    }
    chances
}

/// How many decks begin like an earlier one, of so many ways to begin. Rare events come as Poisson says; the root makes
/// their variance one.
pub(crate) fn duplicates(name: &'static str, found: u32, decks: u32, ways: f64) -> Finding {
    let decks = f64::from(decks);
    let different = -ways * (decks * (-1.0 / ways).ln_1p()).exp_m1();
    let expected = decks - different;
    let found = f64::from(found);
    let deviation = 2.0 * ((found + 0.375).sqrt() - (expected + 0.125).sqrt());
    Finding { name, statistic: found, expected, deviation }
}
