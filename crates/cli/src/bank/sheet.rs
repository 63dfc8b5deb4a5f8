//! What a bank earns, as text.

use std::io::{self, Write};

use odds::Fraction;
use odds::bank::{BracketResult, Covered};
use uth::{Cents, Schedule};

use super::{Banked, plot};
use crate::simulate::estimate::Estimate;
use crate::simulate::sheet::{wagers, write_heading, write_row};

pub(super) fn write(output: &mut impl Write, banked: &Banked) -> io::Result<()> {
    writeln!(output, "{}: the bank against {} players\n", banked.terms.rules().title, banked.players.len())?;
    for (player, value) in banked.players.iter().zip(&banked.values) {
        let (wagers, value) = (wagers(player), dollars(*value));
        writeln!(output, "  seat {}, {}: {wagers}: {value} a round", player.seat, player.strategy)?;
    }
    let gain = banked.gain();
    writeln!(output, "\n  action             {} before the cards", banked.action)?;
    writeln!(
        output,
        "  gain of the bank   {} a round if it covers everything, exactly {gain} cents",
        dollars(gain)
    )?;
    let percent = banked.rate.value().to_f64() * 100.0;
    writeln!(output, "  of the action      {percent:.6}%, exactly {}", banked.rate.value())?;
    if let Some(fee) = banked.fee() {
        let left = gain - Fraction::whole(fee.0);
        writeln!(output, "  collection         {fee}")?;
        writeln!(output, "  left to the bank   {} a round", dollars(left))?;
    }
    write_simulated(output, banked)?;
    writeln!(output, "\nBreak-even by schedule: the action from which on the gain covers the fee\n")?;
    for schedule in &banked.schedules {
        write_schedule(output, banked, schedule)?;
    }
    writeln!(output)?;
    plot::write(output, banked)
}

fn write_simulated(output: &mut impl Write, banked: &Banked) -> io::Result<()> {
    let Some((limit, outcome)) = &banked.simulated else { return Ok(()) };
    let rounds = outcome.rounds;
    writeln!(
        output,
        "\nWith {limit} put up, so that big wins are paid in part, in {rounds} simulated rounds"
    )?;
    write_heading(output)?;
    let estimate = Estimate { moments: outcome.bank, exact: None };
    write_row(output, "bank", &estimate)?;
    #[allow(clippy::cast_precision_loss)]
    let share = outcome.exhausted as f64 * 100.0 / rounds as f64;
    writeln!(output, "  the bank ran out in {} rounds ({share:.3}%)", outcome.exhausted)?;
    let deviation = outcome.bank.standard_deviation() / 100.0;
    writeln!(output, "  the standard deviation of a round is ${deviation:.2}")
}

fn write_schedule(output: &mut impl Write, banked: &Banked, schedule: &Schedule) -> io::Result<()> {
    let for_good = match banked.rate.covered_for_good(schedule) {
        Some(action) => format!("covered for good from {}", dollars(action)),
        None => "never covered for good".into(),
    };
    let number = schedule.number().map_or_else(|| "own".into(), |number| number.to_string());
    writeln!(output, "  Schedule {number}: {for_good}")?;
    for bracket in banked.rate.brackets(schedule) {
        let (range, fee, gain) = (range(&bracket), bracket.fee.to_string(), dollars(bracket.gain));
        let covered = match bracket.covered {
            Covered::Whole => "covered".into(),
            Covered::From(action) => format!("covered from {}", dollars(action)),
            Covered::Never => "not covered".into(),
        };
        writeln!(output, "    {range:<18} fee {fee:>7}  gain at the start {gain:>12}  {covered}")?;
    }
    Ok(())
}

/// "$50.00 - $99.99".
fn range(bracket: &BracketResult) -> String {
    let from = whole_dollars(bracket.from);
    match bracket.to {
        Some(to) => format!("{from} to below {}", whole_dollars(to)),
        None => format!("{from} and more"),
    }
}

fn whole_dollars(amount: Cents) -> String {
    amount.to_string().trim_end_matches(".00").into()
}

/// A fraction of cents as dollars.
fn dollars(cents: Fraction) -> String {
    let value = cents.to_f64() / 100.0;
    if value < 0.0 { format!("-${:.4}", -value) } else { format!("${value:.4}") }
}
