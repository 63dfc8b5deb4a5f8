//! The solution of a game: exact figures and best play.

use uth::Card;

use crate::fraction::Fraction;
use crate::game::Game;
use crate::play::{Action, FlopRaises, StartingHand};

/// A solved game. Values are of one Ante, or of one bonus wager, unless said otherwise.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    /// The game that was solved.
    pub game: Game,
    /// All ways to deal one player, the board and the dealer.
    pub deals: i128,
    /// Ante, Blind and Play, each under best play.
    pub wagers: Wagers,
    /// How often each action ends the decisions of a hand; the shares add up to one.
    pub actions: Vec<(Action, Fraction)>,
    /// The Trips wager.
    pub trips: Bonus,
    /// The Bad Beat wager; a fold forfeits it.
    pub bad_beat: Bonus,
    /// The Bad Beat wager of a player who never folds.
    pub bad_beat_without_folds: Bonus,
    /// The best value of the whole mix, as maximised: the sum of its parts, found another way.
    pub best: Fraction,
    /// The starting hands.
    pub preflop: Vec<Start>,
    pub(crate) flop_raises: FlopRaises,
}

/// The wagers of the base game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Wagers {
    pub ante: Fraction,
    pub blind: Fraction,
    pub play: Fraction,
}

/// A bonus wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bonus {
    /// What it brings on average.
    pub value: Fraction,
    /// How often it wins.
    pub hit: Fraction,
    /// The average square of its result.
    pub square: Fraction,
}

impl Bonus {
    /// The variance of its result.
    pub fn variance(&self) -> Fraction {
        self.square - self.value * self.value
    }
}

/// A starting hand and the value of all that is on the table, by what is done before the flop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Which hand it is.
    pub hand: StartingHand,
    /// Each raise that the game allows, in its order, and what it is worth.
    pub raises: Vec<(Fraction, Fraction)>,
    /// A check, with best play afterwards.
    pub check: Fraction,
    /// What is best.
    pub best: Action,
}

impl Solution {
    /// The value of Ante, Blind and Play together.
    pub fn base(&self) -> Fraction {
        self.wagers.ante + self.wagers.blind + self.wagers.play
    }

    /// The value of all that is on the table.
    pub fn mix(&self) -> Fraction {
        let mix = &self.game.mix;
        self.base() + self.trips.value * mix.trips + self.bad_beat.value * mix.bad_beat
    }

    /// What is wagered on average on Ante, Blind and Play.
    pub fn average_wager(&self) -> Fraction {
        let play = |(action, share): &(Action, Fraction)| match action {
            Action::Raise(times) => *times * *share,
            Action::Check | Action::Fold => Fraction::ZERO,
        };
        Fraction::whole(2) + self.actions.iter().map(play).sum()
    }

    /// What the player loses of all money wagered on Ante, Blind and Play.
    pub fn element_of_risk(&self) -> Fraction {
        // The average wager is at least two Antes.
        (-self.base()).checked_div(self.average_wager()).unwrap_or(Fraction::ZERO)
    }

    /// The starting hand that those two cards are.
    pub fn start(&self, one: Card, other: Card) -> Option<&Start> {
        let hand = StartingHand::of(one, other);
        self.preflop.iter().find(|start| start.hand == hand)
    }

    /// Whether best play raises that flop, having checked before it.
    pub fn raises_flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.flop_raises.raises(hole, flop)
    }
}
