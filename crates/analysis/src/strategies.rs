//! Ways to play by name: those that come with the program, and files that people write.
//!
//! A [`Named`] strategy is what was asked for; [`Named::shared`] is the same, ready for the tables of a card room.

use std::fmt;
use std::io;
use std::sync::Arc;

use odds::Strategy;

mod file;
mod named;
mod solved;

pub use file::StrategyFile;
pub use named::{BUILT_IN, BuiltIn, Named, Way};
pub use solved::{Solved, solver};

/// A strategy that many tables play by at once.
pub type Shared = Arc<dyn Strategy + Send>;

/// Why there is no such strategy.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum StrategyError {
    /// No strategy has that name, and it is not a file's.
    Unknown(String),
    /// The file cannot be read.
    Unreadable { name: String, error: io::Error },
    /// The file is no strategy: where, and why.
    Faulty { place: String, why: String },
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyError::Unknown(name) => {
                let names = BUILT_IN.map(|built_in| built_in.name).join(", ");
                write!(
                    f,
                    "there is no strategy {name:?}; there are {names}, and files whose names end in .toml"
                )
            }
            StrategyError::Unreadable { name, .. } => write!(f, "cannot read {name}"),
            StrategyError::Faulty { place, why } => write!(f, "{place}: {why}"),
        }
    }
}

impl std::error::Error for StrategyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StrategyError::Unreadable { error, .. } => Some(error),
            StrategyError::Unknown(_) | StrategyError::Faulty { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
