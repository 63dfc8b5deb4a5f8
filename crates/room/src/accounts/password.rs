//! Passwords: argon2id, a few at a time.

use std::sync::Arc;

use ::journal::record::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use async_lock::Semaphore;

use super::AccountError;
use crate::CommandError;
use crate::runtime::{Runtime, WorkLost, run_blocking};
use fair::entropy::{Entropy, fill};
use protocol::ErrorCode;
use store::StoreError;
use zeroize::Zeroizing;
use zxcvbn::{Score, zxcvbn};

/// How many passwords are hashed at once; each takes 19 MiB.
const AT_ONCE: usize = 2;
/// How many more may wait. Further requests are told to try again.
const WAITING: usize = 64;

/// Returns a hash that no password has, for names that do not exist: checking it takes as long.
pub(super) fn of_nobody() -> PasswordHash {
    unhashed(&[0; 16])
}

fn unhashed(salt: &[u8; 16]) -> PasswordHash {
    let (memory_kib, passes, lanes) =
        (Params::DEFAULT_M_COST, Params::DEFAULT_T_COST, Params::DEFAULT_P_COST);
    PasswordHash { memory_kib, passes, lanes, salt: hex::encode(salt), hash: String::new() }
}

/// Hashes a password with the parameters and the salt of `kept`.
fn hash(kept: &PasswordHash, password: &str) -> Result<String, StoreError> {
    let broken = |why: String| StoreError::Broken(format!("a password's hash: {why}"));
    let params = Params::new(kept.memory_kib, kept.passes, kept.lanes, Some(32));
    let params = params.map_err(|error| broken(error.to_string()))?;
    let salt = hex::decode(&kept.salt).map_err(|error| broken(error.to_string()))?;
    let mut hash = [0; 32];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let made = argon2.hash_password_into(password.as_bytes(), &salt, &mut hash);
    made.map_err(|error| broken(error.to_string()))?;
    Ok(hex::encode(hash))
}

/// Hashes passwords, a bounded number at a time.
pub(super) struct Hashing {
    runtime: Arc<dyn Runtime>,
    turns: Semaphore,
    queue: Semaphore,
}

impl Hashing {
    pub(super) fn new(runtime: Arc<dyn Runtime>) -> Hashing {
        Hashing { runtime, turns: Semaphore::new(AT_ONCE), queue: Semaphore::new(AT_ONCE + WAITING) }
    }

    /// Returns what is stored of a new password, unless it is easy to guess.
    pub(super) async fn hashed_if_strong(
        &self,
        password: &str,
        name: &str,
        entropy: &(dyn Entropy + Send + Sync),
    ) -> Result<PasswordHash, CommandError> {
        // Estimating takes milliseconds, so it is done where hashing is: it holds up no table.
        let (tried, name) = (Zeroizing::new(password.to_owned()), name.to_owned());
        let advice = self.work(move || advice(&tried, &name)).await?;
        if let Some(advice) = advice {
            return Err(CommandError::new(ErrorCode::WeakPassword, advice));
        }
        self.hashed(password, entropy).await
    }

    /// Returns what is stored of a new password.
    async fn hashed(
        &self,
        password: &str,
        entropy: &(dyn Entropy + Send + Sync),
    ) -> Result<PasswordHash, CommandError> {
        let mut salt = [0; 16];
        fill(&mut salt, entropy)?;
        let mut hashed = unhashed(&salt);
        hashed.hash = self.hash(hashed.clone(), password).await?;
        Ok(hashed)
    }

    /// Whether a password is the one whose hash is stored.
    pub(super) async fn matches(&self, password: &str, kept: PasswordHash) -> Result<bool, CommandError> {
        let expected = kept.hash.clone();
        let hash = self.hash(kept, password).await?;
        Ok(same(hash.as_bytes(), expected.as_bytes()))
    }

    async fn hash(&self, kept: PasswordHash, password: &str) -> Result<String, CommandError> {
        // The copy for the other thread is wiped when it is done with.
        let password = Zeroizing::new(password.to_owned());
        Ok(self.work(move || hash(&kept, &password)).await??)
    }

