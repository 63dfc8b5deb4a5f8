//! Where a bank's gain covers the collection, in its wire form. Amounts are in cents.

use odds::bank::{BankEdge, BracketResult, Covered};
use protocol::{BankBracket, BankSchedule};
use uth::Schedule;

use super::exact;

/// Writes a schedule down, bracket by bracket, for a bank that wins so much of the action.
pub fn bank_schedule(rate: BankEdge, schedule: &Schedule) -> BankSchedule {
    BankSchedule {
        schedule: schedule.number(),
        covered_for_good_from: rate.covered_for_good(schedule).map(exact),
        brackets: rate.brackets(schedule).iter().map(bracket).collect(),
        collection: None,
        left: None,
    }
}

fn bracket(bracket: &BracketResult) -> BankBracket {
    let (covered, covered_from) = match bracket.covered {
        Covered::Whole => ("whole", None),
        Covered::From(action) => ("from", Some(exact(action))),
        Covered::Never => ("never", None),
    };
    BankBracket {
        from: bracket.from.0,
        to_below: bracket.to.map(|to| to.0),
        fee: bracket.fee.0,
        gain_at_start: exact(bracket.gain),
        break_even: bracket.break_even.map(exact),
        covered: covered.to_owned(),
        covered_from,
    }
}
