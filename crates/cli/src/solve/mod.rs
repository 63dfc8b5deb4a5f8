//! `uth solve`: the whole game, exactly.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use odds::{Distribution, Solution, Solver};

use crate::args::SolveArguments;

pub(crate) mod arguments;
mod chart;
mod record;
mod report;
pub(crate) mod sheet;

/// A game, solved, and how often each result comes.
struct Solved {
    solution: Solution,
    distribution: Distribution,
}

pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let solver = Solver::new();
    let solution = solver.solve(&arguments.game())?;
    let distribution = solver.distribution(&solution);
    let solved = Solved { solution, distribution };
    if let Some(path) = &arguments.report {
        std::fs::write(path, report::page(&solved))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        record::write(&mut output, &solved)?;
    } else if arguments.chart {
        let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        chart::write(&mut output, &solved.solution, colour)?;
    } else {
        sheet::write(&mut output, &solved)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
