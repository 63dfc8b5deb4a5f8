//! Checkpoints: tables between two rounds, from which loading starts without reading the whole log.

use serde::{Deserialize, Serialize};
use table::{Checkpoint, Commitment, Occupant};
use uth::Banked;

use crate::dedup::DedupCheckpoint;

use protocol::{BankOffer, Hex32, PlayerId, SeatNumber, Seq, SettingsError, TableId, TableSettings};

/// A checkpoint with its stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
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
    /// The commands that the table remembered. They are read from the log again, so that a repeated one is recognized
    /// after loading.
    pub commands: DedupCheckpoint,
    /// The sequence number of the last street change.
    pub last_street_seq: u64,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
// Apart from the table's own type: that may change, and stored checkpoints stay readable.
struct Form {
    table: TableId,
    settings: TableSettings,
    seq: Seq,
    rounds: u64,
    rounds_dealt: u64,
    seats: Vec<TakenSeat>,
    banked: Option<(SeatNumber, PlayerId, u8)>,
    declined: Vec<SeatNumber>,
    bank: BankOffer,
    next_commitment: Option<Hex32>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakenSeat {
    seat: SeatNumber,
    player: PlayerId,
    sits_out: bool,
    leaves: bool,
}

impl From<StoredCheckpoint> for Form {
    fn from(StoredCheckpoint(checkpoint): StoredCheckpoint) -> Form {
        let taken = |(seat, occupant): (uth::Seat, Occupant)| TakenSeat {
            seat: seat.into(),
            player: occupant.player.into(),
            sits_out: occupant.sits_out,
            leaves: occupant.leaves,
        };
        Form {
            table: checkpoint.table.into(),
            settings: TableSettings::from(&checkpoint.settings),
            seq: checkpoint.seq.into(),
            rounds: checkpoint.rounds,
            rounds_dealt: checkpoint.rounds_dealt,
            seats: checkpoint.seats.into_iter().map(taken).collect(),
            banked: checkpoint.banked.map(|last| (last.seat.into(), PlayerId(last.person.0), last.rounds)),
            declined: checkpoint.declined.into_iter().map(SeatNumber).collect(),
            bank: checkpoint.bank.into(),
            next_commitment: checkpoint.next_commitment.map(|commitment| Hex32(commitment.0)),
        }
    }
}

impl TryFrom<Form> for StoredCheckpoint {
    type Error = SettingsError;

    fn try_from(form: Form) -> Result<StoredCheckpoint, SettingsError> {
        let occupied = |taken: TakenSeat| {
            let TakenSeat { seat, player, sits_out, leaves } = taken;
            (seat.into(), Occupant { player: player.into(), sits_out, leaves })
        };
        let banked = |(seat, player, rounds): (SeatNumber, PlayerId, u8)| Banked {
            seat: seat.into(),
            person: uth::Person(player.0),
            rounds,
        };
        Ok(StoredCheckpoint(Checkpoint {
            table: form.table.into(),
            // Checked again, because the bytes may be damaged and the rules of a later version stricter.
            settings: form.settings.settings()?,
            seq: form.seq.into(),
            rounds: form.rounds,
            rounds_dealt: form.rounds_dealt,
            seats: form.seats.into_iter().map(occupied).collect(),
            banked: form.banked.map(banked),
            declined: form.declined.into_iter().map(uth::Seat::from).collect(),
            bank: form.bank.into(),
            next_commitment: form.next_commitment.map(|commitment| Commitment(commitment.0)),
        }))
    }
}
