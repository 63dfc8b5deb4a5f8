//! The table action from which the bank's expected gain covers the collection.

use uth::{Cents, Schedule, Wagers};

use super::strategy_values::StrategyValues;
use crate::fraction::Fraction;

/// The bank's edge: its expected gain as a share of the table action, the money wagered before the cards. It is the
/// same at every stake as long as the players divide their wagers in the same proportion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BankEdge(Fraction);

/// One bracket of a collection schedule, and where the bank's expected gain covers its fee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BracketResult {
    /// The lowest table action of the bracket.
    pub from: Cents,
    /// The lowest table action of the next bracket; `None` for the last one.
    pub to: Option<Cents>,
    /// The fee collected in this bracket.
    pub fee: Cents,
    /// The bank's expected gain at the lowest action of the bracket, in cents, before the fee.
    pub gain: Fraction,
    /// The action at which the gain equals the fee, in cents, whether or not it lies in the bracket; `None` if the edge
    /// is not positive.
    pub break_even: Option<Fraction>,
    /// Where in the bracket the gain covers the fee.
    pub covered: Covered,
}

/// Where in a bracket the bank's gain covers the fee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covered {
    /// In the whole bracket.
    Whole,
    /// From this action on, in cents.
    From(Fraction),
    /// Nowhere in the bracket.
    Never,
}

impl BankEdge {
    /// Returns the edge against players who wager like this and achieve these values, or `None` without wagers.
    pub fn new(values: &StrategyValues, wagers: Wagers) -> Option<BankEdge> {
        BankEdge::of([(values, wagers)])
    }

    /// Returns the edge against a whole table.
    pub fn of<'a>(players: impl IntoIterator<Item = (&'a StrategyValues, Wagers)>) -> Option<BankEdge> {
        let (mut gain, mut action) = (Fraction::ZERO, Cents::ZERO);
        for (values, wagers) in players {
            gain = gain - values.round(wagers);
            action += wagers.table_action();
        }
        gain.checked_div(Fraction::whole(action.0)).map(BankEdge)
    }

    /// The gain per unit of table action.
    pub const fn value(self) -> Fraction {
        self.0
    }

    /// Returns the expected gain at an action, in cents, before the fee.
    pub fn gain(self, action: Cents) -> Fraction {
        self.0 * Fraction::whole(action.0)
    }

    /// Evaluates every bracket of a schedule, lowest first.
    pub fn brackets(self, schedule: &Schedule) -> Vec<BracketResult> {
        let brackets = schedule.brackets();
        let ends = brackets.iter().skip(1).map(|next| Some(next.from)).chain([None]);
        brackets.iter().zip(ends).map(|(bracket, to)| self.bracket(bracket.from, to, bracket.fee)).collect()
    }

    /// Returns the lowest action, in cents, from which the gain covers the fee of every bracket, or `None` if there is
    /// none.
    pub fn covered_for_good(self, schedule: &Schedule) -> Option<Fraction> {
        let mut from = None;
        for bracket in self.brackets(schedule) {
            from = match bracket.covered {
                Covered::Whole => from.or(Some(Fraction::whole(bracket.from.0))),
                Covered::From(action) => Some(action),
                Covered::Never => None,
            };
        }
        from
    }

    fn bracket(self, from: Cents, to: Option<Cents>, fee: Cents) -> BracketResult {
        let fee_cents = Fraction::whole(fee.0);
        let wins = self.0 > Fraction::ZERO;
        let break_even = if wins { fee_cents.checked_div(self.0) } else { None };
        let covered = match break_even {
            Some(action) if action <= Fraction::whole(from.0) => Covered::Whole,
            Some(action) if to.is_none_or(|to| action < Fraction::whole(to.0)) => Covered::From(action),
            _ => Covered::Never,
        };
        BracketResult { from, to, fee, gain: self.gain(from), break_even, covered }
    }
}
