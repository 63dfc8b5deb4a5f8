//! What becomes of a bankroll, in its wire form.

use odds::{Fraction, Ruin};
use protocol::{Quantiles, RuinResult};

use super::exact;

/// Writes down the chance of ruin, how it grows, and what is left.
pub fn ruin_result(bankroll: Fraction, ruin: &Ruin) -> RuinResult {
    let [low, median, high] = ruin.quantiles;
    let last = ruin.curve.last();
    RuinResult {
        bankroll: exact(bankroll),
        needed: exact(ruin.minimum_bankroll),
        hands: last.map(|(hands, _)| *hands),
        ruin: last.map(|(_, chance)| *chance),
        doubt: ruin.error_bound,
        ahead: ruin.ahead,
        left: Quantiles { low, median, high },
        chances: ruin.curve.clone(),
    }
}
