//! `uth solve`: the whole game, exactly.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use analysis::solve::{GameTerms, Solved, report};
use analysis::{ruin_record, solution_record};
use anyhow::Context;
use odds::{Game, Qualify, RuinError, Solver};

use crate::args::{QualifyArgument, SolveArguments};

mod chart;
pub(crate) mod sheet;

pub(crate) fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let solved = Solved::new(&Solver::new(), &arguments.game())?;
    if let Some(path) = &arguments.report {
        std::fs::write(path, report(&solved)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let follow = |bankroll| Ok::<_, RuinError>((bankroll, solved.round.ruin(bankroll, arguments.hands)?));
    let ruin = arguments.bankroll.map(follow).transpose().context("--bankroll")?;
    let mut output = BufWriter::new(io::stdout().lock());
    if arguments.json {
        let mut record = solution_record(&solved);
        if let Some((bankroll, ruin)) = &ruin {
            record["ruin"] = ruin_record(*bankroll, ruin);
        }
        serde_json::to_writer_pretty(&mut output, &record)?;
        writeln!(output)?;
    } else if arguments.chart {
        let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        chart::write(&mut output, &solved.solution, colour)?;
    } else {
        sheet::write(&mut output, &solved)?;
        if let Some((bankroll, ruin)) = &ruin {
            sheet::write_ruin(&mut output, *bankroll, ruin)?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl SolveArguments {
    fn game(&self) -> Game {
        let terms = GameTerms {
            paytable: self.paytable,
            blind: self.blind.clone(),
            trips: self.trips.clone(),
            bad_beat: self.bad_beat.clone(),
            qualify: match self.qualify {
                QualifyArgument::Pair => Qualify::Pair,
                QualifyArgument::None => Qualify::Always,
            },
            raises: self.raises.clone(),
            mix: self.mix.clone(),
        };
        terms.game()
    }
}
