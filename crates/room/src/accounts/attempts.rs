//! Limits guesses at passwords, so that nobody guesses many and nobody is locked out by a stranger.
//!
//! - Three attempts under a name from one address within half an hour lock the name for that address, and for it alone.
//! - All strangers together have twenty attempts under a name. From then on they wait, twice as long after each
//!   attempt, up to a quarter of an hour: a crowd of addresses makes about a hundred guesses a day.
//! - A device on which the account was used before is no stranger. It has three attempts of its own, whatever others
//!   do.
//! - Recovery codes are not limited here: they have a hundred random bits.
//!
//! Whether anybody has the name makes no difference, so that the limits tell nobody which names exist.

use ::journal::ReadRecords;
use ::journal::record::{NameKey, RecordKey, SecretHash, SignInAttempts, SourceAttempts, replace};

use super::{AccountError, Accounts, DAY_MS, MINUTE_MS, Secret};
use crate::CommandError;

/// How long attempts from one source count, and how long the source is locked after too many of them.
const WINDOW_MS: u64 = 30 * MINUTE_MS;
const MOST_ATTEMPTS: usize = 3;

/// How many attempts of all strangers together are let through without a wait.
const MOST_OF_STRANGERS: u32 = 20;
/// The longest wait between two attempts of strangers.
const LONGEST_WAIT_MS: u64 = 15 * MINUTE_MS;
/// After so long without an attempt of a stranger, the count begins anew.
const QUIET_MS: u64 = DAY_MS;

/// How many sources are kept for a name. A stranger with more addresses makes the card room forget the oldest, and
/// meets the limit of all strangers.
const MOST_SOURCES: usize = 16;

/// Where a request comes from.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// The network address, as text. Only a hash of it is stored.
    pub address: String,
    /// The cookie of the device.
    pub device: Option<Secret>,
}

/// Where an attempt comes from, as far as the limits are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Source {
    hash: SecretHash,
    /// Whether the account was used from here before.
    is_known: bool,
}

impl Source {
    /// A device or a session of the account.
    pub(super) fn known(secret: &Secret) -> Source {
        Source { hash: secret.key(), is_known: true }
    }

    /// Any other place.
    pub(super) fn stranger(visitor: &Visitor, name: &str) -> Source {
        // With the name, so that the hashes of two names do not tell that one address tried both.
        let hash = SecretHash::of(&format!("{}\n{}", NameKey::new(name).encode(), visitor.address));
        Source { hash, is_known: false }
    }
}

impl AccountError {
    const LOCKED: Self = Self(
        protocol::ErrorCode::Locked,
        "There were too many attempts. Wait up to thirty minutes, use a device on which you have signed in \
         before, or sign in with a recovery code.",
    );
}

impl Accounts {
    /// Counts an attempt before it is made, so that a thousand at once are no more than three. Returns until when its
    /// source is locked if it fails.
    pub(super) async fn count_attempt(
        &self,
        name: &str,
        source: Source,
    ) -> Result<Option<u64>, CommandError> {
        let now_ms = self.room.now_ms();
        let attempts = self.change_attempts(name, |attempts| another(attempts, source, now_ms)).await?;
        let own = attempts.sources.iter().find(|own| own.source == source.hash);
        Ok(own.map(|own| own.locked_until_ms).filter(|until_ms| *until_ms > now_ms))
    }

    /// Forgets the attempts of a source, because one of them succeeded.
    pub(super) async fn forget_attempts(&self, name: &str, source: Source) -> Result<(), CommandError> {
        self.change_attempts(name, |attempts| Ok(without(attempts, source))).await.map(|_| ())
    }

    /// Takes the last attempt of a source back, because it was no guess.
    pub(super) async fn uncount_attempt(&self, name: &str, source: Source) -> Result<(), CommandError> {
        self.change_attempts(name, |attempts| Ok(without_last(attempts, source))).await.map(|_| ())
    }

    /// Writes the attempts under a name once more.
    pub(super) async fn touch_attempts(&self, name: &str) -> Result<(), CommandError> {
        self.change_attempts(name, Ok).await.map(|_| ())
    }

