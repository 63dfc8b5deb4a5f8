//! A settlement as text.

use std::fmt;
use std::io::{self, Write};

use uth::{Banker, Card, Cents, Hand, SeatSettlement};

use super::Settled;
use crate::money::signed;

pub(super) fn write(output: &mut impl Write, number: u64, settled: &Settled) -> io::Result<()> {
    let Settled { round, settlement, .. } = settled;
    if number > 1 {
        writeln!(output)?;
    }
    writeln!(output, "Hand {number}, {}", round.terms().rules().title)?;
    writeln!(output, "  Board   {}", Spaced(round.board()))?;
    if let (Some(hole), Some(hand)) = (round.dealer(), &settlement.dealer) {
        let qualifies = if settlement.qualifies() { "qualifies" } else { "does not qualify" };
        writeln!(output, "  Dealer  {}   {}, {qualifies}", Spaced(&hole), Described(hand))?;
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
    write!(output, "\n  Seat {}  {}   {play}", seat.seat, Spaced(hole.as_ref().map_or(&[], |hole| hole)))?;
    if result != play {
        write!(output, ", {result}")?;
    }
    if let Some(hand) = seat.hand.as_ref().filter(|_| !is_hidden) {
        write!(output, "   {}", Described(hand))?;
    }
    writeln!(output, "   {}", signed(seat.net))?;
    writeln!(
        output,
        "    {:>4}  {:<9}{:>13}  {:<15}{:>14}  {:>14}  clause",
        "step", "wager", "stake", "outcome", "net", "bank"
    )?;
    for (step, line) in settlement.lines.iter().enumerate().filter(|(_, line)| line.seat == seat.seat) {
        writeln!(
            output,
            "    {:>4}  {:<9}{:>13}  {:<15}{:>14}  {:>14}  {}",
            step + 1,
            line.wager,
            line.stake.to_string(),
            line.outcome,
            signed(line.net),
            signed(line.bank),
            line.clause
        )?;
    }
    Ok(())
}

/// "pair of kings (Ks Kd As Js 9s)".
struct Described<'a>(&'a Hand);

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.0.notation())
    }
}

struct Spaced<'a>(&'a [Card]);

impl fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, card) in self.0.iter().enumerate() {
            write!(f, "{}{card}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}
