//! Collection: the fee that the house takes from the player-dealer before cards are dealt (BB.collection.2).

use core::fmt;

use crate::money::Cents;

/// From this total of wagers on, this much is collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bracket {
    /// The lowest total table action of the bracket.
    pub from: Cents,
    /// What the player-dealer pays.
    pub fee: Cents,
}

/// A collection schedule: brackets by total table action, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    number: Option<u8>,
    brackets: [Bracket; Schedule::MOST_BRACKETS],
    count: u8,
}

impl Schedule {
    /// The most brackets that a schedule may have; the printed ones have four or five.
    pub const MOST_BRACKETS: usize = 8;

    /// Returns a schedule of the table's own.
    pub fn own(brackets: &[Bracket]) -> Result<Schedule, ScheduleError> {
        if brackets.is_empty() || brackets.len() > Schedule::MOST_BRACKETS {
            return Err(ScheduleError::Count);
        }
        if brackets.iter().any(|bracket| bracket.from < Cents::ZERO || bracket.fee < Cents::ZERO) {
            return Err(ScheduleError::Negative);
        }
        if brackets.windows(2).any(|pair| pair[0].from >= pair[1].from) {
            return Err(ScheduleError::Order);
        }
        let mut own = Schedule {
            number: None,
            brackets: [Bracket::default(); Schedule::MOST_BRACKETS],
            count: brackets.len() as u8,
        };
        own.brackets[..brackets.len()].copy_from_slice(brackets);
        Ok(own)
    }

    /// Returns the printed schedule with that number, from 1 to 24.
    pub fn printed(number: u8) -> Option<&'static Schedule> {
        PRINTED.get(usize::from(number).checked_sub(1)?)
    }

    /// Returns all printed schedules, 1 to 24 (17 and 18 are identical, as in the document).
    pub fn all_printed() -> &'static [Schedule] {
        &PRINTED
    }

    /// Returns its number in the document, unless it is a table's own.
    pub const fn number(&self) -> Option<u8> {
        self.number
    }

    /// Returns its brackets, lowest first.
    pub fn brackets(&self) -> &[Bracket] {
        &self.brackets[..usize::from(self.count)]
    }

    /// Returns what is collected for that total of Ante, Blind, Trips and Bad Beat wagers. Brackets are read by their
    /// lower bounds (R11).
    pub fn fee(&self, table_action: Cents) -> Cents {
        let reached = self.brackets().iter().take_while(|bracket| bracket.from <= table_action);
        // Below the first bracket nothing is collected (R30).
        reached.last().map_or(Cents::ZERO, |bracket| bracket.fee)
    }

    /// Returns the largest fee of the schedule: what a player/dealer must be able to pay before the wagers are known.
    pub fn largest_fee(&self) -> Cents {
        self.brackets().iter().map(|bracket| bracket.fee).max().unwrap_or(Cents::ZERO)
    }
}

/// Why a table's own schedule is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ScheduleError {
    Count,
    Negative,
    Order,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScheduleError::Count => "a collection schedule has from one to eight brackets",
            ScheduleError::Negative => "a collection schedule has no negative amounts",
            ScheduleError::Order => "the brackets of a collection schedule rise from one to the next",
        })
    }
}

impl core::error::Error for ScheduleError {}

/// Returns a printed schedule in dollars: where each bracket starts, and its fee.
const fn printed(number: u8, dollars: &[(i64, i64)]) -> Schedule {
    let mut brackets = [Bracket { from: Cents::ZERO, fee: Cents::ZERO }; Schedule::MOST_BRACKETS];
    let mut row = 0;
    while row < dollars.len() {
        brackets[row] = Bracket { from: Cents::dollars(dollars[row].0), fee: Cents::dollars(dollars[row].1) };
        row += 1;
    }
    Schedule { number: Some(number), brackets, count: dollars.len() as u8 }
}

static PRINTED: [Schedule; 24] = [
    printed(1, &[(1, 2), (50, 4), (100, 6), (150, 8), (200, 12)]),
    printed(2, &[(1, 1), (50, 3), (100, 5), (150, 7), (200, 10)]),
    printed(3, &[(1, 2), (50, 4), (100, 6), (200, 12)]),
    printed(4, &[(1, 1), (50, 2), (100, 3), (150, 4), (200, 5)]),
    printed(5, &[(1, 1), (50, 2), (100, 3), (200, 4), (300, 6)]),
    printed(6, &[(1, 1), (50, 2), (100, 3), (200, 4), (400, 6)]),
    printed(7, &[(1, 1), (50, 2), (100, 3), (200, 5), (300, 8)]),
    printed(8, &[(1, 1), (75, 2), (150, 3), (225, 4), (300, 5)]),
    printed(9, &[(1, 1), (75, 2), (150, 3), (225, 4), (300, 6)]),
    printed(10, &[(1, 1), (75, 2), (150, 3), (225, 4), (400, 7)]),
    printed(11, &[(1, 1), (75, 2), (200, 5), (400, 8), (700, 12)]),
    printed(12, &[(1, 1), (100, 2), (200, 3), (300, 4), (400, 6)]),
    printed(13, &[(1, 1), (100, 3), (200, 4), (300, 5), (400, 7)]),
    printed(14, &[(1, 1), (100, 4), (200, 5), (300, 6), (400, 8)]),
    printed(15, &[(1, 1), (100, 3), (300, 5), (500, 8), (800, 12)]),
    printed(16, &[(1, 2), (100, 3), (300, 6), (500, 8), (800, 12)]),
    // 17 and 18 are the same in the document, and a table may name either.
    printed(17, &[(1, 2), (100, 3), (300, 6), (500, 10), (800, 15)]),
    printed(18, &[(1, 2), (100, 3), (300, 6), (500, 10), (800, 15)]),
    printed(19, &[(1, 2), (100, 3), (300, 5), (500, 12), (800, 20)]),
    printed(20, &[(1, 5), (1000, 15), (2000, 25), (3000, 35), (4000, 45)]),
    printed(21, &[(1, 10), (1000, 15), (2000, 30), (3000, 35), (4000, 50)]),
    printed(22, &[(1, 15), (1000, 20), (2000, 30), (3000, 40), (4000, 55)]),
    printed(23, &[(1, 20), (1000, 25), (2000, 35), (3000, 45), (4000, 55)]),
    printed(24, &[(1, 15), (1000, 25), (2000, 35), (3000, 50), (4000, 70)]),
];
