//! Every wager of every round as a row, in CSV or JSON Lines, streamed block by block.
//!
//! The rows are those of a hand history's CSV, as far as a simulation has them: one for each wager in the order of
//! settlement, and one for the bank of a player-dealer, whose `wager` is `bank`.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use uth::{Banker, Card, Cards, Round, Seat, SettlementLine, Strength};

use super::players::SimulatedPlayer;

/// A wager, or the bank of a player-dealer. `help.txt` explains the columns.
#[derive(Serialize)]
struct Row<'a> {
    round: u64,
    book: &'a str,
    pay_table: &'a str,
    seat: u8,
    strategy: &'a str,
    hole: &'a str,
    board: &'a str,
    dealer: &'a str,
    play: &'a str,
    hand: &'a str,
    dealer_hand: &'a str,
    wager: &'a str,
    stake: Option<i64>,
    outcome: String,
    net: i64,
    clause: &'a str,
    collection: Option<i64>,
}

const HEADER: &str = "round,book,pay_table,seat,strategy,hole,board,dealer,play,hand,dealer_hand,wager,stake,outcome,\
net,clause,collection\n";

/// The rows of one block of rounds, in both formats.
#[derive(Default)]
pub(super) struct RowText {
    csv: Vec<u8>,
    jsonl: Vec<u8>,
}

/// The files that rows are written to.
pub(super) struct Exports {
    csv: Option<Box<dyn Write>>,
    jsonl: Option<Box<dyn Write>>,
}

/// The formats that are written.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    csv: bool,
    jsonl: bool,
}

impl Exports {
    pub(super) fn open(csv: Option<&Path>, jsonl: Option<&Path>) -> anyhow::Result<Exports> {
        let mut csv = csv.map(create).transpose()?;
        if let Some(csv) = &mut csv {
            csv.write_all(HEADER.as_bytes())?;
        }
        Ok(Exports { csv, jsonl: jsonl.map(create).transpose()? })
    }

    pub(super) const fn wanted(&self) -> Wanted {
        Wanted { csv: self.csv.is_some(), jsonl: self.jsonl.is_some() }
    }

    pub(super) fn write(&mut self, text: &RowText) -> io::Result<()> {
        for (output, text) in [(&mut self.csv, &text.csv), (&mut self.jsonl, &text.jsonl)] {
            if let Some(output) = output {
                output.write_all(text)?;
            }
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.csv.iter_mut().chain(&mut self.jsonl).try_for_each(Write::flush)
    }
}

fn create(path: &Path) -> anyhow::Result<Box<dyn Write>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufWriter::new(io::stdout())));
    }
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

impl RowText {
    /// Adds all rows of a finished round.
    pub(super) fn add(&mut self, wanted: Wanted, number: u64, round: &Round, players: &[SimulatedPlayer]) {
        if !wanted.csv && !wanted.jsonl {
            return;
        }
        let mut lines: Vec<SettlementLine> = Vec::new();
        let bank = round.settle(|line| lines.push(line));
        let shared = SharedValues::new(number, round);
        let seats: Vec<SeatValues<'_>> =
            players.iter().map(|player| SeatValues::new(player, round, shared.board_cards)).collect();
        for line in &lines {
            if let Some(seat) = seats.iter().find(|values| values.seat == line.seat) {
                self.push(wanted, &shared.wager_row(seat, line));
            }
        }
        if let (Banker::PlayerDealer { seat, wager, .. }, Some(bank)) = (*round.banker(), bank)
            && let Some(banker) = players.iter().find(|player| player.seat == seat)
        {
            let collection = round.collection().map(|fee| fee.0);
            self.push(wanted, &shared.bank_row(banker, wager.map(|wager| wager.0), bank.net().0, collection));
        }
    }

    fn push(&mut self, wanted: Wanted, row: &Row<'_>) {
        if wanted.csv {
            row.write_csv(&mut self.csv);
        }
        if wanted.jsonl {
            // Writing to memory cannot fail, and a row has nothing that JSON could not hold.
            let _ = serde_json::to_writer(&mut self.jsonl, row);
            self.jsonl.push(b'\n');
        }
    }
}

