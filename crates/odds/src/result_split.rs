//! The result of one hand, split into what the game is worth, luck, the cost of decisions, and what was not covered.
//!
//! A hand's value is followed from before the deal to the last card. Where cards become known, the change to the best
//! action's value is luck; where the player acts, the change to that action's value is the cost of the decision. Each
//! part starts where the one before ended, so the sum telescopes: from nothing to the value of the finished hand, which
//! is what full cover pays. Whatever the settlement paid beyond or below that is the part that was not covered.

use uth::{Card, Cents, Play, Round, Seat, Stage, Wagers};

use crate::advice::{AdviceError, AdviceSums, KnownCards};
use crate::decisions::PlayerAction;
use crate::fraction::Fraction;
use crate::game::{Game, Mix, Stakes};
use crate::solution::Solution;
use crate::solver::Solver;

/// A hand that was settled, with its cards and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct PlayedHand {
    pub hole: [Card; 2],
    pub board: [Card; 5],
    pub end: HandEnd,
    pub wagers: Wagers,
    /// What was won or lost.
    pub net: Cents,
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandEnd {
    /// It was folded on the river. The dealer's cards do not matter, and may have stayed face down (R26).
    Fold,
    /// It met the dealer's hand.
    #[allow(missing_docs)]
    Showdown {
        /// The Play wager in Antes. It says on which street it was made, because the raises differ from street to
        /// street.
        times: u8,
        dealer: [Card; 2],
    },
}

impl HandEnd {
    const fn play(self) -> Play {
        match self {
            HandEnd::Fold => Play::Fold,
            HandEnd::Showdown { times, .. } => Play::Raise(times),
        }
    }
}

impl PlayedHand {
    /// Returns the hands of a round that was settled; none if it is not over or was declared void.
    pub fn of_round(round: &Round) -> Vec<(Seat, PlayedHand)> {
        let Some(settlement) = round.settlement().filter(|_| round.stage() == Stage::Settled) else {
            return Vec::new();
        };
        let hand = |seat: Seat, net: Cents| {
            let end = match round.play(seat)? {
                Play::Fold => HandEnd::Fold,
                Play::Raise(times) => HandEnd::Showdown { times, dealer: round.dealer()? },
            };
            let board = round.board().try_into().ok()?;
            Some(PlayedHand { hole: round.hole(seat)?, board, end, wagers: round.wagers(seat)?, net })
        };
        let hands = settlement
            .seats
            .iter()
            .filter_map(|settled| hand(settled.seat, settled.net).map(|hand| (settled.seat, hand)));
        hands.collect()
    }

    /// Returns the bonus wagers in Antes, which must be those of the solution that splits the hand.
    pub fn mix(&self) -> Option<Mix> {
        let share = |wager: Cents| Fraction::new(wager.0.into(), self.wagers.ante.0.into());
        Some(Mix { trips: share(self.wagers.trips)?, bad_beat: share(self.wagers.bad_beat)? })
    }
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
    /// Each decision with its cost, zero or negative, in the order in which they were made: before the flop, on the
    /// flop, on the river.
    pub decisions: Vec<(PlayerAction, Fraction)>,
    /// The result less what full cover would have paid: negative where a bank ran out (R7) or an aggregate was shared
    /// (R24), positive where a wager went back that would have lost.
    pub uncovered: Fraction,
}

impl ResultSplit {
    /// The split of a hand whose round was declared void. Every wager went back, so nothing was won or lost, by luck or
    /// otherwise: all parts are zero, the game's value included.
    pub const VOID: ResultSplit = ResultSplit {
        game: Fraction::ZERO,
        hole: Fraction::ZERO,
        flop: Fraction::ZERO,
        turn_and_river: Fraction::ZERO,
        dealer: Fraction::ZERO,
        decisions: Vec::new(),
        uncovered: Fraction::ZERO,
    };

    /// Returns what all decisions cost.
    pub fn decisions_cost(&self) -> Fraction {
        self.decisions.iter().map(|(_, cost)| *cost).sum()
    }

