//! Where the bank's gain covers the fee, one line for each schedule, as characters.

use std::io::{self, Write};

use odds::bank::Rate;
use uth::{Cents, Schedule};

use super::Banked;

const COLUMNS: i64 = 72;

/// The highest action worth showing: a little beyond the point from which on every schedule is covered.
pub(super) fn most_action(banked: &Banked) -> Cents {
    let covered = banked.schedules.iter().filter_map(|schedule| banked.rate.covered_for_good(schedule));
    let highest = covered.map(|action| (action.to_f64() / 100.0).ceil() as i64).max().unwrap_or(0);
    let brackets = banked.schedules.iter().flat_map(Schedule::brackets);
    let last = brackets.map(|bracket| bracket.from.0 / 100).max().unwrap_or(0);
    let wanted = highest.max(last).max(100) * 11 / 10;
    // Rounded up to one or two digits, so that the axis has round numbers.
    let step = 10_i64.pow(wanted.ilog10().saturating_sub(1));
    Cents::dollars((wanted + step - 1) / step * step)
}

pub(super) fn write(output: &mut impl Write, banked: &Banked) -> io::Result<()> {
    let most = most_action(banked);
    writeln!(output, "Action from $0 to {most}: █ the gain covers the fee, ░ it does not\n")?;
    for schedule in &banked.schedules {
        let number = schedule.number().map_or_else(|| "own".into(), |number| number.to_string());
        writeln!(output, "  {number:>3} {}", line(banked.rate, schedule, most))?;
    }
    let right = most.to_string();
    writeln!(output, "      $0{right:>width$}\n", width = COLUMNS as usize - 2)
}

fn line(rate: Rate, schedule: &Schedule, most: Cents) -> String {
    let covered = |column: i64| {
        let action = Cents(most.0 * (2 * column + 1) / (2 * COLUMNS));
        rate.gain(action) >= odds::Fraction::whole(schedule.fee(action).0)
    };
    (0..COLUMNS).map(|column| if covered(column) { '█' } else { '░' }).collect()
}