    /// Does some work where blocking is allowed, when it is its turn.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, CommandError> {
        // A place in the queue first: without the bound, requests would wait longer than their clients do and hold
        // their memory.
        let _place = self.queue.try_acquire().ok_or(AccountError::BUSY)?;
        let _turn = self.turns.acquire().await;
        let done = run_blocking(&*self.runtime, work).await;
        done.map_err(|WorkLost| StoreError::Unavailable("hashing was interrupted".into()).into())
    }
}

/// Words that everybody tries first, because they see them on the page.
const OWN_WORDS: [&str; 8] =
    ["uth", "ultimate", "texas", "holdem", "poker", "ultimatetexasholdem", "cardroom", "blackjack"];

/// Returns what would be better than a password that is easy to guess; `None` if it is hard enough.
fn advice(password: &str, name: &str) -> Option<String> {
    let joined: String = name.split_whitespace().collect();
    let words: Vec<&str> = OWN_WORDS.into_iter().chain([&*joined]).chain(name.split_whitespace()).collect();
    let estimate = zxcvbn(password, &words);
    // Three of four: some ten billion guesses, which is years at the speed of argon2id.
    if estimate.score() >= Score::Three {
        return None;
    }
    let warning = estimate.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    let why = warning.map_or_else(
        || "This password is easy to guess".to_owned(),
        |warning| warning.to_string().trim_end_matches('.').to_owned(),
    );
    Some(format!("{why}; four unrelated words, or more characters without a pattern, are better."))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |found, (one, other)| found | (one ^ other));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use fair::entropy::OperatingSystem;
    use futures_executor::block_on;

    use super::{Hashing, advice, of_nobody, same};
    use crate::runtime::threads::Threads;

    #[test]
    fn only_the_password_matches_and_no_two_are_kept_alike() {
        let hashing = Hashing::new(Arc::new(Threads(Instant::now())));
        let hashed = |password| block_on(hashing.hashed(password, &OperatingSystem)).expect("a hash");
        let (kept, again) = (hashed("correct horse"), hashed("correct horse"));
        assert_ne!(kept, again);
        let matches = |password, kept| block_on(hashing.matches(password, kept));
        assert_eq!(matches("correct horse", kept.clone()), Ok(true));
        assert_eq!(matches("correct horsf", kept), Ok(false));
        assert_eq!(matches("", of_nobody()), Ok(false));
    }

    #[test]
    fn passwords_that_are_easy_to_guess_are_refused_with_a_sentence() {
        // The name, a password, and whether it is strong enough.
        let rows = [
            ("Ada", "password", false),
            ("Ada", "12345678", false),
            ("Ada", "qwertyuiop", false),
            ("Ada", "AdaAdaAda", false),
            ("Flora Lovelace", "floralovelace1", false),
            ("Ada", "ultimatetexasholdem", false),
            ("Ada", "P@ssw0rd2024", false),
            ("Ada", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
            ("Ada", "correct horse battery staple", true),
            ("Ada", "river kettle mango", true),
            ("Ada", "x7#Kq!2vLp", true),
            ("Ada", "sechs Möwen über dem Deich", true),
        ];
        for (name, password, is_strong) in rows {
            let advice = advice(password, name);
            assert_eq!(advice.is_none(), is_strong, "{password}: {advice:?}");
            assert!(advice.is_none_or(|advice| advice.ends_with("are better.") && !advice.contains(". ")));
        }
    }

    #[test]
    fn the_longest_password_is_estimated_in_a_moment() {
        let mixed: String = (0..200_u32).map(|n| char::from(b'!' + (n * 37 % 90) as u8)).collect();
        for password in ["a".repeat(200), "ab1".repeat(66), "password".repeat(25), "1999".repeat(50), mixed] {
            let began = Instant::now();
            let _ = advice(&password, "Ada");
            // Milliseconds where the program is optimised; a machine that is busy has some more.
            assert!(began.elapsed().as_secs() < 5, "{password}: {:?}", began.elapsed());
        }
    }

    #[test]
    fn only_equal_texts_are_the_same() {
        let rows =
            [("", "", true), ("ab", "ab", true), ("ab", "ac", false), ("ab", "a", false), ("", "a", false)];
        for (one, other, expected) in rows {
            assert_eq!(same(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
        }
    }
}