    /// Returns the result in Antes.
    pub fn sum(&self) -> Fraction {
        self.covered() + self.uncovered
    }

    /// Returns what the hand would have won or lost with full cover.
    fn covered(&self) -> Fraction {
        self.game + self.hole + self.flop + self.turn_and_river + self.dealer + self.decisions_cost()
    }
}

impl Solver {
    /// Splits the result of a hand, given the solution of its game with its mix of wagers.
    pub fn split(&self, solution: &Solution, hand: &PlayedHand) -> Result<ResultSplit, AdviceError> {
        if hand.mix() != Some(solution.game.mix) {
            return Err(AdviceError::OtherWagers);
        }
        let stakes = Stakes::of(&solution.game).map_err(AdviceError::Game)?;
        let (value, decisions) = (solution.mix(), Vec::new());
        let mut splitting = Splitting { solver: self, solution, stakes, hand, value, decisions };
        let mut split = ResultSplit {
            game: splitting.value,
            hole: splitting.preflop()?,
            flop: splitting.street(&hand.board[..3])?,
            turn_and_river: splitting.street(&hand.board)?,
            dealer: splitting.showdown()?,
            ..ResultSplit::VOID
        };
        // The struct above borrows the splitting street by street, so its list is taken afterwards.
        split.decisions = splitting.decisions;
        let result = Fraction::of(hand.net.0.into(), hand.wagers.ante.0.into());
        split.uncovered = result - split.covered();
        Ok(split)
    }
}

/// Follows a hand through its streets. `value` is what the hand is worth with the cards and decisions so far.
struct Splitting<'a> {
    solver: &'a Solver,
    solution: &'a Solution,
    stakes: Stakes,
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

    /// Returns the luck of the cards that a street brought, and decides if the hand has only checked so far.
    fn street(&mut self, board: &[Card]) -> Result<Fraction, AdviceError> {
        let known = KnownCards::new(self.hand.hole, board, &[], &[])?;
        let sums = self.solver.sums(&self.stakes, &known);
        // After a raise nothing is left to decide: new cards only change what that raise is worth.
        let has_checked = self.decisions.iter().all(|(action, _)| *action == PlayerAction::Check);
        if has_checked {
            let actions = sums.actions(self.game(), &self.stakes, board.len());
            return Ok(self.decide(&actions));
        }
        Ok(self.turn_to_play(&sums))
    }

    fn showdown(&mut self) -> Result<Fraction, AdviceError> {
        let HandEnd::Showdown { dealer, .. } = self.hand.end else { return Ok(Fraction::ZERO) };
        // With both of the dealer's cards known one deal is left, and its value is the result.
        let known = KnownCards::new(self.hand.hole, &self.hand.board, &[], &dealer)?;
        Ok(self.turn_to_play(&known.sums(&self.stakes)))
    }

    /// Turns to the best of some actions, which is luck, and then to the one that was taken, which has a cost.
    fn decide(&mut self, actions: &[(PlayerAction, Fraction)]) -> Fraction {
        // The value before was that of playing best from here on, so the luck of the new cards is the change
        // of the best value, whatever was then done.
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
        let play = self.hand.end.play();
        let raise = PlayerAction::Raise(Fraction::whole(play.times().into()));
        let has = |wanted: PlayerAction| actions.iter().any(|(action, _)| *action == wanted);
        match play {
            Play::Raise(_) if has(raise) => raise,
            _ if has(PlayerAction::Check) => PlayerAction::Check,
            _ => PlayerAction::Fold,
        }
    }

    /// Turns to what the hand is worth as it was played.
    fn turn_to_play(&mut self, sums: &AdviceSums) -> Fraction {
        self.turn_to(sums.value_of(self.game(), &self.stakes, self.hand.end.play()))
    }

    fn turn_to(&mut self, value: Fraction) -> Fraction {
        value - core::mem::replace(&mut self.value, value)
    }

    const fn game(&self) -> &Game {
        &self.solution.game
    }
}
