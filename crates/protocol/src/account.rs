//! Accounts, sessions and roles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an account may do beyond playing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays.
    Player,
    /// Reads every log, history and report.
    Auditor,
    /// Opens and closes tables, declares rounds void, gives roles, and all that an auditor may.
    Floor,
}
