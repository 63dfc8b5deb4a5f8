//! Where a bank's gain covers the collection, for programs and for pages. Amounts are in cents.

use odds::bank::{BankEdge, BracketResult, Covered};
use serde_json::{Value, json};
use uth::Schedule;

use super::exact_record;

/// A schedule, bracket by bracket, for a bank that wins so much of the action.
pub fn schedule_record(rate: BankEdge, schedule: &Schedule) -> Value {
    json!({
        "schedule": schedule.number(),
        "covered_for_good_from": rate.covered_for_good(schedule).map(exact_record),
        "brackets": rate.brackets(schedule).iter().map(bracket).collect::<Vec<Value>>(),
    })
}

fn bracket(bracket: &BracketResult) -> Value {
    let (covered, from) = match bracket.covered {
        Covered::Whole => ("whole", None),
        Covered::From(action) => ("from", Some(exact_record(action))),
        Covered::Never => ("never", None),
    };
    json!({
        "from": bracket.from.0,
        "to_below": bracket.to.map(|to| to.0),
        "fee": bracket.fee.0,
        "gain_at_start": exact_record(bracket.gain),
        "break_even": bracket.break_even.map(exact_record),
        "covered": covered,
        "covered_from": from,
    })
}
