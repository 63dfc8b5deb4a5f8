//! A settlement for programs: one JSON object, one line.

use std::io::{self, Write};

use serde::Serialize;
use uth::{Bank, Hand, Line, SeatSettlement, Wager};

use super::Settled;

#[derive(Serialize)]
struct Record<'a> {
    dealer: Option<Dealer>,
    seats: Vec<SeatRecord<'a>>,
    bank: Option<BankRecord>,
    collection: Option<i64>,
}

#[derive(Serialize)]
struct Dealer {
    hand: &'static str,
    best: String,
    qualifies: bool,
}

#[derive(Serialize)]
struct SeatRecord<'a> {
    seat: u8,
    hand: Option<&'static str>,
    best: Option<String>,
    result: Option<String>,
    net: i64,
    wagers: Vec<WagerRecord<'a>>,
}

#[derive(Serialize)]
struct WagerRecord<'a> {
    wager: &'static str,
    stake: i64,
    outcome: String,
    net: i64,
    clause: &'a str,
    /// Which wager of the round was settled before which, from 1.
    step: usize,
    /// The bank's result after it.
    bank: i64,
}

#[derive(Serialize)]
struct BankRecord {
    wager: Option<i64>,
    net: i64,
    exhausted: bool,
}

pub(super) fn write(output: &mut impl Write, settled: &Settled) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &Record::from(settled))?;
    output.write_all(b"\n")
}

impl<'a> From<&'a Settled> for Record<'a> {
    fn from(Settled { settlement, .. }: &'a Settled) -> Self {
        let steps: Vec<(usize, &Line)> = settlement.lines.iter().enumerate().collect();
        Record {
            dealer: settlement.dealer.as_ref().map(|hand| Dealer {
                hand: hand.category().name(),
                best: hand.notation().to_string(),
                qualifies: settlement.qualifies(),
            }),
            seats: settlement.seats.iter().map(|seat| SeatRecord::new(seat, &steps)).collect(),
            bank: settlement.bank.as_ref().map(BankRecord::from),
            collection: settlement.collection.map(|fee| fee.0),
        }
    }
}

impl<'a> SeatRecord<'a> {
    fn new(settled: &SeatSettlement, steps: &[(usize, &'a Line)]) -> SeatRecord<'a> {
        let own = steps.iter().filter(|(_, line)| line.seat == settled.seat);
        SeatRecord {
            seat: settled.seat.number(),
            hand: settled.hand.as_ref().map(|hand| hand.category().name()),
            best: settled.hand.as_ref().map(Hand::notation).map(|notation| notation.to_string()),
            result: settled.verdict.map(|verdict| verdict.to_string()),
            net: settled.net.0,
            wagers: own.map(|(step, line)| WagerRecord::new(step + 1, line)).collect(),
        }
    }
}

impl<'a> WagerRecord<'a> {
    fn new(step: usize, line: &'a Line) -> WagerRecord<'a> {
        WagerRecord {
            wager: wager_name(line.wager),
            stake: line.stake.0,
            outcome: line.outcome.to_string(),
            net: line.net.0,
            clause: line.clause,
            step,
            bank: line.bank.0,
        }
    }
}

impl From<&Bank> for BankRecord {
    fn from(bank: &Bank) -> Self {
        BankRecord {
            wager: bank.wager().map(|wager| wager.0),
            net: bank.net().0,
            exhausted: bank.exhausted(),
        }
    }
}

const fn wager_name(wager: Wager) -> &'static str {
    match wager {
        Wager::Ante => "ante",
        Wager::Blind => "blind",
        Wager::Play => "play",
        Wager::Trips => "trips",
        Wager::BadBeat => "bad_beat",
    }
}
