//! One log, entry by entry: its chain, its numbers, each event legal, each deal from the seed that was committed to.

use std::sync::Arc;

use table::{By, Event, Move, PlayerId, Table};
use uth::Stage;

use super::claims::Claims;
use super::{Figures, Wrong};
use fair::seed::ServerSeed;
use journal::accounts::AccountBook;
use journal::chain::Chain;
use journal::replay::{NextEvent, Replay};
use journal::room_log::{JournalEntry, RoomEvent};
use journal::summary::FinishedRound;
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, LogId};

/// A log that was read up to some event.
pub(super) struct Log {
    pub(super) id: LogId,
    /// The end of the room log, which is not replayed.
    chain: Chain,
    /// A table's log.
    pub(super) replay: Replay,
    /// The sequence number of the event that opened the last round.
    began: u64,
    /// Where the last round ended, and whether it was void.
    ended: Option<(u64, bool)>,
    /// What the room log tells of accounts.
    book: AccountBook,
    /// What the room log says that wallets held.
    pub(super) claims: Claims,
    /// The tables that the room log says were opened.
    pub(super) opened: Vec<LogId>,
}

impl Log {
    pub(super) fn new(id: LogId) -> Log {
        let (chain, replay) = (Chain::new(id), Replay::new(id));
        let (book, claims) = (AccountBook::default(), Claims::default());
        Log { id, chain, replay, began: 0, ended: None, book, claims, opened: Vec::new() }
    }

    /// Returns the sequence number of the last event.
    pub(super) fn seq(&self) -> u64 {
        if self.id == LogId::ROOM { self.chain.seq() } else { self.replay.seq() }
    }

    /// Returns the hash of the last entry.
    pub(super) fn hash(&self) -> [u8; 32] {
        if self.id == LogId::ROOM { self.chain.hash() } else { self.replay.hash() }
    }

    /// Returns what the room log tells of accounts.
    pub(super) const fn book(&self) -> &AccountBook {
        &self.book
    }

    /// Returns the table after everything that was taken, unless something waits for a seed.
    pub(super) fn table(&self) -> Option<&Table> {
        self.replay.table().filter(|_| self.replay.is_caught_up())
    }

    /// Returns the round that an entry which was just taken ended, if it did.
    pub(super) fn finished_round<'a>(
        &'a self,
        entry: &Entry,
        is_bot: &'a dyn Fn(PlayerId) -> bool,
    ) -> Option<FinishedRound<'a>> {
        let (_, is_void) = self.ended.filter(|(seq, _)| *seq >= entry.seq)?;
        Some(FinishedRound { table: self.table()?, began: self.began, is_void, at_ms: entry.at_ms, is_bot })
    }

    /// Whether a round is under way at the table.
    pub(super) fn is_under_way(&self) -> bool {
        self.replay.table().is_some_and(|table| table.live().is_some())
    }

    /// Takes the next entry, and returns the chips that it moves, in order.
    pub(super) fn take(&mut self, entry: &Entry, figures: &mut Figures) -> Result<Vec<Move>, Wrong> {
        let wrong = |why: &dyn std::fmt::Display| Wrong::at(entry.log, entry.seq, why);
        let (moves, count) = if self.id == LogId::ROOM {
            self.chain.push(entry)?;
            let body: JournalEntry = serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
            let count = body.events.len() as u64;
            // The stated count numbers the next entry, and an entry without events would share its number with that
            // one.
            if count != u64::from(entry.events) || count == 0 {
                return Err(wrong(&format!("it should have {} events and has {count}", entry.events)));
            }
            for (event, seq) in body.events.iter().zip(entry.seq..) {
                let applied = self.book.apply(event, entry.at_ms);
                applied.map_err(|fault| Wrong::at(entry.log, seq, fault))?;
                self.claims.take(event, entry.seq);
                if let RoomEvent::TableOpened { table, .. } = event {
                    self.opened.push(LogId(*table));
                }
            }
            (body.events.iter().filter_map(RoomEvent::moves).collect(), count)
        } else {
            let count = self.replay.push(entry)?.events.into();
            self.advance(figures)?;
            let StoredEvents { events, .. } =
                serde_json::from_str(&entry.body).map_err(|error| wrong(&error))?;
            (moves(&events), count)
        };
        figures.entries += 1;
        figures.events += count;
        Ok(moves)
    }

    /// Goes on with the seed of the round that is under way.
    pub(super) fn unseal(&mut self, seed: ServerSeed, figures: &mut Figures) -> Result<(), Wrong> {
        self.replay.supply_seed(Arc::new(seed))?;
        self.advance(figures)
    }

    /// Applies what can be applied, after asking whether its actor was allowed to do it.
    fn advance(&mut self, figures: &mut Figures) -> Result<(), Wrong> {
        while let Some(next) = self.replay.next_event()? {
            if let Some(table) = self.replay.table() {
                // Judged by the table before the event: after it the seat may have changed hands.
                let judged = check_conduct(table, &next.event, next.cause.at_ms);
                judged.map_err(|why| Wrong::at(self.id, next.seq, why))?;
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

fn moves(events: &[StoredEvent]) -> Vec<Move> {
    let events = events.iter().filter_map(|event| match event {
        StoredEvent::Event(event) => Some(event),
        StoredEvent::Dealt { .. } => None,
    });
    events.flat_map(Event::moves).copied().collect()
}

/// Checks what the state of a table does not show but its rules of conduct ask for: that the actor of an event was
/// allowed to cause it then.
pub(super) fn check_conduct(table: &Table, event: &Event, at_ms: u64) -> Result<(), String> {
    match event {
        Event::SeedAdded { player, seat, .. } => {
            let sits = table.occupant(*seat).is_some_and(|who| who.player == *player);
            let live = table.live().filter(|live| live.round.stage() == Stage::Betting);
            match live {
                _ if !sits => Err(format!("player {player} does not sit in seat {seat}")),
                // A late seed could be chosen to fit the deck.
                None => Err("a seed is added after bets have closed".to_owned()),
                Some(live) if live.seeds.iter().any(|(other, _)| other == seat) => {
                    Err(format!("seat {seat} adds a second seed"))
                }
                Some(_) => Ok(()),
            }
        }
        Event::Decided { seat, by: By::Player(player), .. } => {
            let owner = table.live().and_then(|live| live.owners[seat.index()]);
            if owner == Some(*player) {
                Ok(())
            } else {
                Err(format!("player {player} decides for a hand that is not theirs"))
            }
        }
        Event::Decided { by: By::Floor(_), .. } => Err("the floor decides for a player".to_owned()),
        Event::Decided { seat, decision, by: By::Table, .. } => {
            // Otherwise a card room could fold for players who are there, and blame the clock.
            let absent = table.live().and_then(|live| live.round.decision_for_absent(*seat));
            if absent != Some(*decision) {
                return Err("the table decides for an absent player otherwise than by the rule".to_owned());
            }
            in_time(table, at_ms)
        }
        Event::BetsClosed { by: By::Table, .. } => in_time(table, at_ms),
        _ => Ok(()),
    }
}

/// Checks that the table acted only when the players' time is up.
fn in_time(table: &Table, at_ms: u64) -> Result<(), String> {
    match table.live().and_then(|live| live.until) {
        Some(until) if at_ms >= until.0 => Ok(()),
        _ => Err("the table acts before the players' time is up".to_owned()),
    }
}
