//! Points of hands that are worth practising.

use odds::{Advice, AdviceError, Fraction, Game, KnownCards, PlayerAction, StartingHand};
use uth::Card;

use super::Laboratory;
use crate::advice::Point;

/// What a point teaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Whether best play gets there: it has checked on every street before.
    pub reached: bool,
    /// What the best action is worth more than the second best, in Antes.
    pub gap: Fraction,
}

impl Laboratory {
    /// What each point teaches, where nothing else is seen. From the solver's tables this takes microseconds, where
    /// `Point::advised` enumerates.
    pub fn worth(&self, points: &[Point]) -> Result<Vec<Worth>, AdviceError> {
        points.iter().map(|point| self.of(point)).collect()
    }

    fn of(&self, point: &Point) -> Result<Worth, AdviceError> {
        let start = self.start(point.hole);
        let (mut reached, mut last) = (true, start);
        let board = &point.board[..];
        if let [one, two, three, ..] = *board {
            reached &= checks(&last);
            last = self.solver().flop_advice(&Game::standard(), point.hole, [one, two, three])?;
        }
        if board.len() == 5 {
            reached &= checks(&last);
            last = KnownCards::new(point.hole, board, &[], &[])?.advice(&Game::standard())?;
        }
        let gap = match &last[..] {
            [(_, best), (_, second), ..] => *best - *second,
            _ => Fraction::ZERO,
        };
        Ok(Worth { reached, gap })
    }

    /// The value of each action before the flop, best first.
    fn start(&self, hole: [Card; 2]) -> Advice {
        let standard = self
            .standard
            .get_or_init(|| self.solver().solve(&Game::standard()).expect("the standard game can be solved"));
        let hand = StartingHand::of(hole[0], hole[1]);
        let start = standard.preflop.iter().find(|start| start.hand == hand);
        let start = start.expect("every two cards are a starting hand");
        let raises = start.raises.iter().map(|(raise, value)| (PlayerAction::Raise(*raise), *value));
        let mut advice: Advice = raises.chain([(PlayerAction::Check, start.check)]).collect();
        advice.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        advice
    }
}

fn checks(advice: &Advice) -> bool {
    advice.first().is_some_and(|(action, _)| *action == PlayerAction::Check)
}
