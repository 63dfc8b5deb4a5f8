//! What the `uth` command does, as a library so that tests and fuzzers reach it.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Parser;

mod advise;
mod args;
mod bank;
mod bot;
mod entrance;
mod information;
pub mod load;
mod money;
mod play;
mod rules;
mod serve;
pub mod settle;
mod simulate;
mod solve;
mod strategy;
mod verify;

pub use bot::Policy;
pub use play::picture;

/// Exit code for input that is wrong; what was right is still done.
pub const BAD_INPUT: u8 = 2;

/// Why a command line would not be understood. It is here for whoever looks for faults: nothing is done.
pub fn fault_of(words: &[OsString]) -> Option<String> {
    args::Arguments::try_parse_from(words).err().map(|error| error.to_string())
}

/// Runs the command that was typed.
pub fn run() -> ExitCode {
    let result = match args::Arguments::parse().command {
        None => serve::run(serve::ServeArguments::default()),
        Some(args::Command::Serve(arguments)) => serve::run(arguments),
        Some(args::Command::Verify(arguments)) => verify::run(&arguments),
        Some(args::Command::Play(arguments)) => play::run(arguments),
        Some(args::Command::Bot(arguments)) => bot::run(arguments),
        Some(args::Command::Load(arguments)) => load::run(arguments),
        Some(args::Command::Rules(arguments)) => rules::run(&arguments),
        Some(args::Command::Solve(arguments)) => solve::run(&arguments),
        Some(args::Command::Simulate(arguments)) => simulate::run(&arguments),
        Some(args::Command::Bank(arguments)) => bank::run(&arguments),
        Some(args::Command::Advise(arguments)) => advise::run(&arguments),
        Some(args::Command::Strategy(arguments)) => strategy::run(&arguments.command),
        Some(args::Command::Information(arguments)) => information::run(&arguments),
        Some(args::Command::Settle(arguments)) => settle::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        // Whoever reads our output has seen enough: that is no error.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("uth: {error:#}");
        ExitCode::from(BAD_INPUT)
    })
}
