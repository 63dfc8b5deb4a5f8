//! Failures to sign in, counted by name, whether or not anybody has it: three in thirty minutes lock it for thirty.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::record::{read, text};
use super::refusal::{AccountError, Refusal};
use super::{Accounts, MINUTE_MS, names};
use fair::hex;
use store::{Commit, CommitResult, KeyRange, Precondition, RecordKind, RecordWrite};

const WINDOW_MS: u64 = 30 * MINUTE_MS;
const FAILURES: usize = 3;
const PREFIX: &str = "attempts/";

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Attempts {
    at_ms: Vec<u64>,
    locked_until_ms: u64,
}

impl Attempts {
    /// One more, which counts as failed until it succeeds.
    fn another(mut self, now_ms: u64) -> Result<Attempts, Refusal> {
        if self.locked_until_ms > now_ms {
            return Err(Refusal::Locked);
        }
        self.at_ms.retain(|at| at + WINDOW_MS > now_ms);
        self.at_ms.push(now_ms);
        if self.at_ms.len() >= FAILURES {
            self = Attempts { at_ms: Vec::new(), locked_until_ms: now_ms + WINDOW_MS };
        }
        Ok(self)
    }

    fn is_past(&self, now_ms: u64) -> bool {
        self.locked_until_ms <= now_ms && self.at_ms.iter().all(|at| at + WINDOW_MS <= now_ms)
    }
}

impl Accounts {
    /// Counts an attempt before it is made, so that a thousand at once are no more than three.
    pub(super) async fn attempt(&self, name: &str, now_ms: u64) -> Result<(), AccountError> {
        let key = key(name);
        loop {
            let before = self.store.record(RecordKind::Room, key.clone()).await?;
            let attempts: Attempts = before.as_deref().map_or(Ok(Attempts::default()), read)?;
            let value = Some(text(&attempts.another(now_ms)?)?);
            let precondition = before.map_or(Precondition::Absent, Precondition::Equals);
            let put = RecordWrite { kind: RecordKind::Room, key: key.clone(), value, precondition };
            let change = Commit { writes: vec![put], ..Commit::default() };
            if matches!(self.store.append(change).await?, CommitResult::Done(_)) {
                return Ok(());
            }
        }
    }

    /// The attempt succeeded, and all before it are forgotten.
    pub(super) async fn succeeded(&self, name: &str) -> Result<(), AccountError> {
        let writes = vec![RecordWrite::delete(RecordKind::Room, key(name))];
        self.store.append(Commit { writes, ..Commit::default() }).await?;
        Ok(())
    }

    /// Forgets attempts that no longer count.
    pub(super) async fn forget_attempts(&self, now_ms: u64) -> Result<(), AccountError> {
        let mut span = KeyRange::prefix(RecordKind::Room, PREFIX, 500);
        loop {
            let found = self.store.records(span.clone()).await?;
            let Some((last, _)) = found.last() else { return Ok(()) };
            span.from = format!("{last} ");
            let is_past = |kept: &str| read::<Attempts>(kept).is_ok_and(|attempts| attempts.is_past(now_ms));
            let past = found.into_iter().filter(|(_, kept)| is_past(kept));
            let gone = |(key, kept)| RecordWrite {
                precondition: Precondition::Equals(kept),
                ..RecordWrite::delete(RecordKind::Room, key)
            };
            for put in past.map(gone) {
                self.store.append(Commit { writes: vec![put], ..Commit::default() }).await?;
            }
        }
    }
}

/// People type passwords where names belong, so what they typed is not kept.
fn key(name: &str) -> String {
    format!("{PREFIX}{}", hex::text(&Sha256::digest(names::key(name).as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::{Attempts, Refusal, WINDOW_MS};

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
            let earlier = before.iter().try_fold(Attempts::default(), |attempts, at| attempts.another(*at));
            let answer = earlier.expect("earlier ones are let through").another(*last);
            assert_eq!(answer.is_ok(), expected, "{times:?}");
            assert!(expected || answer == Err(Refusal::Locked));
        }
    }
}
