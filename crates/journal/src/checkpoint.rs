//! Checkpoints as they are stored.

use serde::{Deserialize, Serialize};
use table::{BankOffer, Checkpoint, Occupant, PlayerId, Seq, Settings, TableId};
use uth::Seat;

use protocol::bits::{BankOfferTwin, OccupantTwin, seat};
use protocol::settings::twin as settings;

use crate::dedup::CommandDedup;

#[derive(Serialize, Deserialize)]
struct Written {
    table: u64,
    #[serde(with = "settings")]
    settings: Settings,
    seq: u64,
    rounds: u64,
    seats: Vec<TakenSeat>,
    banked: Option<(Place, u8)>,
    declined: Vec<Place>,
    streak: Option<(u64, u8)>,
    #[serde(with = "BankOfferTwin")]
    bank: BankOffer,
}

#[derive(Serialize, Deserialize)]
struct TakenSeat {
    #[serde(with = "seat")]
    seat: Seat,
    #[serde(flatten, with = "OccupantTwin")]
    occupant: Occupant,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Place(#[serde(with = "seat")] Seat);

/// The text of a checkpoint.
///
/// # Panics
/// Never: nothing in a checkpoint refuses to be written.
pub fn checkpoint_text(checkpoint: &Checkpoint) -> String {
    let stored = Written {
        table: checkpoint.table.0,
        settings: checkpoint.settings,
        seq: checkpoint.seq.0,
        rounds: checkpoint.rounds,
        seats: checkpoint.seats.iter().map(|(seat, who)| TakenSeat { seat: *seat, occupant: *who }).collect(),
        banked: checkpoint.banked.map(|(seat, rounds)| (Place(seat), rounds)),
        declined: checkpoint.declined.iter().map(|seat| Place(*seat)).collect(),
        streak: checkpoint.streak.map(|(player, rounds)| (player.0, rounds)),
        bank: checkpoint.bank,
    };
    serde_json::to_string(&stored).expect("a checkpoint is text and numbers")
}

/// The checkpoint that was written.
pub fn checkpoint_from_text(text: &str) -> Result<Checkpoint, serde_json::Error> {
    let stored: Written = serde_json::from_str(text)?;
    Ok(Checkpoint {
        table: TableId(stored.table),
        settings: stored.settings,
        seq: Seq(stored.seq),
        rounds: stored.rounds,
        seats: stored.seats.into_iter().map(|taken| (taken.seat, taken.occupant)).collect(),
        banked: stored.banked.map(|(seat, rounds)| (seat.0, rounds)),
        declined: stored.declined.into_iter().map(|seat| seat.0).collect(),
        streak: stored.streak.map(|(player, rounds)| (PlayerId(player), rounds)),
        bank: stored.bank,
    })
}

/// A checkpoint with what the card room adds to it.
#[derive(Serialize, Deserialize)]
pub struct CheckpointRecord {
    /// The table itself.
    pub checkpoint: String,
    /// The hash of the last entry before.
    pub hash: String,
    /// The commands that were done of late.
    pub answers: CommandDedup,
    /// When the table last turned to something new.
    pub last_street_seq: u64,
}
