//! The card room's own log: who joined, who was given which role, and every chip that the cashier handed out.

use serde::{Deserialize, Serialize};
use table::{Account, Move, PlayerId};
use uth::Cents;

/// What somebody may do beyond playing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays.
    Player,
    /// Reads every log, history and report.
    Auditor,
    /// Opens and closes tables, declares rounds void, gives roles, and all that an auditor may.
    Floor,
}

/// Something that happened in the card room, not at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum RoomEvent {
    /// The house has chips to bank with.
    HouseFunded { amount: i64 },
    /// Somebody joined. A guest has no name of their own yet.
    Joined { player: u64, name: String, house_run: bool },
    /// A guest took a name and a password.
    Named { player: u64, name: String },
    /// The cashier handed out chips.
    Granted { player: u64, amount: i64 },
    /// Somebody may do more, or less, from now on.
    RoleGiven { player: u64, role: Role, by: Option<u64>, reason: String },
    /// The floor opened a table.
    TableOpened { table: u64, name: String, by: Option<u64> },
    /// The floor declared the round of a table void.
    RoundVoided { table: u64, by: u64, reason: String },
    /// The floor closed a table.
    TableClosed { table: u64, by: u64, reason: String },
}

impl RoomEvent {
    /// The chips that move with it.
    pub fn moves(&self) -> Option<Move> {
        let (credit, amount) = match self {
            RoomEvent::HouseFunded { amount } => (Account::House, *amount),
            RoomEvent::Granted { player, amount } => (Account::Wallet(PlayerId(*player)), *amount),
            _ => return None,
        };
        Some(Move { debit: Account::Cashier, credit, amount: Cents(amount) })
    }
}

/// What an entry of the journal says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// What happened.
    pub events: Vec<RoomEvent>,
}
