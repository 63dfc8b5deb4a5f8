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

use table::{Checkpoint, Decision, Event, PlayerId, RoundView, Table, TableId, TableView, Viewer, view};
use thiserror::Error;
use uth::{Cents, Seat};

use fair::proof::HandProof;
use fair::receipt::PublicKey;
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;
use journal::cache::NameCache;
use journal::deck::{dealt, player_seeds, round_id};
use journal::record::{EventKey, RecordRange, RoundSummary, TableRecord, TableRoundRecord};
use journal::replay::{NextEvent, Replay};
use journal::{CheckpointRecord, ReadRecords, StoredCheckpoint};
use protocol::{
    Balance, DecisionRecord, HistoryStep, NamedPlayer, ProofRecord, RoundHistory, SeatHole, Seq,
    TableSettings, Timestamp,
};
use store::{LogId, LogReader, PostedTransfer, StoreError};

mod csv;
mod export;
mod finished;
mod interrupted;

pub use csv::cell as csv_cell;
pub(crate) use export::json_line;
pub use export::{Export, ExportOf, LogExport, hands_page, log_entry, stored_entry};
pub(crate) use interrupted::Interrupted;

/// Who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// A player, who may have played the round.
    Player(PlayerId),
    /// A reader without an account.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the readers are player:NUMBER, spectator and auditor")]
pub struct ReaderError;

impl Reader {
    const fn viewer(self) -> Viewer {
        match self {
            Reader::Player(player) => Viewer::Player(player),
            // Auditors get the steps as spectators saw them. What they may know beyond that stands apart, in `holes`.
            Reader::Spectator | Reader::Auditor => Viewer::Spectator,
        }
    }
}

/// A round that is over as its reader may know it, computed once by replay. Its JSON form is [`History::record`]; its
/// rows for spreadsheets are made from the same fields.
#[derive(Debug)]
pub struct History {
    /// The table's name.
    name: String,
    reader: Reader,
    proof: HandProof,
    /// The table before the entry that opened the round, from which anybody can replay the steps.
    start: Checkpoint,
    steps: Vec<Step>,
    decisions: Vec<DecisionRecord>,
    /// The table after the round's last entry.
    end: Table,
    /// Every player whom a view names.
    players: Vec<NamedPlayer>,
    balances: Vec<Balance>,
    /// The round as it was when it was declared void.
    interrupted: Option<Interrupted>,
}

/// What one command led to, and the table afterwards as the reader saw it.
#[derive(Debug)]
pub(crate) struct Step {
    seq: u64,
    pub(crate) at_ms: u64,
    by: Option<PlayerId>,
    pub(crate) events: Vec<Event>,
    view: TableView,
}

impl History {
    /// Replays everything that was pushed, and collects the steps of the round whose opening has the sequence number
    /// `first_seq`. Names of players are added later: only the steps tell who they are.
    fn replayed(
        replay: &mut Replay,
        first_seq: u64,
        name: String,
        reader: Reader,
    ) -> Result<History, StoreError> {
        let (mut start, mut interrupted) = (None, None);
        let (mut steps, mut decisions) = (Vec::<Step>::new(), Vec::new());
        while let Some(next) = replay.next_event()? {
            // The entry that opens the round may begin with what came before it, such as the acceptance of its bank.
            let belongs = next.cause.last_seq() >= first_seq;
            if belongs {
                start = start.or_else(|| replay.table().cloned());
                decisions.extend(decision(replay.table(), &next));
                interrupted = interrupted.or_else(|| interruption(replay.table(), &next));
            }
            let NextEvent { seq, cause, event } = replay.apply(next)?;
            let (true, Some(table)) = (belongs, replay.table()) else { continue };
            let seen = || view(table, reader.viewer());
            if let Some(step) = steps.last_mut().filter(|step| step.seq == cause.seq) {
                step.events.push(event);
                // A step shows the table after its last event; views in between would be made for nothing.
                if seq == cause.last_seq() {
                    step.view = seen();
                }
            } else {
                let (at_ms, by, view) = (cause.at_ms, cause.by, seen());
                steps.push(Step { seq, at_ms, by, events: vec![event], view });
            }
        }
        replay.require_caught_up()?;
        let log = replay.table().map_or_else(String::new, |table| table.id().to_string());
        let broken = |why: &str| StoreError::Broken(format!("table {log}, event {first_seq}: {why}"));
        let (start, end) = start.zip(replay.table().cloned()).ok_or_else(|| broken("nothing happened"))?;
        let round = end.round().ok_or_else(|| broken("there is no such round"))?;
        let seed = ServerSeed::from_bytes(round.revealed.ok_or_else(|| broken("the round is not over"))?.0);
        let proof = HandProof {
            round: round_id(&end, round.number),
            commitment: round.commitment,
            seed: seed.reveal(),
            players: player_seeds(round),
            deck: dealt(&end, round, &seed),
        };
        let start = start.checkpoint().ok_or_else(|| broken("the round before was not over"))?;
        let (players, balances) = (Vec::new(), Vec::new());
        Ok(History { name, reader, proof, start, steps, decisions, end, players, balances, interrupted })
    }

