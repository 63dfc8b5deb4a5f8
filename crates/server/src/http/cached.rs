//! A value that is cached for a while, because it takes long to compute and many clients may ask for it.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// The last value, and when it was computed.
pub(super) struct Cached<T> {
    lasts: Duration,
    last: Mutex<Option<(Instant, T)>>,
}

impl<T: Copy> Cached<T> {
    pub(super) fn new(lasts: Duration) -> Cached<T> {
        Cached { lasts, last: Mutex::new(None) }
    }

    /// Returns the cached value, or computes a new one. Callers that come meanwhile wait for that one.
    pub(super) async fn get<Error>(&self, work: impl AsyncFnOnce() -> Result<T, Error>) -> Result<T, Error> {
        // Held while it is computed: a hundred callers cause one query and not a hundred.
        let mut last = self.last.lock().await;
        if let Some((since, answer)) = *last
            && since.elapsed() < self.lasts
        {
            return Ok(answer);
        }
        let answer = work().await?;
        *last = Some((Instant::now(), answer));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::Cached;

    #[tokio::test]
    async fn many_who_ask_at_once_are_one_question() {
        // How long an answer is kept, and how many questions a hundred are.
        for (lasts, expected) in [(Duration::from_hours(1), 1), (Duration::ZERO, 100)] {
            let (kept, asked) = (Arc::new(Cached::new(lasts)), Arc::new(AtomicU32::new(0)));
            let mut all = tokio::task::JoinSet::new();
            for _ in 0..100 {
                let (kept, asked) = (Arc::clone(&kept), Arc::clone(&asked));
                all.spawn(async move {
                    let work = async || {
                        asked.fetch_add(1, Ordering::Relaxed);
                        tokio::task::yield_now().await;
                        Ok::<_, ()>(7)
                    };
                    assert_eq!(kept.get(work).await, Ok(7));
                });
            }
            all.join_all().await;
            assert_eq!(asked.load(Ordering::Relaxed), expected, "{lasts:?}");
        }
    }

    #[tokio::test]
    async fn a_failure_is_not_kept() {
        let kept = Cached::new(Duration::from_hours(1));
        assert_eq!(kept.get(async || Err(())).await, Err(()));
        assert_eq!(kept.get(async || Ok::<_, ()>(7)).await, Ok(7));
        assert_eq!(kept.get(async || Err(())).await, Ok(7));
    }
}
