//! What a bank earns, for programs. Amounts are in cents.

use analysis::{bank_schedule, exact};
use odds::Fraction;
use protocol::{BankSchedule, Exact};
use serde::Serialize;

use super::Banked;
use crate::simulate::estimate::Estimate;
use crate::simulate::record::EstimateRecord;

#[derive(Serialize)]
pub(super) struct BankingRecord<'a> {
    book: &'static str,
    pay_table: Option<&'static str>,
    players: Vec<PlayerRecord<'a>>,
    action: i64,
    gain: Exact,
    rate: Exact,
    collection: Option<i64>,
    left: Option<Exact>,
    limited: Option<LimitedRecord>,
    schedules: Vec<BankSchedule>,
}

#[derive(Serialize)]
struct PlayerRecord<'a> {
    seat: u8,
    strategy: &'a str,
    ante: i64,
    trips: i64,
    bad_beat: i64,
    value: Exact,
}

/// A bank that can run out, simulated.
#[derive(Serialize)]
struct LimitedRecord {
    bank: i64,
    gain: EstimateRecord,
    exhausted: u64,
}

impl BankingRecord<'_> {
    pub(super) fn new(banked: &Banked) -> BankingRecord<'_> {
        let players = banked.players.iter().zip(&banked.values).map(|(player, value)| PlayerRecord {
            seat: player.seat.number(),
            strategy: &player.strategy,
            ante: player.wagers.ante.0,
            trips: player.wagers.trips.0,
            bad_beat: player.wagers.bad_beat.0,
            value: exact(*value),
        });
        let fee = banked.fee();
        BankingRecord {
            book: banked.terms.rules().book.id(),
            pay_table: banked.terms.pays().approved_as().map(uth::PayTableId::name),
            players: players.collect(),
            action: banked.action.0,
            gain: exact(banked.gain()),
            rate: exact(banked.rate.value()),
            collection: fee.map(|fee| fee.0),
            left: fee.map(|fee| exact(banked.gain() - Fraction::whole(fee.0))),
            limited: banked.simulated.as_ref().map(|(limit, outcome)| LimitedRecord {
                bank: limit.0,
                gain: EstimateRecord::new(&Estimate { moments: outcome.bank, exact: None }),
                exhausted: outcome.exhausted,
            }),
            schedules: banked.schedules.iter().map(|one| bank_schedule(banked.rate, one)).collect(),
        }
    }
}
