//! Tokens of programs: what they may be used for, and how long.
//!
//! A token never does more than its scopes say, and no scope lets it change the account. It ends at its time, when it
//! is revoked, and with the password.

use ::journal::accounts::MOST_TOKENS;
use ::journal::record::{AccountRecord, AccountToken, SecretHash};
use ::journal::room_log::RoomEvent;
use protocol::{ErrorCode, Token, TokenRequest, TokenScope};
use table::PlayerId;

use super::{AccountError, Accounts, Change, DAY_MS, Secret};
use crate::CommandError;

/// How long a token lasts unless its owner says otherwise, and at most.
const USUAL_DAYS: u32 = 90;
const MOST_DAYS: u32 = 365;

impl AccountError {
    const TOKEN_NAME: Self = Self(ErrorCode::TokenName, "A token's name has 1 to 40 characters.");
    const TOKENS_FULL: Self =
        Self(ErrorCode::TokensFull, "An account has at most twenty tokens; revoke one first.");
    const NO_SUCH_TOKEN: Self = Self(ErrorCode::NoSuchToken, "There is no such token.");
    const TOKEN_SCOPES: Self =
        Self(ErrorCode::InvalidFields, "A token has at least one scope: play, read or both.");
    const TOKEN_DAYS: Self = Self(ErrorCode::InvalidFields, "A token lasts for 1 to 365 days.");
}

impl Accounts {
    /// Creates a token. Its secret is returned now and never again.
    pub async fn new_token(
        &self,
        player: PlayerId,
        ask: &TokenRequest,
    ) -> Result<(Token, Secret), CommandError> {
        let name = ask.name.trim();
        if !(1..=40).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(AccountError::TOKEN_NAME.into());
        }
        let mut scopes = ask.scopes.clone();
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() {
            return Err(AccountError::TOKEN_SCOPES.into());
        }
        let days = ask.expires_days.unwrap_or(USUAL_DAYS);
        if !(1..=MOST_DAYS).contains(&days) {
            return Err(AccountError::TOKEN_DAYS.into());
        }
        let secret = Secret::fresh("uth_", self.room.entropy())?;
        let amended = self.amend(player, |record, now_ms| {
            // Tokens that have ended make room for it.
            let (ended, lasting): (Vec<_>, Vec<_>) =
                record.tokens.iter().partition(|token| token.expires_ms <= now_ms);
            if lasting.len() >= MOST_TOKENS {
                return Err(AccountError::TOKENS_FULL);
            }
            let player = player.0;
            let ended = ended.iter().map(|token| RoomEvent::TokenRevoked { player, id: token.id });
            let id = lasting.iter().map(|token| token.id).max().unwrap_or(0) + 1;
            let (name, key, scopes) = (name.to_owned(), secret.key(), scopes.clone());
            let expires_ms = now_ms + u64::from(days) * DAY_MS;
            let created = RoomEvent::TokenCreated { player, id, name, key, scopes, expires_ms };
            Ok(Change { events: ended.chain([created]).collect(), ..Change::default() })
        });
        let tokens = amended.await?.tokens;
        let token = tokens.iter().find(|token| token.key == secret.key());
        Ok((shown(token.ok_or(AccountError::NO_SUCH_TOKEN)?), secret))
    }

    /// Returns a player's tokens that have not ended.
    pub async fn tokens(&self, player: PlayerId) -> Result<Vec<Token>, CommandError> {
        let (tokens, now_ms) = (self.loaded(player).await?.record.tokens, self.room.now_ms());
        Ok(tokens.iter().filter(|token| token.expires_ms > now_ms).map(shown).collect())
    }

    /// Ends a token.
    pub async fn revoke_token(&self, player: PlayerId, id: u64) -> Result<(), CommandError> {
        let amended = self.amend(player, |record, _| {
            let token = record.tokens.iter().find(|token| token.id == id);
            token.ok_or(AccountError::NO_SUCH_TOKEN)?;
            Ok(RoomEvent::TokenRevoked { player: player.0, id }.into())
        });
        amended.await.map(|_| ())
    }
}

/// Returns the token with that key, unless it has ended.
pub(super) fn current_token(record: &AccountRecord, key: SecretHash, now_ms: u64) -> Option<&AccountToken> {
    // The account has the last word: a record of a token alone opens nothing.
    record.tokens.iter().find(|token| token.key == key && token.expires_ms > now_ms)
}

fn shown(record: &AccountToken) -> Token {
    Token {
        id: record.id,
        name: record.name.clone(),
        scopes: record.scopes.clone(),
        created_ms: protocol::Timestamp(record.created_ms),
        expires_ms: protocol::Timestamp(record.expires_ms),
    }
}

/// What an address or a command needs of a credential. A session is always enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A session: nothing that a program may do by itself.
    Session,
    /// A session, or a token that may play.
    Play,
    /// A session, or a token that may read.
    Read,
    /// A session, or any token.
    Any,
}

impl Access {
    /// Whether a token with these scopes is enough.
    pub fn admits(self, scopes: &[TokenScope]) -> bool {
        match self {
            Access::Session => false,
            Access::Play => scopes.contains(&TokenScope::Play),
            Access::Read => scopes.contains(&TokenScope::Read),
            Access::Any => true,
        }
    }
}
