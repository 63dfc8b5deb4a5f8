//! The room log, or journal: accounts, roles, acts of the floor, starts and stops, and every chip that the cashier
//! issues. It is log 0, and the ground state of accounts: [`accounts`](crate::accounts) says which events may follow
//! which, and what account records are made of them.
//!
//! No secret is in it. A password or a second factor is there by the SHA-256 of its stored form, a token or a code by
//! the hash under which it is found.

use std::fmt;
use std::str::FromStr;

use protocol::{Role, TokenScope};
use serde::{Deserialize, Serialize};
use store::{Entry, StoreError};
use table::{Account, Move, PlayerId};
use uth::Cents;

use crate::record::SecretHash;

/// An event of the card room as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantNames)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
#[allow(missing_docs)]
pub enum RoomEvent {
    /// The cashier issued the chips with which the house banks.
    HouseFunded { amount: i64 },
    /// An account was created. A guest has a generated name.
    Joined { player: u64, name: String, bot: bool },
    /// A guest chose a name and a password.
    Named { player: u64, name: String, password: SecretHash },
    /// An account that has a password got another one.
    PasswordSet { player: u64, password: SecretHash, by: Authority },
    /// A player came for the first time on a day and had enough chips. Days are counted from 1970, in universal time.
    DayBegun { player: u64, day: u64, wallet: i64, on_tables: i64 },
    /// The cashier issued chips to a player.
    Granted { player: u64, amount: i64, why: GrantReason },
    /// A one-time code that makes an account floor was printed at a start. It replaces the one before.
    FloorCodeIssued { code: SecretHash },
    /// An account's role was changed.
    RoleGiven { player: u64, role: Role, by: Authority, reason: String },
    /// A player asked for a limit of the losses in a day, or to have it lifted.
    LimitSet { player: u64, daily_loss: Option<i64> },
    /// A player is kept from playing until then.
    Excluded { player: u64, until_ms: u64 },
    /// A token was created.
    TokenCreated {
        player: u64,
        id: u64,
        name: String,
        key: SecretHash,
        scopes: Vec<TokenScope>,
        expires_ms: u64,
    },
    /// A token was ended.
    TokenRevoked { player: u64, id: u64 },
    /// An account asks for a second factor from now on.
    SecondFactorSet { player: u64, secret: SecretHash },
    /// An account no longer asks for a second factor.
    SecondFactorRemoved { player: u64, by: Authority },
    /// New recovery codes replaced those before.
    RecoveryCodesSet { player: u64, codes: Vec<SecretHash>, by: Authority },
    /// A recovery code was used, which is possible once.
    RecoveryCodeUsed { player: u64, code: SecretHash },
    /// A session was begun with the password.
    SignedIn { player: u64 },
    /// An attempt to sign in was let through and failed. Attempts under names that no account has are not written, so
    /// that strangers cannot make the journal grow.
    SignInFailed { player: u64 },
    /// Attempts to sign in failed too often; no more are let through until then.
    LockedOut { player: u64, until_ms: u64 },
    /// A lock was lifted before its time.
    Unlocked { player: u64, by: Authority },
    /// All sessions and tokens of an account were ended.
    SignedOutEverywhere { player: u64, by: Authority },
    /// A table was opened, by the floor or at the first start.
    TableOpened { table: u64, name: String, by: Option<u64> },
    /// The floor declared the round of a table void.
    RoundVoided { table: u64, by: u64, reason: String },
    /// The floor closed a table.
    TableClosed { table: u64, by: u64, reason: String },
    /// A node started. Its name is chosen by chance at each start.
    Started { node: String, version: String },
    /// A node was told to stop. One that was interrupted leaves no such event.
    Stopped { node: String },
    /// A node's clock jumped by so many milliseconds against the time that had passed.
    ClockJumped { node: String, by_ms: i64 },
}

/// Why the cashier issued chips to a player, with what the player was found to hold before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum GrantReason {
    /// A new account.
    Starting {},
    /// The first visit of a day.
    Daily { day: u64, wallet: i64, on_tables: i64 },
    /// A player who had nothing left to play with, in the wallet or on a table, asked for more.
    Stack { day: u64, wallet: i64 },
    /// A bot had too little to play on.
    Bot { wallet: i64 },
}

/// On whose authority an account was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Authority {
    /// The player whose account it is.
    Owner,
    /// A player who is floor.
    Floor(u64),
    /// The operator of the card room, at its machine.
    Operator,
    /// The one-time code of the first start.
    FirstStartCode,
}

/// `owner`, `floor:7`, `operator`, `first_start_code`.
impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Authority::Owner => f.write_str("owner"),
            Authority::Floor(player) => write!(f, "floor:{player}"),
            Authority::Operator => f.write_str("operator"),
            Authority::FirstStartCode => f.write_str("first_start_code"),
        }
    }
}

/// A text that names no authority.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the authorities are owner, floor:PLAYER, operator and first_start_code")]
pub struct UnknownAuthority;

