//! How accounts come about: a guest at one click, and a name later.

use std::sync::atomic::{AtomicU64, Ordering};

use table::PlayerId;

use super::account_error::{AccountError, AccountFailure};
use super::names::{check_password, checked, likeness};
use super::secret::Secret;
use super::{Accounts, DAY_MS, Effects, GRANT, overdrawn};
use ::journal::ReadRecords;
use ::journal::record::{AccountDay, AccountRecord, NameKey, NameLikenessRecord, NameRecord, create, delete};
use ::journal::room_log::RoomEvent;
use store::{CommitResult, StoreError};

/// Somebody who has just come in, with the secret of their session.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Their number.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// What they show from now on.
    pub session: Secret,
}

impl Accounts {
    /// A guest, with the starting grant and a session.
    pub async fn guest(&self, now_ms: u64) -> Result<Joined, AccountFailure> {
        let player = self.join(now_ms).await?;
        let session = self.session(player, 0, now_ms).await?;
        Ok(Joined { player, name: guest_name(player.0), session })
    }

    /// Gives a guest a name and a password. The wallet stays, and all older sessions end.
    pub async fn take_name(
        &self,
        player: PlayerId,
        name: &str,
        password: &str,
        now_ms: u64,
    ) -> Result<Joined, AccountFailure> {
        let name = checked(name)?;
        check_password(password)?;
        if self.loaded(player).await?.record.password.is_some() {
            return Err(AccountError::NamedAlready.into());
        }
        let alike = self.store.get::<NameLikenessRecord>(&likeness(&name)).await?;
        if alike.is_some() || self.found(&name).await?.is_some() {
            return Err(AccountError::NameTaken.into());
        }
        let hashed = self.hashing.hashed(password, self.room.entropy()).await?;
        let amended = self.amend(player, now_ms, |record| {
            if record.password.is_some() || record.bot {
                return Err(AccountError::NamedAlready);
            }
            let before = NameKey::new(&record.name);
            record.name.clone_from(&name);
            record.password = Some(hashed.clone());
            record.epoch += 1;
            Ok(Effects {
                notices: vec![RoomEvent::Named { player: player.0, name: name.clone() }],
                writes: vec![
                    delete::<NameRecord>(&before),
                    create(&NameKey::new(&name), &NameRecord { player: player.0 }),
                    create(&likeness(&name), &NameLikenessRecord { player: player.0 }),
                ],
            })
        });
        let epoch = amended.await?.epoch;
        self.room.renamed(player);
        let session = self.session(player, epoch, now_ms).await?;
        Ok(Joined { player, name, session })
    }

    async fn join(&self, now_ms: u64) -> Result<PlayerId, AccountFailure> {
        let number = AtomicU64::new(0);
        let page = |player: u64| {
            number.store(player, Ordering::Relaxed);
            let name = guest_name(player);
            let day = AccountDay { number: now_ms / DAY_MS, opening: GRANT.0 };
            let record = AccountRecord::new(name.clone(), false, now_ms, day);
            let writes = vec![
                create(&NameKey::new(&name), &NameRecord { player }),
                create(&PlayerId(player), &record),
            ];
            let joined = RoomEvent::Joined { player, name, bot: false };
            (vec![joined, RoomEvent::Granted { player, amount: GRANT.0 }], writes)
        };
        match self.room.journal().write(now_ms, page).await? {
            CommitResult::Done(_) => Ok(PlayerId(number.into_inner())),
            CommitResult::Overdrawn(account) => Err(overdrawn(account)),
            other => Err(StoreError::Broken(format!("an account could not be made: {other:?}")).into()),
        }
    }
}

/// Numbers are never given twice and nobody else may take such a name, so that each is new.
fn guest_name(number: u64) -> String {
    format!("Guest {number}")
}
