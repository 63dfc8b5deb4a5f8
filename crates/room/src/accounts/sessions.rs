//! Who a request comes from: signing in, sessions of people, and tokens of programs.

use std::fmt;

use ::journal::ReadRecords;
use ::journal::record::{
    AccountRecord, DeviceRecord, KeyedRecord, Pages, Record, RecordRange, SecretHash, SessionRecord,
    SignInAttempts, TokenRecord, create, delete, digest, put,
};
use ::journal::room_log::{Authority, RoomEvent};
use fair::entropy::{Entropy, NoEntropy, fill};
use protocol::{ErrorCode, Role, SecondFactorState, TokenScope};
use table::PlayerId;

use super::attempts::{Source, Visitor, is_past};
use super::devices::is_forgotten;
use super::names::check_password;
use super::password::of_nobody;
use super::recovery::{matching_code, use_code, wrong_code};
use super::tokens::{Access, current_token};
use super::{AccountError, Accounts, Change, DAY_MS, MINUTE_MS};
use crate::CommandError;

/// How many records are read at a time.
const RECORDS_AT_ONCE: u32 = 500;

/// A secret that is shown once: a session, a token or a one-time code. The store has only its hash, and it is never
/// printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// 32 random bytes.
    pub(super) fn fresh(prefix: &str, entropy: &dyn Entropy) -> Result<Secret, NoEntropy> {
        let mut bytes = [0; 32];
        fill(&mut bytes, entropy)?;
        Ok(Secret(format!("{prefix}{}", hex::encode(bytes))))
    }

    /// The secret that a client claims to know.
    pub fn claimed(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    /// Returns what it is found by.
    pub(super) fn key(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }

    /// Returns the secret itself, for its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// What a client shows with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credential {
    /// A cookie.
    Session(Secret),
    /// A program's token.
    Token(Secret),
}

/// The player whom a credential belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Their number.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// What they may do now. A token never does more than play: other roles need a person who was active within the
    /// last half hour and has the second factor, where the card room requires it.
    pub role: Role,
    /// Whether they have no name and password of their own.
    pub guest: bool,
    /// Whether they have a second factor.
    pub second_factor: SecondFactorState,
    /// How many recovery codes they have left.
    pub recovery_codes: usize,
    /// What they have shown.
    pub credential: Credential,
    /// What their token may be used for; `None` with a session, which may be used for everything.
    pub scopes: Option<Vec<TokenScope>>,
    /// When their token ends by itself.
    pub expires_ms: Option<u64>,
}

impl Caller {
    /// Whether what they have shown is enough.
    pub fn has(&self, access: Access) -> bool {
        self.scopes.as_deref().is_none_or(|scopes| access.admits(scopes))
    }

    /// Whether they have a role that they may not use without a second factor.
    pub fn must_enrol(&self) -> bool {
        self.second_factor == SecondFactorState::Due && self.role == Role::Player
    }

    /// Where guesses at the password come from that are made with this credential.
    fn source(&self) -> Source {
        let (Credential::Session(secret) | Credential::Token(secret)) = &self.credential;
        Source::known(secret)
    }
}

/// Asks for a session.
#[derive(Clone, Copy, Debug)]
pub struct SignIn<'a> {
    /// The name of the account.
    pub name: &'a str,
    /// What shows that it is the caller's.
    pub proof: Proof<'a>,
    /// The six digits of the second factor, or a recovery code.
    pub second_factor: Option<&'a str>,
}