impl FromStr for Authority {
    type Err = UnknownAuthority;

    fn from_str(text: &str) -> Result<Authority, UnknownAuthority> {
        match text {
            "owner" => Ok(Authority::Owner),
            "operator" => Ok(Authority::Operator),
            "first_start_code" => Ok(Authority::FirstStartCode),
            _ => {
                let digits = text.strip_prefix("floor:").ok_or(UnknownAuthority)?;
                let player = digits.parse().map_err(|_| UnknownAuthority)?;
                // `parse` takes "+7" and "007", which would give one authority several forms.
                Some(Authority::Floor(player)).filter(|by| by.to_string() == text).ok_or(UnknownAuthority)
            }
        }
    }
}

impl TryFrom<String> for Authority {
    type Error = UnknownAuthority;

    fn try_from(text: String) -> Result<Authority, UnknownAuthority> {
        text.parse()
    }
}

impl From<Authority> for String {
    fn from(by: Authority) -> String {
        by.to_string()
    }
}

impl RoomEvent {
    /// The names of all kinds of events, as they are stored.
    pub const KINDS: &[&str] = <RoomEvent as strum::VariantNames>::VARIANTS;

    /// Returns the name of its kind.
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    /// Returns the transfer that belongs to the event.
    pub fn moves(&self) -> Option<Move> {
        // Only the cashier makes chips. All other events of the room move none; tables have logs of their own.
        let (credit, amount) = match self {
            RoomEvent::HouseFunded { amount } => (Account::House, *amount),
            RoomEvent::Granted { player, amount, .. } => (Account::Wallet(PlayerId(*player)), *amount),
            _ => return None,
        };
        Some(Move { debit: Account::Cashier, credit, amount: Cents(amount) })
    }

    /// Returns the account that the event is about; `None` if it is about the card room or a table.
    pub const fn player(&self) -> Option<u64> {
        match self {
            RoomEvent::Joined { player, .. }
            | RoomEvent::Named { player, .. }
            | RoomEvent::PasswordSet { player, .. }
            | RoomEvent::DayBegun { player, .. }
            | RoomEvent::Granted { player, .. }
            | RoomEvent::RoleGiven { player, .. }
            | RoomEvent::LimitSet { player, .. }
            | RoomEvent::Excluded { player, .. }
            | RoomEvent::TokenCreated { player, .. }
            | RoomEvent::TokenRevoked { player, .. }
            | RoomEvent::SecondFactorSet { player, .. }
            | RoomEvent::SecondFactorRemoved { player, .. }
            | RoomEvent::RecoveryCodesSet { player, .. }
            | RoomEvent::RecoveryCodeUsed { player, .. }
            | RoomEvent::SignedIn { player }
            | RoomEvent::SignInFailed { player }
            | RoomEvent::LockedOut { player, .. }
            | RoomEvent::Unlocked { player, .. }
            | RoomEvent::SignedOutEverywhere { player, .. } => Some(*player),
            RoomEvent::HouseFunded { .. }
            | RoomEvent::FloorCodeIssued { .. }
            | RoomEvent::TableOpened { .. }
            | RoomEvent::RoundVoided { .. }
            | RoomEvent::TableClosed { .. }
            | RoomEvent::Started { .. }
            | RoomEvent::Stopped { .. }
            | RoomEvent::ClockJumped { .. } => None,
        }
    }

    /// Returns on whose authority the event happened, where there is a choice.
    pub const fn authority(&self) -> Option<Authority> {
        match self {
            RoomEvent::PasswordSet { by, .. }
            | RoomEvent::RoleGiven { by, .. }
            | RoomEvent::SecondFactorRemoved { by, .. }
            | RoomEvent::RecoveryCodesSet { by, .. }
            | RoomEvent::Unlocked { by, .. }
            | RoomEvent::SignedOutEverywhere { by, .. } => Some(*by),
            _ => None,
        }
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

#[cfg(test)]
mod tests {
    use super::{Authority, RoomEvent};

    #[test]
    fn every_kind_of_event_is_documented_and_has_a_sentence_on_the_page() {
        let read = |path: &str| {
            let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        let (document, texts) = (read("docs/PROTOCOL.md"), read("web/js/text/audit.js"));
        for kind in RoomEvent::KINDS {
            assert!(document.contains(&format!("\n| `{kind}` | ")), "PROTOCOL.md does not tell of {kind}");
            assert!(texts.contains(&format!("\n  {kind}: ")), "the page has no sentence for {kind}");
        }
    }

    #[test]
    fn an_authority_has_one_form() {
        for by in [Authority::Owner, Authority::Floor(7), Authority::Operator, Authority::FirstStartCode] {
            assert_eq!(by.to_string().parse(), Ok(by));
        }
        for text in ["", "floor", "floor:", "floor:+7", "floor:07", "Owner", "floor:-1"] {
            assert!(text.parse::<Authority>().is_err(), "{text}");
        }
    }
}