/// Values that all rows of a round share.
struct SharedValues {
    round: u64,
    book: &'static str,
    pay_table: &'static str,
    board_cards: Cards,
    board: String,
    dealer: String,
    dealer_hand: &'static str,
}

impl SharedValues {
    fn new(number: u64, round: &Round) -> SharedValues {
        let board_cards: Cards = round.board().iter().copied().collect();
        let dealer = round.dealer().unwrap_or_else(|| unreachable!("the round is over"));
        SharedValues {
            round: number + 1,
            book: round.terms().rules().book.id(),
            pay_table: round.terms().pays().approved_as().map_or("", uth::PayTableId::name),
            board_cards,
            board: card_text(round.board()),
            dealer: card_text(&dealer),
            dealer_hand: Strength::of(dealer.into_iter().fold(board_cards, Cards::with)).category().name(),
        }
    }

    fn wager_row<'a>(&'a self, seat: &'a SeatValues<'a>, line: &SettlementLine) -> Row<'a> {
        Row {
            hole: &seat.hole,
            play: &seat.play,
            hand: seat.hand,
            wager: protocol::Wager::from(line.wager).as_str(),
            stake: Some(line.stake.0),
            outcome: line.outcome.to_string().replace(' ', "_"),
            net: line.net.0,
            clause: line.clause,
            ..self.row(seat.seat, seat.strategy)
        }
    }

    fn bank_row<'a>(
        &'a self,
        banker: &'a SimulatedPlayer,
        stake: Option<i64>,
        net: i64,
        collection: Option<i64>,
    ) -> Row<'a> {
        Row { wager: "bank", stake, net, collection, ..self.row(banker.seat, &banker.strategy) }
    }

    fn row<'a>(&'a self, seat: Seat, strategy: &'a str) -> Row<'a> {
        Row {
            round: self.round,
            book: self.book,
            pay_table: self.pay_table,
            seat: seat.number(),
            strategy,
            hole: "",
            board: &self.board,
            dealer: &self.dealer,
            play: "",
            hand: "",
            dealer_hand: self.dealer_hand,
            wager: "",
            stake: None,
            outcome: String::new(),
            net: 0,
            clause: "",
            collection: None,
        }
    }
}

/// Values that all wagers of a hand share.
struct SeatValues<'a> {
    seat: Seat,
    strategy: &'a str,
    hole: String,
    play: String,
    hand: &'static str,
}

impl SeatValues<'_> {
    fn new<'a>(player: &'a SimulatedPlayer, round: &Round, board: Cards) -> SeatValues<'a> {
        let hole = round.hole(player.seat);
        let strength = |hole: [Card; 2]| Strength::of(hole.into_iter().fold(board, Cards::with));
        SeatValues {
            seat: player.seat,
            strategy: &player.strategy,
            hole: hole.map_or_else(String::new, |hole| card_text(&hole)),
            play: round.play(player.seat).map_or_else(String::new, |play| play.to_string()),
            hand: hole.map_or("", |hole| strength(hole).category().name()),
        }
    }
}

fn card_text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

impl Row<'_> {
    /// Writes the row. Only the strategy can be the name of a file, and so hold a comma or a quotation mark.
    fn write_csv(&self, out: &mut Vec<u8>) {
        let number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
        let Row { round, book, pay_table, seat, hole, board, dealer, play, hand, dealer_hand, wager, .. } =
            self;
        let (strategy, stake, collection) =
            (quoted(self.strategy), number(self.stake), number(self.collection));
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            "{round},{book},{pay_table},{seat},{strategy},{hole},{board},{dealer},{play},{hand},"
        );
        let Row { outcome, net, clause, .. } = self;
        let _ = writeln!(out, "{dealer_hand},{wager},{stake},{outcome},{net},{clause},{collection}");
    }
}

/// Quotes a text that would not stay one cell (RFC 4180).
fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}
