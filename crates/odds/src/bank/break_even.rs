//! From which action on the bank's gain covers the collection.

use uth::{Cents, Schedule, Wagers};

use super::values::Values;
use crate::fraction::Fraction;

/// What the bank wins on average of all money on the table before the cards, for players who divide their wagers in the
/// same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate(Fraction);

/// One bracket of a schedule, and whether the bank's gain covers its fee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BracketResult {
    /// The lowest table action of the bracket.
    pub from: Cents,
    /// Where the next bracket begins; the last has no end.
    pub to: Option<Cents>,
    /// What is collected.
    pub fee: Cents,
    /// What the bank wins on average at the lowest action, in cents, before the fee.
    pub gain: Fraction,
    /// The action at which the gain is the fee, in cents, wherever that lies; a bank that does not win has none.
    pub break_even: Option<Fraction>,
    /// Where in the bracket the gain covers the fee.
    pub covered: Covered,
}

/// Where in a bracket the bank's gain covers the fee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covered {
    /// Everywhere.
    Whole,
    /// From that action on, in cents.
    From(Fraction),
    /// Nowhere.
    Never,
}

impl Rate {
    /// The rate of players who wager like this and play for those values. Without wagers there is none.
    pub fn new(values: &Values, wagers: Wagers) -> Option<Rate> {
        Rate::of([(values, wagers)])
    }

    /// The rate of a whole table.
    pub fn of<'a>(players: impl IntoIterator<Item = (&'a Values, Wagers)>) -> Option<Rate> {
        let (mut gain, mut action) = (Fraction::ZERO, Cents::ZERO);
        for (values, wagers) in players {
            gain = gain - values.round(wagers);
            action += wagers.table_action();
        }
        gain.checked_div(Fraction::whole(action.0)).map(Rate)
    }

    /// What is won of one unit of table action.
    pub const fn value(self) -> Fraction {
        self.0
    }

    /// What is won on average at that action, in cents, before the fee.
    pub fn gain(self, action: Cents) -> Fraction {
        self.0 * Fraction::whole(action.0)
    }

    /// Every bracket of a schedule, lowest first.
    pub fn brackets(self, schedule: &Schedule) -> Vec<BracketResult> {
        let brackets = schedule.brackets();
        let ends = brackets.iter().skip(1).map(|next| Some(next.from)).chain([None]);
        brackets.iter().zip(ends).map(|(bracket, to)| self.bracket(bracket.from, to, bracket.fee)).collect()
    }

    /// The lowest action from which on no bracket's fee is more than the gain, in cents; none if there is no such.
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
