//! What a bank earns, for programs. Amounts are in cents.

use std::io::{self, Write};

use analysis::{exact_record, schedule_record};
use odds::Fraction;
use serde_json::{Value, json};

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
            "value": exact_record(*value),
        })
    });
    let fee = banked.fee();
    let left = fee.map(|fee| exact_record(banked.gain() - Fraction::whole(fee.0)));
    json!({
        "rules": banked.terms.rules().book.id(),
        "paytable": banked.terms.pays().approved_as().map(uth::PayTableId::name),
        "players": players.collect::<Vec<Value>>(),
        "action": banked.action.0,
        "gain": exact_record(banked.gain()),
        "rate": exact_record(banked.rate.value()),
        "collection": fee.map(|fee| fee.0),
        "left": left,
        "limited": banked.simulated.as_ref().map(|(limit, outcome)| {
            json!({
                "bank": limit.0,
                "gain": estimate(&Estimate { moments: outcome.bank, exact: None }),
                "exhausted": outcome.exhausted,
            })
        }),
        "schedules": banked.schedules.iter().map(|one| schedule_record(banked.rate, one)).collect::<Vec<Value>>(),
    })
}
