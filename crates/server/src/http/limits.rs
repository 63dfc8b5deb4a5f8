//! How fast somebody may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many in a minute, and so many of them at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Rate {
    pub per_minute: u32,
    pub at_once: u32,
}

/// What a card room takes from its visitors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections that are open at the same time.
    pub connections: usize,
    /// Requests from one address.
    pub requests: Rate,
    /// New accounts from one address.
    pub joins: Rate,
    /// Attempts to sign in, and other guesses at secrets, from one address.
    pub sign_ins: Rate,
    /// Questions to the coach from one address.
    pub advice: Rate,
    /// Messages over one WebSocket.
    pub messages: Rate,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            requests: Rate { per_minute: 1_200, at_once: 200 },
            joins: Rate { per_minute: 6, at_once: 20 },
            sign_ins: Rate { per_minute: 10, at_once: 10 },
            advice: Rate { per_minute: 120, at_once: 30 },
            messages: Rate { per_minute: 3_000, at_once: 100 },
        }
    }
}

/// When the next one would be due if all came at their pace. Being ahead of that is what bursts are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pace {
    due_us: u64,
}

impl Pace {
    /// Takes one, or tells how many microseconds are missing.
    pub(super) fn take(&mut self, rate: Rate, now_us: u64) -> Result<(), u64> {
        let interval_us = 60_000_000 / u64::from(rate.per_minute.max(1));
        let due_us = self.due_us.max(now_us);
        let may_be_ahead_us = interval_us * u64::from(rate.at_once.saturating_sub(1));
        match (due_us - now_us).checked_sub(may_be_ahead_us) {
            None | Some(0) => {
                self.due_us = due_us + interval_us;
                Ok(())
            }
            Some(missing_us) => Err(missing_us),
        }
    }
}

/// One pace for each of many, of which those that have not come for long are forgotten.
pub(super) struct Paces<Key> {
    rate: Rate,
    since: Instant,
    kept: Mutex<Generations<Key>>,
}

struct Generations<Key> {
    young: HashMap<Key, Pace>,
    old: HashMap<Key, Pace>,
}

/// When so many are young, the old are forgotten and the young are old.
const GENERATION: usize = 10_000;

impl<Key: Eq + Hash + Copy> Paces<Key> {
    pub(super) fn new(rate: Rate) -> Paces<Key> {
        let kept = Generations { young: HashMap::new(), old: HashMap::new() };
        Paces { rate, since: Instant::now(), kept: Mutex::new(kept) }
    }

    /// Takes one, or tells how many seconds are missing.
    pub(super) fn take(&self, key: Key) -> Result<(), u64> {
        self.take_at(key, self.since.elapsed().as_micros() as u64)
    }

    fn take_at(&self, key: Key, now_us: u64) -> Result<(), u64> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.young.len() >= GENERATION {
            kept.old = std::mem::take(&mut kept.young);
        }
        let before = kept.old.remove(&key).unwrap_or_default();
        let pace = kept.young.entry(key).or_insert(before);
        pace.take(self.rate, now_us).map_err(|missing_us| missing_us.div_ceil(1_000_000))
    }
}

/// Whom an address stands for. Who has one address of the sixth version has a whole network of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client(u64);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client(u64::from(address.to_bits())),
            IpAddr::V6(address) => Client((address.to_bits() >> 64) as u64 | 1 << 63),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Client, GENERATION, Pace, Paces, Rate};
    use std::net::IpAddr;

    const RATE: Rate = Rate { per_minute: 60, at_once: 3 };

    #[test]
    fn a_burst_is_taken_and_then_one_at_a_time() {
        // Seconds at which somebody asks, and whether they get it.
        let rows = [(0, true), (0, true), (0, true), (0, false), (1, true), (1, false), (9, true), (9, true)];
        let mut pace = Pace::default();
        for (second, expected) in rows {
            assert_eq!(pace.take(RATE, second * 1_000_000).is_ok(), expected, "{second}");
        }
    }

    #[test]
    fn each_has_a_pace_of_their_own_and_few_are_remembered() {
        let paces = Paces::new(Rate { per_minute: 1, at_once: 1 });
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
    fn a_network_of_the_sixth_version_is_one_client() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        let rows = [
            ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.2", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true),
            ("2001:db8::1", "2001:db8::2", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
            ("::1", "0.0.0.1", false),
        ];
        for (one, other, expected) in rows {
            assert_eq!(client(one) == client(other), expected, "{one} {other}");
        }
    }
}
