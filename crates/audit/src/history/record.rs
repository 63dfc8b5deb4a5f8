//! A history as it is told and exported: the proof of the shuffle, and everything around it.

use table::Decision;

use super::{Reader, Replayed, Step, balances};
use fair::proof::HandProof;
use fair::seed::ServerSeed;
use journal::StoredCheckpoint;
use journal::cache::NameCache;
use journal::deck::{dealt, player_seeds, round_id};
use protocol::{
    Actor, Balance, Card, DecisionRecord, Event, HistoryStep, NamedPlayer, ProofRecord, RoundHistory,
    SeatHole, TableSettings, TableView,
};
use store::PostedTransfer;

/// One round. The proof's fields stand at the top, where `scripts/verify_hand.py` looks for them.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct History {
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
    pub holes: Option<Vec<SeatHole>>,
    /// The table before the round, from which anybody can play the steps again.
    pub start: StoredCheckpoint,
    pub steps: Vec<HistoryStep>,
    /// What the reader saw at the end.
    pub(super) last: table::TableView,
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
            commitment: round.commitment,
            seed: seed.reveal(),
            players: player_seeds(round),
            deck: dealt(table, round, &seed),
        };
        let start = replayed.start.checkpoint().ok_or("the round before was not over")?;
        let last = replayed.steps.last().ok_or("nothing happened")?;
        let hole = |seat| {
            let cards = round.round.hole(seat)?;
            Some(SeatHole { seat: seat.number(), hole: cards.map(Card) })
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
            decisions: replayed.decisions.iter().map(decision_record).collect(),
            holes: (reader == Reader::Auditor).then(|| round.round.seats().filter_map(hole).collect()),
            start: StoredCheckpoint(start),
            steps: replayed.steps.iter().map(|step| history_step(step, people)).collect(),
            last: last.view.clone(),
        })
    }

    /// Returns the history as it is sent and exported.
    pub fn record(&self) -> Result<RoundHistory, serde_json::Error> {
        let proof = self.proof.clone();
        Ok(RoundHistory {
            table: proof.table,
            round: proof.round,
            commitment: proof.commitment,
            seed: proof.seed,
            player_seeds: proof.player_seeds,
            deck: proof.deck,
            name: self.name.clone(),
            settings: self.settings.clone(),
            began_ms: self.began_ms,
            ended_ms: self.ended_ms,
            void_reason: self.void_reason.clone(),
            collection: self.collection,
            reader: self.reader.clone(),
            players: self.players.clone(),
            balances: self.balances.clone(),
            decisions: self.decisions.clone(),
            holes: self.holes.clone(),
            start: serde_json::to_value(&self.start)?,
            steps: self.steps.clone(),
        })
    }
}

fn decision_record(decided: &super::Decided) -> DecisionRecord {
    let (action, times) = match decided.decision {
        Decision::Check => ("check", None),
        Decision::Raise(times) => ("raise", Some(times)),
        Decision::Fold => ("fold", None),
    };
    DecisionRecord {
        at_ms: decided.at_ms,
        seat: decided.seat.number(),
        street: decided.stage.into(),
        action: action.to_owned(),
        times,
        by: Actor::from(decided.by).to_string(),
    }
}

fn history_step(step: &Step, people: &NameCache) -> HistoryStep {
    HistoryStep {
        seq: step.seq,
        at_ms: step.at_ms,
        by: step.by,
        events: step.events.iter().map(Event::from).collect(),
        view: TableView::new(&step.view, |player| people.named(player)),
    }
}
