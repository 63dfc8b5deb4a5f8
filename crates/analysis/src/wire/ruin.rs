//! What becomes of a bankroll, for programs and for pages.

use odds::{Fraction, Ruin};
use serde_json::{Value, json};

use super::exact_record;

/// The chance of ruin, how it grows, and what is left.
pub fn ruin_record(bankroll: Fraction, ruin: &Ruin) -> Value {
    let [low, middle, high] = ruin.quantiles;
    let last = ruin.curve.last();
    json!({
        "bankroll": exact_record(bankroll),
        "needed": exact_record(ruin.minimum_bankroll),
        "hands": last.map(|(hands, _)| hands),
        "ruin": last.map(|(_, chance)| chance),
        "doubt": ruin.error_bound,
        "ahead": ruin.ahead,
        "left": {"5": low, "50": middle, "95": high},
        "chances": ruin.curve,
    })
}
