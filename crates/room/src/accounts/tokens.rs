//! Tokens, with which programs act for a player.

use protocol::{Timestamp, Token};
use table::PlayerId;

use super::account_error::{AccountError, AccountFailure};
use super::secret::Secret;
use super::{Accounts, Effects};
use ::journal::record::{AccountToken, TokenRecord, create, delete};

const MOST: usize = 20;

impl Accounts {
    /// A new token. Its secret is told now and never again.
    pub async fn new_token(
        &self,
        player: PlayerId,
        name: &str,
        now_ms: u64,
    ) -> Result<(Token, Secret), AccountFailure> {
        let name = name.trim();
        if !(1..=40).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(AccountError::TokenName.into());
        }
        let secret = Secret::fresh("uth_", self.room.entropy())?;
        let amended = self.amend(player, now_ms, |record| {
            if record.tokens.len() >= MOST {
                return Err(AccountError::TokensFull);
            }
            let id = record.tokens.iter().map(|token| token.id).max().unwrap_or(0) + 1;
            let (name, key) = (name.to_owned(), secret.key());
            record.tokens.push(AccountToken { id, name, key, created_ms: now_ms });
            let writes = vec![create(&key, &TokenRecord { player: player.0 })];
            Ok(Effects { notices: Vec::new(), writes })
        });
        let tokens = amended.await?.tokens;
        let token = tokens.iter().find(|token| token.key == secret.key()).ok_or(AccountError::NoSuchToken)?;
        Ok((shown(token), secret))
    }

    /// A player's tokens.
    pub async fn tokens(&self, player: PlayerId) -> Result<Vec<Token>, AccountFailure> {
        Ok(self.loaded(player).await?.record.tokens.iter().map(shown).collect())
    }

    /// Ends a token.
    pub async fn revoke_token(&self, player: PlayerId, id: u64, now_ms: u64) -> Result<(), AccountFailure> {
        let amended = self.amend(player, now_ms, |record| {
            let place =
                record.tokens.iter().position(|token| token.id == id).ok_or(AccountError::NoSuchToken)?;
            let gone = record.tokens.remove(place);
            Ok(Effects { notices: Vec::new(), writes: vec![delete::<TokenRecord>(&gone.key)] })
        });
        amended.await?;
        Ok(())
    }
}

fn shown(record: &AccountToken) -> Token {
    Token { id: record.id, name: record.name.clone(), created_ms: Timestamp(record.created_ms) }
}
