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
use uth::{Banker, Card, Cards, Round, Strength};

use super::players::SimulatedPlayer;
use crate::output::joined;

/// A wager, or the bank of a player-dealer. `help.txt` explains the columns.
#[derive(Clone, Default, Serialize)]
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

/// The rows of one block of rounds: CSV and JSON Lines, as everywhere in this file.
#[derive(Default)]
pub(super) struct RowText([Vec<u8>; 2]);

/// The files that rows are written to.
pub(super) struct Exports([Option<Box<dyn Write>>; 2]);

impl Exports {
    pub(super) fn open(csv: Option<&Path>, jsonl: Option<&Path>) -> anyhow::Result<Exports> {
        let mut csv = csv.map(create).transpose()?;
        if let Some(csv) = &mut csv {
            csv.write_all(HEADER.as_bytes())?;
        }
        Ok(Exports([csv, jsonl.map(create).transpose()?]))
    }

    /// Returns which formats are written.
    pub(super) fn wanted(&self) -> [bool; 2] {
        self.0.each_ref().map(Option::is_some)
    }

    pub(super) fn write(&mut self, text: &RowText) -> io::Result<()> {
        let files = self.0.iter_mut().zip(&text.0).filter_map(|(file, text)| Some((file.as_mut()?, text)));
        for (file, text) in files {
            file.write_all(text)?;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.0.iter_mut().flatten().try_for_each(Write::flush)
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
    pub(super) fn add(&mut self, wanted: [bool; 2], number: u64, round: &Round, players: &[SimulatedPlayer]) {
        // Without a file the cards are not even written as text, which would cost more than playing the round.
        if wanted == [false; 2] {
            return;
        }
        let board: Cards = round.board().iter().copied().collect();
        let category =
            |two: [Card; 2]| Strength::of(two.into_iter().fold(board, Cards::with)).category().name();
        let dealer = round.dealer().unwrap_or_else(|| unreachable!("the round is over"));
        let shared = Row {
            round: number + 1,
            book: round.terms().rules().book.id(),
            pay_table: round.terms().pays().approved_as().map_or("", uth::PayTableId::name),
            board: &joined(round.board(), " "),
            dealer: &joined(dealer, " "),
            dealer_hand: category(dealer),
            ..Row::default()
        };
        let strategy =
            |seat| players.iter().find(|player| player.seat == seat).map(|player| &player.strategy);
        let bank = round.settle(|line| {
            let Some(strategy) = strategy(line.seat) else { return };
            let hole = round.hole(line.seat);
            let row = Row {
                seat: line.seat.number(),
                strategy,
                hole: &hole.map_or_else(String::new, |hole| joined(hole, " ")),
                play: &round.play(line.seat).map_or_else(String::new, |play| play.to_string()),
                hand: hole.map_or("", category),
                wager: &protocol::Wager::from(line.wager).to_string(),
                stake: Some(line.stake.0),
                outcome: line.outcome.to_string().replace(' ', "_"),
                net: line.net.0,
                clause: line.clause,
                ..shared.clone()
            };
            self.push(wanted, &row);
        });
        if let (Banker::PlayerDealer { seat, wager, .. }, Some(bank)) = (*round.banker(), bank)
            && let Some(strategy) = strategy(seat)
        {
            let (stake, collection) = (wager.map(|wager| wager.0), round.collection().map(|fee| fee.0));
            let (seat, net) = (seat.number(), bank.net().0);
            self.push(wanted, &Row { seat, strategy, wager: "bank", stake, net, collection, ..shared });
        }
    }

    fn push(&mut self, [is_csv, is_jsonl]: [bool; 2], row: &Row<'_>) {
        let RowText([csv, jsonl]) = self;
        if is_csv {
            row.write_csv(csv);
        }
        if is_jsonl {
            // Writing to memory cannot fail, and a row has nothing that JSON could not hold.
            let _ = serde_json::to_writer(&mut *jsonl, row);
            jsonl.push(b'\n');
        }
    }
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
