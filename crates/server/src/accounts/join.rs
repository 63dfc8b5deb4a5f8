//! How accounts come about: a guest at one click, a name later, and players that the house runs.

use table::PlayerId;
use uth::Cents;

use super::names::{check_password, checked, key};
use super::protection::Protection;
use super::record::{Day, PlayerRecord, place, text};
use super::refusal::{AccountError, Refusal};
use super::secret::Secret;
use super::{Accounts, DAY_MS, Effects, GRANT, overdrawn};
use crate::room::journal::{Notice, Role};
use crate::store::{Outcome, Put, Shelf, StoreError};

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
        // Numbers are never given twice and the names are kept from everybody else, so that each is new.
        let name = |number: u64| format!("Guest {number}");
        let player = self.join(name, false, GRANT, now_ms).await?.ok_or(Refusal::NameTaken)?;
        let session = self.session(player, 0, now_ms).await?;
        Ok(Joined { player, name: name(player.0), session })
    }

    /// The house-run player of that name, who joins with so many chips if they are not there yet.
    pub async fn house_run(&self, name: &str, chips: Cents, now_ms: u64) -> Result<PlayerId, AccountError> {
        let marked = format!("{name} (house)");
        if let Some(player) = self.found(&marked).await? {
            return Ok(player);
        }
        match self.join(|_| marked.clone(), true, chips, now_ms).await? {
            Some(player) => Ok(player),
            None => Ok(self.found(&marked).await?.ok_or(Refusal::NameTaken)?),
        }
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
        if self.found(&name).await?.is_some() {
            return Err(Refusal::NameTaken.into());
        }
        let hashed = self.hashing.hashed(password, &*self.entropy).await?;
        let amended = self.amend(player, now_ms, |record| {
            if record.password.is_some() || record.house_run {
                return Err(Refusal::NamedAlready);
            }
            let before = key(&record.name);
            record.name.clone_from(&name);
            record.password = Some(hashed.clone());
            record.epoch += 1;
            Ok(Effects {
                notices: vec![Notice::Named { player: player.0, name: name.clone() }],
                puts: vec![
                    Put::gone(Shelf::Name, before),
                    Put::fresh(Shelf::Name, key(&name), player.0.to_string()),
                ],
            })
        });
        let epoch = amended.await?.epoch;
        let session = self.session(player, epoch, now_ms).await?;
        Ok(Joined { player, name, session })
    }

    /// A new account, or nothing if the name is taken.
    async fn join(
        &self,
        name: impl Fn(u64) -> String + Send + Sync,
        house_run: bool,
        chips: Cents,
        now_ms: u64,
    ) -> Result<Option<PlayerId>, AccountError> {
        let number = std::sync::atomic::AtomicU64::new(0);
        let record = PlayerRecord {
            name: String::new(),
            password: None,
            role: Role::Player,
            house_run,
            created_ms: now_ms,
            day: Day { number: now_ms / DAY_MS, opening: chips.0 },
            epoch: 0,
            tokens: Vec::new(),
            protection: Protection::default(),
        };
        let page = |player: u64| {
            number.store(player, std::sync::atomic::Ordering::Relaxed);
            let name = name(player);
            let record = PlayerRecord { name: name.clone(), ..record.clone() };
            let record = text(&record).unwrap_or_default();
            let puts = vec![
                Put::fresh(Shelf::Name, key(&name), player.to_string()),
                Put::fresh(Shelf::Player, place(PlayerId(player)), record),
            ];
            let joined = Notice::Joined { player, name, house_run };
            (vec![joined, Notice::Granted { player, amount: chips.0 }], puts)
        };
        match self.journal.write(now_ms, page).await? {
            Outcome::Done(_) => Ok(Some(PlayerId(number.into_inner()))),
            Outcome::Unexpected(Shelf::Name, _) => Ok(None),
            Outcome::Overdrawn(account) => Err(overdrawn(account)),
            other => Err(StoreError::Broken(format!("an account could not be made: {other:?}")).into()),
        }
    }
}
