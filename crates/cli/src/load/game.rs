//! The game itself: everybody is seated, plays for a while, and every second somebody looks at the clock.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use uth::Book;

use super::board::{Board, locked};
use super::people::{Player, Spectator};
use super::record::{Record, Second, ms};
use super::seating::Place;
use client::{Address, Api};

/// How long it may take until everybody sees their table.
const READY_WITHIN: Duration = Duration::from_mins(2);

/// How long somebody who wants it to be over waits for that.
const MOMENT: Duration = Duration::from_millis(100);

/// There are thousands of threads, and none of them calls itself.
const STACK: usize = 512 * 1024;

/// What is played, and where.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The nodes of one card room.
    pub addresses: Vec<Address>,
    /// At how many tables somebody plays.
    pub tables: usize,
    /// How many watch.
    pub viewers: usize,
    /// How long figures are taken.
    pub lasts: Duration,
    /// How long everybody plays before that.
    pub warm_up: Duration,
    /// Commands a second at each table.
    pub rate: f64,
    /// At free tables of which rule books; none means tables for one.
    pub books: Vec<Book>,
    /// Becomes true when it has lasted long enough for somebody.
    pub is_over: Arc<AtomicBool>,
}

impl Plan {
    /// Plays, and tells what was measured. `tell` hears once a second how it goes.
    pub fn play(&self, tell: &mut dyn FnMut(&str)) -> Result<Record> {
        ensure!(!self.addresses.is_empty() && self.tables > 0, "nobody plays");
        let places = self.seat(tell)?;
        let board = Arc::new(Board::new(self.tables));
        let threads = self.people(&board, &places);
        let record = threads.and_then(|threads| {
            let record = self.wait_for_all(&board).map(|()| self.measured(&board, tell));
            board.is_over.store(true, Ordering::Relaxed);
            threads.into_iter().try_for_each(JoinHandle::join).ok().context("a thread has failed")?;
            record
        });
        board.is_over.store(true, Ordering::Relaxed);
        record
    }

    /// Starts everybody.
    fn people(&self, board: &Arc<Board>, places: &[Place]) -> Result<Vec<JoinHandle<()>>> {
        let start = |run: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().stack_size(STACK).spawn(run).context("no more threads can be started")
        };
        let mut threads = Vec::new();
        let pause = Duration::from_secs_f64(1.0 / self.rate);
        for number in 0..self.viewers {
            let place = number % self.tables;
            // Viewers are at other nodes than the player, if there are others.
            let address = self.address(place + 1 + number / self.tables).clone();
            let spectator =
                Spectator { board: Arc::clone(board), place, table: places[place].table, address };
            threads.push(start(Box::new(|| spectator.run()))?);
        }
        for (number, Place { table, api }) in places.iter().enumerate() {
            // Not everybody at the same moment.
            let first = pause.mul_f64(number as f64 / self.tables as f64);
            let (board, api) = (Arc::clone(board), api.clone());
            let player = Player { board, place: number, table: *table, api, first, pause };
            threads.push(start(Box::new(move || player.run()))?);
        }
        Ok(threads)
    }

    fn wait_for_all(&self, board: &Board) -> Result<()> {
        let until = Instant::now() + READY_WITHIN;
        let all = self.tables + self.viewers;
        while board.ready.load(Ordering::Relaxed) < all {
            let ready = board.ready.load(Ordering::Relaxed);
            self.go_on()?;
            ensure!(Instant::now() < until, "only {ready} of {all} players and viewers see their table");
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Lets the game begin, and looks every second until it has lasted long enough.
    fn measured(&self, board: &Board, tell: &mut dyn FnMut(&str)) -> Record {
        let began = *board.began.get_or_init(Instant::now);
        tell(&format!("{} tables, {} viewers: warming up", self.tables, self.viewers));
        self.sleep_until(began + self.warm_up);
        board.is_measuring.store(true, Ordering::Relaxed);
        let start = Instant::now();
        let mut seconds: Vec<Second> = Vec::new();
        let mut looked = Look { at: start, rounds: 0, failures: 0 };
        while start.elapsed() < self.lasts && !self.is_over.load(Ordering::Relaxed) {
            let next = start + Duration::from_secs(seconds.len() as u64 + 1).min(self.lasts);
            self.sleep_until(next);
            let second = self.look(board, start, &mut looked);
            tell(&second.to_string());
            seconds.push(second);
        }
        board.is_measuring.store(false, Ordering::Relaxed);
        let took = start.elapsed();
        let rounds = board.rounds.load(Ordering::Relaxed);
        Record::new(self, took, rounds, &locked(&board.measured), seconds)
    }

    /// Nobody waits for a game that is over before it begins.
    pub(super) fn go_on(&self) -> Result<()> {
        ensure!(!self.is_over.load(Ordering::Relaxed), "it was stopped before the game began");
        Ok(())
    }

    /// Waits until then, unless it is over before.
    fn sleep_until(&self, then: Instant) {
        while !self.is_over.load(Ordering::Relaxed) && Instant::now() < then {
            thread::sleep(then.saturating_duration_since(Instant::now()).min(MOMENT));
        }
    }

    /// What happened since the last look.
    fn look(&self, board: &Board, start: Instant, last: &mut Look) -> Second {
        let (late, failures) = {
            let mut measured = locked(&board.measured);
            (std::mem::take(&mut measured.of_late), measured.failures())
        };
        let rounds = board.rounds.load(Ordering::Relaxed);
        let now = Instant::now();
        let passed = (now - last.at).as_secs_f64().max(0.001);
        let a_second = |count: u64| (count as f64 / passed * 10.0).round() / 10.0;
        let second = Second {
            at_s: (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            commands: a_second(late.0.count()),
            rounds: a_second(rounds - last.rounds),
            frames: a_second(late.1.count()),
            errors: failures - last.failures,
            answer_p50_ms: ms(late.0.within_us(50_000)),
            answer_p99_ms: ms(late.0.within_us(99_000)),
            screen_p99_ms: ms(late.1.within_us(99_000)),
            memory_bytes: self.addresses.iter().map(memory).collect(),
        };
        *last = Look { at: now, rounds, failures };
        second
    }
}

/// Where things stood when somebody last looked.
struct Look {
    at: Instant,
    rounds: u64,
    failures: u64,
}

/// The memory that a card room says it holds.
fn memory(address: &Address) -> Option<u64> {
    let metrics = Api { address: address.clone(), token: None }.metrics().ok()?;
    metrics.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes ")?.parse().ok())
}
