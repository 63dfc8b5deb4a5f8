//! Strategies, and their exact values.

use uth::Card;

mod arrivals;
mod best;
mod evaluate;
mod range;
mod rules;
mod simple;

pub use best::BestPlay;
pub use evaluate::{Evaluation, EvaluationError};
pub use range::{Range, RangeError};
pub use rules::{Condition, Rule, RuleError, Rules, Street, StreetRules};
pub use simple::WaitForFlop;

/// A strategy: the decision on each street, given the cards visible there.
///
/// Implementations must treat suits alike: permuting the suits of all cards must not change a decision.
pub trait Strategy: Sync {
    /// Returns how many Antes to raise before the flop, or `None` to check.
    fn preflop(&self, hole: [Card; 2]) -> Option<u8>;

    /// Whether to raise two Antes on the flop after a check. The order of the flop must not matter.
    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool;

    /// Whether to call one Ante on the river after two checks; otherwise the hand folds.
    ///
    /// Only what can matter at the showdown may decide here: the ranks, and which cards are in a suit with three or
    /// more cards on the board. The order of the board must not matter.
    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool;
}
