//! Passwords: argon2id, a few at a time.

use std::sync::Arc;

use ::journal::record::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use async_lock::Semaphore;

use super::AccountError;
use crate::CommandError;
use crate::runtime::{Runtime, WorkLost, run_blocking};
use fair::entropy::{Entropy, fill};
use store::StoreError;

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

    /// Returns what is stored of a new password.
    pub(super) async fn hashed(
        &self,
        password: &str,
        entropy: &(dyn Entropy + Send + Sync),
    ) -> Result<PasswordHash, CommandError> {
        let mut salt = [0; 16];
        fill(&mut salt, entropy)?;
        let mut hashed = unhashed(&salt);
        hashed.hash = self.work(hashed.clone(), password).await?;
        Ok(hashed)
    }

    /// Whether a password is the one whose hash is stored.
    pub(super) async fn matches(&self, password: &str, kept: PasswordHash) -> Result<bool, CommandError> {
        let expected = kept.hash.clone();
        let hash = self.work(kept, password).await?;
        Ok(same(hash.as_bytes(), expected.as_bytes()))
    }

    async fn work(&self, kept: PasswordHash, password: &str) -> Result<String, CommandError> {
        // A place in the queue first: without the bound, requests would wait longer than their clients do and hold
        // their memory.
        let _place = self.queue.try_acquire().ok_or(AccountError::BUSY)?;
        let _turn = self.turns.acquire().await;
        // The copy for the other thread is wiped when it is done with.
        let password = zeroize::Zeroizing::new(password.to_owned());
        let hashed = run_blocking(&*self.runtime, move || hash(&kept, &password)).await;
        hashed
            .map_err(|WorkLost| StoreError::Unavailable("hashing was interrupted".into()))?
            .map_err(Into::into)
    }
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

    use super::{Hashing, of_nobody, same};
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
    fn only_equal_texts_are_the_same() {
        let rows =
            [("", "", true), ("ab", "ab", true), ("ab", "ac", false), ("ab", "a", false), ("", "a", false)];
        for (one, other, expected) in rows {
            assert_eq!(same(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
        }
    }
}
