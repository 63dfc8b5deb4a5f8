//! A strategy that waits for the flop.

use uth::Card;

use crate::strategy::Strategy;

/// Never raises before the flop, and plays like another strategy afterwards.
pub struct WaitForFlop<S>(pub S);

impl<S: Strategy> Strategy for WaitForFlop<S> {
    fn preflop(&self, _: [Card; 2]) -> Option<u8> {
        None
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.0.flop(hole, flop)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        self.0.river(hole, board)
    }
}
