//! Every hand of every round as a row, in CSV or JSON Lines, streamed block by block.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use uth::{Banker, Cards, Cents, Round, Seat, Strength, Wager};

use super::players::SimulatedPlayer;

/// A hand of a round. `help.txt` explains the columns.
#[derive(Serialize)]
struct Row<'a> {
    round: u64,
    seat: u8,
    strategy: &'a str,
    banker: Option<u8>,
    ante: i64,
    blind: i64,
    play: i64,
    trips: i64,
    bad_beat: i64,
    hole: &'a str,
    board: &'a str,
    dealer: &'a str,
    action: String,
    hand: &'static str,
    dealer_hand: &'static str,
    ante_net: i64,
    blind_net: i64,
    play_net: i64,
    trips_net: i64,
    bad_beat_net: i64,
    net: i64,
    bank_net: i64,
    collection: i64,
}

const HEADER: &str = "round,seat,strategy,banker,ante,blind,play,trips,bad_beat,hole,board,dealer,action,hand,\
dealer_hand,ante_net,blind_net,play_net,trips_net,bad_beat_net,net,bank_net,collection\n";

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
    /// Adds all hands of a finished round.
    pub(super) fn add(&mut self, wanted: Wanted, number: u64, round: &Round, players: &[SimulatedPlayer]) {
        if !wanted.csv && !wanted.jsonl {
            return;
        }
        for row in rows(number, round, players, &SharedValues::new(round)) {
            if wanted.csv {
                row.write_csv(&mut self.csv);
            }
            if wanted.jsonl {
                // Writing to memory cannot fail, and a row has nothing that JSON could not hold.
                let _ = serde_json::to_writer(&mut self.jsonl, &row);
                self.jsonl.push(b'\n');
            }
        }
    }
}

/// Values that all hands of a round share.
struct SharedValues {
    board: Cards,
    texts: [String; 2],
    dealer_hand: &'static str,
    holes: [String; Seat::MOST],
    nets: [[i64; 5]; Seat::MOST],
    bank_net: i64,
}

impl SharedValues {
    fn new(round: &Round) -> SharedValues {
        let board: Cards = round.board().iter().copied().collect();
        let dealer = round.dealer().unwrap_or_else(|| unreachable!("the round is over"));
        let mut nets = [[0; 5]; Seat::MOST];
        let bank = round.settle(|line| nets[line.seat.index()][line.wager as usize] = line.net.0);
        let mut holes: [String; Seat::MOST] = Default::default();
        for seat in round.seats() {
            holes[seat.index()] = round.hole(seat).map_or_else(String::new, |hole| written(&hole));
        }
        SharedValues {
            board,
            texts: [written(round.board()), written(&dealer)],
            dealer_hand: Strength::of(dealer.into_iter().fold(board, Cards::with)).category().name(),
            holes,
            nets,
            bank_net: bank.map_or(0, |bank| bank.net().0),
        }
    }
}

fn written(cards: &[uth::Card]) -> String {
    cards.iter().map(uth::Card::to_string).collect::<Vec<_>>().join(" ")
}

fn rows<'a>(
    number: u64,
    round: &'a Round,
    players: &'a [SimulatedPlayer],
    shared: &'a SharedValues,
) -> impl Iterator<Item = Row<'a>> {
    let banker = match round.banker() {
        Banker::House => None,
        Banker::PlayerDealer { seat, .. } => Some(seat.number()),
    };
    let Cents(collection) = round.collection().unwrap_or(Cents::ZERO);
    players.iter().filter_map(move |player| {
        let (wagers, play) = (round.wagers(player.seat)?, round.play(player.seat)?);
        let made = Strength::of(round.hole(player.seat)?.into_iter().fold(shared.board, Cards::with));
        let nets = shared.nets[player.seat.index()];
        let [ante_net, blind_net, play_net, trips_net, bad_beat_net] = nets;
        let [ante, blind, play_stake, trips, bad_beat] = Wager::ALL.map(|wager| wagers.stake(wager, play).0);
        Some(Row {
            round: number + 1,
            seat: player.seat.number(),
            strategy: &player.strategy,
            banker,
            ante,
            blind,
            play: play_stake,
            trips,
            bad_beat,
            hole: &shared.holes[player.seat.index()],
            board: &shared.texts[0],
            dealer: &shared.texts[1],
            action: play.to_string(),
            hand: made.category().name(),
            dealer_hand: shared.dealer_hand,
            ante_net,
            blind_net,
            play_net,
            trips_net,
            bad_beat_net,
            net: nets.iter().sum(),
            bank_net: shared.bank_net,
            collection,
        })
    })
}

impl Row<'_> {
    /// Writes the row. Only the strategy can be the name of a file, and so hold a comma or a quotation mark.
    fn write_csv(&self, out: &mut Vec<u8>) {
        let banker = self.banker.map_or_else(String::new, |seat| seat.to_string());
        // Writing to memory cannot fail.
        let _ = write!(out, "{},{},{},{banker}", self.round, self.seat, quoted(self.strategy));
        for amount in [self.ante, self.blind, self.play, self.trips, self.bad_beat] {
            let _ = write!(out, ",{amount}");
        }
        for text in [self.hole, self.board, self.dealer, &self.action, self.hand, self.dealer_hand] {
            let _ = write!(out, ",{text}");
        }
        for net in [self.ante_net, self.blind_net, self.play_net, self.trips_net, self.bad_beat_net] {
            let _ = write!(out, ",{net}");
        }
        let _ = writeln!(out, ",{},{},{}", self.net, self.bank_net, self.collection);
    }
}

/// Quotes a text that would not stay one cell (RFC 4180).
fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}
