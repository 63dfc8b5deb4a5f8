//! Rate limits.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use room::connection::Admission;

/// A rate, and the largest burst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Rate {
    pub per_minute: u32,
    pub at_once: u32,
}

impl Rate {
    fn interval_us(self) -> u64 {
        60_000_000 / u64::from(self.per_minute.max(1))
    }
}

/// How much clients may ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerLimits {
    /// Connections that are open at the same time.
    pub connections: usize,
    /// Connections of one address; behind a proxy, its sockets.
    pub connections_each: usize,
    /// Requests from one address. Opening the page takes a hundred at once.
    pub requests: Rate,
    /// New accounts from one address.
    pub joins: Rate,
    /// Attempts to sign in, and other guesses at secrets, from one address.
    pub sign_ins: Rate,
    /// Requests for advice and solutions from one address.
    pub advice: Rate,
    /// Messages over one WebSocket.
    pub messages: Rate,
    /// Messages over all sockets of one address, which a whole classroom may share.
    pub messages_of_address: Rate,
    /// Tables that one address begins to watch: each costs a message of many kilobytes, and a read of what was missed.
    pub watches: Rate,
    /// Connections of one address that were closed for flooding; beyond that it may open no others.
    pub floods: Rate,
    /// How long a client may leave an answer or a message unread before its connection is closed.
    pub read_within: Duration,
    /// Addresses whose connections, requests, messages and new accounts are not limited, for load tests.
    pub uncounted: Vec<IpAddr>,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 10_000,
            connections_each: 1_000,
            requests: Rate { per_minute: 3_000, at_once: 1_000 },
            joins: Rate { per_minute: 6, at_once: 20 },
            sign_ins: Rate { per_minute: 10, at_once: 10 },
            advice: Rate { per_minute: 120, at_once: 30 },
            messages: Rate { per_minute: 3_000, at_once: 100 },
            messages_of_address: Rate { per_minute: 12_000, at_once: 2_000 },
            watches: Rate { per_minute: 1_200, at_once: 500 },
            floods: Rate { per_minute: 6, at_once: 3 },
            read_within: Duration::from_secs(20),
            uncounted: Vec::new(),
        }
    }
}

/// Open files that are not for connections: the store, its readers, the log.
const RESERVED_FILES: usize = 256;

impl ServerLimits {
    /// Lowers the limits for a program that may have `files` files open: each connection is one, and an address gets a
    /// tenth of them.
    #[must_use]
    pub fn within(self, files: usize) -> ServerLimits {
        let connections = self.connections.min(files - RESERVED_FILES.min(files / 2));
        ServerLimits {
            connections,
            connections_each: self.connections_each.min(connections.div_ceil(10)),
            ..self
        }
    }
}

/// When the next message would be due if all came evenly. A burst is ahead of that by a bounded time (GCRA).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct RateLimiter {
    due_us: u64,
}

impl RateLimiter {
    /// Takes one, or returns how many microseconds are missing.
    fn take(&mut self, rate: Rate, now_us: u64) -> Result<(), u64> {
        self.look(rate, now_us)?;
        // One number for each client instead of a list of times: that is the point of this algorithm.
        self.due_us = self.due_us.max(now_us) + rate.interval_us();
        Ok(())
    }

    /// Returns whether one could be taken, or how many microseconds are missing.
    fn look(self, rate: Rate, now_us: u64) -> Result<(), u64> {
        let may_be_ahead_us = rate.interval_us() * u64::from(rate.at_once.saturating_sub(1));
        match self.due_us.saturating_sub(now_us).checked_sub(may_be_ahead_us) {
            None | Some(0) => Ok(()),
            Some(missing_us) => Err(missing_us),
        }
    }
}

/// Limits the messages of one connection, and notices when it floods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FloodGuard {
    limiter: RateLimiter,
    /// By how many the refused messages outnumber the accepted ones.
    refused: u32,
}

/// By how many refused messages have to outnumber accepted ones until a connection counts as flooding.
const FLOOD: u32 = 200;

impl FloodGuard {
    /// Admits a message unless it is too fast for this connection, or for all connections of its address.
    pub(super) fn admit(&mut self, rate: Rate, now_us: u64, address: impl FnOnce() -> bool) -> Admission {
        let is_in_time = self.limiter.take(rate, now_us).is_ok();
        if is_in_time && address() {
            // A burst is forgiven by as many good messages; only a client that keeps on is a flood.
            self.refused = self.refused.saturating_sub(1);
            return Admission::Accepted;
        }
        self.refused += 1;
        match is_in_time {
            _ if self.refused > FLOOD => Admission::Flood,
            true => Admission::Crowded,
            false => Admission::TooFast,
        }
    }
}

/// A limiter for each key. Memory is bounded: keys that were not used for long are forgotten.
pub(super) struct RateLimiters<Key> {
    rate: Rate,
    uncounted: Vec<Key>,
    since: Instant,
    kept: Mutex<Generations<Key>>,
}

struct Generations<Key> {
    young: HashMap<Key, RateLimiter>,
    old: HashMap<Key, RateLimiter>,
}

