//! The nodes of a card room as a balancer knows them, and how a player goes from one to another.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Address, Client};

use crate::chance::Chance;
use crate::inspector::inspected;

/// After so long without an answer or any word, a player tries another node.
const UNANSWERED: Duration = Duration::from_millis(1_500);
const UNHEARD: Duration = Duration::from_secs(3);
/// One of so many looks at the table, a player moves for no reason.
const MOVES: u64 = 40;

/// Where each node is found, and whether a balancer would send anybody there.
pub(crate) struct Doors(Vec<Door>);

struct Door {
    address: Address,
    is_open: AtomicBool,
    struck: Mutex<Option<(Strike, Instant)>>,
}

/// What happens to a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strike {
    Kill,
    Silence,
}

impl Doors {
    pub(crate) fn new(urls: impl IntoIterator<Item = String>) -> Arc<Doors> {
        let door = |url: String| Door {
            address: inspected(&url).parse().expect("an address"),
            is_open: AtomicBool::new(true),
            struck: Mutex::default(),
        };
        Arc::new(Doors(urls.into_iter().map(door).collect()))
    }

    /// Something happens to a node now: nobody is sent there, and whoever is there has to find out.
    pub(crate) fn strike(&self, node: usize, strike: Strike) {
        self.0[node].is_open.store(false, Ordering::Relaxed);
        *self.0[node].struck.lock().expect("nobody panicked") = Some((strike, Instant::now()));
    }

    pub(crate) fn open(&self, node: usize) {
        self.0[node].is_open.store(true, Ordering::Relaxed);
    }

    fn struck_since(&self, node: usize, since: Instant) -> Option<(Strike, Instant)> {
        self.0[node].struck.lock().expect("nobody panicked").filter(|(_, struck)| *struck >= since)
    }
}

/// Where a player is.
pub(crate) struct Way {
    doors: Arc<Doors>,
    on: usize,
    since: Instant,
    heard: Instant,
    asked: Option<Instant>,
    /// When the node was struck on which the player was, until they are answered again. Whoever meets another strike
    /// before that counts as silenced.
    struck: Option<(Strike, Instant)>,
    /// Whether the command that waits went through more than one node.
    pub(crate) twice: bool,
}

impl Way {
    pub(crate) fn new(doors: &Arc<Doors>) -> Way {
        let now = Instant::now();
        let doors = Arc::clone(doors);
        Way { doors, on: 0, since: now, heard: now, asked: None, struck: None, twice: false }
    }

    /// Something was asked for.
    pub(crate) fn asks(&mut self) {
        (self.asked, self.twice) = (Some(Instant::now()), false);
    }

    /// Something was heard.
    pub(crate) fn hears(&mut self) {
        self.heard = Instant::now();
    }

    /// An answer has come; how long after the strike, if it is the first after one, or after they asked, if they had
    /// nothing to ask for until then.
    pub(crate) fn is_answered(&mut self) -> Option<(Strike, Duration)> {
        let asked = self.asked.take();
        self.struck
            .take()
            .map(|(strike, struck)| (strike, asked.map_or(struck, |asked| asked.max(struck)).elapsed()))
    }

    /// An answer has come, and nothing was done.
    pub(crate) const fn is_refused(&mut self) {
        self.asked = None;
    }

    /// Goes elsewhere if there is reason to, or now and then without; whether they did.
    pub(crate) fn go_on(&mut self, client: &mut Client, is_lost: bool, chance: &mut Chance) -> bool {
        let is_slow = self.asked.is_some_and(|asked| asked.max(self.since).elapsed() > UNANSWERED);
        let is_silent = self.heard.elapsed() > UNHEARD;
        if !is_lost && !is_slow && !is_silent && !chance.one_in(MOVES) {
            return false;
        }
        let strike = self.doors.struck_since(self.on, self.since);
        self.struck = match (self.struck, strike) {
            (Some((_, first)), Some(_)) => Some((Strike::Silence, first)),
            (before, now) => before.or(now),
        };
        let open = |node: &usize| self.doors.0[*node].is_open.load(Ordering::Relaxed);
        let others: Vec<usize> = (0..self.doors.0.len()).filter(open).collect();
        let Some(next) = others.get(chance.below(others.len().max(1) as u64) as usize) else { return false };
        self.twice |= client.is_waiting();
        (self.on, self.since, self.heard) = (*next, Instant::now(), Instant::now());
        client.move_to(self.doors.0[*next].address.clone()).expect("another address");
        true
    }
}
