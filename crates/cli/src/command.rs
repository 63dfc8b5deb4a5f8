//! The commands of the program. Each command's help text is the doc comment of its arguments, in the command's file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{
    account, advise, bank, bot, information, load, migrate, play, rules, serve, settle, simulate, solve,
    strategy, verify,
};

/// Ultimate Texas Hold'em by the approved rule books, settled to the cent
///
/// Without a command, `uth` opens the card room like `uth serve`.
#[derive(Parser)]
#[command(name = "uth", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  uth                          open the card room on this machine
  uth advise \"As Kd\"           what to do with ace and king
  uth solve                    the house edge, exactly
  uth help COMMAND             everything about a command";

const COMPLETIONS_EXAMPLES: &str = "Examples:
  uth completions bash > ~/.local/share/bash-completion/completions/uth
  uth completions zsh > ~/.zfunc/_uth
  uth completions fish > ~/.config/fish/completions/uth.fish";

const MAN_EXAMPLES: &str = "Examples:
  uth man | man -l -                     read the manual page of uth
  uth man ~/.local/share/man/man1        install one page for each command";

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Arguments),
    Migrate(migrate::Arguments),
    Account(account::Arguments),
    Verify(verify::Arguments),
    Play(play::Arguments),
    Bot(bot::Arguments),
    Load(load::Arguments),
    Rules(rules::Arguments),
    Solve(Box<solve::Arguments>),
    Simulate(simulate::Arguments),
    Bank(bank::Arguments),
    Advise(advise::Arguments),
    Strategy(strategy::Arguments),
    Information(information::Arguments),
    Settle(settle::Arguments),
    /// Print completions for a shell
    ///
    /// They are made from the same definitions as `--help`.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write one for each command
    ///
    /// They are made from the same definitions as `--help`.
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// A folder for the pages; without it the page of `uth` goes to standard output
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

impl Arguments {
    /// Runs the command; without one, opens the card room.
    pub(crate) fn run(self) -> Result<ExitCode> {
        // Parsed again, so that `uth` alone has exactly the defaults of `uth serve`.
        let Some(command) = self.command else { return Arguments::parse_from(["uth", "serve"]).run() };
        match command {
            Command::Serve(arguments) => serve::run(arguments),
            Command::Migrate(arguments) => migrate::run(arguments),
            Command::Account(arguments) => account::run(arguments),
            Command::Verify(arguments) => verify::run(arguments),
            Command::Play(arguments) => play::run(&arguments),
            Command::Bot(arguments) => bot::run(&arguments),
            Command::Load(arguments) => load::run(arguments),
            Command::Rules(arguments) => rules::run(&arguments),
            Command::Solve(arguments) => solve::run(*arguments),
            Command::Simulate(arguments) => simulate::run(&arguments),
            Command::Bank(arguments) => bank::run(&arguments),
            Command::Advise(arguments) => advise::run(&arguments),
            Command::Strategy(arguments) => strategy::run(arguments),
            Command::Information(arguments) => information::run(&arguments),
            Command::Settle(arguments) => settle::run(&arguments),
            Command::Completions { shell } => completions(shell),
            Command::Man { folder } => manual(folder),
        }
    }
}

// Both are made in memory first: the libraries panic if the output ends early, as in `uth man | head`.
fn completions(shell: Shell) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "uth", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

fn manual(folder: Option<PathBuf>) -> Result<ExitCode> {
    let uth = Arguments::command();
    if let Some(folder) = folder {
        let name = folder.display();
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {name}"))?;
        clap_mangen::generate_to(uth, &folder).with_context(|| format!("cannot write to {name}"))?;
    } else {
        let mut page = Vec::new();
        Man::new(uth).render(&mut page)?;
        io::stdout().write_all(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}
