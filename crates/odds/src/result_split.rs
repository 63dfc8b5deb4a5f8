//! The result of one hand, split into what the game is worth, luck, and the cost of decisions.

use uth::{Card, Play};

use crate::advice::{AdviceError, KnownCards};
use crate::decisions::PlayerAction;
use crate::fraction::Fraction;
use crate::game::Game;
use crate::solution::Solution;

/// A hand that was played to its end, with all cards that were dealt to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct PlayedHand {
    pub hole: [Card; 2],
    pub board: [Card; 5],
    pub dealer: [Card; 2],
    pub play: Play,
}

/// The parts of a result, in Antes. Each stretch of luck is the change of the hand's value when its cards become known,
/// so it is zero on average; a decision costs what its value is below the best. The parts sum to the result exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultSplit {
    /// What the game is worth before any card, under best play.
    pub game: Fraction,
    /// The luck of the hole cards.
    pub hole: Fraction,
    /// The luck of the flop.
    pub flop: Fraction,
    /// The luck of turn and river.
    pub turn_and_river: Fraction,
    /// The luck of the dealer's hand.
    pub dealer: Fraction,
    /// Each decision with its cost, zero or negative, in the order in which they were made.
    pub decisions: Vec<(PlayerAction, Fraction)>,
}

impl ResultSplit {
    /// Returns the result in Antes.
    pub fn sum(&self) -> Fraction {
        let costs: Fraction = self.decisions.iter().map(|(_, cost)| *cost).sum();
        self.game + self.hole + self.flop + self.turn_and_river + self.dealer + costs
    }
}

impl Solution {
    /// Splits the result of a hand that was covered in full. The Play wager says on which street it was made, because
    /// the raises differ from street to street.
    pub fn split(&self, hand: &PlayedHand) -> Result<ResultSplit, AdviceError> {
        let mut splitting = Splitting { solution: self, hand, value: self.mix(), decisions: Vec::new() };
        let game = splitting.value;
        let hole = splitting.preflop()?;
        let flop = splitting.flop()?;
        let turn_and_river = splitting.river()?;
        let dealer = splitting.showdown()?;
        Ok(ResultSplit { game, hole, flop, turn_and_river, dealer, decisions: splitting.decisions })
    }
}

/// Follows a hand through its streets. `value` is what the hand is worth with the cards and decisions so far.
struct Splitting<'a> {
    solution: &'a Solution,
    hand: &'a PlayedHand,
    value: Fraction,
    decisions: Vec<(PlayerAction, Fraction)>,
}

impl Splitting<'_> {
    fn preflop(&mut self) -> Result<Fraction, AdviceError> {
        let [one, other] = self.hand.hole;
        // Every two cards of a whole deck have a row.
        let row = self.solution.preflop_row(one, other).ok_or(AdviceError::NoCardsLeft)?;
        let raises = row.raises.iter().map(|(raise, value)| (PlayerAction::Raise(*raise), *value));
        let actions: Vec<_> = raises.chain([(PlayerAction::Check, row.check)]).collect();
        Ok(self.decide(&actions))
    }

    fn flop(&mut self) -> Result<Fraction, AdviceError> {
        self.street(&self.hand.board[..3])
    }

    fn river(&mut self) -> Result<Fraction, AdviceError> {
        self.street(&self.hand.board)
    }

    /// Returns the luck of the cards that a street brought, and decides if the hand has only checked so far.
    fn street(&mut self, board: &[Card]) -> Result<Fraction, AdviceError> {
        let known = KnownCards::new(self.hand.hole, board, &[], &[])?;
        // After a raise nothing is left to decide: new cards only change what that raise is worth.
        let has_checked = self.decisions.iter().all(|(action, _)| *action == PlayerAction::Check);
        if has_checked {
            return Ok(self.decide(&known.advice(self.game())?));
        }
        Ok(self.turn_to(known.value_of(self.game(), self.hand.play)?))
    }

    fn showdown(&mut self) -> Result<Fraction, AdviceError> {
        // With both of the dealer's cards known one deal is left, and its value is the result.
        let known = KnownCards::new(self.hand.hole, &self.hand.board, &[], &self.hand.dealer)?;
        let result = known.value_of(self.game(), self.hand.play)?;
        Ok(self.turn_to(result))
    }

    /// Turns to the best of some actions, which is luck, and then to the one that was taken, which has a cost.
    fn decide(&mut self, actions: &[(PlayerAction, Fraction)]) -> Fraction {
        let best = actions.iter().map(|(_, value)| *value).max().unwrap_or(self.value);
        let luck = self.turn_to(best);
        let taken = self.taken(actions);
        let value = actions.iter().find(|(action, _)| *action == taken).map_or(best, |(_, value)| *value);
        let cost = self.turn_to(value);
        self.decisions.push((taken, cost));
        luck
    }

    /// Returns the action that leads to how the hand was played: its raise if this street has it, else the passive one.
    fn taken(&self, actions: &[(PlayerAction, Fraction)]) -> PlayerAction {
        let raise = PlayerAction::Raise(Fraction::whole(self.hand.play.times().into()));
        let has = |wanted: PlayerAction| actions.iter().any(|(action, _)| *action == wanted);
        match self.hand.play {
            Play::Raise(_) if has(raise) => raise,
            _ if has(PlayerAction::Check) => PlayerAction::Check,
            _ => PlayerAction::Fold,
        }
    }

    fn turn_to(&mut self, value: Fraction) -> Fraction {
        value - core::mem::replace(&mut self.value, value)
    }

    const fn game(&self) -> &Game {
        &self.solution.game
    }
}
