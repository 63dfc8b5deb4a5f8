//! `uth man`: manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::command;

const EXAMPLES: &str = "Examples:
  uth man | man -l -                     read the manual page of uth
  uth man ~/.local/share/man/man1        install one page for each command";

/// Print the manual page, or write one for each command
///
/// They are made from the same definitions as `--help`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArguments {
    /// A folder for the pages; without it the page of `uth` goes to standard output
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ManArguments) -> Result<ExitCode> {
    let uth = command::Arguments::command();
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        Man::new(uth).render(&mut page)?;
        io::stdout().write_all(&page)?;
        return Ok(ExitCode::SUCCESS);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    clap_mangen::generate_to(uth, folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
