//! `uth settle`: settles hands that are written down, for auditors and for disputes.

use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use protocol::WagerView;
use serde::Serialize;
use uth::{Banker, Cents, Hand, SeatSettlement};

use crate::BAD_INPUT;
use crate::options::{opened, signed};
use crate::output::joined;
use document::DocumentId;

mod document;
mod hand;
mod stream;

pub use document::{Document, DocumentError};
pub use hand::Settled;
pub use stream::{Documents, Text};

const DETAILS: &str = include_str!("settle/help.txt");

/// Settle hands: what every wager wins or loses, in order, with the clause that decides it
#[derive(clap::Args)]
#[command(after_help = "Try `uth settle --help` for the form of a document.", after_long_help = DETAILS)]
pub(crate) struct Arguments {
    /// A file with one or more JSON documents; standard input if not given, or -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write one JSON object for each document, each on a line of its own
    #[arg(long)]
    json: bool,
}

/// The format of settlements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tables as text.
    Table,
    /// One JSON object per line.
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let form = if arguments.json { Form::Json } else { Form::Table };
    let input = opened(arguments.file.as_deref().unwrap_or(Path::new("-")))?;
    let faults = settle_all(input, BufWriter::new(io::stdout().lock()), form)?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) })
}

/// Settles every document of a stream in order. Reports those that are wrong on standard error, and returns how many
/// they are.
pub fn settle_all(input: impl BufRead, mut output: impl Write, form: Form) -> anyhow::Result<u64> {
    let mut faults = 0;
    for (document, number) in Documents::new(input).zip(1..) {
        match settle_text(&document?) {
            Ok(settled) if form == Form::Json => write_record(&mut output, number, &settled)?,
            Ok(settled) => write_table(&mut output, number, &settled)?,
            // Results come first on a terminal that shows both streams, so that each fault stands at its place.
            Err(fault) => {
                output.flush()?;
                eprintln!("uth: document {number}: {fault}");
                faults += 1;
            }
        }
    }
    output.flush()?;
    Ok(faults)
}

/// Settles the text of one document.
pub fn settle_text(text: &Text) -> Result<Settled, DocumentError> {
    match text {
        Text::Whole(bytes) => match Document::parse(bytes) {
            // A hand history is told apart only when it is not a document, so that documents are read once.
            Err(_) if is_hand_history(bytes) => document::settle_exported(bytes),
            document => document?.settle(),
        },
        Text::Broken(why) => Err(DocumentError::new("", *why)),
    }
}

fn is_hand_history(text: &[u8]) -> bool {
    const STEPS: &[u8] = b"\"steps\"";
    text.windows(STEPS.len()).any(|window| window == STEPS)
}

/// A settlement for programs. Amounts are in cents.
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
    /// What happened to each wager in words, in the same order.
    explanation: Vec<String>,
}

#[derive(Serialize)]
struct BankRecord {
    wager: Option<i64>,
    net: i64,
    exhausted: bool,
}

/// Writes a settlement as one JSON object on one line.
fn write_record(output: &mut impl Write, document: u64, settled: &Settled) -> io::Result<()> {
    let Settled { id, hidden, settlement, .. } = settled;
    let best = |hand: &Hand| hand.notation().to_string();
    let seat = |seat: &SeatSettlement| {
        let hand = seat.hand.as_ref().filter(|_| !hidden.contains(&seat.seat));
        let own = settlement.lines.iter().zip(1..).filter(|(line, _)| line.seat == seat.seat);
        SeatRecord {
            seat: seat.seat.number(),
            hand: hand.map(|hand| hand.category().name()),
            best: hand.map(best),
            result: seat.result.map(|result| result.to_string()),
            net: seat.net.0,
            wagers: own.map(|(line, step)| WagerView::settled(line, step)).collect(),
            explanation: settled.explanation(seat.seat),
        }
    };
    let record = SettlementRecord {
        document,
        id: id.as_ref(),
        dealer: settlement.dealer.as_ref().map(|hand| DealerRecord {
            hand: hand.category().name(),
            best: best(hand),
            qualifies: settlement.qualifies(),
        }),
        seats: settlement.seats.iter().map(seat).collect(),
        bank: settlement.bank.as_ref().map(|bank| BankRecord {
            wager: bank.wager().map(|wager| wager.0),
            net: bank.net().0,
            exhausted: bank.exhausted(),
        }),
        collection: settlement.collection.map(|fee| fee.0),
    };
    serde_json::to_writer(&mut *output, &record)?;
    output.write_all(b"\n")
}

