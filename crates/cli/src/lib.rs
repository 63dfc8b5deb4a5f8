//! The `uth` command: flags in, text or JSON out. Everything it says comes from the crates below it.
//!
//! Each module is one command; its arguments' doc comment is its help text, and `options` holds the option groups
//! and conventions that commands share. The crate is a library so that tests, benchmarks and fuzzers reach it.
//!
//! It deliberately does not know the rules, compute values or speak the protocol: `uth`, `odds`, `analysis` and
//! `client` do. Without its default features it opens no socket and no database: feature `client` adds `play`, `bot`
//! and `load`, feature `serve` adds `serve`, `migrate`, `account` and
//! `verify`.
//!
//! ```
//! use uth_cli::settle::{Form, settle_all};
//!
//! let hand = r#"{"book":"house","seats":[{"seat":1,"ante":1000,"hole":"As Kd","play":"4x"}],
//!                "dealer":"7c 7d","board":"Ks Js 9s 4h 3h"}"#;
//! let mut lines = Vec::new();
//! let faults = settle_all(hand.as_bytes(), &mut lines, Form::Json).unwrap();
//! assert_eq!(faults, 0);
//! assert!(String::from_utf8(lines).unwrap().contains(r#""net":5000"#));
//! ```

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Parser;

#[cfg(feature = "serve")]
mod account;
mod advise;
mod bank;
#[cfg(feature = "client")]
mod bot;
#[cfg(feature = "client")]
mod card_room;
mod command;
mod information;
#[cfg(not(all(feature = "client", feature = "serve")))]
mod left_out;
#[cfg(feature = "client")]
pub mod load;
#[cfg(feature = "serve")]
mod migrate;
mod options;
mod output;
#[cfg(feature = "client")]
mod play;
mod plot;
#[cfg(feature = "client")]
mod policy;
mod rules;
#[cfg(feature = "serve")]
mod serve;
pub mod settle;
mod simulate;
mod solve;
mod strategy;
#[cfg(feature = "serve")]
mod verify;

#[cfg(feature = "client")]
pub use play::picture;
#[cfg(feature = "client")]
pub use policy::Policy;
#[cfg(not(feature = "client"))]
use {left_out as bot, left_out as load, left_out as play};
#[cfg(not(feature = "serve"))]
use {left_out as account, left_out as migrate, left_out as serve, left_out as verify};

/// Exit code for input that is wrong. What was right before it is still done.
pub const BAD_INPUT: u8 = 2;

/// Returns why a command line would not be understood. Nothing is run; fuzzers use it.
pub fn parse_error(words: &[OsString]) -> Option<String> {
    command::Arguments::try_parse_from(words).err().map(|error| error.to_string())
}

/// Runs the command that was typed, and prints an error once, as one line.
pub fn run() -> ExitCode {
    command::Arguments::parse().run().unwrap_or_else(|error| {
        // `uth … | head` closes our output early, which is not an error.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("uth: {error:#}");
        ExitCode::from(BAD_INPUT)
    })
}
