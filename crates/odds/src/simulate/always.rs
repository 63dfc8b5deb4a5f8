//! A strategy that raises every hand.

use uth::Card;

use crate::strategy::Strategy;

/// Raises every hand by this number of Antes before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlwaysRaise(pub u8);

impl Strategy for AlwaysRaise {
    fn preflop(&self, _: [Card; 2]) -> Option<u8> {
        Some(self.0)
    }

    fn flop(&self, _: [Card; 2], _: [Card; 3]) -> bool {
        true
    }

    fn river(&self, _: [Card; 2], _: [Card; 5]) -> bool {
        true
    }
}
