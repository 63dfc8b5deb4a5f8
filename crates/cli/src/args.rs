//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Ultimate Texas Hold'em by the approved rule books, settled to the cent.
#[derive(Parser)]
#[command(name = "uth", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show the rule books: layout, wagers, pay tables, limits, collection schedules
    Rules(RulesArguments),
    /// Settle hands: what every wager wins or loses, in order, with the clause that says so
    Settle(SettleArguments),
}

const RULES_EXAMPLES: &str = "Examples:
  uth rules                        all four, a paragraph each
  uth rules california-bad-beat    one, with its pay tables and 24 collection schedules
  uth rules washington --json      the same for programs";

#[derive(Args)]
#[command(after_help = RULES_EXAMPLES)]
pub(crate) struct RulesArguments {
    /// california, washington, california-bad-beat or house; all of them if none is named
    #[arg(value_name = "ID")]
    pub(crate) book: Option<uth::Book>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const SETTLE_EXAMPLES: &str = include_str!("settle/help.txt");

#[derive(Args)]
#[command(after_help = "Try `uth settle --help` for the form of a document.", after_long_help = SETTLE_EXAMPLES)]
pub(crate) struct SettleArguments {
    /// A file with one or more JSON documents; standard input if none is named
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Write one JSON object per document, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
}