/// What shows that an account is the caller's.
#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// The password.
    Password(&'a str),
    /// One of the recovery codes, which is used up.
    RecoveryCode(&'a str),
}

/// A player with a new session.
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
    /// Returns the player whom a credential belongs to, if it still counts. `seen` says that the player has just done
    /// something: a session ends after 30 days without, for the floor and auditors after 30 minutes.
    pub async fn who(&self, credential: &Credential, seen: bool) -> Result<Option<Caller>, CommandError> {
        let (player, account) = match credential {
            Credential::Session(secret) => match self.of_session(secret, seen).await? {
                Some(known) => known,
                None => return Ok(None),
            },
            Credential::Token(secret) => match self.store.get::<TokenRecord>(&secret.key()).await? {
                Some(token) => (PlayerId(token.player), self.loaded(PlayerId(token.player)).await?),
                None => return Ok(None),
            },
        };
        let token = match credential {
            Credential::Session(_) => None,
            Credential::Token(secret) => {
                let token = current_token(&account.record, secret.key(), self.room.now_ms());
                let Some(token) = token else { return Ok(None) };
                Some((token.scopes.clone(), token.expires_ms))
            }
        };
        // A table that cannot be read keeps the day from beginning, and not its players from the rest of the room.
        let record = self.present(player, account.clone()).await.unwrap_or(account).record;
        let (scopes, expires_ms) = token.unzip();
        let second_factor = second_factor(&record);
        let is_player =
            scopes.is_some() || (second_factor == SecondFactorState::Due && self.requires_second_factor());
        Ok(Some(Caller {
            player,
            role: if is_player { Role::Player } else { record.role },
            guest: record.password.is_none(),
            second_factor,
            recovery_codes: record.recovery_codes.len(),
            name: record.name,
            credential: credential.clone(),
            scopes,
            expires_ms,
        }))
    }

    /// Returns the account of a session that is not over.
    async fn of_session(
        &self,
        secret: &Secret,
        seen: bool,
    ) -> Result<Option<(PlayerId, KeyedRecord<AccountRecord>)>, CommandError> {
        let (key, now_ms) = (secret.key(), self.room.now_ms());
        let Some(stored) = self.store.get_stored::<SessionRecord>(&key).await? else { return Ok(None) };
        let session = stored.record.clone();
        let player = PlayerId(session.player);
        let account = self.loaded(player).await?;
        let idle_ms = idle_ms(account.record.role);
        // The password has changed since, or nobody has used the session for too long.
        if session.epoch != account.record.epoch || session.seen_ms + idle_ms <= now_ms {
            self.write(stored.delete(&key)).await?;
            return Ok(None);
        }
        // Written rarely: nobody needs to know the second.
        if seen && session.seen_ms + idle_ms / 30 <= now_ms {
            self.write(stored.replace(&key, &SessionRecord { seen_ms: now_ms, ..session })).await?;
        }
        Ok(Some((player, account)))
    }

    /// Starts a session for a player who knows the password or has a recovery code, and the second factor if there is
    /// one. The answer does not tell whether the name or the password was wrong, and neither does the time that it
    /// takes.
    pub async fn sign_in(&self, ask: &SignIn<'_>, visitor: &Visitor) -> Result<Joined, CommandError> {
        let known = match self.found(ask.name).await? {
            Some(player) => Some((player, self.loaded(player).await?.record)),
            None => None,
        };
        match ask.proof {
            Proof::Password(password) => self.by_password(ask, password, known, visitor).await,
            Proof::RecoveryCode(code) => self.by_recovery_code(ask, code, known).await,
        }
    }

    async fn by_password(
        &self,
        SignIn { name, second_factor, .. }: &SignIn<'_>,
        password: &str,
        known: Option<(PlayerId, AccountRecord)>,
        visitor: &Visitor,
    ) -> Result<Joined, CommandError> {
        let player = known.as_ref().map(|(player, _)| *player);
        let is_known = self.knows_device(player, visitor.device.as_ref()).await?;
        let source = match visitor.device.as_ref().filter(|_| is_known) {
            Some(device) => Source::known(device),
            None => Source::stranger(visitor, name),
        };
        // Counted before the password is looked at, so that guesses that run at the same time count as well.
        let locked_until = self.count_attempt(name, source).await?;
        // An unknown name is hashed against as well: the time must not tell which names exist.
        let stored = match &known {
            Some((player, record)) => self.password(*player, record).await?,
            None => None,
        };
        let matches = check_password(password).is_ok()
            && self.hashing.matches(password, stored.unwrap_or_else(of_nobody)).await?;
        let Some((player, record)) = known.filter(|(_, record)| record.password.is_some()) else {
            // A commit as well, which is what the failure of an account that exists costs.
            self.touch_attempts(name).await?;
            return Err(AccountError::WRONG_PASSWORD.into());
        };
        if !matches {
            self.note_failure(player, locked_until).await?;
            return Err(AccountError::WRONG_PASSWORD.into());
        }
        if let Err(error) = self.require_second_factor(player, &record, *second_factor).await {
            if error.code == ErrorCode::SecondFactorNeeded {
                // The password was right and nothing was guessed: the same person comes again with the digits.
                self.uncount_attempt(name, source).await?;
            } else {
                self.note_failure(player, locked_until).await?;
            }
            return Err(error);
        }
        self.forget_attempts(name, source).await?;
        self.begin_session(player, record.password, |_| Ok(None)).await
    }

    /// A code is not limited: it cannot be guessed, and its owner may be under attack.
    async fn by_recovery_code(
        &self,
        ask: &SignIn<'_>,
        code: &str,
        known: Option<(PlayerId, AccountRecord)>,
    ) -> Result<Joined, CommandError> {
        let (player, record) = known.ok_or_else(wrong_code)?;
        let code = matching_code(&record, code)?;
        // Before the code is used up, so that it is not lost with a slip. A code does not stand for both.
        let unused = AccountRecord {
            recovery_codes: record.recovery_codes.iter().copied().filter(|one| *one != code).collect(),
            ..record
        };
        self.require_second_factor(player, &unused, ask.second_factor).await?;
        self.begin_session(player, unused.password, |record| use_code(player, record, code).map(Some)).await
    }

    /// Begins a session of an account whose password is still the one that was checked, with what else happens to it.
    async fn begin_session(
        &self,
        player: PlayerId,
        checked: Option<SecretHash>,
        also: impl Fn(&AccountRecord) -> Result<Option<RoomEvent>, AccountError>,
    ) -> Result<Joined, CommandError> {
        let session = Secret::fresh("", self.room.entropy())?;
        let amended = self.amend(player, |record, now_ms| {
            // Another request has changed it since it was checked.
            if record.password != checked {
                return Err(AccountError::WRONG_PASSWORD);
            }
            // Only the hash is stored: a copy of the database opens no session.
            let begun = SessionRecord { player: player.0, epoch: record.epoch, seen_ms: now_ms };
            let events =
                also(record)?.into_iter().chain([RoomEvent::SignedIn { player: player.0 }]).collect();
            Ok(Change { events, writes: vec![create(&session.key(), &begun)] })
        });
        let name = amended.await?.name;
        Ok(Joined { player, name, session })
    }

    /// Writes a failed attempt into the journal. There are as many of these as the limits let through.
    async fn note_failure(&self, player: PlayerId, locked_until: Option<u64>) -> Result<(), CommandError> {
        let amended = self.amend(player, |_, now_ms| {
            let player = player.0;
            let locked = locked_until.filter(|until_ms| *until_ms > now_ms);
            let locked = locked.map(|until_ms| RoomEvent::LockedOut { player, until_ms });
            let events = [RoomEvent::SignInFailed { player }].into_iter().chain(locked).collect();
            Ok(Change { events, ..Change::default() })
        });
        amended.await.map(|_| ())
    }

    /// Returns the account of a caller who knows the password. A session that does not is locked like any device.
    pub(super) async fn require_password(
        &self,
        caller: &Caller,
        current: &str,
    ) -> Result<AccountRecord, CommandError> {
        let record = self.loaded(caller.player).await?.record;
        let stored = self.password(caller.player, &record).await?.ok_or(AccountError::GUESTS_MAY_NOT)?;
        let source = caller.source();
        let locked_until = self.count_attempt(&record.name, source).await?;
        if check_password(current).is_err() || !self.hashing.matches(current, stored).await? {
            self.note_failure(caller.player, locked_until).await?;
            return Err(AccountError::WRONG_PASSWORD.into());
        }
        self.forget_attempts(&record.name, source).await?;
        Ok(record)
    }

    /// Replaces the password, for a caller who knows it or has a recovery code. All other sessions and all tokens end.
    pub async fn change_password(
        &self,
        caller: &Caller,
        current: &str,
        password: &str,
    ) -> Result<Joined, CommandError> {
        check_password(password)?;
        let player = caller.player;
        let before = self.loaded(player).await?.record;
        let code = matching_code(&before, current).ok();
        let before = if code.is_some() { before } else { self.require_password(caller, current).await? };
        let hashed = self.hashing.hashed_if_strong(password, &before.name, self.room.entropy()).await?;
        let amended = self.amend(player, |record, _| {
            // Another request has changed it since it was checked.
            if record.password != before.password {
                return Err(AccountError::WRONG_PASSWORD);
            }
            let used = code.map(|code| use_code(player, record, code)).transpose()?;
            let (password, by) = (digest(&hashed), Authority::Owner);
            let set = RoomEvent::PasswordSet { player: player.0, password, by };
            Ok(Change {
                events: used.into_iter().chain([set]).collect(),
                writes: vec![put(&player, &hashed)],
            })
        });
        let record = amended.await?;
        self.joined(player, record.name, record.epoch).await
    }

    /// Ends all sessions and all tokens of a player.
    pub async fn sign_out_everywhere(&self, player: PlayerId) -> Result<(), CommandError> {
        let ended = RoomEvent::SignedOutEverywhere { player: player.0, by: Authority::Owner };
        self.amend(player, |_, _| Ok(ended.clone().into())).await.map(|_| ())
    }

    /// Starts a session of an account.
    pub(super) async fn joined(
        &self,
        player: PlayerId,
        name: String,
        epoch: u64,
    ) -> Result<Joined, CommandError> {
        let session = Secret::fresh("", self.room.entropy())?;
        let record = SessionRecord { player: player.0, epoch, seen_ms: self.room.now_ms() };
        // Only the hash is stored: a copy of the database opens no session.
        self.write(create(&session.key(), &record)).await?;
        Ok(Joined { player, name, session })
    }

    /// Ends a session.
    pub async fn sign_out(&self, session: &Secret) -> Result<(), CommandError> {
        self.write(delete::<SessionRecord>(&session.key())).await.map(|_| ())
    }

    /// Deletes sessions that are over and failures to sign in that no longer count. A record that was changed
    /// meanwhile is in use and stays.
    pub async fn sweep(&self) -> Result<(), CommandError> {
        let now_ms = self.room.now_ms();
        self.delete_records(|session: &SessionRecord| session.seen_ms + idle_ms(Role::Player) <= now_ms)
            .await?;
        self.delete_records(|attempts: &SignInAttempts| is_past(attempts, now_ms)).await?;
        self.delete_records(|device: &DeviceRecord| is_forgotten(device, now_ms)).await
    }

    /// Deletes the records that are over, some at a time.
    async fn delete_records<R: Record>(&self, is_over: impl Fn(&R) -> bool) -> Result<(), CommandError> {
        let mut pages = Pages::<R>::new(RecordRange::all(), RECORDS_AT_ONCE);
        while let Some(page) = pages.next(&*self.store).await? {
            for (key, stored) in page.into_iter().filter(|(_, stored)| is_over(&stored.record)) {
                self.write(stored.delete(&key)).await?;
            }
        }
        Ok(())
    }
}

/// Returns how long a session lasts without a request.
const fn idle_ms(role: Role) -> u64 {
    match role {
        Role::Player => 30 * DAY_MS,
        Role::Auditor | Role::Floor => 30 * MINUTE_MS,
    }
}

/// Whether an account has a second factor, or should have one.
const fn second_factor(record: &AccountRecord) -> SecondFactorState {
    match (&record.second_factor, record.role) {
        (Some(_), _) => SecondFactorState::On,
        (None, Role::Player) => SecondFactorState::Off,
        (None, Role::Auditor | Role::Floor) => SecondFactorState::Due,
    }
}
