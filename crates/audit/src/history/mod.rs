//! Hands that were played, rebuilt from the log: every step as its reader saw it, who decided what, what everybody
//! held before and after, which clause settled which wager, and the proof of the shuffle.
//!
//! A history shows what its reader was shown then: players their own cards, everybody what was turned up. But a
//! round is told only after its seed has been revealed to all, and from then on the whole deck follows from what is
//! public. So the proof has the deck, for every reader; that is what makes it a proof. Auditors and the floor are
//! also told the hole cards of every seat, which they would otherwise have to deal out themselves.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use table::{By, Decision, Event, PlayerId, Table, TableId, TableView, Viewer};
use uth::{Cents, Stage};

use fair::shuffle::RoundId;
use journal::ReadRecords;
use journal::cache::NameCache;
use journal::record::{RoundSummary, TableRecord, TableRoundRecord};
use journal::replay::Replay;
use protocol::Balance;
use store::{LogId, LogReader, PostedTransfer, StoreError};

mod csv;
mod export;
mod lists;
mod logs;
mod record;
mod replay;

pub use csv::cell as csv_cell;
pub use export::{Export, Format, Of};
pub use lists::{hands_of, rounds_of};
pub use logs::{EntryRecord, HeadRecord, LogExport};
pub use record::History;

/// Who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Somebody who may have played.
    Player(PlayerId),
    /// Anybody else.
    Spectator,
    /// An auditor, or the floor.
    Auditor,
}

/// "player:7", "spectator", "auditor".
impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reader::Player(player) => write!(f, "player:{player}"),
            Reader::Spectator => f.write_str("spectator"),
            Reader::Auditor => f.write_str("auditor"),
        }
    }
}

impl FromStr for Reader {
    type Err = ReaderError;

    fn from_str(text: &str) -> Result<Reader, ReaderError> {
        match text.split_once(':') {
            None if text == "spectator" => Ok(Reader::Spectator),
            None if text == "auditor" => Ok(Reader::Auditor),
            Some(("player", number)) => {
                Ok(Reader::Player(PlayerId(number.parse().map_err(|_| ReaderError)?)))
            }
            _ => Err(ReaderError),
        }
    }
}

/// The text names no reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReaderError;

impl fmt::Display for ReaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the readers are player:NUMBER, spectator and auditor")
    }
}

impl std::error::Error for ReaderError {}

impl Reader {
    const fn viewer(self) -> Viewer {
        match self {
            Reader::Player(player) => Viewer::Player(player),
            Reader::Spectator | Reader::Auditor => Viewer::Spectator,
        }
    }
}

/// Rebuilds rounds, one after the other. Rounds of one table that are asked for in their order cost least.
pub struct Histories {
    store: Arc<dyn LogReader>,
    reader: Reader,
    /// The log of the last round, up to its end.
    at: Option<Replay>,
    people: NameCache,
}

/// A round that has been played again.
struct Replayed {
    /// The table before the entry that opened the round.
    start: Table,
    steps: Vec<Step>,
    decisions: Vec<Decided>,
    /// The table after its last entry.
    end: Table,
}

struct Step {
    seq: u64,
    at_ms: u64,
    by: Option<u64>,
    events: Vec<Event>,
    view: TableView,
}

struct Decided {
    at_ms: u64,
    seat: uth::Seat,
    stage: Stage,
    decision: Decision,
    by: By,
}

impl Histories {
    /// What that reader may know.
    pub fn new(store: Arc<dyn LogReader>, reader: Reader) -> Histories {
        Histories { store, reader, at: None, people: NameCache::default() }
    }

    /// A round, if there was one with that number and it is over.
    pub async fn round(&mut self, table: TableId, round: u64) -> Result<Option<History>, StoreError> {
        let key = RoundId { table: table.0, round };
        let Some(TableRoundRecord(hand)) = self.store.get(&key).await? else { return Ok(None) };
        self.hand(&hand).await.map(Some)
    }

