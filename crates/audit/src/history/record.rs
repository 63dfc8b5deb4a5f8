//! A history as it is told and exported: the proof of the shuffle, and everything around it.

use serde::Serialize;
use table::Decision;

use super::{Reader, Replayed, Step, balances};
use fair::proof::HandProof;
use fair::seed::ServerSeed;
use journal::StoredCheckpoint;
use journal::deck::{dealt, player_seeds, round_id};
use journal::names::NameCache;
use protocol::{Actor, Event, NamedPlayer, ProofRecord, Stage, TableSettings, TableView};
use store::PostedTransfer;

/// One round. The proof's fields stand at the top, where `scripts/verify_hand.py` looks for them.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct History {
    #[serde(flatten)]
    pub proof: ProofRecord,
    /// The table's name.
    pub name: String,
    /// What it was played by: rule book, pay table, limits, schedule.
    pub settings: TableSettings,
    pub began_ms: u64,
    pub ended_ms: u64,
    pub void_reason: Option<String>,
    /// What the player/dealer paid to the drop.
    pub collection: Option<i64>,
    /// Who may know this: "player:7", "spectator" or "auditor".
    pub reader: String,
    pub players: Vec<NamedPlayer>,
    /// What wallets held before the first and after the last chip moved. Somebody who plays elsewhere at the same
    /// time has other changes in between; the net is of this round.
    pub balances: Vec<Balance>,
    pub decisions: Vec<DecisionRecord>,
    /// The cards of every seat, for auditors.
    pub holes: Option<Vec<HoleRecord>>,
    /// The table before the round, from which anybody can play the steps again.
    pub start: StoredCheckpoint,
    pub steps: Vec<StepRecord>,
    /// What the reader saw at the end.
    #[serde(skip)]
    pub(super) last: table::TableView,
}

/// What a player's wallet held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Balance {
    pub player: u64,
    pub before: i64,
    pub after: i64,
    pub net: i64,
}

/// What was decided for a hand, and by whom: its player, or the table for an absent one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct DecisionRecord {
    pub at_ms: u64,
    pub seat: u8,
    pub street: &'static str,
    /// check, raise or fold.
    pub action: &'static str,
    /// The Play wager in Antes.
    pub times: Option<u8>,
    pub by: String,
}

/// The cards of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct HoleRecord {
    pub seat: u8,
    pub cards: [String; 2],
}

/// What one command led to, and the table afterwards.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct StepRecord {
    /// The number of its first event.
    pub seq: u64,
    pub at_ms: u64,
    /// Who asked for it; the card room itself, if nobody.
    pub by: Option<u64>,
    /// Events as everybody was told them.
    pub events: Vec<Event>,
    pub view: TableView,
}

impl History {
    pub(super) fn new(
        name: String,
        replayed: &Replayed,
        reader: Reader,
        postings: &[PostedTransfer],
        people: &NameCache,
    ) -> Result<History, String> {
        let table = &replayed.end;
        let round = table.round().ok_or("there is no such round")?;
        let seed = ServerSeed::from_bytes(round.revealed.ok_or("the round is not over")?.0);
        let proof = HandProof {
            round: round_id(table, round.number),
            commitment: fair::seed::Commitment::from_bytes(round.commitment.0),
            seed: seed.reveal(),
            players: player_seeds(round),
            deck: dealt(table, round, &seed),
        };
        let start = replayed.start.checkpoint().ok_or("the round before was not over")?;
        let last = replayed.steps.last().ok_or("nothing happened")?;
        let hole = |seat| {
            let cards = round.round.hole(seat)?;
            Some(HoleRecord { seat: seat.number(), cards: cards.map(|card| card.to_string()) })
        };
        Ok(History {
            proof: ProofRecord::from(&proof),
            name,
            settings: TableSettings::from(table.settings()),
            began_ms: replayed.steps.first().map_or(0, |step| step.at_ms),
            ended_ms: last.at_ms,
            void_reason: round.round.void_reason().map(str::to_owned),
            collection: round.round.collection().map(|fee| fee.0),
            reader: reader.to_string(),
            players: replayed.players().into_iter().map(|player| people.named(player)).collect(),
            balances: balances(postings),
            decisions: replayed.decisions.iter().map(DecisionRecord::new).collect(),
            holes: (reader == Reader::Auditor).then(|| round.round.seats().filter_map(hole).collect()),
            start: StoredCheckpoint(start),
            steps: replayed.steps.iter().map(|step| StepRecord::new(step, people)).collect(),
            last: last.view.clone(),
        })
    }
}

impl DecisionRecord {
    fn new(decided: &super::Decided) -> DecisionRecord {
        let (action, times) = match decided.decision {
            Decision::Check => ("check", None),
            Decision::Raise(times) => ("raise", Some(times)),
            Decision::Fold => ("fold", None),
        };
        DecisionRecord {
            at_ms: decided.at_ms,
            seat: decided.seat.number(),
            street: Stage::from(decided.stage).as_str(),
            action,
            times,
            by: Actor::from(decided.by).to_string(),
        }
    }
}

impl StepRecord {
    fn new(step: &Step, people: &NameCache) -> StepRecord {
        StepRecord {
            seq: step.seq,
            at_ms: step.at_ms,
            by: step.by,
            events: step.events.iter().map(Event::from).collect(),
            view: TableView::new(&step.view, |player| people.named(player)),
        }
    }
}
