//! A settlement for programs: one JSON object, one line.

use std::io::{self, Write};

use protocol::LineRecord;
use serde::Serialize;
use uth::{Bank, Hand, Line, SeatSettlement};

use super::Settled;

#[derive(Serialize)]
struct Record {
    dealer: Option<Dealer>,
    seats: Vec<SeatRecord>,
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
struct SeatRecord {
    seat: u8,
    hand: Option<&'static str>,
    best: Option<String>,
    result: Option<String>,
    net: i64,
    wagers: Vec<LineRecord>,
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

impl From<&Settled> for Record {
    fn from(Settled { settlement, .. }: &Settled) -> Self {
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

impl SeatRecord {
    fn new(settled: &SeatSettlement, steps: &[(usize, &Line)]) -> SeatRecord {
        let own = steps.iter().filter(|(_, line)| line.seat == settled.seat);
        SeatRecord {
            seat: settled.seat.number(),
            hand: settled.hand.as_ref().map(|hand| hand.category().name()),
            best: settled.hand.as_ref().map(Hand::notation).map(|notation| notation.to_string()),
            result: settled.verdict.map(|verdict| verdict.to_string()),
            net: settled.net.0,
            wagers: own.map(|(step, line)| LineRecord::new(line, step + 1)).collect(),
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
