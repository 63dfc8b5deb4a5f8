//! Who a request comes from: signing in, sessions of people, and tokens of programs.

use std::fmt;

use ::journal::ReadRecords;
use ::journal::record::{
    AccountRecord, AccountToken, KeyedRecord, NameKey, Pages, Record, RecordKey, RecordRange, SecretHash,
    SessionRecord, SignInAttempts, TokenRecord, create, delete, replace,
};
use fair::entropy::{Entropy, NoEntropy, fill};
use protocol::{Role, Token};
use table::PlayerId;

use super::names::check_password;
use super::password::of_nobody;
use super::{AccountError, Accounts, DAY_MS, Effects, MINUTE_MS};
use crate::CommandError;

/// How long failures to sign in count, and how long a name is locked after too many of them.
const WINDOW_MS: u64 = 30 * MINUTE_MS;
const MOST_FAILURES: usize = 3;

const MOST_TOKENS: usize = 20;

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
    /// last half hour.
    pub role: Role,
    /// Whether they have no name and password of their own.
    pub guest: bool,
    /// What they have shown.
    pub credential: Credential,
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
        let AccountRecord { name, role, password, .. } = self.present(player, account).await?.record;
        let role = if matches!(credential, Credential::Token(_)) { Role::Player } else { role };
        let guest = password.is_none();
        Ok(Some(Caller { player, name, role, guest, credential: credential.clone() }))
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

    /// Starts a session for a player who knows the password. The answer does not tell whether the name or the password
    /// was wrong, and neither does the time that it takes.
    pub async fn sign_in(&self, name: &str, password: &str) -> Result<Joined, CommandError> {
        // Counted before the password is looked at, so that guesses that run at the same time count as well.
        self.count_attempt(name).await?;
        if check_password(password).is_err() {
            return Err(AccountError::WRONG_PASSWORD.into());
        }
        let known = match self.found(name).await? {
            Some(player) => Some((player, self.loaded(player).await?.record)),
            None => None,
        };
        // An unknown name is hashed against as well: the time must not tell which names exist.
        let stored = known.as_ref().and_then(|(_, record)| record.password.clone());
        let matches = self.hashing.matches(password, stored.unwrap_or_else(of_nobody)).await?;
        let (player, record) = known.filter(|_| matches).ok_or(AccountError::WRONG_PASSWORD)?;
        self.forget_attempts(name).await?;
        self.joined(player, record.name, record.epoch).await
    }

    /// Replaces the password, and ends all other sessions.
    pub async fn change_password(
        &self,
        player: PlayerId,
        current: &str,
        password: &str,
    ) -> Result<Joined, CommandError> {
        check_password(password)?;
        let record = self.loaded(player).await?.record;
        let stored = record.password.ok_or(AccountError::GUESTS_MAY_NOT)?;
        self.count_attempt(&record.name).await?;
        if check_password(current).is_err() || !self.hashing.matches(current, stored.clone()).await? {
            return Err(AccountError::WRONG_PASSWORD.into());
        }
        self.forget_attempts(&record.name).await?;
        let hashed = self.hashing.hashed(password, self.room.entropy()).await?;
        let amended = self.amend(player, |record| {
            // Another request has changed it since it was checked.
            if record.password.as_ref() != Some(&stored) {
                return Err(AccountError::WRONG_PASSWORD);
            }
            record.password = Some(hashed.clone());
            record.epoch += 1;
            Ok(Effects::default())
        });
        let record = amended.await?;
        self.joined(player, record.name, record.epoch).await
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
        self.delete_records(|attempts: &SignInAttempts| is_past(attempts, now_ms)).await
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

    /// Counts an attempt to sign in before it is made, so that a thousand at once are no more than three.
    async fn count_attempt(&self, name: &str) -> Result<(), CommandError> {
        let key = attempts_key(name);
        loop {
            let before = self.store.get_stored::<SignInAttempts>(&key).await?;
            let attempts = before.as_ref().map(|before| before.record.clone()).unwrap_or_default();
            if self.write(replace(before, &key, &another_attempt(attempts, self.room.now_ms())?)).await? {
                return Ok(());
            }
        }
    }

    /// Forgets the attempts under a name, because one of them succeeded.
    async fn forget_attempts(&self, name: &str) -> Result<(), CommandError> {
        self.write(delete::<SignInAttempts>(&attempts_key(name))).await.map(|_| ())
    }

    /// Creates a token. Its secret is returned now and never again.
    pub async fn new_token(&self, player: PlayerId, name: &str) -> Result<(Token, Secret), CommandError> {
        let name = name.trim();
        if !(1..=40).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(AccountError::TOKEN_NAME.into());
        }
        let secret = Secret::fresh("uth_", self.room.entropy())?;
        let amended = self.amend(player, |record| {
            if record.tokens.len() >= MOST_TOKENS {
                return Err(AccountError::TOKENS_FULL);
            }
            // Numbers are not used again while a later token exists, so that a list that was read before revokes no
            // other token.
            let id = record.tokens.iter().map(|token| token.id).max().unwrap_or(0) + 1;
            let (name, key, created_ms) = (name.to_owned(), secret.key(), self.room.now_ms());
            record.tokens.push(AccountToken { id, name, key, created_ms });
            let writes = vec![create(&key, &TokenRecord { player: player.0 })];
            Ok(Effects { writes, ..Effects::default() })
        });
        let tokens = amended.await?.tokens;
        let token = tokens.iter().find(|token| token.key == secret.key());
        Ok((shown(token.ok_or(AccountError::NO_SUCH_TOKEN)?), secret))
    }

    /// Returns a player's tokens.
    pub async fn tokens(&self, player: PlayerId) -> Result<Vec<Token>, CommandError> {
        Ok(self.loaded(player).await?.record.tokens.iter().map(shown).collect())
    }

    /// Ends a token.
    pub async fn revoke_token(&self, player: PlayerId, id: u64) -> Result<(), CommandError> {
        let amended = self.amend(player, |record| {
            let revoked = record.tokens.extract_if(.., |token| token.id == id).next();
            let revoked = revoked.ok_or(AccountError::NO_SUCH_TOKEN)?;
            Ok(Effects { writes: vec![delete::<TokenRecord>(&revoked.key)], ..Effects::default() })
        });
        amended.await.map(|_| ())
    }
}

