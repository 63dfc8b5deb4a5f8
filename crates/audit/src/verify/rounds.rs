//! The rounds of a table, replayed: each event legal, each deal from the seed that was committed to.

use table::{Commitment, Event, Table};

use super::{Figures, Wrong, conduct};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::replay::{NextEvent, Replay};
use journal::summary::FinishedRound;
use std::sync::Arc;
use store::{Entry, LogId};

/// A table that is replayed.
pub(super) struct Rounds {
    log: LogId,
    replay: Replay,
    /// The sequence number of the event that opened the last round.
    began: u64,
    /// Where the last round ended, and whether it was void.
    ended: Option<(u64, bool)>,
}

impl Rounds {
    pub(super) const fn new(log: LogId) -> Rounds {
        Rounds { log, replay: Replay::new(log), began: 0, ended: None }
    }

    /// The table after everything that was taken, unless something waits for a seed.
    pub(super) fn table(&self) -> Option<&Table> {
        self.replay.table().filter(|_| self.replay.is_caught_up())
    }

    /// The sequence number of the last event that was taken.
    pub(super) const fn seq(&self) -> u64 {
        self.replay.seq()
    }

    /// The hash of the last entry that was taken.
    pub(super) const fn hash(&self) -> [u8; 32] {
        self.replay.hash()
    }

    /// The table, if an entry that was just taken ended its round.
    pub(super) fn over(&self, entry: &Entry) -> Option<FinishedRound<'_>> {
        let (_, is_void) = self.ended.filter(|(seq, _)| *seq >= entry.seq)?;
        Some(FinishedRound { table: self.table()?, began: self.began, is_void, at_ms: entry.at_ms })
    }

    /// Takes the next entry; its number of events.
    pub(super) fn take(&mut self, entry: &Entry, figures: &mut Figures) -> Result<u64, Wrong> {
        let cause = self.replay.push(entry)?;
        self.advance(figures)?;
        Ok(cause.events.into())
    }

    /// The round whose seed is still secret.
    pub(super) fn under_way(&self) -> Option<(RoundId, Commitment)> {
        self.replay.secret_round()
    }

    /// Goes on with the seed of the round that is under way.
    pub(super) fn unseal(&mut self, seed: ServerSeed, figures: &mut Figures) -> Result<(), Wrong> {
        self.replay.supply_seed(Arc::new(seed))?;
        self.advance(figures)
    }

    /// Applies what can be applied, after asking whether its author was allowed to do it.
    fn advance(&mut self, figures: &mut Figures) -> Result<(), Wrong> {
        while let Some(next) = self.replay.next_event()? {
            if let Some(table) = self.replay.table() {
                let judged = conduct::check(table, &next.event, next.cause.at_ms);
                judged.map_err(|why| Wrong::at(self.log, next.seq, why))?;
            }
            let NextEvent { seq, event, .. } = self.replay.apply(next)?;
            match event {
                Event::RoundOpened { .. } => self.began = seq,
                Event::Dealt { .. } => figures.decks += 1,
                Event::Settled { .. } => {
                    figures.rounds_settled += 1;
                    self.ended = Some((seq, false));
                }
                Event::Voided { .. } => {
                    figures.rounds_void += 1;
                    self.ended = Some((seq, true));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
