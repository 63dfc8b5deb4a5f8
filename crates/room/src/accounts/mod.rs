//! Who plays here: accounts, their names, passwords, sessions, tokens, roles and limits.
//!
//! Everything stands in the storage; an account is changed only if it still is what was read. What concerns chips or
//! what somebody may do is written into the card room's journal in the same step.

use std::sync::Arc;

use table::{Account, PlayerId};
use uth::Cents;

use crate::Room;
use ::journal::journal::{Role, RoomEvent};
use store::{Commit, CommitResult, Precondition, RecordKind, RecordWrite, Store, StoreError};

mod attempts;
mod day;
mod join;
mod names;
mod password;
mod people;
mod protection;
mod record;
mod refusal;
mod roles;
mod secret;
mod sessions;
mod sign_in;
mod tokens;

pub use join::Joined;
pub use people::{PeoplePage, Person};
pub use protection::{Protection, WagerPermit};
pub use refusal::{AccountError, Refusal};
pub use secret::Secret;
pub use sessions::{Caller, Credential};
pub use tokens::Token;

use password::Hashing;
use record::{PlayerRecord, place, read, text};

/// What everybody starts with, and what the first visit of a day fills a wallet up to: 1,000.00.
pub const GRANT: Cents = Cents(100_000);

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// The accounts of a card room.
pub struct Accounts {
    room: Arc<Room>,
    store: Arc<dyn Store>,
    hashing: Hashing,
}

impl Accounts {
    /// The accounts of that card room.
    pub fn new(room: Arc<Room>) -> Accounts {
        Accounts { store: Arc::clone(room.store()), hashing: Hashing::new(Arc::clone(room.runtime())), room }
    }

    /// What a player's wallet holds.
    pub async fn balance(&self, player: PlayerId) -> Result<Cents, AccountError> {
        Ok(self.held(Account::Wallet(player)).await?)
    }

    /// What a player protects themselves with.
    pub async fn protection(&self, player: PlayerId) -> Result<Protection, AccountError> {
        Ok(self.loaded(player).await?.1.protection)
    }

    async fn held(&self, account: Account) -> Result<Cents, StoreError> {
        Ok(self.store.balances(vec![account]).await?.first().map_or(Cents(0), |(_, held)| *held))
    }

    /// An account, with the text that it was read from.
    async fn loaded(&self, player: PlayerId) -> Result<(String, PlayerRecord), AccountError> {
        let found = self.store.record(RecordKind::Player, place(player)).await?;
        let found = found.ok_or(Refusal::NoSuchPlayer)?;
        let record = read(&found)?;
        Ok((found, record))
    }

    /// The number of a name.
    async fn found(&self, name: &str) -> Result<Option<PlayerId>, AccountError> {
        let number = self.store.record(RecordKind::Name, names::key(name)).await?;
        Ok(number.map(|number| read(&number).map(PlayerId)).transpose()?)
    }

    /// Changes an account, once, however many others change it at the same time.
    async fn amend(
        &self,
        player: PlayerId,
        now_ms: u64,
        change: impl Fn(&mut PlayerRecord) -> Result<Effects, Refusal>,
    ) -> Result<PlayerRecord, AccountError> {
        loop {
            let (before, mut record) = self.loaded(player).await?;
            let mut effects = change(&mut record)?;
            let value = Some(text(&record)?);
            let precondition = Precondition::Equals(before);
            effects.writes.push(RecordWrite {
                kind: RecordKind::Player,
                key: place(player),
                value,
                precondition,
            });
            match self.write(now_ms, effects).await? {
                CommitResult::Done(_) => return Ok(record),
                CommitResult::PreconditionFailed(RecordKind::Player, _) | CommitResult::Conflict => {}
                CommitResult::PreconditionFailed(RecordKind::Name, _) => {
                    return Err(Refusal::NameTaken.into());
                }
                CommitResult::PreconditionFailed(..) => return Err(Refusal::WrongCode.into()),
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
fn overdrawn(account: Account) -> AccountError {
    StoreError::Broken(format!("{account} was asked for chips that it does not hold")).into()
}
