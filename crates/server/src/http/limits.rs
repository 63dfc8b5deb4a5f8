//! How fast somebody may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// So many in a minute, and so many of them at once.
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

/// What a card room takes from its visitors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections that are open at the same time.
    pub connections: usize,
    /// Those of one address; behind a proxy, its sockets.
    pub connections_each: usize,
    /// Requests from one address. Whoever opens the page asks for a hundred files at once.
    pub requests: Rate,
    /// New accounts from one address.
    pub joins: Rate,
    /// Attempts to sign in, and other guesses at secrets, from one address.
    pub sign_ins: Rate,
    /// Questions to the coach from one address.
    pub advice: Rate,
    /// Messages over one WebSocket.
    pub messages: Rate,
    /// Connections of one address that were ended because they flooded; beyond that it may not open others.
    pub floods: Rate,
    /// Addresses whose connections, requests and new accounts are not counted: a card room is tested from there.
    pub uncounted: Vec<IpAddr>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_each: 1_000,
            requests: Rate { per_minute: 3_000, at_once: 1_000 },
            joins: Rate { per_minute: 6, at_once: 20 },
            sign_ins: Rate { per_minute: 10, at_once: 10 },
            advice: Rate { per_minute: 120, at_once: 30 },
            messages: Rate { per_minute: 3_000, at_once: 100 },
            floods: Rate { per_minute: 6, at_once: 3 },
            uncounted: Vec::new(),
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
        self.look(rate, now_us)?;
        self.due_us = self.due_us.max(now_us) + rate.interval_us();
        Ok(())
    }

    /// Whether one could be taken, or how many microseconds are missing.
    fn look(self, rate: Rate, now_us: u64) -> Result<(), u64> {
        let may_be_ahead_us = rate.interval_us() * u64::from(rate.at_once.saturating_sub(1));
        match self.due_us.saturating_sub(now_us).checked_sub(may_be_ahead_us) {
            None | Some(0) => Ok(()),
            Some(missing_us) => Err(missing_us),
        }
    }
}

/// How one connection is listened to: at a pace, and until it floods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Patience {
    pace: Pace,
    /// By how much more often it was refused than heard.
    refused: u32,
}

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hearing {
    Heard,
    TooFast,
    Flood,
}

/// Whoever is refused so many times more often than heard floods the card room.
const FLOOD: u32 = 200;

impl Patience {
    pub(super) fn hear(&mut self, rate: Rate, now_us: u64) -> Hearing {
        if self.pace.take(rate, now_us).is_ok() {
            self.refused = self.refused.saturating_sub(1);
            return Hearing::Heard;
        }
        self.refused += 1;
        if self.refused > FLOOD { Hearing::Flood } else { Hearing::TooFast }
    }
}

/// One pace for each of many, of which those that have not come for long are forgotten.
pub(super) struct Paces<Key> {
    rate: Rate,
    uncounted: Vec<Key>,
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
        Paces { rate, uncounted: Vec::new(), since: Instant::now(), kept: Mutex::new(kept) }
    }

    /// These take as many as they like.
    pub(super) fn except(self, uncounted: Vec<Key>) -> Paces<Key> {
        Paces { uncounted, ..self }
    }

    /// Takes one, or tells how many seconds are missing.
    pub(super) fn take(&self, key: Key) -> Result<(), u64> {
        if self.uncounted.contains(&key) {
            return Ok(());
        }
        self.take_at(key, self.now_us())
    }

    /// Whether one could be taken, or how many seconds are missing.
    pub(super) fn look(&self, key: Key) -> Result<(), u64> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let pace = kept.young.get(&key).or_else(|| kept.old.get(&key)).copied().unwrap_or_default();
        pace.look(self.rate, self.now_us()).map_err(|missing_us| missing_us.div_ceil(1_000_000))
    }

    fn now_us(&self) -> u64 {
        self.since.elapsed().as_micros() as u64
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

/// How many places each has, so that nobody takes all there are.
pub(super) struct Places {
    each: usize,
    uncounted: Vec<Client>,
    taken: Mutex<HashMap<Client, usize>>,
}

/// Somebody's place, which is free again when this is dropped.
pub(super) struct Place {
    places: Arc<Places>,
    client: Client,
}

impl Places {
    pub(super) fn new(each: usize, uncounted: Vec<Client>) -> Arc<Places> {
        Arc::new(Places { each, uncounted, taken: Mutex::default() })
    }

    /// A place, unless they have as many as anybody may have.
    pub(super) fn take(self: &Arc<Places>, client: Client) -> Option<Place> {
        let mut taken = self.taken();
        let count = taken.entry(client).or_default();
        if *count >= self.each && !self.uncounted.contains(&client) {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Place { places: Arc::clone(self), client })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
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
    use super::{Client, GENERATION, Hearing, Limits, Pace, Paces, Patience, Rate};
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
    fn a_flood_is_noticed_although_some_of_it_is_heard() {
        // Messages a second, and within how many seconds that is a flood, if ever.
        let rows = [(45, None), (60, None), (95, None), (150, Some(10)), (1_000, Some(1)), (20_000, Some(1))];
        for (a_second, expected) in rows {
            let mut patience = Patience::default();
            let rate = Limits::default().messages;
            let mut hear = |number: u64| patience.hear(rate, number * 1_000_000 / a_second);
            let flood = (0..600 * a_second).find(|number| hear(*number) == Hearing::Flood);
            let second = flood.map(|number| number / a_second);
            assert_eq!(second.is_some(), expected.is_some(), "{a_second} a second: {second:?}");
            assert!(second <= expected, "{a_second} a second: {second:?}");
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
    fn some_are_not_counted_and_looking_takes_nothing() {
        let paces = Paces::new(Rate { per_minute: 1, at_once: 1 }).except(vec![7]);
        for _ in 0..3 {
            assert_eq!((paces.look(1), paces.take(7)), (Ok(()), Ok(())));
        }
        assert_eq!(paces.take(1), Ok(()));
        assert!(paces.look(1).is_err());
        assert_eq!(paces.look(2), Ok(()));
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
