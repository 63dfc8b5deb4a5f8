//! A run: seats all guests, lets them play for a while, and takes figures every second.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use client::{Address, Api, TrustedCertificates};
use protocol::{LobbyEntry, TableId, TableMode};
use uth::Book;

use super::connections::{LoadPlayer, Spectator};
use super::measure::{Board, LoadRecord, Second, locked};
use crate::output::joined;

/// How long it may take until all connections see their table.
const READY_WITHIN: Duration = Duration::from_mins(2);

/// How soon a run notices that it was interrupted.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(100);

/// A run may have 14,000 threads, none of which recurses, so small stacks are enough.
const STACK: usize = 512 * 1024;

/// What is played, and where.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The nodes of one card room.
    pub addresses: Vec<Address>,
    /// The certificates that encrypted connections trust.
    pub certificates: TrustedCertificates,
    /// The number of tables, each with one player.
    pub tables: usize,
    /// The number of viewers, spread over the tables.
    pub viewers: usize,
    /// How long to measure.
    pub duration: Duration,
    /// How long to play before that.
    pub warm_up: Duration,
    /// Commands a second at each table.
    pub rate: f64,
    /// Rule books of the tables to play at; if empty, tables for one.
    pub books: Vec<Book>,
    /// Ends the run early once it is true.
    pub is_over: Arc<AtomicBool>,
}

impl LoadPlan {
    /// Runs the plan and returns what was measured. `show` is called with a line about once a second.
    pub fn run(&self, show: &mut dyn FnMut(&str)) -> Result<LoadRecord> {
        ensure!(!self.addresses.is_empty() && self.tables > 0, "a run needs a server and a table");
        let node = |address: &Address| Api::with_certificates(address.clone(), self.certificates.clone());
        let nodes: Vec<Api> = self.addresses.iter().map(node).collect::<Result<_>>()?;
        let guests = self.seat(&nodes, show)?;
        let board = Arc::new(Board::new(self.tables));
        let threads = self.connections(&board, &nodes, &guests);
        // If not all threads could be started, those that were end with the run.
        let record = threads.as_ref().map_or(Ok(None), |_| {
            self.wait_for_all(&board).map(|()| Some(self.measured(&board, &nodes, show)))
        });
        board.is_over.store(true, Ordering::Relaxed);
        threads?.into_iter().try_for_each(JoinHandle::join).ok().context("a thread has panicked")?;
        record?.context("no thread was started")
    }

    /// Seats a guest at each table, and shows every fiftieth.
    fn seat(&self, nodes: &[Api], show: &mut dyn FnMut(&str)) -> Result<Vec<(TableId, Api)>> {
        let free = self.free_tables(&nodes[0])?;
        let mut guests = Vec::new();
        for number in 0..self.tables {
            self.ensure_running()?;
            let api = node_of(nodes, number).clone().sign_in_as_guest("uth load").with_context(|| {
                format!("guest {} of {} cannot enter (see `uth load --help`)", number + 1, self.tables)
            })?;
            let table = match &free {
                Some(tables) => tables[number],
                None => api.take_solo_table().context("the card room has no table for a guest")?,
            };
            guests.push((table, api));
            if (number + 1) % 50 == 0 {
                show(&format!("{} of {} guests are seated", number + 1, self.tables));
            }
        }
        Ok(guests)
    }

    /// Returns tables of the lobby with a free seat and one of the chosen rule books, or nothing if the guests play at
    /// tables for one.
    fn free_tables(&self, node: &Api) -> Result<Option<Vec<TableId>>> {
        if self.books.is_empty() {
            return Ok(None);
        }
        let lobby = node.tables()?;
        let is_free = |table: &&LobbyEntry| {
            table.open
                && table.settings.mode != (TableMode::Solo {})
                && self.books.contains(&table.settings.book.0)
                && table.players.len() < usize::from(table.places)
        };
        // Spreads the guests over the books: the first table of each book, then the second of each, and so on.
        let mut of_book: BTreeMap<&str, usize> = BTreeMap::new();
        let mut free: Vec<(usize, TableId)> = Vec::new();
        for table in lobby.iter().filter(is_free) {
            let rank = of_book.entry(table.settings.book.0.id()).or_default();
            *rank += 1;
            free.push((*rank, table.table));
        }
        free.sort_unstable();
        free.truncate(self.tables);
        ensure!(
            free.len() == self.tables,
            "{} tables of {} with a free seat are needed, and the lobby has {}; the floor can open more",
            self.tables,
            joined(&self.books, " or "),
            free.len()
        );
        Ok(Some(free.into_iter().map(|(_, table)| table).collect()))
    }

