//! How accounts come about: a guest at one click, and a name later.

use std::sync::atomic::{AtomicU64, Ordering};

use table::PlayerId;

use super::names::{check_password, checked, key, likeness};
use super::record::{PlayerRecord, place, text};
use super::refusal::{AccountError, Refusal};
use super::secret::Secret;
use super::{Accounts, Effects, GRANT, overdrawn};
use ::journal::journal::RoomEvent;
use store::{CommitResult, RecordKind, RecordWrite, StoreError};

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
    pub async fn guest(&self, now_ms: u64) -> Result<Joined, AccountError> {
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
    ) -> Result<Joined, AccountError> {
        let name = checked(name)?;
        check_password(password)?;
        if self.loaded(player).await?.1.password.is_some() {
            return Err(Refusal::NamedAlready.into());
        }
        let alike = self.store.record(RecordKind::Name, likeness(&name)).await?;
        if alike.is_some() || self.found(&name).await?.is_some() {
            return Err(Refusal::NameTaken.into());
        }
        let hashed = self.hashing.hashed(password, self.room.entropy()).await?;
        let amended = self.amend(player, now_ms, |record| {
            if record.password.is_some() || record.house_run {
                return Err(Refusal::NamedAlready);
            }
            let before = key(&record.name);
            record.name.clone_from(&name);
            record.password = Some(hashed.clone());
            record.epoch += 1;
            Ok(Effects {
                notices: vec![RoomEvent::Named { player: player.0, name: name.clone() }],
                writes: vec![
                    RecordWrite::delete(RecordKind::Name, before),
                    RecordWrite::create(RecordKind::Name, key(&name), player.0.to_string()),
                    RecordWrite::create(RecordKind::Name, likeness(&name), player.0.to_string()),
                ],
            })
        });
        let epoch = amended.await?.epoch;
        self.room.renamed(player);
        let session = self.session(player, epoch, now_ms).await?;
        Ok(Joined { player, name, session })
    }

    async fn join(&self, now_ms: u64) -> Result<PlayerId, AccountError> {
        let number = AtomicU64::new(0);
        let page = |player: u64| {
            number.store(player, Ordering::Relaxed);
            let name = guest_name(player);
            let record = PlayerRecord::guest(name.clone(), now_ms);
            let writes = vec![
                RecordWrite::create(RecordKind::Name, key(&name), player.to_string()),
                RecordWrite::create(
                    RecordKind::Player,
                    place(PlayerId(player)),
                    text(&record).unwrap_or_default(),
                ),
            ];
            let joined = RoomEvent::Joined { player, name, house_run: false };
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
