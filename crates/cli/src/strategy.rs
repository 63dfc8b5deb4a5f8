//! `uth strategy`: strategies, and what each of them costs.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Mutex;

use analysis::solve::grouped;
use analysis::strategies::{BUILT_IN, NamedStrategy, StrategyKind};
use analysis::{base_values, base_wagers, exact};
use clap::Subcommand;
use odds::{Evaluation, Fraction, Game, Rule, Solver, Strategy, StreetRules};
use protocol::{BaseValues, BaseWagers, Exact};
use serde::Serialize;

use crate::output::{self, Progress, joined};
use crate::solve::{write_figure, write_figures, write_preflop, write_value, write_wagers};

const EXAMPLES: &str = "Examples:
  uth strategy list                  those that come with the program, and what each costs
  uth strategy show uth              one to learn: a chart and a few lines
  uth strategy cost practical        every figure of a published one
  uth strategy cost mine.toml        and of your own; docs/STRATEGIES.md says how to write it";

/// List, show and evaluate strategies: what each of them says and what it costs, exactly
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: StrategyCommand,
}

#[derive(Subcommand)]
enum StrategyCommand {
    /// List the strategies that come with the program, and what each of them costs
    #[command(after_help = "Examples:\n  uth strategy list\n  uth strategy list --json")]
    List {
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a strategy as a person would learn it
    #[command(after_help = "Examples:\n  uth strategy show uth\n  uth strategy show mine.toml")]
    Show {
        /// A name from `uth strategy list`, or a file that ends in .toml
        #[arg(value_name = "NAME|FILE")]
        name: String,
    },
    /// Compute what a strategy is worth over all deals, and what it costs against best play
    #[command(after_help = "Examples:\n  uth strategy cost practical\n  uth strategy cost mine.toml --json")]
    Cost {
        /// A name from `uth strategy list`, or a file that ends in .toml
        #[arg(value_name = "NAME|FILE")]
        name: String,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
}

/// A strategy that comes with the program. Values are in Antes.
#[derive(Serialize)]
struct ListedRecord {
    name: String,
    title: String,
    about: String,
    source: Option<String>,
    base: Exact,
    house_edge: f64,
    cost: Exact,
}

/// An evaluated strategy. Values are in Antes.
#[derive(Serialize)]
struct CostRecord<'a> {
    name: &'a str,
    title: &'a str,
    deals: String,
    base: BaseValues,
    best: Exact,
    cost: Exact,
    wagers: BaseWagers,
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        StrategyCommand::List { json } => list(json),
        StrategyCommand::Show { name } => show(&name),
        StrategyCommand::Cost { name, json } => cost(&name, json),
    }
}

fn list(json: bool) -> anyhow::Result<ExitCode> {
    let best: Fraction = BUILT_IN[0].value.parse()?;
    let mut all = Vec::new();
    for built_in in &BUILT_IN {
        let value: Fraction = built_in.value.parse()?;
        let NamedStrategy { name, title, about, source, .. } = built_in.named()?;
        let (base, cost) = (exact(value), exact(best - value));
        all.push(ListedRecord { name, title, about, source, base, house_edge: (-value).to_f64(), cost });
    }
    output::print(json, || &all, |output| write_list(output, &all))
}

fn show(name: &str) -> anyhow::Result<ExitCode> {
    let named = NamedStrategy::find(name)?;
    let write = |strategy: &dyn Strategy| {
        output::print(false, || (), |output| write_strategy(output, &named, strategy))
    };
    match &named.kind {
        // Rules are shown at once; best play has to be solved first.
        StrategyKind::Rules(rules) => write(rules),
        _ => named.play(&Solver::new(), &Game::standard(), write)?,
    }
}

fn cost(name: &str, json: bool) -> anyhow::Result<ExitCode> {
    let named = NamedStrategy::find(name)?;
    let (solver, game) = (Solver::new(), Game::standard());
    let best = solver.solve(&game)?.base();
    let progress = Mutex::new(Progress::new());
    let show = |done: u64, of: u64| {
        // A thread that finds the bar in use does not wait for it.
        if let Ok(mut progress) = progress.try_lock() {
            progress.show("steps", done, of);
        }
    };
    let evaluation = named.play(&solver, &game, |strategy| solver.evaluate(&game, strategy, &show))??;
    // The bar is wiped before the result is written to the same terminal.
    drop(progress);
    let record = CostRecord::new(&named, &evaluation, best);
    output::print(json, || &record, |output| write_cost(output, &named, &evaluation, &record))
}