    /// Starts a thread for each connection.
    fn connections(
        &self,
        board: &Arc<Board>,
        nodes: &[Api],
        guests: &[(TableId, Api)],
    ) -> Result<Vec<JoinHandle<()>>> {
        let start = |run: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().stack_size(STACK).spawn(run).context("cannot start more threads")
        };
        let mut threads = Vec::new();
        let pause = Duration::from_secs_f64(1.0 / self.rate);
        for number in 0..self.viewers {
            let index = number % self.tables;
            // An update should cross nodes, so viewers connect to other nodes than the player.
            let api = node_of(nodes, index + 1 + number / self.tables).clone();
            let spectator = Spectator { board: Arc::clone(board), index, table: guests[index].0, api };
            threads.push(start(Box::new(|| spectator.run()))?);
        }
        for (index, (table, api)) in guests.iter().enumerate() {
            // Players start one after the other, so that commands arrive evenly.
            let first = pause.mul_f64(index as f64 / self.tables as f64);
            let (board, node, api) = (Arc::clone(board), node_of(nodes, index).clone(), api.clone());
            let player = LoadPlayer { board, index, table: *table, node, api, first, pause };
            threads.push(start(Box::new(move || player.run()))?);
        }
        Ok(threads)
    }

    fn wait_for_all(&self, board: &Board) -> Result<()> {
        let until = Instant::now() + READY_WITHIN;
        let all = self.tables + self.viewers;
        while board.ready.load(Ordering::Relaxed) < all {
            let ready = board.ready.load(Ordering::Relaxed);
            self.ensure_running()?;
            ensure!(Instant::now() < until, "only {ready} of {all} players and viewers see their table");
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Starts the players, and takes figures every second until the duration is over.
    fn measured(&self, board: &Board, nodes: &[Api], show: &mut dyn FnMut(&str)) -> LoadRecord {
        let began = *board.began.get_or_init(Instant::now);
        show(&format!("{} tables, {} viewers: warming up", self.tables, self.viewers));
        self.sleep_until(began + self.warm_up);
        board.is_measuring.store(true, Ordering::Relaxed);
        let start = Instant::now();
        let mut seconds: Vec<Second> = Vec::new();
        let mut last = Figures { at: start, rounds: 0, failures: 0 };
        while start.elapsed() < self.duration && !self.is_over.load(Ordering::Relaxed) {
            // Counted from the start, so that late wake-ups do not add up.
            let next = start + Duration::from_secs(seconds.len() as u64 + 1).min(self.duration);
            self.sleep_until(next);
            let second = LoadPlan::second(board, nodes, start, &mut last);
            show(&second.to_string());
            seconds.push(second);
        }
        board.is_measuring.store(false, Ordering::Relaxed);
        let took = start.elapsed();
        let rounds = board.rounds.load(Ordering::Relaxed);
        LoadRecord::new(self, took, rounds, &locked(&board.measured), seconds)
    }

    /// Fails if the run was interrupted.
    fn ensure_running(&self) -> Result<()> {
        ensure!(!self.is_over.load(Ordering::Relaxed), "interrupted before the measurement began");
        Ok(())
    }

    /// Sleeps until then, or until the run is interrupted.
    fn sleep_until(&self, then: Instant) {
        while !self.is_over.load(Ordering::Relaxed) && Instant::now() < then {
            thread::sleep(then.saturating_duration_since(Instant::now()).min(INTERRUPT_INTERVAL));
        }
    }

    /// Returns the figures since the last second.
    fn second(board: &Board, nodes: &[Api], start: Instant, last: &mut Figures) -> Second {
        let (recent, failures) = {
            let mut measured = locked(&board.measured);
            (std::mem::take(&mut measured.recent), measured.errors.values().sum::<u64>())
        };
        let rounds = board.rounds.load(Ordering::Relaxed);
        let now = Instant::now();
        // The last second may be short, and a division by almost nothing would be a peak in the plot.
        let passed = (now - last.at).as_secs_f64().max(0.001);
        let per_second = |count: u64| (count as f64 / passed * 10.0).round() / 10.0;
        let second = Second {
            at_s: (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            commands: per_second(recent.0.count()),
            rounds: per_second(rounds - last.rounds),
            updates: per_second(recent.1.count()),
            errors: failures - last.failures,
            answer_p50_ms: recent.0.percentile_ms(50.0),
            answer_p99_ms: recent.0.percentile_ms(99.0),
            screen_p99_ms: recent.1.percentile_ms(99.0),
            memory_bytes: nodes.iter().map(memory).collect(),
        };
        *last = Figures { at: now, rounds, failures };
        second
    }
}

/// Totals at the end of the last second.
struct Figures {
    at: Instant,
    rounds: u64,
    failures: u64,
}

/// Returns the resident memory that a node reports.
fn memory(node: &Api) -> Option<u64> {
    let metrics = node.metrics().ok()?;
    metrics.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes ")?.parse().ok())
}

/// Returns the node for that connection.
fn node_of(nodes: &[Api], number: usize) -> &Api {
    &nodes[number % nodes.len()]
}
