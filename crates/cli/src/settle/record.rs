//! A settlement for programs: one JSON object on one line.

use std::io::{self, Write};

use protocol::WagerView;
use serde::Serialize;
use uth::{Bank, Hand, Seat, SeatSettlement, SettlementLine};

use super::Settled;
use super::document::DocumentId;

#[derive(Serialize)]
struct SettlementRecord<'a> {
    /// The number of the document in its stream, from 1.
    document: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a DocumentId>,
    dealer: Option<DealerRecord>,
    seats: Vec<SeatRecord>,
    bank: Option<BankRecord>,
    collection: Option<i64>,
}

#[derive(Serialize)]
struct DealerRecord {
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
    wagers: Vec<WagerView>,
}

#[derive(Serialize)]
struct BankRecord {
    wager: Option<i64>,
    net: i64,
    exhausted: bool,
}

pub(super) fn write(output: &mut impl Write, document: u64, settled: &Settled) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &SettlementRecord::new(document, settled))?;
    output.write_all(b"\n")
}

impl SettlementRecord<'_> {
    fn new(document: u64, Settled { id, hidden, settlement, .. }: &Settled) -> SettlementRecord<'_> {
        let steps: Vec<(usize, &SettlementLine)> = settlement.lines.iter().enumerate().collect();
        SettlementRecord {
            document,
            id: id.as_ref(),
            dealer: settlement.dealer.as_ref().map(|hand| DealerRecord {
                hand: hand.category().name(),
                best: hand.notation().to_string(),
                qualifies: settlement.qualifies(),
            }),
            seats: settlement.seats.iter().map(|seat| SeatRecord::new(seat, hidden, &steps)).collect(),
            bank: settlement.bank.as_ref().map(BankRecord::from),
            collection: settlement.collection.map(|fee| fee.0),
        }
    }
}

impl SeatRecord {
    fn new(settled: &SeatSettlement, hidden: &[Seat], steps: &[(usize, &SettlementLine)]) -> SeatRecord {
        let own = steps.iter().filter(|(_, line)| line.seat == settled.seat);
        let hand = settled.hand.as_ref().filter(|_| !hidden.contains(&settled.seat));
        SeatRecord {
            seat: settled.seat.number(),
            hand: hand.map(|hand| hand.category().name()),
            best: hand.map(Hand::notation).map(|notation| notation.to_string()),
            result: settled.result.map(|result| result.to_string()),
            net: settled.net.0,
            wagers: own.map(|(step, line)| WagerView::settled(line, step + 1)).collect(),
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