    async fn hand(&mut self, hand: &RoundSummary) -> Result<History, StoreError> {
        let log = LogId(hand.table);
        let mut replay = self.start(hand).await?;
        let broken = |seq: u64, why: &str| StoreError::Broken(format!("table {log}, event {seq}: {why}"));
        while replay.seq() < hand.last_seq {
            let entries = self.store.entries(log, replay.seq(), 500).await?;
            if entries.is_empty() {
                return Err(broken(replay.seq() + 1, "it is missing"));
            }
            for entry in entries.iter().filter(|entry| entry.seq <= hand.last_seq) {
                replay.push(entry)?;
            }
        }
        let replayed = replay::steps(&mut replay, hand.first_seq, self.reader.viewer())?;
        let replayed = replayed.ok_or_else(|| broken(hand.first_seq, "there is no such round"))?;
        let first = replayed.steps.first().map_or(hand.first_seq, |step| step.seq);
        let postings = self.store.transfers_of(log, first, hand.last_seq).await?;
        let players = replayed.players();
        self.people.look_up(&*self.store, players.iter().copied()).await?;
        let record = self.store.get::<TableRecord>(&TableId(hand.table)).await?;
        let name = record.map_or_else(|| format!("Table {log}"), |record| record.name);
        let history = History::new(name, &replayed, self.reader, &postings, &self.people);
        self.at = Some(replay);
        history.map_err(|why| StoreError::Broken(format!("table {log}, round {}: {why}", hand.round)))
    }

    /// Returns the nearest point before a round from which its log can be replayed.
    async fn start(&mut self, hand: &RoundSummary) -> Result<Replay, StoreError> {
        let of_table = |at: &Replay| at.table().is_some_and(|table| table.id().0 == hand.table);
        let last = self.at.take().filter(|at| of_table(at) && at.seq() < hand.first_seq);
        let stored = replay::nearest(&*self.store, hand).await?;
        let nearest = [last, stored].into_iter().flatten().max_by_key(Replay::seq);
        Ok(nearest.unwrap_or_else(|| Replay::new(LogId(hand.table))))
    }
}

/// What follows from the entries of a round and the table before them: everything but what people held.
pub struct Rebuilt {
    /// The round as its reader may see it.
    pub history: History,
    /// When what happened.
    pub steps: Vec<(u64, Vec<Event>)>,
}

/// Replays the steps of an exported hand, which were pushed to `replay`.
pub fn rebuilt(
    mut replay: Replay,
    (name, reader): (String, Reader),
    people: &NameCache,
) -> Result<Rebuilt, StoreError> {
    let first_seq = replay.seq() + 1;
    let replayed = replay::steps(&mut replay, first_seq, reader.viewer())?;
    let replayed = replayed.ok_or_else(|| StoreError::Broken("nothing happened".to_owned()))?;
    let history = History::new(name, &replayed, reader, &[], people).map_err(StoreError::Broken)?;
    let steps = replayed.steps.into_iter().map(|step| (step.at_ms, step.events)).collect();
    Ok(Rebuilt { history, steps })
}

impl Replayed {
    /// Everybody whom it names.
    fn players(&self) -> Vec<PlayerId> {
        let mut players = Vec::new();
        for seen in self.steps.iter().map(|step| &step.view) {
            players.extend(seen.seats.iter().filter_map(|seat| Some(seat.occupant?.player)));
            let Some(round) = &seen.round else { continue };
            players.extend(round.hands.iter().map(|hand| hand.player));
            if let uth::Banker::PlayerDealer { person, .. } = round.banker {
                players.push(PlayerId::from(person));
            }
        }
        players.sort_unstable();
        players.dedup();
        players
    }
}

/// What the wallets of players held before the first and after the last of those postings.
fn balances(postings: &[PostedTransfer]) -> Vec<Balance> {
    let mut balances: Vec<Balance> = Vec::new();
    for posting in postings {
        let moved = posting.moved;
        let sides = [
            (moved.debit, posting.debit_after, -moved.amount),
            (moved.credit, posting.credit_after, moved.amount),
        ];
        for (account, after, change) in sides {
            let table::Account::Wallet(player) = account else { continue };
            let Cents(before) = after - change;
            match balances.iter_mut().find(|balance| balance.player == player.0) {
                Some(balance) => {
                    balance.after = after.0;
                    balance.net += change.0;
                }
                None => {
                    balances.push(Balance { player: player.0, before, after: after.0, net: change.0 });
                }
            }
        }
    }
    balances.sort_unstable_by_key(|balance| balance.player);
    balances
}