impl CostRecord<'_> {
    fn new<'a>(named: &'a NamedStrategy, evaluation: &Evaluation, best: Fraction) -> CostRecord<'a> {
        let base = evaluation.base();
        CostRecord {
            name: &named.name,
            title: &named.title,
            deals: evaluation.distribution.deals().to_string(),
            base: base_values(
                base,
                evaluation.element_of_risk(),
                evaluation.average_wager(),
                evaluation.distribution.standard_deviation(),
                &evaluation.actions(),
            ),
            best: exact(best),
            cost: exact(best - base),
            wagers: base_wagers(&evaluation.wagers),
        }
    }
}

fn write_list(output: &mut dyn Write, all: &[ListedRecord]) -> io::Result<()> {
    writeln!(output, "  {:<14}{:>11}{:>12}   what it is", "strategy", "house edge", "cost")?;
    for ListedRecord { name, about, house_edge, cost, .. } in all {
        let (edge, cost) = (house_edge * 100.0, cost.value * 100.0);
        writeln!(output, "  {name:<14}{edge:>10.6}%{cost:>11.6}%   {about}")?;
    }
    writeln!(
        output,
        "\n  Percent of an Ante, exactly, over all deals of the standard game; the cost is against best play.\
         \n  uth strategy show NAME to learn one, uth strategy cost NAME for every figure; NAME may be a file."
    )
}

fn write_cost(
    output: &mut dyn Write,
    named: &NamedStrategy,
    evaluation: &Evaluation,
    record: &CostRecord<'_>,
) -> io::Result<()> {
    write_title(output, named)?;
    write_wagers(output, &record.base, &record.wagers)?;
    write_value(output, "Best play", &record.best, "")?;
    write_value(output, "Cost", &record.cost, "")?;
    write_figures(output, &record.base, evaluation.distribution.outcomes())?;
    let cost = record.cost.value * 100.0;
    write_figure(output, "Cost", &format!("{cost:.6}% of an Ante more than best play"))?;
    writeln!(output, "\n  Exactly, over all {} deals.", grouped(evaluation.distribution.deals()))
}

fn write_strategy(output: &mut dyn Write, named: &NamedStrategy, strategy: &dyn Strategy) -> io::Result<()> {
    write_title(output, named)?;
    write_preflop(output, |hand| strategy.preflop(hand.cards()).map(|times| times.to_string()))?;
    match &named.kind {
        StrategyKind::Rules(rules) => {
            for (times, range) in &rules.preflop {
                let (hands, combos) = (range.hands().len(), range.combos());
                writeln!(output, "  raise {times}x: {hands} hands, {combos} of 1326 combinations")?;
            }
            write_decision(output, "On the flop", "raise 2x", "check", &rules.flop)?;
            write_decision(output, "On the river", "raise 1x", "fold", &rules.river)?;
            named.notes.as_ref().map_or(Ok(()), |notes| writeln!(output, "\n{}", notes.trim()))
        }
        StrategyKind::Best | StrategyKind::ThreeTimes | StrategyKind::WaitForFlop => writeln!(
            output,
            "On the flop and the river, play what is best there; that does not fit on a page.\n\
             A strategy that can be learnt: uth strategy show uth"
        ),
    }
}

fn write_title(output: &mut dyn Write, named: &NamedStrategy) -> io::Result<()> {
    writeln!(output, "{}\n", named.title)?;
    if !named.about.is_empty() {
        writeln!(output, "  {}", named.about)?;
    }
    if let Some(source) = &named.source {
        writeln!(output, "  Source: {source}.")?;
    }
    writeln!(output)
}

fn write_decision(
    output: &mut dyn Write,
    street: &str,
    raise: &str,
    hold_back: &str,
    decision: &StreetRules,
) -> io::Result<()> {
    if decision.raise.is_empty() {
        return writeln!(output, "\n{street}, {hold_back}");
    }
    let list = |rules: &[Rule]| joined(rules.iter().map(|rule| format!("  - {rule}")), "\n");
    writeln!(output, "\n{street}, {raise} with one of\n{}", list(&decision.raise))?;
    if !decision.hold_back.is_empty() {
        writeln!(output, "but {hold_back} with\n{}", list(&decision.hold_back))?;
    }
    writeln!(output, "and {hold_back} with everything else")
}