    /// Returns every player whom it names.
    fn player_ids(&self) -> Vec<PlayerId> {
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

    /// Returns the steps of the round.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns whether the round was declared void.
    pub(crate) fn is_void(&self) -> bool {
        self.void_reason().is_some()
    }

    /// Returns the round as it was when it was declared void.
    pub(crate) const fn interrupted(&self) -> Option<&Interrupted> {
        self.interrupted.as_ref()
    }

    fn void_reason(&self) -> Option<&str> {
        self.end.round()?.round.void_reason()
    }

    fn collection(&self) -> Option<Cents> {
        self.end.round()?.round.collection()
    }

    /// Returns when the round ended.
    pub fn ended_ms(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.at_ms)
    }

    /// Returns the table's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the table after the round's last entry.
    pub(crate) fn end(&self) -> &Table {
        &self.end
    }

    /// Returns when the round began.
    pub(crate) fn began_ms(&self) -> u64 {
        self.steps.first().map_or(0, |step| step.at_ms)
    }

    /// Returns the round as the reader saw it at the end.
    fn last_view(&self) -> Option<&RoundView> {
        self.steps.last()?.view.round.as_ref()
    }

    fn named(&self, player: PlayerId) -> Option<&NamedPlayer> {
        self.players.iter().find(|named| named.id == player.into())
    }

    /// Returns the history as it is sent and exported by the card room with that key.
    ///
    /// # Panics
    /// Never: nothing in a checkpoint refuses to be written.
    pub fn record(&self, public_key: &PublicKey) -> RoundHistory {
        let round = self.end.round().map(|round| &round.round);
        let hole =
            |seat: Seat| Some(SeatHole { seat: seat.into(), hole: round?.hole(seat)?.map(Into::into) });
        let holes = || round.into_iter().flat_map(uth::Round::seats).filter_map(hole).collect();
        RoundHistory {
            proof: ProofRecord::from(&self.proof),
            name: self.name.clone(),
            settings: TableSettings::from(self.end.settings()),
            began_ms: Timestamp(self.began_ms()),
            ended_ms: Timestamp(self.ended_ms()),
            void_reason: self.void_reason().map(str::to_owned),
            collection: self.collection().map(|fee| fee.0),
            reader: self.reader.to_string(),
            players: self.players.clone(),
            balances: self.balances.clone(),
            decisions: self.decisions.clone(),
            holes: (self.reader == Reader::Auditor).then(holes),
            start: serde_json::to_value(StoredCheckpoint(self.start.clone()))
                .expect("a checkpoint has text keys and no floats"),
            steps: self.steps.iter().map(|step| self.step_record(step)).collect(),
            public_key: (*public_key).into(),
        }
    }

    fn step_record(&self, step: &Step) -> HistoryStep {
        let named = |player| self.named(player).cloned().expect("every player of a view is named");
        HistoryStep {
            seq: Seq(step.seq),
            at_ms: Timestamp(step.at_ms),
            by: step.by.map(Into::into),
            events: step.events.iter().map(protocol::Event::from).collect(),
            view: protocol::TableView::new(step.view.clone(), named),
        }
    }
}

/// Returns the round that an event declares void. `table` is the table before it.
fn interruption(table: Option<&Table>, next: &NextEvent) -> Option<Interrupted> {
    let Event::Voided { by, reason, .. } = &next.event else { return None };
    Some(Interrupted::new(table?.live()?, *by, reason.clone(), next.cause.at_ms))
}

/// Returns what an event decides for a hand. `table` is the table before it, which knows the street.
fn decision(table: Option<&Table>, next: &NextEvent) -> Option<DecisionRecord> {
    let Event::Decided { seat, decision, by, .. } = next.event else { return None };
    let (action, times) = match decision {
        Decision::Check => ("check", None),
        Decision::Raise(times) => ("raise", Some(times)),
        Decision::Fold => ("fold", None),
    };
    Some(DecisionRecord {
        at_ms: Timestamp(next.cause.at_ms),
        seat: seat.into(),
        street: table?.live()?.round.stage().into(),
        action: action.to_owned(),
        times,
        by: by.into(),
    })
}

