//! Best play as tables, for millions of decisions per second.

use uth::Card;

use super::flop_table::FlopTable;
use super::river_table::RiverTable;
use crate::decisions::PlayerAction;
use crate::deck::Deck;
use crate::fraction::Fraction;
use crate::game::Stakes;
use crate::hole::class;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::strategy::Strategy;

/// Best play of a solved game as bit tables.
pub struct BestPlayTables {
    /// The raise of each starting hand in Antes; 0 is a check.
    preflop: [u8; 169],
    flop: FlopTable,
    river: RiverTable,
}

impl BestPlayTables {
    /// Builds the tables, or returns `None` unless the game uses the full deck and the raises of the rules: three or
    /// four Antes before the flop, two on it and one on the river.
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
                PlayerAction::Raise(times) if times == Fraction::whole(4) => 4,
                PlayerAction::Raise(times) if times == Fraction::whole(3) => 3,
                PlayerAction::Raise(_) => return None,
                PlayerAction::Check | PlayerAction::Fold => 0,
            };
        }
        let stakes = Stakes::of(&solution.game).ok()?;
        let river = RiverTable::new(&solver.showdowns, &stakes);
        Some(BestPlayTables { preflop, flop: FlopTable::new(solution), river })
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
