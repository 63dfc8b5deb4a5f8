//! The solution of a game: exact values and best play.

use uth::Card;

use crate::decisions::{FlopRaises, PlayerAction, StartingHand};
use crate::fraction::Fraction;
use crate::game::Game;

/// A solved game. Values are per Ante, or per unit of a bonus wager, unless stated otherwise.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    /// The game that was solved.
    pub game: Game,
    /// The number of ways to deal one player, the board and the dealer.
    pub deals: i128,
    /// The values of Ante, Blind and Play under best play.
    pub wagers: WagerValues,
    /// How often each action ends the decisions of a hand; the shares sum to one.
    pub actions: Vec<(PlayerAction, Fraction)>,
    /// The Trips wager.
    pub trips: BonusValue,
    /// The Bad Beat wager, which a fold forfeits.
    pub bad_beat: BonusValue,
    /// The Bad Beat wager of a player who never folds.
    pub bad_beat_without_folds: BonusValue,
    /// The value of the whole mix as the maximum over decisions. It equals [`Solution::mix`], which is summed wager by
    /// wager, and so checks it.
    pub best: Fraction,
    /// The starting hands.
    pub preflop: Vec<PreflopRow>,
    // Kept as bits of 1,755 classes: 1,326 holes on 22,100 flops would take twelve times as much.
    pub(crate) flop_raises: FlopRaises,
}

/// The values of the wagers of the base game, in Antes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct WagerValues {
    pub ante: Fraction,
    pub blind: Fraction,
    pub play: Fraction,
}

/// The value of a bonus wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BonusValue {
    /// The expected result.
    pub value: Fraction,
    /// The share of hands on which it wins.
    pub hit_rate: Fraction,
    /// The expected square of the result.
    pub second_moment: Fraction,
}

impl BonusValue {
    /// The variance of the result.
    pub fn variance(&self) -> Fraction {
        self.second_moment - self.value * self.value
    }
}

/// A starting hand, with the value of everything on the table for each action before the flop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreflopRow {
    /// The starting hand.
    pub hand: StartingHand,
    /// Each raise that the game allows, in its order, with its value.
    pub raises: Vec<(Fraction, Fraction)>,
    /// The value of a check, followed by best play.
    pub check: Fraction,
    /// The best action.
    pub best: PlayerAction,
    /// The value of one unit of Trips, of which the values above contain as many as the mix.
    pub trips: Fraction,
}

impl Solution {
    /// The value of Ante, Blind and Play together.
    pub fn base(&self) -> Fraction {
        self.wagers.ante + self.wagers.blind + self.wagers.play
    }

    /// The value of all wagers on the table.
    pub fn mix(&self) -> Fraction {
        let mix = &self.game.mix;
        self.base() + self.trips.value * mix.trips + self.bad_beat.value * mix.bad_beat
    }

    /// Returns the solution of the same game with another Trips wager. Trips is settled on the player's hand alone,
    /// folded or not, so it changes values but no decision, and nothing has to be solved again.
    #[must_use]
    pub fn with_trips(&self, trips: Fraction) -> Solution {
        // Values are linear in the wager.
        let more = trips - self.game.mix.trips;
        let mut solution = self.clone();
        solution.game.mix.trips = trips;
        solution.best = self.best + self.trips.value * more;
        for row in &mut solution.preflop {
            let gained = row.trips * more;
            row.check = row.check + gained;
            row.raises.iter_mut().for_each(|(_, value)| *value = *value + gained);
        }
        solution
    }

    /// The expected amount wagered on Ante, Blind and Play.
    pub fn average_wager(&self) -> Fraction {
        let play = |(action, share): &(PlayerAction, Fraction)| match action {
            PlayerAction::Raise(times) => *times * *share,
            PlayerAction::Check | PlayerAction::Fold => Fraction::ZERO,
        };
        Fraction::whole(2) + self.actions.iter().map(play).sum()
    }

    /// The expected loss per unit wagered on Ante, Blind and Play.
    pub fn element_of_risk(&self) -> Fraction {
        // The average wager is at least two Antes, so the division succeeds.
        (-self.base()).checked_div(self.average_wager()).unwrap_or(Fraction::ZERO)
    }

    /// Returns the row of the starting hand of two cards.
    pub fn preflop_row(&self, one: Card, other: Card) -> Option<&PreflopRow> {
        let hand = StartingHand::of(one, other);
        self.preflop.iter().find(|start| start.hand == hand)
    }

    /// Whether best play raises this flop after a check before it.
    pub fn raises_flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.flop_raises.raises(hole, flop)
    }
}
