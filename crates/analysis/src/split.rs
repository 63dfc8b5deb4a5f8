//! Results of hands, split into what the game is worth, luck, the cost of decisions, and what was not covered.

use odds::{AdviceError, Fraction, Game, PlayedHand, ResultSplit};
use protocol::{DecisionCost, HandSplit, PlayerId, SplitPart, SplitSum, Stage};
use uth::{Cents, Pays, Seat, Wagers};

use crate::exact;
use crate::solve::Laboratory;

/// A hand of a round that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct FinishedHand {
    pub seat: Seat,
    pub player: PlayerId,
    pub wagers: Wagers,
    pub pays: Pays,
    /// How it was played; `None` if the round was declared void.
    pub played: Option<PlayedHand>,
}

impl FinishedHand {
    /// Returns the game that was played, as far as solving it takes time: hands that differ in Trips alone share it.
    /// Void hands need no game.
    pub fn game(&self) -> Option<(Pays, Fraction)> {
        Some((self.pays, self.played?.mix()?.bad_beat))
    }
}

impl Laboratory {
    /// Splits the result of a hand. In a void round every part is zero.
    pub fn split(&self, hand: &FinishedHand) -> Result<ResultSplit, AdviceError> {
        // The floor may void a round after decisions were taken; they led to nothing, so they cost nothing
        // (R18).
        let Some(played) = &hand.played else { return Ok(ResultSplit::VOID) };
        let mix = played.mix().ok_or(AdviceError::OtherWagers)?;
        let solution = self.solution(&Game { mix, ..Game::of(&hand.pays) }).map_err(AdviceError::Game)?;
        self.solver().split(&solution, played)
    }
}

/// The names of the parts, in the order of [`parts`].
pub const PARTS: [&str; 7] = ["game", "hole", "flop", "turn_and_river", "dealer", "decisions", "uncovered"];

/// Returns the parts of a result in cents, all decisions together.
pub fn parts(ante: Cents, split: &ResultSplit) -> [Fraction; 7] {
    let ResultSplit { game, hole, flop, turn_and_river, dealer, uncovered, .. } = split;
    [*game, *hole, *flop, *turn_and_river, *dealer, split.decisions_cost(), *uncovered]
        .map(|antes| antes * Fraction::whole(ante.0))
}

/// The sum of many splits, in cents. Hands have different Antes, so that only cents can be added up.
#[derive(Clone, Debug)]
pub struct SplitTotals {
    hands: u32,
    parts: [Fraction; 7],
}

impl Default for SplitTotals {
    fn default() -> SplitTotals {
        SplitTotals { hands: 0, parts: [Fraction::ZERO; 7] }
    }
}

impl SplitTotals {
    /// Adds a hand.
    ///
    /// # Panics If the sum leaves 128 bits. The denominators of all values divide a common one of about 50 bits times
    /// that of the wagers, so this takes wagers far beyond any table's.
    pub fn add(&mut self, ante: Cents, split: &ResultSplit) {
        self.hands += 1;
        for (sum, part) in self.parts.iter_mut().zip(parts(ante, split)) {
            *sum = *sum + part;
        }
    }

    /// Writes the sum down.
    pub fn wire(&self) -> SplitSum {
        let [game, hole, flop, turn_and_river, dealer, decisions, uncovered] = self.parts.map(exact);
        // Summed from the parts, so that a sum that does not add up cannot be written.
        let result = exact(self.parts.into_iter().sum());
        SplitSum { hands: self.hands, game, hole, flop, turn_and_river, dealer, decisions, uncovered, result }
    }
}

/// Writes the split of one hand down.
pub fn wire_split(hand: &FinishedHand, split: &ResultSplit) -> HandSplit {
    let part = |antes: Fraction| SplitPart {
        antes: exact(antes),
        cents: exact(antes * Fraction::whole(hand.wagers.ante.0)),
    };
    // A hand decides once on each street until it raises or folds, so the number of a decision is its street.
    let streets = [Stage::Preflop, Stage::Flop, Stage::River];
    let decision = |(street, (action, cost)): (Stage, &(odds::PlayerAction, Fraction))| DecisionCost {
        street,
        action: action.to_string(),
        cost: part(*cost),
    };
    HandSplit {
        seat: hand.seat.into(),
        player: hand.player,
        wagers: hand.wagers.into(),
        void: hand.played.is_none(),
        game: part(split.game),
        hole: part(split.hole),
        flop: part(split.flop),
        turn_and_river: part(split.turn_and_river),
        dealer: part(split.dealer),
        decisions: streets.into_iter().zip(&split.decisions).map(decision).collect(),
        uncovered: part(split.uncovered),
        result: part(split.sum()),
    }
}
