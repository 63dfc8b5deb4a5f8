//! The `uth` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    uth_cli::run()
}
