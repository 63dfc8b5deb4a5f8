//! What a hand may decide, and when: the only place that says which decision belongs to which street.

use core::fmt;

use crate::money::Cents;
use crate::round::{Action, Stage};
use crate::seat::Seat;

/// A decision of a hand that has cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Makes the Play wager of so many Antes.
    Raise(u8),
    /// Passes, before the flop or on it.
    Check,
    /// Gives the hand up on the river.
    Fold,
}

impl Decision {
    /// The largest Play wager of any street, in Antes (CA.play.4). Reserves, loss limits and the house's chips are
    /// measured by it.
    pub const LARGEST_RAISE: u8 = 4;

    /// Every decision that is legal on some street, raises first.
    pub const ALL: [Decision; 6] = [
        Decision::Raise(Decision::LARGEST_RAISE),
        Decision::Raise(3),
        Decision::Raise(2),
        Decision::Raise(1),
        Decision::Check,
        Decision::Fold,
    ];

    /// Returns whether an awaited hand may decide so: 4x, 3x or check before the flop, 2x or check on it, 1x or
    /// fold on the river (CA.round.1, CA.round.3, CA.round.5).
    #[inline]
    pub const fn is_legal_in(self, stage: Stage) -> bool {
        matches!(
            (stage, self),
            (Stage::Preflop, Decision::Raise(Decision::LARGEST_RAISE | 3))
                | (Stage::Flop, Decision::Raise(2))
                | (Stage::River, Decision::Raise(1) | Decision::Fold)
                | (Stage::Preflop | Stage::Flop, Decision::Check)
        )
    }

    /// Returns the Play wager that the decision makes for a hand with that Ante.
    pub const fn amount(self, ante: Cents) -> Cents {
        match self {
            Decision::Raise(times) => Cents(ante.0 * times as i64),
            Decision::Check | Decision::Fold => Cents::ZERO,
        }
    }

    /// Returns the action with which a seat decides so.
    #[inline]
    pub const fn action(self, seat: Seat) -> Action {
        match self {
            Decision::Raise(times) => Action::Raise(seat, times),
            Decision::Check => Action::Check(seat),
            Decision::Fold => Action::Fold(seat),
        }
    }
}

/// "4x", "check", "fold".
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Raise(times) => write!(f, "{times}x"),
            Decision::Check => f.pad("check"),
            Decision::Fold => f.pad("fold"),
        }
    }
}

/// A decision that a round accepts now, from [`Round::legal_actions`](crate::Round::legal_actions).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LegalAction {
    /// The decision.
    pub decision: Decision,
    /// The Play wager that it makes; zero for a check or a fold.
    pub amount: Cents,
}
