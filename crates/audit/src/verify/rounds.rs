//! What the events of a table make of it. A deal can be repeated only once the seed of its round is known, so the
//! events from there on wait until it is revealed: one round at a time.

use std::collections::VecDeque;

use table::{Commitment, Event, Table, TableRound};

use super::{Figures, Wrong, conduct};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::deck::{dealt, round_id};
use journal::summary::FinishedRound;
use protocol::StoredEvent;
use store::{Entry, LogId};

/// A table that is played again.
pub(super) struct Rounds {
    log: LogId,
    /// Nothing before its first event.
    table: Option<Table>,
    /// What waits for a seed.
    waiting: VecDeque<Happened>,
    /// Where the round that is under way, or the last one, began.
    began: u64,
    /// Where the last round ended, and whether it was void.
    ended: Option<(u64, bool)>,
}

struct Happened {
    seq: u64,
    at_ms: u64,
    fact: StoredEvent,
}

impl Rounds {
    pub(super) const fn new(log: LogId) -> Rounds {
        Rounds { log, table: None, waiting: VecDeque::new(), began: 0, ended: None }
    }

    /// The table after everything that was taken, unless something waits.
    pub(super) fn table(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| self.waiting.is_empty())
    }

    /// The table, if an entry that was just taken ended its round.
    pub(super) fn over(&self, entry: &Entry) -> Option<FinishedRound<'_>> {
        let (_, is_void) = self.ended.filter(|(seq, _)| *seq >= entry.seq)?;
        Some(FinishedRound { table: self.table()?, began: self.began, is_void, at_ms: entry.at_ms })
    }

    /// Takes what happened next.
    pub(super) fn take(
        &mut self,
        first_seq: u64,
        at_ms: u64,
        facts: Vec<StoredEvent>,
        figures: &mut Figures,
    ) -> Result<(), Wrong> {
        for (seq, fact) in (first_seq..).zip(facts) {
            let opens = matches!(fact, StoredEvent::Event(Event::RoundOpened { .. }));
            if opens && !self.waiting.is_empty() {
                return Err(Wrong::at(self.log, seq, "the seed of the round before was never revealed"));
            }
            self.waiting.push_back(Happened { seq, at_ms, fact });
            self.advance(None, figures)?;
        }
        Ok(())
    }

    /// The round whose seed is still secret.
    pub(super) fn under_way(&self) -> Option<(RoundId, Commitment)> {
        let table = self.table.as_ref()?;
        let round = table.round().filter(|round| round.revealed.is_none())?;
        Some((round_id(table, round.number), round.commitment))
    }

    /// Plays on what waits, with the seed of the round that is under way.
    pub(super) fn unseal(&mut self, seed: &ServerSeed, seq: u64, figures: &mut Figures) -> Result<(), Wrong> {
        if self.under_way().is_some_and(|(_, commitment)| commitment.0 != *seed.commitment().bytes()) {
            return Err(Wrong::at(
                self.log,
                seq,
                "the sealed seed of the round that is under way is not the one that was committed to",
            ));
        }
        self.advance(Some(seed), figures)
    }

    /// Makes true what can be.
    fn advance(&mut self, unsealed: Option<&ServerSeed>, figures: &mut Figures) -> Result<(), Wrong> {
        while let Some(next) = self.waiting.front() {
            let (seq, at_ms) = (next.seq, next.at_ms);
            let wrong = |why: &dyn std::fmt::Display| Wrong::at(self.log, seq, why);
            let event = match &next.fact {
                StoredEvent::Event(event) => event.clone(),
                StoredEvent::Dealt { until } => {
                    let round = self.live().ok_or_else(|| wrong(&"cards are dealt in no round"))?;
                    let revealed = self.revealed();
                    if let Some((seq, seed)) = &revealed {
                        check_commitment(self.log, *seq, seed, round)?;
                    }
                    let Some(seed) = revealed.as_ref().map(|(_, seed)| seed).or(unsealed) else {
                        return Ok(());
                    };
                    let table = self.table.as_ref().ok_or_else(|| wrong(&"there is no table"))?;
                    Event::Dealt { deck: dealt(table, round, seed), until: *until }
                }
            };
            self.apply(&event, seq, at_ms)?;
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
            self.waiting.pop_front();
        }
        Ok(())
    }

    fn apply(&mut self, event: &Event, seq: u64, at_ms: u64) -> Result<(), Wrong> {
        let log = self.log;
        let wrong = |why: &dyn std::fmt::Display| Wrong::at(log, seq, why);
        let Some(table) = &mut self.table else {
            let table = Table::opened(event).map_err(|error| wrong(&error))?;
            if table.id().0 != log.0 {
                return Err(wrong(&format!("it opens table {}", table.id())));
            }
            self.table = Some(table);
            return Ok(());
        };
        conduct::check(table, event, at_ms).map_err(|why| wrong(&why))?;
        if let (Event::Revealed { seed }, Some(round)) = (event, table.round()) {
            check_commitment(log, seq, &ServerSeed::from_bytes(seed.0), round)?;
        }
        table.apply(event).map_err(|error| wrong(&error))
    }

    fn live(&self) -> Option<&TableRound> {
        self.table.as_ref()?.live()
    }

    /// The seed that is revealed next, and where.
    fn revealed(&self) -> Option<(u64, ServerSeed)> {
        self.waiting.iter().find_map(|happened| match &happened.fact {
            StoredEvent::Event(Event::Revealed { seed }) => {
                Some((happened.seq, ServerSeed::from_bytes(seed.0)))
            }
            _ => None,
        })
    }
}

fn check_commitment(log: LogId, seq: u64, seed: &ServerSeed, round: &TableRound) -> Result<(), Wrong> {
    if *seed.commitment().bytes() == round.commitment.0 {
        return Ok(());
    }
    let why = format!("the seed of round {} is not the one that the server committed to", round.number);
    Err(Wrong::at(log, seq, why))
}
