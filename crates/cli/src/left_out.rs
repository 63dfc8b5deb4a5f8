//! Commands that this build does not have. They stay in the list of commands, so that they can say why they do not run.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};

/// Not part of this build
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    // Whatever was typed is accepted, so that the answer is always the sentence below.
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _typed: Vec<OsString>,
}

pub(crate) fn run(_: Arguments) -> Result<ExitCode> {
    bail!(
        "this command is not part of this build: play, bot and load need `--features client`, serve, migrate, \
         account and verify `--features serve`"
    )
}
