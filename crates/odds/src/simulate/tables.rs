//! Best play, ready for millions of decisions a second.

use uth::Card;

use super::flop_look_up::FlopLookUp;
use super::river_look_up::RiverLookUp;
use crate::deck::Deck;
use crate::fraction::Fraction;
use crate::game::Stakes;
use crate::hole::class;
use crate::play::Action;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::strategy::Strategy;

/// Best play in a solved game, as tables of bits.
pub struct BestPlayTables {
    /// For each class of holes how many Antes to raise; none is a check.
    preflop: [u8; 169],
    flop: FlopLookUp,
    river: RiverLookUp,
}

impl BestPlayTables {
    /// Best play in a game of the full deck whose raises the rules know: three or four Antes before the flop, two on
    /// it and one on the river.
    pub fn new(solver: &Solver, solution: &Solution) -> Option<BestPlayTables> {
        let raises = &solution.game.raises;
        let standard = (Fraction::whole(2), Fraction::ONE);
        if (raises.flop, raises.river) != standard || solver.showdowns.deck != Deck::FULL {
            return None;
        }
        let mut preflop = [0; 169];
        for start in &solution.preflop {
            let (low, high) = (start.hand.low as usize, start.hand.high as usize);
            preflop[class(Deck::FULL, low, high, start.hand.suited)] = match start.best {
                Action::Raise(times) if times == Fraction::whole(4) => 4,
                Action::Raise(times) if times == Fraction::whole(3) => 3,
                Action::Raise(_) => return None,
                Action::Check | Action::Fold => 0,
            };
        }
        let stakes = Stakes::of(&solution.game).ok()?;
        let river = RiverLookUp::new(&solver.showdowns, &stakes);
        Some(BestPlayTables { preflop, flop: FlopLookUp::new(solution), river })
    }
}

impl Strategy for BestPlayTables {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        let [one, other] = hole.map(|card| card.index() / 4);
        let suited = hole[0].index() % 4 == hole[1].index() % 4;
        let times = self.preflop[class(Deck::FULL, one.min(other), one.max(other), suited)];
        (times > 0).then_some(times)
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.flop.raises(hole, flop)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        self.river.calls(hole, board)
    }
}
