//! Rounds at full tables, through the same rounds and settlement as everywhere else, and what comes of them.
//!
//! Rounds are cut into blocks of [`ROUNDS_IN_BLOCK`]. Each block has its own stream of chance, made from the seed and
//! the number of the block, and its own sums in whole cents; so the outcome depends on the seed alone and not on the
//! number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use uth::Round;

mod always;

mod block;
mod flop_look_up;
mod generator;
mod moments;
mod river_look_up;
mod sums;
mod table;
mod tables;

pub use always::AlwaysRaise;

pub use block::ROUNDS_IN_BLOCK;
pub use moments::Moments;
pub use sums::{Outcome, SeatSums};
pub use table::{OnOffer, Player, Table, TableError};
pub use tables::BestPlayTables;

/// How much is played, and with which chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// How many rounds.
    pub rounds: u64,
    /// Where chance starts.
    pub seed: u64,
    /// How many threads play; the outcome does not depend on it.
    pub threads: usize,
}

impl Simulation {
    /// Plays all rounds and sums them up.
    ///
    /// # Panics
    /// If a strategy raises anything but three or four Antes before the flop.
    pub fn run(&self, table: &Table) -> Outcome {
        let ran = self.observe(table, |_, _, ()| (), |_, ()| Ok::<(), core::convert::Infallible>(()));
        match ran {
            Ok(outcome) => outcome,
            Err(never) => match never {},
        }
    }

    /// Plays all rounds and sums them up. `note` is called with every round that is over and writes to the notes of
    /// its block, on any thread; `done` gets the notes block by block in order, with the number of rounds played so
    /// far, and ends the simulation by an error.
    ///
    /// # Panics
    /// If a strategy raises anything but three or four Antes before the flop.
    pub fn observe<Notes: Default + Send, Error>(
        &self,
        table: &Table,
        note: impl Fn(u64, &Round, &mut Notes) + Sync,
        mut done: impl FnMut(u64, Notes) -> Result<(), Error>,
    ) -> Result<Outcome, Error> {
        let threads = self.threads.max(1);
        let next = AtomicU64::new(0);
        let (sender, finished) = sync_channel(2 * threads);
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(|| self.work(table, &next, &note, &{ sender }));
            }
            drop(sender);
            let mut outcome = Outcome::new(table.players().iter().map(|player| player.seat));
            // Blocks that wait for an earlier one.
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

    /// Plays blocks until none is left, or nobody listens any more.
    fn work<Notes: Default>(
        &self,
        table: &Table,
        next: &AtomicU64,
        note: &(impl Fn(u64, &Round, &mut Notes) + Sync),
        finished: &SyncSender<(u64, (Outcome, Notes))>,
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
        let first = block.checked_mul(ROUNDS_IN_BLOCK)?;
        (first < self.rounds).then(|| first..self.rounds.min(first + ROUNDS_IN_BLOCK))
    }
}