/// Rebuilds the round of an exported hand, whose steps were pushed to `replay`: everything but what wallets held.
pub(crate) fn rebuilt(
    mut replay: Replay,
    name: String,
    reader: Reader,
    players: Vec<NamedPlayer>,
) -> Result<History, StoreError> {
    let first_seq = replay.seq() + 1;
    let mut history = History::replayed(&mut replay, first_seq, name, reader)?;
    let people = NameCache::default();
    people.learn(players.into_iter().map(|named| (named.id.into(), named)));
    history.players = history.player_ids().into_iter().map(|player| people.named(player)).collect();
    Ok(history)
}

/// Rebuilds rounds, one after the other. Rounds of one table that are asked for in their order cost least.
pub struct Histories {
    store: Arc<dyn LogReader>,
    reader: Reader,
    /// The log of the last round, up to its end.
    at: Option<Replay>,
    people: NameCache,
}

impl Histories {
    /// Returns what that reader may know.
    pub fn new(store: Arc<dyn LogReader>, reader: Reader) -> Histories {
        Histories { store, reader, at: None, people: NameCache::default() }
    }

    /// Returns a round, if there was one with that number and it is over.
    pub async fn round(&mut self, table: TableId, round: u64) -> Result<Option<History>, StoreError> {
        let key = RoundId { table: table.0, round };
        let Some(TableRoundRecord(summary)) = self.store.get(&key).await? else { return Ok(None) };
        self.rebuild(&summary).await.map(Some)
    }

    /// Returns the round of a summary.
    pub async fn rebuild(&mut self, summary: &RoundSummary) -> Result<History, StoreError> {
        let (table, last_seq) = (TableId::from(summary.table), summary.last_seq.0);
        let log = LogId(table.0);
        let mut replay = self.start(summary).await?;
        while replay.seq() < last_seq {
            let entries = self.store.entries(log, replay.seq(), 500).await?;
            if entries.is_empty() {
                let why = format!("table {log}, event {}: it is missing", replay.seq() + 1);
                return Err(StoreError::Broken(why));
            }
            // Later entries belong to the next round, whose seed may still be secret.
            for entry in entries.iter().filter(|entry| entry.seq <= last_seq) {
                replay.push(entry)?;
            }
        }
        let record = self.store.get::<TableRecord>(&table).await?;
        let name = record.map_or_else(|| format!("Table {log}"), |record| record.name);
        let mut history = History::replayed(&mut replay, summary.first_seq.0, name, self.reader)?;
        self.at = Some(replay);
        let first_seq = history.steps.first().map_or(summary.first_seq.0, |step| step.seq);
        history.balances = balances(&self.store.transfers_of(log, first_seq, last_seq).await?);
        let players = history.player_ids();
        self.people.look_up(&*self.store, players.iter().copied()).await?;
        history.players = players.into_iter().map(|player| self.people.named(player)).collect();
        Ok(history)
    }

    /// Returns the nearest point before a round from which its log can be replayed: the end of the round before, or a
    /// checkpoint.
    async fn start(&mut self, summary: &RoundSummary) -> Result<Replay, StoreError> {
        let (table, seq) = (TableId::from(summary.table), summary.first_seq.0);
        let of_table = |at: &Replay| at.table().is_some_and(|at| at.id() == table);
        // Exports go through a table in order, so the end of the last round is often nearer than any checkpoint.
        let last = self.at.take().filter(|at| of_table(at) && at.seq() < seq);
        let range = RecordRange::<CheckpointRecord>::of_log(table).before(&EventKey { table, seq });
        let stored = self.store.scan(&range.backwards().limit(1)).await?.pop();
        let stored = stored.map(|(_, stored)| Replay::from_checkpoint(&stored.record)).transpose()?;
        let nearest = [last, stored].into_iter().flatten().max_by_key(Replay::seq);
        Ok(nearest.unwrap_or_else(|| Replay::new(LogId(table.0))))
    }
}

/// Returns what the wallets of players held before the first and after the last of those postings.
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
            // Transfers come in the order of posting: the first of a wallet tells what it held before the round.
            match balances.iter_mut().find(|balance| balance.player == player.into()) {
                Some(balance) => {
                    balance.after = after.0;
                    balance.net += change.0;
                }
                None => {
                    balances.push(Balance { player: player.into(), before, after: after.0, net: change.0 });
                }
            }
        }
    }
    balances.sort_unstable_by_key(|balance| balance.player);
    balances
}
