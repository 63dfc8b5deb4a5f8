//! A table as its durable log alone makes it, with the deck that follows from the sealed seed.

use std::sync::Arc;

use fair::seal::SealKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::RecordKey;
use journal::record::{SealedSeed, decode};
use journal::replay::{NextEvent, Replay, ReplayFailure, ReplayFault};
use store::{Entry, LogId, RecordKind};
use table::{Event, Move, PlayerId, Table, TableRound};
use uth::{Card, Cards, Cents, Play, Seat, Stage, Wager};

use super::wrong;
use crate::checker::{Checker, Violation};
use crate::storage::Disk;

/// A log and what it makes of a table.
pub(super) struct Shadow {
    replay: Replay,
    /// The seed of the round that is under way.
    seed: Option<Arc<ServerSeed>>,
    turns: Vec<Turn>,
    /// What lay on the table when the last round was settled: the same entry may open the next one.
    pub(super) over: Turn,
    pub(super) settled: u64,
    pub(super) void: u64,
}

/// What lies on a table after an entry, and who may see it.
#[derive(Default)]
pub(crate) struct Turn {
    /// The last event of the entry.
    pub(super) seq: u64,
    /// The hash of the entry.
    pub(super) hash: [u8; 32],
    /// The number of the round, and how far it is.
    pub(super) round: Option<(u64, Stage)>,
    /// The cards of those who play, as they were dealt.
    pub(super) holes: Vec<(Seat, PlayerId, [Card; 2])>,
    /// The hands among them that are turned up for all viewers.
    pub(super) turned_up: Cards,
    pub(super) board: Vec<Card>,
    pub(super) dealer: Option<[Card; 2]>,
    /// The seed that no viewer may know yet.
    pub(super) secret: Option<String>,
    /// The deck, seen and unseen.
    pub(crate) deck: Vec<Card>,
}

impl Shadow {
    pub(super) fn new(log: LogId) -> Shadow {
        Shadow {
            replay: Replay::new(log),
            seed: None,
            turns: Vec::new(),
            over: Turn::default(),
            settled: 0,
            void: 0,
        }
    }

    /// The sequence number of the last event.
    pub(super) const fn seq(&self) -> u64 {
        self.replay.seq()
    }

    /// Applies the events of an entry; the chips that they move.
    pub(super) fn follow(
        &mut self,
        entry: &Entry,
        disk: &Disk,
        key: &SealKey,
    ) -> Result<Vec<Move>, Violation> {
        self.replay.push(entry).map_err(Violation::from)?;
        let mut moves = Vec::new();
        // The deck stays known until the next round opens, for messages about the round that is over.
        let mut deck = self.turns.last().map(|turn| turn.deck.clone()).unwrap_or_default();
        while let Some(next) = self.replay.next_event().map_err(Violation::from)? {
            let NextEvent { event, .. } = self.replay.apply(next).map_err(Violation::from)?;
            moves.extend_from_slice(event.moves());
            match &event {
                Event::RoundOpened { .. } => deck.clear(),
                Event::Committed { number, commitment } => {
                    let seed = Arc::new(unsealed(entry, *number, &commitment.0, disk, key)?);
                    // One entry can reveal a seed and commit to the next, or open a round and end it.
                    self.replay.supply_seed(Arc::clone(&seed)).map_err(Violation::from)?;
                    self.seed = Some(seed);
                }
                Event::Dealt { deck: dealt, .. } => deck = dealt.cards().to_vec(),
                Event::Settled { .. } => {
                    self.settled += 1;
                    self.over = self.now(deck.clone());
                }
                Event::Voided { .. } => self.void += 1,
                Event::Revealed { .. } => self.seed = None,
                _ => {}
            }
        }
        self.replay.require_caught_up().map_err(Violation::from)?;
        // Every moment is kept: a message may be received long after the table has gone on.
        self.turns.push(self.now(deck));
        Ok(moves)
    }

    /// What lay on the table when its log ended there.
    pub(super) fn turn(&self, seq: u64) -> Option<&Turn> {
        Some(&self.turns[self.turns.binary_search_by_key(&seq, |turn| turn.seq).ok()?])
    }

    fn now(&self, deck: Vec<Card>) -> Turn {
        let Some(at) = self.replay.table().and_then(Table::round) else {
            return Turn { seq: self.seq(), hash: self.replay.hash(), ..Turn::default() };
        };
        let hole = |seat: Seat| Some((seat, at.owners[seat.index()]?, at.round.hole(seat)?));
        Turn {
            seq: self.seq(),
            hash: self.replay.hash(),
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

/// Returns the hands that every viewer may see at the end: those that met the dealer's, and those that folded and won
/// on Trips.
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

/// The seed that was sealed with a commitment, which is the one that was committed to.
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
    let sealed = disk.contents.records.get(&(RecordKind::Seed, id.encode())).ok_or_else(missing)?;
    let SealedSeed(sealed) =
        decode(&id.encode(), sealed).map_err(|error| wrong(Checker::Deck, entry, &error))?;
    let seed = key.open(&sealed, id).map_err(|error| wrong(Checker::Deck, entry, &error))?;
    if seed.commitment().0 == *commitment {
        Ok(seed)
    } else {
        Err(wrong(Checker::Deck, entry, &"the sealed seed is not the one that is committed to"))
    }
}

/// What is wrong with a log is a violation of the log, or of the deck if its seed is wrong.
impl From<ReplayFailure> for Violation {
    fn from(failure: ReplayFailure) -> Violation {
        let checker = match failure.fault {
            ReplayFault::OtherSeed { .. } | ReplayFault::OtherSealedSeed { .. } | ReplayFault::NoSeed => {
                Checker::Deck
            }
            _ => Checker::Log,
        };
        Violation { checker, what: failure.to_string() }
    }
}
