//! Simulation of whole tables, through the same rounds and settlement as everywhere else.
//!
//! Rounds are cut into blocks of [`ROUNDS_PER_BLOCK`]. Each block has its own random stream, derived from the seed and
//! the number of the block, and its own totals in whole cents; so the result depends on the seed alone and not on the
//! number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use uth::Round;

mod always;

mod best_play;
mod block;
mod flop_table;
pub(crate) mod generator;
mod moments;
mod river_table;
mod table;
mod totals;

pub use always::AlwaysRaise;

pub use best_play::BestPlayTables;
pub use block::ROUNDS_PER_BLOCK;
pub use moments::Moments;
pub use table::{BankingChoice, SeatedPlayer, SimulatedTable, SimulatedTableError};
pub use totals::{SeatTotals, SimulationResult};

/// The size and seed of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// The number of rounds.
    pub rounds: u64,
    /// The seed of all random streams.
    pub seed: u64,
    /// The number of threads; the result does not depend on it.
    pub threads: usize,
}

impl Simulation {
    /// Plays all rounds and returns their totals.
    ///
    /// # Panics
    /// If a strategy raises anything but three or four Antes before the flop.
    pub fn run(&self, table: &SimulatedTable) -> SimulationResult {
        let ran = self.observe(table, |_, _, ()| (), |_, ()| Ok::<(), core::convert::Infallible>(()));
        match ran {
            Ok(outcome) => outcome,
            Err(never) => match never {},
        }
    }

    /// Plays all rounds and returns their totals. `note` is called with every finished round, on any thread, and writes
    /// to the notes of its block. `done` receives the notes block by block, in order, with the number of rounds played
    /// so far; an error from it ends the simulation.
    ///
    /// # Panics
    /// If a strategy raises anything but three or four Antes before the flop.
    pub fn observe<Notes: Default + Send, Error>(
        &self,
        table: &SimulatedTable,
        note: impl Fn(u64, &Round, &mut Notes) + Sync,
        mut done: impl FnMut(u64, Notes) -> Result<(), Error>,
    ) -> Result<SimulationResult, Error> {
        let threads = self.threads.max(1);
        let next = AtomicU64::new(0);
        let (sender, finished) = sync_channel(2 * threads);
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(|| self.work(table, &next, &note, &{ sender }));
            }
            drop(sender);
            let mut outcome = SimulationResult::new(table.players().iter().map(|player| player.seat));
            // Blocks that finished before an earlier one.
            let mut waiting = BTreeMap::new();
            let mut block = 0;
            for (number, part) in &finished {
                waiting.insert(number, part);
                while let Some((part, notes)) = waiting.remove(&block) {
                    outcome += &part;
                    block += 1;
                    if let Err(error) = done(outcome.rounds, notes) {
                        next.store(u64::MAX / 2, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
            Ok(outcome)
        })
    }

    /// Plays blocks until none is left or the receiver is gone.
    fn work<Notes: Default>(
        &self,
        table: &SimulatedTable,
        next: &AtomicU64,
        note: &(impl Fn(u64, &Round, &mut Notes) + Sync),
        finished: &SyncSender<(u64, (SimulationResult, Notes))>,
    ) {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            let Some(rounds) = self.rounds_of(block) else { return };
            let mut notes = Notes::default();
            let outcome = block::Block::play(table, self.seed, block, rounds, |number, round| {
                note(number, round, &mut notes);
            });
            if finished.send((block, (outcome, notes))).is_err() {
                return;
            }
        }
    }

    fn rounds_of(&self, block: u64) -> Option<Range<u64>> {
        let first = block.checked_mul(ROUNDS_PER_BLOCK)?;
        (first < self.rounds).then(|| first..self.rounds.min(first + ROUNDS_PER_BLOCK))
    }
}