    /// Forgets all attempts under a name. The operator does so for an owner who cannot wait.
    pub(super) async fn unlock_name(&self, name: &str) -> Result<(), CommandError> {
        self.change_attempts(name, |_| Ok(SignInAttempts::default())).await.map(|_| ())
    }

    async fn change_attempts(
        &self,
        name: &str,
        change: impl Fn(SignInAttempts) -> Result<SignInAttempts, AccountError>,
    ) -> Result<SignInAttempts, CommandError> {
        // People type passwords into the field for the name, so what was typed is not stored.
        let key = SecretHash::of(&NameKey::new(name).encode());
        loop {
            let before = self.store.get_stored::<SignInAttempts>(&key).await?;
            let attempts = before.as_ref().map(|before| before.record.clone()).unwrap_or_default();
            let after = change(attempts)?;
            let write = match before {
                Some(before) if after == SignInAttempts::default() => before.delete(&key),
                None if after == SignInAttempts::default() => return Ok(after),
                before => replace(before, &key, &after),
            };
            if self.write(write).await? {
                return Ok(after);
            }
        }
    }
}

/// Adds an attempt, which counts as failed until it succeeds.
fn another(
    mut attempts: SignInAttempts,
    source: Source,
    now_ms: u64,
) -> Result<SignInAttempts, AccountError> {
    let place = attempts.sources.iter().position(|known| known.source == source.hash);
    let mut own = place.map_or_else(
        || SourceAttempts { source: source.hash, at_ms: Vec::new(), locked_until_ms: 0 },
        |place| attempts.sources.remove(place),
    );
    if own.locked_until_ms > now_ms {
        return Err(AccountError::LOCKED);
    }
    if !source.is_known {
        attempts = another_of_strangers(attempts, now_ms)?;
    }
    own.at_ms.retain(|at| at + WINDOW_MS > now_ms);
    own.at_ms.push(now_ms);
    if own.at_ms.len() >= MOST_ATTEMPTS {
        own.locked_until_ms = now_ms + WINDOW_MS;
    }
    attempts.sources.push(own);
    let forgotten = attempts.sources.len().saturating_sub(MOST_SOURCES);
    attempts.sources.drain(..forgotten);
    Ok(attempts)
}

fn another_of_strangers(attempts: SignInAttempts, now_ms: u64) -> Result<SignInAttempts, AccountError> {
    let is_quiet = attempts.last_ms + QUIET_MS <= now_ms;
    let strangers = if is_quiet { 0 } else { attempts.strangers };
    if strangers > 0 && now_ms < attempts.last_ms + wait_ms(strangers) {
        return Err(AccountError::LOCKED);
    }
    Ok(SignInAttempts { strangers: strangers.saturating_add(1), last_ms: now_ms, ..attempts })
}

/// Returns how long the next attempt of a stranger has to wait after so many.
fn wait_ms(strangers: u32) -> u64 {
    match strangers.checked_sub(MOST_OF_STRANGERS) {
        None => 0,
        Some(beyond) => (1_000 << beyond.min(20)).min(LONGEST_WAIT_MS),
    }
}

fn without(mut attempts: SignInAttempts, source: Source) -> SignInAttempts {
    let own = attempts.sources.extract_if(.., |known| known.source == source.hash).next();
    if let Some(own) = own.filter(|_| !source.is_known) {
        attempts.strangers = attempts.strangers.saturating_sub(own.at_ms.len() as u32);
    }
    forgotten_if_empty(attempts)
}

fn without_last(mut attempts: SignInAttempts, source: Source) -> SignInAttempts {
    if let Some(own) = attempts.sources.iter_mut().find(|known| known.source == source.hash) {
        own.at_ms.pop();
        own.locked_until_ms = 0;
        attempts.strangers = attempts.strangers.saturating_sub(u32::from(!source.is_known));
    }
    attempts.sources.retain(|own| !own.at_ms.is_empty());
    forgotten_if_empty(attempts)
}

fn forgotten_if_empty(attempts: SignInAttempts) -> SignInAttempts {
    let is_empty = attempts.sources.is_empty() && attempts.strangers == 0;
    if is_empty { SignInAttempts::default() } else { attempts }
}

