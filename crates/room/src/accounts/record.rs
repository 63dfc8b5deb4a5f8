//! What is kept of an account.

use serde::{Deserialize, Serialize};
use table::PlayerId;

use super::password::Hashed;
use super::protection::Protection;
use super::{DAY_MS, GRANT};
use ::journal::journal::Role;
use store::StoreError;

/// An account, on its shelf under its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerRecord {
    pub(super) name: String,
    /// Guests and house-run players have none.
    #[serde(default)]
    pub(super) password: Option<Hashed>,
    pub(super) role: Role,
    pub(super) house_run: bool,
    pub(super) created_ms: u64,
    /// The day that the account was last seen, and what the wallet held when that day began for it.
    #[serde(default)]
    pub(super) day: Day,
    /// Sessions of another number are over.
    #[serde(default)]
    pub(super) epoch: u64,
    #[serde(default)]
    pub(super) tokens: Vec<TokenRecord>,
    #[serde(default)]
    pub(super) protection: Protection,
}

impl PlayerRecord {
    /// Somebody who has just come in, with the grant in their wallet.
    pub(super) fn guest(name: String, now_ms: u64) -> PlayerRecord {
        PlayerRecord {
            name,
            password: None,
            role: Role::Player,
            house_run: false,
            created_ms: now_ms,
            day: Day { number: now_ms / DAY_MS, opening: GRANT.0 },
            epoch: 0,
            tokens: Vec::new(),
            protection: Protection::default(),
        }
    }
}

/// A day of the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Day {
    /// Counted from 1970, in universal time.
    pub(super) number: u64,
    /// What the wallet held then, the daily grant included.
    pub(super) opening: i64,
}

/// A program's token, as its owner sees it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenRecord {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) key: String,
    pub(super) created_ms: u64,
}

/// Somebody who is signed in, under the hash of the session's secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionRecord {
    pub(super) player: u64,
    pub(super) epoch: u64,
    pub(super) seen_ms: u64,
}

/// Where an account stands on its shelf.
pub(super) fn place(player: PlayerId) -> String {
    format!("{:016x}", player.0)
}

pub(super) fn text(record: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(record).map_err(|error| StoreError::Broken(error.to_string()))
}

pub(super) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Broken(error.to_string()))
}