/// Returns how long a session lasts without a request.
const fn idle_ms(role: Role) -> u64 {
    match role {
        Role::Player => 30 * DAY_MS,
        Role::Auditor | Role::Floor => 30 * MINUTE_MS,
    }
}

/// People type passwords into the field for the name, so what was typed is not stored.
fn attempts_key(name: &str) -> SecretHash {
    SecretHash::of(&NameKey::new(name).encode())
}

/// Adds an attempt, which counts as failed until it succeeds: three in thirty minutes lock the name for thirty,
/// whether or not anybody has it.
fn another_attempt(mut attempts: SignInAttempts, now_ms: u64) -> Result<SignInAttempts, AccountError> {
    if attempts.locked_until_ms > now_ms {
        return Err(AccountError::LOCKED);
    }
    attempts.at_ms.retain(|at| at + WINDOW_MS > now_ms);
    attempts.at_ms.push(now_ms);
    if attempts.at_ms.len() >= MOST_FAILURES {
        attempts = SignInAttempts { at_ms: Vec::new(), locked_until_ms: now_ms + WINDOW_MS };
    }
    Ok(attempts)
}

/// Whether none of the attempts counts any more.
fn is_past(attempts: &SignInAttempts, now_ms: u64) -> bool {
    attempts.locked_until_ms <= now_ms && attempts.at_ms.iter().all(|at| at + WINDOW_MS <= now_ms)
}

fn shown(record: &AccountToken) -> Token {
    Token { id: record.id, name: record.name.clone(), created_ms: protocol::Timestamp(record.created_ms) }
}

#[cfg(test)]
mod tests {
    use super::{AccountError, SignInAttempts, WINDOW_MS, another_attempt};

    #[test]
    fn three_failures_within_thirty_minutes_lock_for_thirty() {
        // When attempts are made, and whether the last of them is let through.
        let rows: [(&[u64], bool); 7] = [
            (&[0], true),
            (&[0, 1, 2], true),
            (&[0, 1, 2, 3], false),
            (&[0, 1, 2, 1 + WINDOW_MS], false),
            (&[0, 1, 2, 2 + WINDOW_MS], true),
            (&[0, 1, WINDOW_MS, WINDOW_MS + 1], true),
            (&[0, WINDOW_MS - 2, WINDOW_MS - 1, WINDOW_MS], false),
        ];
        for (times, expected) in rows {
            let (last, before) = times.split_last().expect("a time");
            let earlier = before
                .iter()
                .try_fold(SignInAttempts::default(), |attempts, at| another_attempt(attempts, *at));
            let answer = another_attempt(earlier.expect("earlier ones are let through"), *last);
            assert_eq!(answer.is_ok(), expected, "{times:?}");
            assert!(expected || answer == Err(AccountError::LOCKED));
        }
    }
}
