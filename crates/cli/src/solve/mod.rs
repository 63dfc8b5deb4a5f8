//! `uth solve`: the whole game, exactly.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use odds::{Distribution, Fraction, Game, GameError, Solution, Solver};

use crate::args::SolveArguments;

pub(crate) mod arguments;
mod chart;
mod record;
mod report;
pub(crate) mod sheet;

/// A game, solved, and how often each result comes.
struct Solved {
    solution: Solution,
    /// Of Ante, Blind and Play.
    base: Distribution,
    /// Of these and Trips, where the mix has it.
    round: Distribution,
}

impl Solved {
    fn new(game: &Game) -> Result<Solved, GameError> {
        let solver = Solver::new();
        let solution = solver.solve(game)?;
        let round = solver.distribution(&solution);
        let mut without_bonus = solution.clone();
        without_bonus.game.mix.trips = Fraction::ZERO;
        let base = solver.distribution(&without_bonus);
        Ok(Solved { solution, base, round })
    }
}

pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let solved = Solved::new(&arguments.game())?;
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
