//! Failures to sign in, counted by name, whether or not anybody has it: three in thirty minutes lock it for thirty.

use ::journal::ReadRecords;
use ::journal::record::{
    NameKey, Pages, RecordKey, RecordRange, SecretHash, SignInAttempts, delete, replace,
};

use super::account_error::{AccountError, AccountFailure};
use super::{Accounts, MINUTE_MS};
use store::{Commit, CommitResult};

const WINDOW_MS: u64 = 30 * MINUTE_MS;
const FAILURES: usize = 3;

/// Adds an attempt, which counts as failed until it succeeds.
fn another(mut attempts: SignInAttempts, now_ms: u64) -> Result<SignInAttempts, AccountError> {
    if attempts.locked_until_ms > now_ms {
        return Err(AccountError::Locked);
    }
    attempts.at_ms.retain(|at| at + WINDOW_MS > now_ms);
    attempts.at_ms.push(now_ms);
    if attempts.at_ms.len() >= FAILURES {
        attempts = SignInAttempts { at_ms: Vec::new(), locked_until_ms: now_ms + WINDOW_MS };
    }
    Ok(attempts)
}

/// Whether none of the attempts counts any more.
fn is_past(attempts: &SignInAttempts, now_ms: u64) -> bool {
    attempts.locked_until_ms <= now_ms && attempts.at_ms.iter().all(|at| at + WINDOW_MS <= now_ms)
}

impl Accounts {
    /// Counts an attempt before it is made, so that a thousand at once are no more than three.
    pub(super) async fn attempt(&self, name: &str, now_ms: u64) -> Result<(), AccountFailure> {
        let key = key(name);
        loop {
            let before = self.store.get_stored::<SignInAttempts>(&key).await?;
            let attempts = before.as_ref().map(|before| before.record.clone()).unwrap_or_default();
            let write = replace(before, &key, &another(attempts, now_ms)?);
            let commit = Commit { writes: vec![write], ..Commit::default() };
            if matches!(self.store.append(commit).await?, CommitResult::Done(_)) {
                return Ok(());
            }
        }
    }

    /// The attempt succeeded, and all before it are forgotten.
    pub(super) async fn succeeded(&self, name: &str) -> Result<(), AccountFailure> {
        let writes = vec![delete::<SignInAttempts>(&key(name))];
        self.store.append(Commit { writes, ..Commit::default() }).await?;
        Ok(())
    }

    /// Forgets attempts that no longer count.
    pub(super) async fn forget_attempts(&self, now_ms: u64) -> Result<(), AccountFailure> {
        let mut pages = Pages::<SignInAttempts>::new(RecordRange::all(), 500);
        while let Some(page) = pages.next(&*self.store).await? {
            for (key, attempts) in page.into_iter().filter(|(_, stored)| is_past(&stored.record, now_ms)) {
                let writes = vec![attempts.delete(&key)];
                self.store.append(Commit { writes, ..Commit::default() }).await?;
            }
        }
        Ok(())
    }
}

/// People type passwords where names belong, so what they typed is not kept.
fn key(name: &str) -> SecretHash {
    SecretHash::of(&NameKey::new(name).encode())
}

#[cfg(test)]
mod tests {
    use super::{AccountError, SignInAttempts, WINDOW_MS, another};

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
            let earlier =
                before.iter().try_fold(SignInAttempts::default(), |attempts, at| another(attempts, *at));
            let answer = another(earlier.expect("earlier ones are let through"), *last);
            assert_eq!(answer.is_ok(), expected, "{times:?}");
            assert!(expected || answer == Err(AccountError::Locked));
        }
    }
}
