//! Ways to play, and what each of them is worth.

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
pub use rules::{Condition, Decision, Rule, RuleError, Rules, Street};
pub use simple::WaitForFlop;

/// A way to play: what to do in each street with the cards that can be seen there.
///
/// Suits must be equal to it: exchanging suits everywhere may change no decision.
pub trait Strategy: Sync {
    /// Before the flop: how many Antes to raise, or nothing to check.
    fn preflop(&self, hole: [Card; 2]) -> Option<u8>;

    /// On the flop, having checked: whether to raise two Antes. The order of the flop may make no difference.
    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool;

    /// On the river, having checked twice: whether to raise one Ante; else the hand folds.
    ///
    /// Only what can matter at the showdown may matter here: the ranks, and which cards are in a suit of which
    /// three or more lie on the board. The order of the board may make no difference.
    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool;
}
