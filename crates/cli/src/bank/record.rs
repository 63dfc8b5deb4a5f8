//! What a bank earns, for programs. Amounts are in cents.

use std::io::{self, Write};

use odds::Fraction;
use odds::bank::{BracketResult, Covered};
use serde_json::{Value, json};
use uth::Schedule;

use super::Banked;
use crate::simulate::estimate::Estimate;
use crate::simulate::record::estimate;

pub(super) fn write(output: &mut impl Write, banked: &Banked) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, &record(banked))?;
    writeln!(output)
}

fn record(banked: &Banked) -> Value {
    let players = banked.guests.iter().zip(&banked.values).map(|(guest, value)| {
        json!({
            "seat": guest.seat.number(),
            "strategy": guest.strategy,
            "ante": guest.wagers.ante.0,
            "trips": guest.wagers.trips.0,
            "bad_beat": guest.wagers.bad_beat.0,
            "value": exact(*value),
        })
    });
    let fee = banked.fee();
    let left = fee.map(|fee| exact(banked.gain() - Fraction::whole(fee.0)));
    json!({
        "rules": banked.terms.rules().book.id(),
        "paytable": banked.terms.pays().approved_as().map(uth::PayTableId::name),
        "players": players.collect::<Vec<Value>>(),
        "action": banked.action.0,
        "gain": exact(banked.gain()),
        "rate": exact(banked.rate.value()),
        "collection": fee.map(|fee| fee.0),
        "left": left,
        "limited": banked.simulated.as_ref().map(|(limit, outcome)| {
            json!({
                "bank": limit.0,
                "gain": estimate(&Estimate { moments: outcome.bank, exact: None }),
                "exhausted": outcome.exhausted,
            })
        }),
        "schedules": banked.schedules.iter().map(|one| schedule(banked, one)).collect::<Vec<Value>>(),
    })
}

fn schedule(banked: &Banked, schedule: &Schedule) -> Value {
    json!({
        "schedule": schedule.number(),
        "covered_for_good_from": banked.rate.covered_for_good(schedule).map(exact),
        "brackets": banked.rate.brackets(schedule).iter().map(bracket).collect::<Vec<Value>>(),
    })
}

fn bracket(bracket: &BracketResult) -> Value {
    let (covered, from) = match bracket.covered {
        Covered::Whole => ("whole", None),
        Covered::From(action) => ("from", Some(exact(action))),
        Covered::Never => ("never", None),
    };
    json!({
        "from": bracket.from.0,
        "to_below": bracket.to.map(|to| to.0),
        "fee": bracket.fee.0,
        "gain_at_start": exact(bracket.gain),
        "break_even": bracket.break_even.map(exact),
        "covered": covered,
        "covered_from": from,
    })
}

fn exact(fraction: Fraction) -> Value {
    json!({"exact": fraction.to_string(), "value": fraction.to_f64()})
}
