//! Commands that this build does not have.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

/// Not part of this build
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct LeftOut {
    // Whatever was typed is accepted, so that the answer is always the sentence below.
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _typed: Vec<OsString>,
}

impl LeftOut {
    /// Fails with the sentence that names the missing feature.
    pub(crate) fn refuse(command: &str, feature: &str) -> Result<ExitCode> {
        bail!("`uth {command}` is not part of this build; build the program with `--features {feature}`")
    }
}
