//! Signing in, and changing the password.

use table::PlayerId;

use super::account_error::{AccountError, AccountFailure};
use super::join::Joined;
use super::names::check_password;
use super::password::of_nobody;
use super::{Accounts, Effects};
use ::journal::record::AccountRecord;

impl Accounts {
    /// A session for whoever knows the password. Nobody learns whether the name or the password was wrong.
    pub async fn sign_in(&self, name: &str, password: &str, now_ms: u64) -> Result<Joined, AccountFailure> {
        self.attempt(name, now_ms).await?;
        if check_password(password).is_err() {
            return Err(AccountError::WrongPassword.into());
        }
        let known = match self.found(name).await? {
            Some(player) => Some((player, self.loaded(player).await?.record)),
            None => None,
        };
        let kept = known.as_ref().and_then(|(_, record)| record.password.clone());
        let matches = self.hashing.matches(password, kept.unwrap_or_else(of_nobody)).await?;
        match known.filter(|_| matches) {
            None => Err(AccountError::WrongPassword.into()),
            Some((player, record)) => {
                self.succeeded(name).await?;
                self.joined(player, record, now_ms).await
            }
        }
    }

    /// Takes another password, and ends all other sessions.
    pub async fn change_password(
        &self,
        player: PlayerId,
        current: &str,
        password: &str,
        now_ms: u64,
    ) -> Result<Joined, AccountFailure> {
        check_password(password)?;
        let record = self.loaded(player).await?.record;
        let kept = record.password.ok_or(AccountError::GuestsMayNot)?;
        self.attempt(&record.name, now_ms).await?;
        if check_password(current).is_err() || !self.hashing.matches(current, kept.clone()).await? {
            return Err(AccountError::WrongPassword.into());
        }
        self.succeeded(&record.name).await?;
        let hashed = self.hashing.hashed(password, self.room.entropy()).await?;
        let amended = self.amend(player, now_ms, |record| {
            // Somebody else has changed it since it was checked.
            if record.password.as_ref() != Some(&kept) {
                return Err(AccountError::WrongPassword);
            }
            record.password = Some(hashed.clone());
            record.epoch += 1;
            Ok(Effects::default())
        });
        let record = amended.await?;
        self.joined(player, record, now_ms).await
    }

    async fn joined(
        &self,
        player: PlayerId,
        record: AccountRecord,
        now_ms: u64,
    ) -> Result<Joined, AccountFailure> {
        let session = self.session(player, record.epoch, now_ms).await?;
        Ok(Joined { player, name: record.name, session })
    }
}
