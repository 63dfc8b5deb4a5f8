//! Who plays here: accounts, their names, passwords, sessions, tokens, roles and limits.
//!
//! Everything stands in the storage; an account is changed only if it still is what was read. What concerns chips or
//! what somebody may do is written into the card room's journal in the same step.

use std::sync::Arc;

use table::{Account, PlayerId};
use uth::Cents;

use crate::Room;
use ::journal::ReadRecords;
use ::journal::record::{AccountRecord, KeyedRecord, NameKey, NameRecord};
use ::journal::room_log::RoomEvent;
use protocol::Role;
use store::{Commit, CommitResult, LogWriter, RecordKind, RecordWrite, StoreError};

mod account_error;
mod attempts;
mod day;
mod join;
mod names;
mod password;
mod people;
mod protection;
mod roles;
mod secret;
mod sessions;
mod sign_in;
mod tokens;

pub use ::journal::protection::Protection;
pub use account_error::{AccountError, AccountFailure};
pub use join::Joined;
pub use protection::WagerPermit;
pub use secret::Secret;
pub use sessions::{Caller, Credential};

use password::Hashing;

/// What everybody starts with, and what the first visit of a day fills a wallet up to: 1,000.00.
pub const GRANT: Cents = Cents(100_000);

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// The accounts of a card room.
pub struct Accounts {
    room: Arc<Room>,
    store: Arc<dyn LogWriter>,
    hashing: Hashing,
}

impl Accounts {
    /// The accounts of that card room.
    pub fn new(room: Arc<Room>) -> Accounts {
        Accounts { store: Arc::clone(room.store()), hashing: Hashing::new(Arc::clone(room.runtime())), room }
    }

    /// What a player's wallet holds.
    pub async fn balance(&self, player: PlayerId) -> Result<Cents, AccountFailure> {
        Ok(self.held(Account::Wallet(player)).await?)
    }

    /// What a player protects themselves with.
    pub async fn protection(&self, player: PlayerId) -> Result<Protection, AccountFailure> {
        Ok(self.loaded(player).await?.record.protection)
    }

    async fn held(&self, account: Account) -> Result<Cents, StoreError> {
        Ok(self.store.balances(vec![account]).await?.first().map_or(Cents(0), |(_, held)| *held))
    }

    /// An account as it is stored.
    async fn loaded(&self, player: PlayerId) -> Result<KeyedRecord<AccountRecord>, AccountFailure> {
        Ok(self.store.get_stored(&player).await?.ok_or(AccountError::NoSuchPlayer)?)
    }

    /// The number of a name.
    async fn found(&self, name: &str) -> Result<Option<PlayerId>, AccountFailure> {
        let found = self.store.get::<NameRecord>(&NameKey::new(name)).await?;
        Ok(found.map(|NameRecord { player }| PlayerId(player)))
    }

    /// Changes an account, once, however many others change it at the same time.
    async fn amend(
        &self,
        player: PlayerId,
        now_ms: u64,
        change: impl Fn(&mut AccountRecord) -> Result<Effects, AccountError>,
    ) -> Result<AccountRecord, AccountFailure> {
        loop {
            let before = self.loaded(player).await?;
            let mut record = before.record.clone();
            let mut effects = change(&mut record)?;
            effects.writes.push(before.replace(&player, &record));
            match self.write(now_ms, effects).await? {
                CommitResult::Done(_) => return Ok(record),
                CommitResult::PreconditionFailed(RecordKind::Account, _) | CommitResult::Conflict => {}
                CommitResult::PreconditionFailed(RecordKind::Name | RecordKind::NameLikeness, _) => {
                    return Err(AccountError::NameTaken.into());
                }
                CommitResult::PreconditionFailed(..) => return Err(AccountError::WrongCode.into()),
                CommitResult::Overdrawn(account) => return Err(overdrawn(account)),
            }
        }
    }

    async fn write(&self, now_ms: u64, effects: Effects) -> Result<CommitResult, StoreError> {
        let Effects { notices, writes } = effects;
        if notices.is_empty() {
            return self.store.append(Commit { writes, ..Commit::default() }).await;
        }
        self.room.journal().write(now_ms, |_| (notices.clone(), writes.clone())).await
    }
}

/// What else becomes true when an account changes.
#[derive(Default)]
struct Effects {
    notices: Vec<RoomEvent>,
    writes: Vec<RecordWrite>,
}

/// The cashier is never out of chips, so this storage is not one of ours.
fn overdrawn(account: Account) -> AccountFailure {
    StoreError::Broken(format!("{account} was asked for chips that it does not hold")).into()
}
