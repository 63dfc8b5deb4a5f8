//! `uth strategy`: ways to play, and what each of them costs.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use analysis::strategies::{BUILT_IN, Named, Way};
use odds::{Evaluation, Fraction, Game, Solver};

pub(crate) mod arguments;
mod record;
mod sheet;

use arguments::{StrategyCommand, StrategyCostArguments, StrategyListArguments, StrategyShowArguments};

/// A strategy, evaluated.
struct Costed {
    named: Named,
    evaluation: Evaluation,
    /// The value of best play.
    best: Fraction,
}

impl Costed {
    /// What it loses against best play.
    fn cost(&self) -> Fraction {
        self.best - self.evaluation.base()
    }
}

/// A strategy that comes with the program, and what it is worth.
struct Listed {
    named: Named,
    value: Fraction,
    cost: Fraction,
}

pub(crate) fn run(command: &StrategyCommand) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    match command {
        StrategyCommand::List(arguments) => list(&mut output, arguments)?,
        StrategyCommand::Show(arguments) => show(&mut output, arguments)?,
        StrategyCommand::Cost(arguments) => cost(&mut output, arguments)?,
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn list(output: &mut impl Write, arguments: &StrategyListArguments) -> anyhow::Result<()> {
    let best: Fraction = BUILT_IN[0].value.parse()?;
    let mut all = Vec::new();
    for built_in in &BUILT_IN {
        let value: Fraction = built_in.value.parse()?;
        all.push(Listed { named: built_in.named()?, value, cost: best - value });
    }
    let write = if arguments.json { record::write_list } else { sheet::write_list };
    Ok(write(output, &all)?)
}

fn show(output: &mut impl Write, arguments: &StrategyShowArguments) -> anyhow::Result<()> {
    let named = Named::find(&arguments.name)?;
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if let Way::Rules(rules) = &named.way {
        sheet::write_strategy(output, &named, rules, colour)?;
    } else {
        named.play(&Solver::new(), &Game::standard(), |strategy| {
            sheet::write_strategy(output, &named, strategy, colour)
        })??;
    }
    Ok(())
}

fn cost(output: &mut impl Write, arguments: &StrategyCostArguments) -> anyhow::Result<()> {
    let named = Named::find(&arguments.name)?;
    let costed = evaluate(named)?;
    let write = if arguments.json { record::write_cost } else { sheet::write_cost };
    Ok(write(output, &costed)?)
}

/// Plays all deals of the standard game, and says on a terminal how far it is.
fn evaluate(named: Named) -> anyhow::Result<Costed> {
    let (solver, game) = (Solver::new(), Game::standard());
    let best = solver.solve(&game)?.base();
    let shows = io::stderr().is_terminal();
    let told = AtomicUsize::new(0);
    let progress = |done: usize, of: usize| {
        let percent = 100 * done / of;
        if shows && told.fetch_max(percent, Ordering::Relaxed) < percent {
            let end = if percent == 100 { "\r    \r" } else { "" };
            eprint!("\r{percent:>3}%{end}");
        }
    };
    let evaluation = named.play(&solver, &game, |strategy| solver.evaluate(&game, strategy, &progress))??;
    Ok(Costed { named, evaluation, best })
}
