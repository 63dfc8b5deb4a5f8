//! What the operator does to accounts, from the command line and not over the network.

use ::journal::record::{AccountRecord, SecondFactorRecord, delete};
use ::journal::room_log::{Authority, RoomEvent};
use protocol::{ErrorCode, Role};
use table::PlayerId;

use super::recovery::hash_of;
use super::{AccountError, Accounts, Change, Secret};
use crate::CommandError;

impl Accounts {
    /// Returns the account that has a name, whatever its capitals.
    pub async fn account_named(&self, name: &str) -> Result<(PlayerId, AccountRecord), CommandError> {
        let player = self.found(name).await?.ok_or_else(|| {
            CommandError::new(ErrorCode::NoSuchPlayer, format!("nobody is called {}", name.trim()))
        })?;
        Ok((player, self.loaded(player).await?.record))
    }

    /// Lets an owner try again whose attempts to sign in were too many.
    pub async fn unlock(&self, name: &str) -> Result<PlayerId, CommandError> {
        let (player, record) = self.account_named(name).await?;
        let by = Authority::Operator;
        let amended = self.amend(player, |record, _| {
            record.password.ok_or(AccountError::GUESTS_MAY_NOT)?;
            Ok(RoomEvent::Unlocked { player: player.0, by }.into())
        });
        amended.await?;
        self.unlock_name(&record.name).await?;
        Ok(player)
    }

    /// Gives an account back to its owner: all sessions and tokens end, the second factor and earlier recovery codes no
    /// longer count, and two recovery codes are returned. The owner signs in with one and sets a new password with the
    /// other.
    pub async fn reset(&self, name: &str) -> Result<(PlayerId, [Secret; 2]), CommandError> {
        let (player, record) = self.account_named(name).await?;
        let codes = [self.fresh_recovery_code()?, self.fresh_recovery_code()?];
        let hashes: Vec<_> = codes.iter().map(|code| hash_of(code.reveal())).collect();
        let by = Authority::Operator;
        let amended = self.amend(player, |record, _| {
            record.password.ok_or(AccountError::GUESTS_MAY_NOT)?;
            let player_number = player.0;
            let factor = record.second_factor.is_some();
            let removed = factor.then_some(RoomEvent::SecondFactorRemoved { player: player_number, by });
            let events = [
                RoomEvent::SignedOutEverywhere { player: player_number, by },
                RoomEvent::RecoveryCodesSet { player: player_number, codes: hashes.clone(), by },
                RoomEvent::Unlocked { player: player_number, by },
            ];
            let deleted = factor.then(|| delete::<SecondFactorRecord>(&player));
            Ok(Change {
                events: removed.into_iter().chain(events).collect(),
                writes: deleted.into_iter().collect(),
            })
        });
        amended.await?;
        self.unlock_name(&record.name).await?;
        Ok((player, codes))
    }

    /// Changes the role of an account.
    pub async fn set_role(&self, name: &str, role: Role, reason: &str) -> Result<PlayerId, CommandError> {
        let (player, _) = self.account_named(name).await?;
        let reason = reason.trim();
        if !(1..=200).contains(&reason.chars().count()) {
            return Err(AccountError::NO_REASON.into());
        }
        let amended = self.amend(player, |record, _| {
            if record.bot || record.password.is_none() {
                return Err(AccountError::ROLE_NOT_THEIRS);
            }
            let (player, by, reason) = (player.0, Authority::Operator, reason.to_owned());
            Ok(RoomEvent::RoleGiven { player, role, by, reason }.into())
        });
        amended.await?;
        Ok(player)
    }
}
