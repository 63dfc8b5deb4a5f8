//! A plot in characters of where the bank's gain covers the fee, one line for each schedule.

use std::io::{self, Write};

use odds::bank::BankEdge;
use uth::{Cents, Schedule};

use super::Banked;

const COLUMNS: u32 = 72;
/// The start of the axis, which is logarithmic.
const LEAST: Cents = Cents::dollars(10);

/// Returns the end of the axis: a little beyond the action from which all schedules are covered.
pub(super) fn most_action(rate: BankEdge, schedules: &[Schedule]) -> Cents {
    let covered = schedules.iter().filter_map(|schedule| rate.covered_for_good(schedule));
    let highest = covered.map(|action| (action.to_f64() / 100.0).ceil() as i64).max().unwrap_or(0);
    let brackets = schedules.iter().flat_map(Schedule::brackets);
    let last = brackets.map(|bracket| bracket.from.0 / 100).max().unwrap_or(0);
    let wanted = highest.max(last).max(100) * 11 / 10;
    // Rounded up to one or two digits, so that the axis has round numbers.
    let step = 10_i64.pow(wanted.ilog10().saturating_sub(1));
    Cents::dollars((wanted + step - 1) / step * step)
}

pub(super) fn write(output: &mut impl Write, banked: &Banked) -> io::Result<()> {
    let most = most_action(banked.rate, &banked.schedules);
    writeln!(output, "Action from {LEAST} to {most}, on a logarithmic scale")?;
    writeln!(output, "█ the gain covers the fee, ░ it does not\n")?;
    for schedule in &banked.schedules {
        let number = schedule.number().map_or_else(|| "own".into(), |number| number.to_string());
        writeln!(output, "  {number:>3} {}", line(banked.rate, schedule, most))?;
    }
    writeln!(output, "      {}\n", axis(most))
}

fn line(rate: BankEdge, schedule: &Schedule, most: Cents) -> String {
    let covered = |column: u32| {
        let action = action(f64::from(column) + 0.5, most);
        rate.gain(action) >= odds::Fraction::whole(schedule.fee(action).0)
    };
    (0..COLUMNS).map(|column| if covered(column) { '█' } else { '░' }).collect()
}

/// Returns the labels of the axis, at the powers of ten.
fn axis(most: Cents) -> String {
    let mut axis = String::new();
    for dollars in [10, 100, 1_000, 10_000] {
        let column =
            (0..COLUMNS).find(|column| action(f64::from(*column) + 0.5, most) >= Cents::dollars(dollars));
        if let Some(column) = column {
            axis += &" ".repeat((column as usize).saturating_sub(axis.len()));
            axis += Cents::dollars(dollars).to_string().trim_end_matches(".00");
        }
    }
    axis
}

#[allow(clippy::cast_precision_loss)]
fn action(column: f64, most: Cents) -> Cents {
    let ratio = most.0 as f64 / LEAST.0 as f64;
    Cents((LEAST.0 as f64 * ratio.powf(column / f64::from(COLUMNS))) as i64)
}
