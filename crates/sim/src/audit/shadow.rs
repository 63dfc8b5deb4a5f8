//! A table as its durable log alone makes it, with the deck that follows from the sealed seed.

use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::RecordKey;
use journal::chain::continues;
use journal::deck::dealt;
use journal::record::{SealedSeed, decode};
use protocol::{StoredEvent, StoredEvents};
use store::{Entry, RecordKind};
use table::{Event, Move, PlayerId, Table, TableRound};
use uth::{Card, Cards, Cents, Play, Seat, Stage, Wager};

use super::wrong;
use crate::storage::Disk;
use crate::violation::{Checker, Violation, ensure};

/// A log and what it makes of a table.
#[derive(Default)]
pub(super) struct Shadow {
    hash: [u8; 32],
    pub(super) seq: u64,
    table: Option<Table>,
    /// The seed of the round that is under way.
    seed: Option<ServerSeed>,
    turns: Vec<Turn>,
    pub(super) settled: u64,
    pub(super) void: u64,
}

/// What lies on a table after an entry, and who may see it.
#[derive(Default)]
pub(crate) struct Turn {
    /// The last event of the entry.
    pub(super) seq: u64,
    /// The number of the round, and how far it is.
    pub(super) round: Option<(u64, Stage)>,
    /// The cards of those who play, as they were dealt.
    pub(super) holes: Vec<(Seat, PlayerId, [Card; 2])>,
    /// The hands among them that are turned up for everybody.
    pub(super) turned_up: Cards,
    pub(super) board: Vec<Card>,
    pub(super) dealer: Option<[Card; 2]>,
    /// The seed that nobody may know yet.
    pub(super) secret: Option<String>,
    /// The deck, seen and unseen.
    pub(crate) deck: Vec<Card>,
}

impl Shadow {
    /// Takes the next entry of the chain.
    pub(super) fn link(&mut self, entry: &Entry) -> Result<(), Violation> {
        let next = self.seq + 1;
        ensure(entry.seq == next, Checker::Log, || {
            format!("table {}: event {} was written where {next} comes next", entry.log, entry.seq)
        })?;
        if !continues(&self.hash, entry) {
            return Err(wrong(Checker::Log, entry, &"the chain does not hold"));
        }
        (self.hash, self.seq) = (entry.hash, entry.last_seq());
        Ok(())
    }

    /// Makes the events of an entry true; the chips that they move.
    pub(super) fn follow(
        &mut self,
        entry: &Entry,
        facts: StoredEvents,
        disk: &Disk,
        key: &SealKey,
    ) -> Result<Vec<Move>, Violation> {
        self.check_reveal(entry, &facts)?;
        let mut moves = Vec::new();
        let mut deck = self.turns.last().map(|turn| turn.deck.clone()).unwrap_or_default();
        for fact in facts.events {
            let event = match fact {
                StoredEvent::Event(event) => event,
                StoredEvent::Dealt { until } => {
                    let (Some(table), Some(seed)) = (&self.table, &self.seed) else {
                        return Err(wrong(Checker::Deck, entry, &"it deals without a seed"));
                    };
                    let round =
                        table.live().ok_or_else(|| wrong(Checker::Log, entry, &"no round is under way"))?;
                    Event::Dealt { deck: dealt(table, round, seed), until }
                }
            };
            moves.extend_from_slice(event.moves());
            match &event {
                Event::RoundOpened { number, commitment } => {
                    deck.clear();
                    self.seed = Some(unsealed(entry, *number, &commitment.0, disk, key)?);
                }
                Event::Dealt { deck: dealt, .. } => deck = dealt.cards().to_vec(),
                Event::Settled { .. } => self.settled += 1,
                Event::Voided { .. } => self.void += 1,
                Event::Revealed { .. } => self.seed = None,
                _ => {}
            }
            let applied = match &mut self.table {
                Some(table) => table.apply(&event),
                None => Table::opened(&event).map(|table| self.table = Some(table)),
            };
            applied.map_err(|error| wrong(Checker::Log, entry, &error))?;
        }
        self.turns.push(self.now(deck));
        Ok(moves)
    }

    /// What lay on the table when its log ended there.
    pub(super) fn turn(&self, seq: u64) -> Option<&Turn> {
        Some(&self.turns[self.turns.binary_search_by_key(&seq, |turn| turn.seq).ok()?])
    }

    /// A seed that is revealed is the one that was committed to: looked at before the events, which would be blamed
    /// for the chips that another deck moves.
    fn check_reveal(&self, entry: &Entry, facts: &StoredEvents) -> Result<(), Violation> {
        let opens =
            facts.events.iter().any(|fact| matches!(fact, StoredEvent::Event(Event::RoundOpened { .. })));
        for fact in &facts.events {
            if let (StoredEvent::Event(Event::Revealed { seed }), Some(own), false) =
                (fact, &self.seed, opens)
            {
                let revealed = ServerSeed::from_bytes(seed.0).commitment();
                if revealed.bytes() != own.commitment().bytes() {
                    return Err(wrong(
                        Checker::Deck,
                        entry,
                        &"the seed is not the one that was committed to",
                    ));
                }
            }
        }
        Ok(())
    }

    fn now(&self, deck: Vec<Card>) -> Turn {
        let Some(at) = self.table.as_ref().and_then(Table::round) else {
            return Turn { seq: self.seq, ..Turn::default() };
        };
        let hole = |seat: Seat| Some((seat, at.owners[seat.index()]?, at.round.hole(seat)?));
        Turn {
            seq: self.seq,
            round: Some((at.number, at.round.stage())),
            holes: at.round.seats().filter_map(hole).collect(),
            turned_up: turned_up(at),
            board: at.round.board().to_vec(),
            dealer: at.round.dealer(),
            secret: self.seed.as_ref().map(|seed| seed.reveal().to_string()),
            deck,
        }
    }
}

/// The hands that everybody may see at the end: those that met the dealer's, and those that folded and won on Trips.
fn turned_up(at: &TableRound) -> Cards {
    if at.round.stage() != Stage::Settled {
        return Cards::default();
    }
    let settlement = at.settlement.as_deref();
    let wins_trips = |seat: Seat| {
        let mut lines = settlement.into_iter().flat_map(|settlement| settlement.lines_of(seat));
        lines.any(|line| line.wager == Wager::Trips && line.net > Cents::ZERO)
    };
    let is_up = |seat: &Seat| matches!(at.round.play(*seat), Some(Play::Raise(_))) || wins_trips(*seat);
    at.round.seats().filter(is_up).filter_map(|seat| at.round.hole(seat)).flatten().collect()
}

/// The seed that was sealed with the opening of a round, which is the one that the round is committed to.
fn unsealed(
    entry: &Entry,
    round: u64,
    commitment: &[u8; 32],
    disk: &Disk,
    key: &SealKey,
) -> Result<ServerSeed, Violation> {
    let table = entry.log.0;
    let id = RoundId { table, round };
    let missing = || wrong(Checker::Deck, entry, &"there is no sealed seed");
    let sealed = disk.record(RecordKind::Seed, &id.encode()).ok_or_else(missing)?;
    let SealedSeed(sealed) =
        decode(&id.encode(), sealed).map_err(|error| wrong(Checker::Deck, entry, &error))?;
    let seed = key.open(&sealed, id).map_err(|error| wrong(Checker::Deck, entry, &error))?;
    if seed.commitment().bytes() == commitment {
        Ok(seed)
    } else {
        Err(wrong(Checker::Deck, entry, &"the sealed seed is not the one that is committed to"))
    }
}
