//! `uth completions`: what a shell needs to complete commands and options.

use std::io;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::command;

const EXAMPLES: &str = "Examples:
  uth completions bash > ~/.local/share/bash-completion/completions/uth
  uth completions zsh > ~/.zfunc/_uth
  uth completions fish > ~/.config/fish/completions/uth.fish";

/// Print completions for a shell
///
/// They are made from the same definitions as `--help`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command::Arguments::command(), "uth", &mut script);
    io::Write::write_all(&mut io::stdout().lock(), &script)?;
    Ok(ExitCode::SUCCESS)
}