/// Writes a settlement as text.
fn write_table(output: &mut impl Write, number: u64, settled: &Settled) -> io::Result<()> {
    let Settled { round, settlement, .. } = settled;
    if number > 1 {
        writeln!(output)?;
    }
    writeln!(output, "Hand {number}, {}", round.terms().rules().title)?;
    writeln!(output, "  Board   {}", joined(round.board(), " "))?;
    if let (Some(hole), Some(hand)) = (round.dealer(), &settlement.dealer) {
        let qualifies = if settlement.qualifies() { "qualifies" } else { "does not qualify" };
        writeln!(output, "  Dealer  {}   {}, {qualifies}", joined(hole, " "), described(*hand))?;
    }
    for seat in &settlement.seats {
        write_seat(output, settled, seat)?;
    }
    writeln!(output)?;
    if let (Banker::PlayerDealer { seat, .. }, Some(bank)) = (round.banker(), &settlement.bank) {
        let limit = bank.wager().map_or("unlimited".to_string(), |wager| format!("put up {wager}"));
        let exhausted = if bank.exhausted() { ", exhausted: what was not settled yet went back" } else { "" };
        writeln!(output, "  Bank at seat {seat}: {} ({limit}){exhausted}", signed(bank.net()))?;
    }
    if let Some(fee) = settlement.collection {
        writeln!(output, "  Collection from the bank before the deal: {fee}")?;
    }
    let players: Cents = settlement.seats.iter().map(|seat| seat.net).sum();
    writeln!(output, "  Players in all: {}", signed(players))
}

fn write_seat(output: &mut impl Write, settled: &Settled, seat: &SeatSettlement) -> io::Result<()> {
    let Settled { round, settlement, hidden, .. } = settled;
    let is_hidden = hidden.contains(&seat.seat);
    let hole = round.hole(seat.seat).filter(|_| !is_hidden);
    let play = round.play(seat.seat).map_or(String::new(), |play| play.to_string());
    let result = seat.result.map_or(String::new(), |result| result.to_string());
    write!(output, "\n  Seat {}  {}   {play}", seat.seat, joined(hole.into_iter().flatten(), " "))?;
    if result != play {
        write!(output, ", {result}")?;
    }
    if let Some(hand) = seat.hand.as_ref().filter(|_| !is_hidden) {
        write!(output, "   {}", described(*hand))?;
    }
    writeln!(output, "   {}", signed(seat.net))?;
    let mut row = |[step, wager, stake, outcome, net, bank, clause]: [&str; 7]| {
        writeln!(output, "    {step:>4}  {wager:<9}{stake:>13}  {outcome:<15}{net:>14}  {bank:>14}  {clause}")
    };
    row(["step", "wager", "stake", "outcome", "net", "bank", "clause"])?;
    for (line, step) in settlement.lines.iter().zip(1..).filter(|(line, _)| line.seat == seat.seat) {
        let (step, stake, outcome) =
            (i32::to_string(&step), line.stake.to_string(), line.outcome.to_string());
        let (net, bank) = (signed(line.net), signed(line.bank));
        row([&step, line.wager.inscription(), &stake, &outcome, &net, &bank, line.clause])?;
    }
    writeln!(output, "    {}", joined(settled.explanation(seat.seat), " "))
}

/// "pair of kings (Ks Kd As Js 9s)".
fn described(hand: Hand) -> String {
    format!("{hand} ({})", hand.notation())
}
