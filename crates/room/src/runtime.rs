//! What the room asks of the program that runs it: the time, timers, tasks and threads.
//!
//! The room itself starts no thread and reads no clock. The server implements [`Runtime`] with tokio, the simulation
//! with a clock that jumps from timer to timer, so that both run the same code.

use std::future::Future;
use std::pin::{Pin, pin};
use std::time::Duration;

use futures_channel::oneshot;
use futures_util::future::{Either, select};

/// A future that a [`Runtime`] drives to its end.
pub type Task<T = ()> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The surroundings of a room.
pub trait Runtime: Send + Sync {
    /// Returns the wall-clock time in milliseconds since 1970. Logs and deadlines are written in it.
    fn now_ms(&self) -> u64;

    /// Returns the time since an arbitrary moment. It never goes back, whatever happens to the wall clock, so that
    /// timeouts are measured in it.
    fn monotonic(&self) -> Duration;

    /// Completes after `duration`.
    fn sleep(&self, duration: Duration) -> Task;

    /// Runs a task independently of its caller.
    fn spawn(&self, task: Task);

    /// Runs work that takes long without waiting for anything, where it does not hold up tasks.
    fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>);
}

/// Blocking work panicked, or the runtime stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WorkLost;

/// Runs blocking work and returns its result.
pub(crate) async fn run_blocking<T: Send + 'static>(
    runtime: &dyn Runtime,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, WorkLost> {
    let (sender, result) = oneshot::channel();
    // A caller that went away needs no result.
    runtime.spawn_blocking(Box::new(move || drop(sender.send(work()))));
    result.await.map_err(|_| WorkLost)
}

/// Completes with the future, or with nothing once `duration` has passed. A future that is ready wins.
pub(crate) async fn timeout<T>(
    runtime: &dyn Runtime,
    duration: Duration,
    future: impl Future<Output = T>,
) -> Option<T> {
    // The timer is created when it is polled, that is, only if the future is not ready at once.
    match select(pin!(future), pin!(async { runtime.sleep(duration).await })).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}

#[cfg(test)]
pub(crate) mod threads {
    //! A runtime of plain threads, for unit tests.

    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    use super::{Runtime, Task, oneshot};

    pub(crate) struct Threads(pub(crate) Instant);

    impl Runtime for Threads {
        fn now_ms(&self) -> u64 {
            SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
        }

        fn monotonic(&self) -> Duration {
            self.0.elapsed()
        }

        fn sleep(&self, duration: Duration) -> Task {
            let (sender, woken) = oneshot::channel();
            std::thread::spawn(move || {
                std::thread::sleep(duration);
                let _ = sender.send(());
            });
            Box::pin(async move { woken.await.expect("a timer") })
        }

        fn spawn(&self, task: Task) {
            std::thread::spawn(|| futures_executor::block_on(task));
        }

        fn spawn_blocking(&self, work: Box<dyn FnOnce() + Send>) {
            std::thread::spawn(work);
        }
    }

    #[test]
    fn a_timeout_ends_what_takes_too_long_and_nothing_else() {
        let threads = Threads(Instant::now());
        let (never, done) = (std::future::pending::<u8>(), std::future::ready(7));
        let limit = Duration::from_millis(20);
        assert_eq!(futures_executor::block_on(super::timeout(&threads, limit, never)), None);
        assert_eq!(futures_executor::block_on(super::timeout(&threads, limit, done)), Some(7));
        assert!(threads.monotonic() >= limit);
    }

    #[test]
    fn blocking_work_that_panics_is_lost_and_does_not_hang() {
        let threads = Threads(Instant::now());
        let lost = super::run_blocking(&threads, || panic!("on purpose"));
        assert_eq!(futures_executor::block_on(lost), Err::<(), _>(super::WorkLost));
        assert_eq!(futures_executor::block_on(super::run_blocking(&threads, || 3)), Ok(3));
    }
}
