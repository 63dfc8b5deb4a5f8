//! What to do before the flop: thirteen rows, thirteen columns, suited hands above the diagonal.

use std::io::{self, Write};

use analysis::solve::chart_rows;
use odds::{PlayerAction, PreflopRow, Solution};

pub(super) fn write(output: &mut impl Write, solution: &Solution, colour: bool) -> io::Result<()> {
    writeln!(output, "Before the flop: raise or check. Suited hands are above the diagonal.\n")?;
    for row in chart_rows(solution) {
        write!(output, "  ")?;
        for start in row {
            write_cell(output, start, colour)?;
        }
        writeln!(output)?;
    }
    let count = |raises: bool| {
        let hands = solution.preflop.iter().filter(|start| (start.best != PlayerAction::Check) == raises);
        let combos: u32 = hands.clone().map(|start| start.hand.combos()).sum();
        (hands.count(), combos)
    };
    let ((raised, raised_combos), (checked, checked_combos)) = (count(true), count(false));
    writeln!(output, "\n  raise: {raised} hands, {raised_combos} of 1326 combinations")?;
    writeln!(output, "  check: {checked} hands, {checked_combos} of 1326 combinations")
}

fn write_cell(output: &mut impl Write, start: &PreflopRow, colour: bool) -> io::Result<()> {
    let hand = start.hand.to_string();
    let mark = match start.best {
        PlayerAction::Raise(times) => format!("{times}"),
        PlayerAction::Check | PlayerAction::Fold => "·".into(),
    };
    let cell = format!("{hand:>4} {mark} ");
    match (colour, start.best) {
        (false, _) => write!(output, "{cell}"),
        // Black on green raises, white on dark grey waits.
        (true, PlayerAction::Raise(_)) => write!(output, "\x1b[30;42m{cell}\x1b[0m"),
        (true, _) => write!(output, "\x1b[97;100m{cell}\x1b[0m"),
    }
}
