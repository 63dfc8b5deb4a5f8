//! The card room's own log: who joined, who was given which role, and every chip that the cashier handed out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::{Account, Move, PlayerId};
use tokio::sync::Mutex;
use uth::Cents;

use super::chain::{GENESIS, chained};
use crate::store::{Change, Head, LogId, Outcome, Put, Store, StoreError};

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
pub enum Notice {
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

impl Notice {
    /// The chips that move with it.
    pub fn moves(&self) -> Option<Move> {
        let (credit, amount) = match self {
            Notice::HouseFunded { amount } => (Account::House, *amount),
            Notice::Granted { player, amount } => (Account::Wallet(PlayerId(*player)), *amount),
            _ => return None,
        };
        Some(Move { debit: Account::Cashier, credit, amount: Cents(amount) })
    }
}

/// What an entry of the journal says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// What happened.
    pub events: Vec<Notice>,
}

/// Writes the journal.
pub struct Journal {
    store: Arc<dyn Store>,
    /// Where it ends, as far as this node knows.
    head: Mutex<Option<Head>>,
}

impl Journal {
    /// The journal of that storage.
    pub fn new(store: Arc<dyn Store>) -> Journal {
        Journal { store, head: Mutex::default() }
    }

    /// Writes what happened, with the records that belong to it, all or nothing. `page` is told the number that the
    /// first event will have, which no other event of the journal has: a good number for a new account.
    pub async fn write(
        &self,
        at_ms: u64,
        page: impl Fn(u64) -> (Vec<Notice>, Vec<Put>) + Send,
    ) -> Result<Outcome, StoreError> {
        let mut known = self.head.lock().await;
        loop {
            if known.is_none() {
                *known = self.store.head(LogId::JOURNAL).await?;
            }
            let (before, previous) = known.map_or((0, GENESIS), |head| (head.seq, head.hash));
            let (events, puts) = page(before + 1);
            let moves = events.iter().filter_map(Notice::moves).collect();
            let count = events.len() as u32;
            let body = serde_json::to_string(&Page { events })
                .map_err(|error| StoreError::Broken(error.to_string()))?;
            let entry = chained(&previous, LogId::JOURNAL, before + 1, count, at_ms, body);
            let head = Head { seq: entry.last_seq(), hash: entry.hash, wake_ms: None };
            let change = Change { entry: Some(entry), wake_ms: None, moves, puts };
            // Whatever goes wrong, where the journal ends has to be asked again.
            *known = None;
            match self.store.append(change).await? {
                Outcome::Behind => {}
                Outcome::Done(balances) => {
                    *known = Some(head);
                    return Ok(Outcome::Done(balances));
                }
                refused => return Ok(refused),
            }
        }
    }
}
