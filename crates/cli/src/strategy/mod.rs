//! `uth strategy`: strategies, and what each of them costs.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use analysis::strategies::{BUILT_IN, NamedStrategy, StrategyKind};
use clap::{Args, Subcommand};
use odds::{Evaluation, Fraction, Game, Solver};

use crate::json;

mod record;
mod sheet;

const EXAMPLES: &str = "Examples:
  uth strategy list                  those that come with the program, and what each costs
  uth strategy show uth              one to learn: a chart and a few lines
  uth strategy cost practical        every figure of a published one
  uth strategy cost mine.toml        and of your own; docs/STRATEGIES.md says how to write it";

/// List, show and evaluate strategies: what each of them says and what it costs, exactly
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StrategyArguments {
    #[command(subcommand)]
    command: StrategyCommand,
}

#[derive(Subcommand)]
enum StrategyCommand {
    List(StrategyListArguments),
    Show(StrategyShowArguments),
    Cost(StrategyCostArguments),
}

/// List the strategies that come with the program, and what each of them costs
#[derive(Args)]
#[command(after_help = "Examples:\n  uth strategy list\n  uth strategy list --json")]
struct StrategyListArguments {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Show a strategy as a person would learn it
#[derive(Args)]
#[command(after_help = "Examples:\n  uth strategy show uth\n  uth strategy show mine.toml")]
struct StrategyShowArguments {
    /// A name from `uth strategy list`, or a file that ends in .toml
    #[arg(value_name = "NAME|FILE")]
    name: String,
}

/// Compute what a strategy is worth over all deals, and what it costs against best play
#[derive(Args)]
#[command(after_help = "Examples:\n  uth strategy cost practical\n  uth strategy cost mine.toml --json")]
struct StrategyCostArguments {
    /// A name from `uth strategy list`, or a file that ends in .toml
    #[arg(value_name = "NAME|FILE")]
    name: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// An evaluated strategy.
struct Costed {
    named: NamedStrategy,
    evaluation: Evaluation,
    /// The value of best play.
    best: Fraction,
}

impl Costed {
    /// Returns what it loses against best play.
    fn cost(&self) -> Fraction {
        self.best - self.evaluation.base()
    }
}

/// A strategy that comes with the program, with its value.
struct Listed {
    named: NamedStrategy,
    value: Fraction,
    cost: Fraction,
}

pub(crate) fn run(arguments: &StrategyArguments) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    match &arguments.command {
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
    if arguments.json {
        return Ok(json::write(output, &record::list(&all))?);
    }
    Ok(sheet::write_list(output, &all)?)
}

fn show(output: &mut impl Write, arguments: &StrategyShowArguments) -> anyhow::Result<()> {
    let named = NamedStrategy::find(&arguments.name)?;
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if let StrategyKind::Rules(rules) = &named.kind {
        sheet::write_strategy(output, &named, rules, colour)?;
    } else {
        named.play(&Solver::new(), &Game::standard(), |strategy| {
            sheet::write_strategy(output, &named, strategy, colour)
        })??;
    }
    Ok(())
}

fn cost(output: &mut impl Write, arguments: &StrategyCostArguments) -> anyhow::Result<()> {
    let named = NamedStrategy::find(&arguments.name)?;
    let costed = evaluate(named)?;
    if arguments.json {
        return Ok(json::write(output, &record::cost(&costed))?);
    }
    Ok(sheet::write_cost(output, &costed)?)
}

/// Evaluates a strategy over all deals of the standard game, and shows on a terminal how far it is.
fn evaluate(named: NamedStrategy) -> anyhow::Result<Costed> {
    let (solver, game) = (Solver::new(), Game::standard());
    let best = solver.solve(&game)?.base();
    let is_terminal = io::stderr().is_terminal();
    let shown = AtomicU64::new(0);
    let progress = |done: u64, of: u64| {
        let percent = 100 * done / of;
        if is_terminal && shown.fetch_max(percent, Ordering::Relaxed) < percent {
            let end = if percent == 100 { "\r    \r" } else { "" };
            eprint!("\r{percent:>3}%{end}");
        }
    };
    let evaluation = named.play(&solver, &game, |strategy| solver.evaluate(&game, strategy, &progress))??;
    Ok(Costed { named, evaluation, best })
}
