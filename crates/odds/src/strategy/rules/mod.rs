//! Strategies made of rules that a person can learn.

use core::fmt;

use uth::Card;

use crate::strategy::Strategy;
use crate::strategy::range::Range;

mod condition;
mod parse;
mod situation;

pub use condition::{Condition, Street};
pub use parse::RuleError;
use situation::Situation;

/// A strategy made of rules.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rules {
    /// Before the flop: the raise in Antes for a range of hands; the first range that contains the hand decides.
    pub preflop: Vec<(u8, Range)>,
    /// On the flop: raise or check.
    pub flop: StreetRules,
    /// On the river: call or fold.
    pub river: StreetRules,
}

/// The rules of one street.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StreetRules {
    /// If any of these holds, the hand is not raised.
    pub hold_back: Vec<Rule>,
    /// Otherwise it is raised if any of these holds.
    pub raise: Vec<Rule>,
}

/// A rule, which holds if all its clauses do. [`Rule::parse`] is the only constructor and checks that the clauses make
/// sense on their street.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    clauses: Vec<Clause>,
}

/// A condition that must hold, or must not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clause {
    holds: bool,
    condition: Condition,
}

impl StreetRules {
    fn raises(&self, seen: &Situation) -> bool {
        let one_holds = |rules: &[Rule]| rules.iter().any(|rule| rule.holds(seen));
        !one_holds(&self.hold_back) && one_holds(&self.raise)
    }
}

impl Rule {
    fn holds(&self, seen: &Situation) -> bool {
        self.clauses.iter().all(|clause| clause.condition.holds(seen) == clause.holds)
    }
}

impl Strategy for Rules {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        self.preflop.iter().find(|(_, hands)| hands.contains(hole)).map(|(raise, _)| *raise)
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        self.flop.raises(&Situation::new(hole, &flop))
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        self.river.raises(&Situation::new(hole, &board))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, clause) in self.clauses.iter().enumerate() {
            let and = if index > 0 { " and " } else { "" };
            let not = if clause.holds { "" } else { "not " };
            write!(f, "{and}{not}{}", clause.condition)?;
        }
        Ok(())
    }
}
