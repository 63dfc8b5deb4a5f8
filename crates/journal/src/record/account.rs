//! Accounts, their names, sessions and tokens.

use ::table::PlayerId;
use serde::{Deserialize, Serialize};
use store::RecordKind;

use super::{LikenessKey, NameKey, Record, SecretHash};
use crate::protection::Protection;
use protocol::Role;

/// An account of a player or of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountRecord {
    /// The displayed name.
    pub name: String,
    /// Guests and bots have none.
    pub password: Option<PasswordHash>,
    /// What the account may do beyond playing.
    pub role: Role,
    /// Whether the house plays for this account.
    pub bot: bool,
    /// When the account was created.
    pub created_ms: u64,
    /// The last day on which the account was used.
    pub day: AccountDay,
    /// Sessions with another epoch are over: changing the password increases it.
    pub epoch: u64,
    /// Its API tokens.
    pub tokens: Vec<AccountToken>,
    /// The player's own limits.
    pub protection: Protection,
}

impl AccountRecord {
    /// A new account without a password, name or limit of its own.
    pub fn new(name: String, bot: bool, created_ms: u64, day: AccountDay) -> AccountRecord {
        AccountRecord {
            name,
            password: None,
            role: Role::Player,
            bot,
            created_ms,
            day,
            epoch: 0,
            tokens: Vec::new(),
            protection: Protection::default(),
        }
    }
}

impl Record for AccountRecord {
    const KIND: RecordKind = RecordKind::Account;
    type Key = PlayerId;
}

/// A day on which an account was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountDay {
    /// Days since 1970, in universal time.
    pub number: u64,
    /// What the wallet held when the day began for it, the daily grant included, in cents.
    pub opening: i64,
}

/// An argon2id hash with its parameters, so that a later version can ask for more work. Salt and hash are hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PasswordHash {
    pub memory_kib: u32,
    pub passes: u32,
    pub lanes: u32,
    pub salt: String,
    pub hash: String,
}

/// An API token as its owner sees it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountToken {
    /// Its number within the account.
    pub id: u64,
    /// What its owner calls it.
    pub name: String,
    /// The key of its [`TokenRecord`].
    pub key: SecretHash,
    /// When it was created.
    pub created_ms: u64,
}

/// The player who has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRecord {
    /// The player's number.
    pub player: u64,
}

impl Record for NameRecord {
    const KIND: RecordKind = RecordKind::Name;
    type Key = NameKey;
}

/// The player whose name nobody may imitate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameLikenessRecord {
    /// The player's number.
    pub player: u64,
}

impl Record for NameLikenessRecord {
    const KIND: RecordKind = RecordKind::NameLikeness;
    type Key = LikenessKey;
}

/// A session of a player who signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionRecord {
    /// The player's number.
    pub player: u64,
    /// The epoch of the account when the session began.
    pub epoch: u64,
    /// When the session was last used, roughly.
    pub seen_ms: u64,
}

impl Record for SessionRecord {
    const KIND: RecordKind = RecordKind::Session;
    type Key = SecretHash;
}

/// The owner of an API token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRecord {
    /// The player's number.
    pub player: u64,
}

impl Record for TokenRecord {
    const KIND: RecordKind = RecordKind::Token;
    type Key = SecretHash;
}

/// Recent attempts to sign in under a name, found by the hash of the normalized name: people type passwords into the
/// field for the name, so it is not stored as typed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignInAttempts {
    /// When attempts were made that count.
    pub at_ms: Vec<u64>,
    /// Until when no attempt is accepted.
    pub locked_until_ms: u64,
}

impl Record for SignInAttempts {
    const KIND: RecordKind = RecordKind::SignInAttempts;
    type Key = SecretHash;
}
