//! What can be typed after `uth strategy`.

use clap::{Args, Subcommand};

const STRATEGY_EXAMPLES: &str = "Examples:
  uth strategy list                  those that come with the program, and what each costs
  uth strategy show uth              one to learn: a chart and a few lines
  uth strategy cost practical        every figure of a published one
  uth strategy cost mine.toml        and of your own; docs/STRATEGIES.md says how to write it";

#[derive(Args)]
#[command(after_help = STRATEGY_EXAMPLES)]
pub(crate) struct StrategyArguments {
    #[command(subcommand)]
    pub(crate) command: StrategyCommand,
}

#[derive(Subcommand)]
pub(crate) enum StrategyCommand {
    /// List the strategies that come with the program, and what each of them costs
    List(StrategyListArguments),
    /// Show a strategy as a person would learn it
    Show(StrategyShowArguments),
    /// Compute what a strategy is worth over all deals, and what it costs against best play
    Cost(StrategyCostArguments),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  uth strategy list\n  uth strategy list --json")]
pub(crate) struct StrategyListArguments {
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  uth strategy show uth\n  uth strategy show mine.toml")]
pub(crate) struct StrategyShowArguments {
    /// A name from `uth strategy list`, or a file that ends in .toml
    pub(crate) name: String,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  uth strategy cost practical\n  uth strategy cost mine.toml --json")]
pub(crate) struct StrategyCostArguments {
    /// A name from `uth strategy list`, or a file that ends in .toml
    pub(crate) name: String,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}