/// When so many keys are young, the old ones are forgotten and the young ones become old.
const GENERATION: usize = 10_000;

impl<Key: Eq + Hash + Copy> RateLimiters<Key> {
    /// Returns limiters for all keys but the uncounted ones, which have no limit.
    pub(super) fn new(rate: Rate, uncounted: Vec<Key>) -> RateLimiters<Key> {
        let kept = Generations { young: HashMap::new(), old: HashMap::new() };
        RateLimiters { rate, uncounted, since: Instant::now(), kept: Mutex::new(kept) }
    }

    /// Takes one, or returns how many seconds are missing.
    pub(super) fn take(&self, key: Key) -> Result<(), u64> {
        if self.uncounted.contains(&key) {
            return Ok(());
        }
        self.take_at(key, self.now_us())
    }

    /// Returns whether one could be taken, or how many seconds are missing.
    pub(super) fn look(&self, key: Key) -> Result<(), u64> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let limiter = kept.young.get(&key).or_else(|| kept.old.get(&key)).copied().unwrap_or_default();
        limiter.look(self.rate, self.now_us()).map_err(|missing_us| missing_us.div_ceil(1_000_000))
    }

    fn now_us(&self) -> u64 {
        self.since.elapsed().as_micros() as u64
    }

    fn take_at(&self, key: Key, now_us: u64) -> Result<(), u64> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever opens thousands of addresses can make the limiter forget its oldest, but never its active ones: each
        // use makes a key young again.
        if kept.young.len() >= GENERATION {
            kept.old = std::mem::take(&mut kept.young);
        }
        // Moved and not copied, so that a key is in one generation only.
        let before = kept.old.remove(&key).unwrap_or_default();
        let limiter = kept.young.entry(key).or_insert(before);
        limiter.take(self.rate, now_us).map_err(|missing_us| missing_us.div_ceil(1_000_000))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Admission, FloodGuard, GENERATION, RESERVED_FILES, Rate, RateLimiter, RateLimiters, ServerLimits,
    };

    const RATE: Rate = Rate { per_minute: 60, at_once: 3 };

    #[test]
    fn a_burst_is_taken_and_then_one_at_a_time() {
        // Seconds at which somebody asks, and whether they get it.
        let rows = [(0, true), (0, true), (0, true), (0, false), (1, true), (1, false), (9, true), (9, true)];
        let mut pace = RateLimiter::default();
        for (second, expected) in rows {
            assert_eq!(pace.take(RATE, second * 1_000_000).is_ok(), expected, "{second}");
        }
    }

    #[test]
    fn a_flood_is_noticed_although_some_of_it_is_heard() {
        // Messages a second, and within how many seconds that is a flood, if ever.
        let rows = [(45, None), (60, None), (95, None), (150, Some(10)), (1_000, Some(1)), (20_000, Some(1))];
        for (a_second, expected) in rows {
            let mut flood_guard = FloodGuard::default();
            let rate = ServerLimits::default().messages;
            let mut admit = |number: u64| flood_guard.admit(rate, number * 1_000_000 / a_second, || true);
            let flood = (0..600 * a_second).find(|number| admit(*number) == Admission::Flood);
            let second = flood.map(|number| number / a_second);
            assert_eq!(second.is_some(), expected.is_some(), "{a_second} a second: {second:?}");
            assert!(second <= expected, "{a_second} a second: {second:?}");
        }
    }

    #[test]
    fn connections_leave_files_to_the_storage() {
        // How many files may be open, how many connections that are, and how many of one address.
        let rows = [
            (1_000_000, 10_000, 1_000),
            (4_096, 3_840, 384),
            (1_024, 1_024 - RESERVED_FILES, 77),
            (100, 50, 5),
            (1, 1, 1),
        ];
        for (files, connections, each) in rows {
            let limits = ServerLimits::default().within(files);
            assert_eq!((limits.connections, limits.connections_each), (connections, each), "{files}");
        }
    }

    #[test]
    fn each_has_a_pace_of_their_own_and_few_are_remembered() {
        let paces = RateLimiters::new(Rate { per_minute: 1, at_once: 1 }, Vec::new());
        assert_eq!(paces.take_at(0, 0), Ok(()));
        assert_eq!(paces.take_at(1, 0), Ok(()));
        assert_eq!(paces.take_at(0, 0), Err(60));
        for key in 0..5 * GENERATION {
            let _ = paces.take_at(key, 1);
        }
        let kept = paces.kept.lock().expect("nobody panicked");
        assert!(kept.young.len() + kept.old.len() <= 2 * GENERATION);
    }

    #[test]
    fn some_are_not_counted_and_looking_takes_nothing() {
        let paces = RateLimiters::new(Rate { per_minute: 1, at_once: 1 }, vec![7]);
        for _ in 0..3 {
            assert_eq!((paces.look(1), paces.take(7)), (Ok(()), Ok(())));
        }
        assert_eq!(paces.take(1), Ok(()));
        assert!(paces.look(1).is_err());
        assert_eq!(paces.look(2), Ok(()));
    }
}