/// Whether none of the attempts counts any more.
pub(super) fn is_past(attempts: &SignInAttempts, now_ms: u64) -> bool {
    attempts.sources.iter().all(|own| own.at_ms.iter().all(|at| at + WINDOW_MS <= now_ms))
        && attempts.last_ms + QUIET_MS <= now_ms
}

#[cfg(test)]
mod tests {
    use super::{
        AccountError, MINUTE_MS, MOST_OF_STRANGERS, MOST_SOURCES, Secret, SignInAttempts, Source, Visitor,
        WINDOW_MS, another, is_past, without, without_last,
    };

    const HOUR_MS: u64 = 60 * MINUTE_MS;

    fn at(address: usize) -> Source {
        Source::stranger(&Visitor { address: address.to_string(), device: None }, "Flora")
    }

    fn device() -> Source {
        Source::known(&Secret::claimed("device_1"))
    }

    #[test]
    fn three_failures_within_thirty_minutes_lock_an_address_for_thirty() {
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
                .try_fold(SignInAttempts::default(), |attempts, time| another(attempts, at(1), *time));
            let earlier = earlier.expect("earlier ones are let through");
            let answer = another(earlier.clone(), at(1), *last);
            assert_eq!(answer.is_ok(), expected, "{times:?}");
            assert!(expected || answer == Err(AccountError::LOCKED));
            assert!(another(earlier, at(2), *last).is_ok(), "{times:?}: another address is not locked");
        }
    }

    /// Guesses from as many addresses as anybody likes, every second for so many hours. Returns the guesses that were
    /// let through, and the record at its longest.
    fn attacked(hours: u64, known: &mut dyn FnMut(SignInAttempts, u64) -> SignInAttempts) -> (u32, usize) {
        let (mut attempts, mut guesses, mut longest) = (SignInAttempts::default(), 0, 0);
        for second in 0..hours * 3_600 {
            let now_ms = second * 1_000;
            if let Ok(counted) = another(attempts.clone(), at(second as usize), now_ms) {
                (attempts, guesses) = (counted, guesses + 1);
            }
            longest = longest.max(attempts.sources.len());
            if second % 1_800 == 900 {
                attempts = known(attempts, now_ms);
            }
        }
        (guesses, longest)
    }

    #[test]
    fn a_crowd_of_addresses_guesses_slowly_and_fills_no_memory() {
        let (guesses, longest) = attacked(48, &mut |attempts, _| attempts);
        assert!(guesses < MOST_OF_STRANGERS + 12 + 4 * 48, "{guesses} guesses in two days");
        assert!(longest <= MOST_SOURCES);
    }

    #[test]
    fn a_known_device_signs_in_in_the_middle_of_an_attack() {
        let mut sign_ins = 0;
        attacked(48, &mut |attempts, now_ms| {
            // Two slips and a success, every half hour.
            let tried =
                (0..3).try_fold(attempts, |attempts, more| another(attempts, device(), now_ms + more));
            sign_ins += 1;
            without(tried.expect("it is let through"), device())
        });
        assert_eq!(sign_ins, 96);
    }

    #[test]
    fn a_success_forgets_its_own_attempts_and_no_others() {
        let attempts = [at(1), at(1), at(2)]
            .into_iter()
            .try_fold(SignInAttempts::default(), |all, one| another(all, one, 0));
        let after = without(attempts.expect("three attempts"), at(1));
        assert_eq!((after.sources.len(), after.strangers), (1, 1));
        assert_eq!(without(after, at(2)), SignInAttempts::default());
        let counted = another(SignInAttempts::default(), at(1), 0).expect("an attempt");
        assert_eq!(without_last(counted, at(1)), SignInAttempts::default());
    }

    #[test]
    fn attempts_are_deleted_when_none_counts() {
        let attempts = another(SignInAttempts::default(), at(1), 0).expect("an attempt");
        assert!(!is_past(&attempts, HOUR_MS));
        assert!(is_past(&attempts, 24 * HOUR_MS));
        let of_device = another(SignInAttempts::default(), device(), 24 * HOUR_MS).expect("an attempt");
        assert!(!is_past(&of_device, 24 * HOUR_MS + 1));
    }
}
