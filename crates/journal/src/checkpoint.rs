//! Checkpoints: tables between two rounds, from which loading starts without reading the whole log.

use serde::{Deserialize, Serialize};
use store::RecordKind;
use table::{BankOffer, Checkpoint, Occupant, PlayerId, Seq, Settings, TableId};
use uth::Seat;

use protocol::bits::{BankOfferTwin, OccupantTwin, seat};
use protocol::settings::twin as settings;

use crate::dedup::CommandDedup;
use crate::record::{EventKey, Record};

/// A checkpoint with its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Form", into = "Form")]
pub struct StoredCheckpoint(pub Checkpoint);

/// A checkpoint with what the card room adds to it, found by the table and the sequence number of its last event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointRecord {
    /// The table.
    pub table: StoredCheckpoint,
    /// The hash of the last entry before the checkpoint.
    #[serde(with = "hex")]
    pub hash: [u8; 32],
    /// Recent commands, so that a repeated one is recognized after loading.
    pub answers: CommandDedup,
    /// The sequence number of the last street change.
    pub last_street_seq: u64,
}

impl Record for CheckpointRecord {
    const KIND: RecordKind = RecordKind::Checkpoint;
    type Key = EventKey;
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    table: u64,
    #[serde(with = "settings")]
    settings: Settings,
    seq: u64,
    rounds: u64,
    seats: Vec<TakenSeat>,
    banked: Option<(SeatForm, u8)>,
    declined: Vec<SeatForm>,
    streak: Option<(u64, u8)>,
    #[serde(with = "BankOfferTwin")]
    bank: BankOffer,
}

#[derive(Clone, Serialize, Deserialize)]
struct TakenSeat {
    #[serde(with = "seat")]
    seat: Seat,
    #[serde(flatten, with = "OccupantTwin")]
    occupant: Occupant,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct SeatForm(#[serde(with = "seat")] Seat);

impl From<StoredCheckpoint> for Form {
    fn from(StoredCheckpoint(checkpoint): StoredCheckpoint) -> Form {
        let occupied = |(seat, occupant)| TakenSeat { seat, occupant };
        Form {
            table: checkpoint.table.0,
            settings: checkpoint.settings,
            seq: checkpoint.seq.0,
            rounds: checkpoint.rounds,
            seats: checkpoint.seats.into_iter().map(occupied).collect(),
            banked: checkpoint.banked.map(|(seat, rounds)| (SeatForm(seat), rounds)),
            declined: checkpoint.declined.into_iter().map(SeatForm).collect(),
            streak: checkpoint.streak.map(|(player, rounds)| (player.0, rounds)),
            bank: checkpoint.bank,
        }
    }
}

impl From<Form> for StoredCheckpoint {
    fn from(form: Form) -> StoredCheckpoint {
        StoredCheckpoint(Checkpoint {
            table: TableId(form.table),
            settings: form.settings,
            seq: Seq(form.seq),
            rounds: form.rounds,
            seats: form.seats.into_iter().map(|taken| (taken.seat, taken.occupant)).collect(),
            banked: form.banked.map(|(seat, rounds)| (seat.0, rounds)),
            declined: form.declined.into_iter().map(|seat| seat.0).collect(),
            streak: form.streak.map(|(player, rounds)| (PlayerId(player), rounds)),
            bank: form.bank,
        })
    }
}
