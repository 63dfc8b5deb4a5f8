//! Ways to play.

use uth::Card;

/// A way to play: what to do in each street with the cards that can be seen there.
///
/// Suits must be equal to it: exchanging suits everywhere may change no decision.
pub trait Strategy: Sync {
    /// Before the flop: how many Antes to raise, or nothing to check.
    fn preflop(&self, hole: [Card; 2]) -> Option<u8>;

    /// On the flop, having checked: whether to raise two Antes.
    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool;

    /// On the river, having checked twice: whether to raise one Ante; else the hand folds. The board is in the order
    /// dealt, flop first.
    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool;
}
