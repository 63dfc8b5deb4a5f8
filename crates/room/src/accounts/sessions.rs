//! Who is asking: sessions of people and tokens of programs.

use table::PlayerId;

use super::account_error::AccountFailure;
use super::secret::Secret;
use super::{Accounts, DAY_MS, MINUTE_MS};
use ::journal::ReadRecords;
use ::journal::record::{AccountRecord, Pages, RecordRange, SessionRecord, TokenRecord, create, delete};
use protocol::Role;
use store::{Commit, RecordWrite};

/// What somebody shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credential {
    /// A cookie.
    Session(Secret),
    /// A program's token.
    Token(Secret),
}

/// Somebody who is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Their number.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// What they may do now. A token never does more than play: its owner's other powers want somebody who was there
    /// within the last half hour.
    pub role: Role,
    /// Whether they have no name and password of their own.
    pub guest: bool,
    /// What they have shown.
    pub credential: Credential,
}

impl Accounts {
    /// Who shows that, if anybody still does. `seen` says that they have just done something: who does nothing for 30
    /// days, or as floor or auditor for 30 minutes, has to sign in again.
    pub async fn who(
        &self,
        credential: &Credential,
        seen: bool,
        now_ms: u64,
    ) -> Result<Option<Caller>, AccountFailure> {
        match credential {
            Credential::Session(secret) => self.who_is_signed_in(secret, seen, now_ms).await,
            Credential::Token(secret) => self.who_owns(secret, now_ms).await,
        }
    }

    /// Ends a session. Whoever shows it next is nobody.
    pub async fn sign_out(&self, session: &Secret) -> Result<(), AccountFailure> {
        self.put(delete::<SessionRecord>(&session.key())).await
    }

    /// Takes away what has run out: sessions, and failures to sign in.
    pub async fn sweep(&self, now_ms: u64) -> Result<(), AccountFailure> {
        let mut pages = Pages::<SessionRecord>::new(RecordRange::all(), 500);
        while let Some(page) = pages.next(&*self.store).await? {
            for (key, session) in page {
                if session.record.seen_ms + idle_ms(Role::Player) <= now_ms {
                    self.put(session.delete(&key)).await?;
                }
            }
        }
        self.forget_attempts(now_ms).await
    }

    pub(super) async fn session(
        &self,
        player: PlayerId,
        epoch: u64,
        now_ms: u64,
    ) -> Result<Secret, AccountFailure> {
        let secret = Secret::fresh("", self.room.entropy())?;
        let session = SessionRecord { player: player.0, epoch, seen_ms: now_ms };
        self.put(create(&secret.key(), &session)).await?;
        Ok(secret)
    }

    async fn who_is_signed_in(
        &self,
        secret: &Secret,
        seen: bool,
        now_ms: u64,
    ) -> Result<Option<Caller>, AccountFailure> {
        let key = secret.key();
        let Some(kept) = self.store.get_stored::<SessionRecord>(&key).await? else { return Ok(None) };
        let session = kept.record.clone();
        let player = PlayerId(session.player);
        let record = self.loaded(player).await?.record;
        let idle_ms = idle_ms(record.role);
        if session.epoch != record.epoch || session.seen_ms + idle_ms <= now_ms {
            self.put(kept.delete(&key)).await?;
            return Ok(None);
        }
        // Written now and then: nobody needs to know the second.
        if seen && session.seen_ms + idle_ms / 30 <= now_ms {
            self.put(kept.replace(&key, &SessionRecord { seen_ms: now_ms, ..session })).await?;
        }
        let record = self.arrived(player, record, now_ms).await?;
        let role = record.role;
        Ok(Some(caller(player, record, role, Credential::Session(secret.clone()))))
    }

    async fn who_owns(&self, secret: &Secret, now_ms: u64) -> Result<Option<Caller>, AccountFailure> {
        let Some(token) = self.store.get::<TokenRecord>(&secret.key()).await? else { return Ok(None) };
        let player = PlayerId(token.player);
        let record = self.present(player, now_ms).await?;
        Ok(Some(caller(player, record, Role::Player, Credential::Token(secret.clone()))))
    }

    /// Writes one record, unless somebody was faster: they knew as much.
    async fn put(&self, put: RecordWrite) -> Result<(), AccountFailure> {
        self.store.append(Commit { writes: vec![put], ..Commit::default() }).await?;
        Ok(())
    }
}

const fn idle_ms(role: Role) -> u64 {
    match role {
        Role::Player => 30 * DAY_MS,
        Role::Auditor | Role::Floor => 30 * MINUTE_MS,
    }
}

fn caller(player: PlayerId, record: AccountRecord, role: Role, credential: Credential) -> Caller {
    Caller { player, name: record.name, role, guest: record.password.is_none(), credential }
}
