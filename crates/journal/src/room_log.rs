//! The room log: accounts, roles, acts of the floor, and every chip that the cashier issues. It is log 0.

use protocol::Role;
use serde::{Deserialize, Serialize};
use store::{Entry, StoreError};
use table::{Account, Move, PlayerId};
use uth::Cents;

/// An event of the card room as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum RoomEvent {
    /// The cashier issued the chips with which the house banks.
    HouseFunded { amount: i64 },
    /// An account was created. A guest has a generated name.
    Joined { player: u64, name: String, bot: bool },
    /// A guest chose a name and a password.
    Named { player: u64, name: String },
    /// The cashier issued chips to a player.
    Granted { player: u64, amount: i64 },
    /// An account's role was changed, by the floor or by the one-time code.
    RoleGiven { player: u64, role: Role, by: Option<u64>, reason: String },
    /// The floor opened a table.
    TableOpened { table: u64, name: String, by: Option<u64> },
    /// The floor declared the round of a table void.
    RoundVoided { table: u64, by: u64, reason: String },
    /// The floor closed a table.
    TableClosed { table: u64, by: u64, reason: String },
}

impl RoomEvent {
    /// Returns the transfer that belongs to the event.
    pub fn moves(&self) -> Option<Move> {
        // Only the cashier makes chips. All other events of the room move none; tables have logs of their own.
        let (credit, amount) = match self {
            RoomEvent::HouseFunded { amount } => (Account::House, *amount),
            RoomEvent::Granted { player, amount } => (Account::Wallet(PlayerId(*player)), *amount),
            _ => return None,
        };
        Some(Move { debit: Account::Cashier, credit, amount: Cents(amount) })
    }
}

/// The body of an entry in the room log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// Its events, in order.
    pub events: Vec<RoomEvent>,
}

impl JournalEntry {
    /// Reads the body of an entry in the room log.
    pub fn read(entry: &Entry) -> Result<JournalEntry, StoreError> {
        serde_json::from_str(&entry.body)
            .map_err(|error| StoreError::Broken(format!("the room log at {}: {error}", entry.seq)))
    }

    /// Returns the body.
    ///
    /// # Panics
    /// Never: events are structures of text and numbers, and those always have a JSON form.
    pub fn body(&self) -> String {
        serde_json::to_string(self).expect("events of text and numbers have a JSON form")
    }
}
