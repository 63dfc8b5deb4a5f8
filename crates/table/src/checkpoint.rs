//! The state of a table between two rounds, so that loading a table replays only its last events.
//!
//! A checkpoint leaves out the last round, which the opening of the next replaces. A table that is resumed and then
//! replays the events from that opening on equals one that replays the whole history.

use uth::{Button, Cents, MOST_ROUNDS_BANKED, Round, Seat};

use crate::error::ReplayError;
use crate::id::{PlayerId, Seq, TableId};
use crate::settings::Settings;
use crate::table::{BankOffer, Occupant, Table, TableStatus, player_dealer};

/// Far beyond any real table. A forged checkpoint with larger counts is refused, so that no later sum overflows.
const MOST_COUNTED: u64 = 1 << 53;

/// What a table needs to go on from between two rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Which table.
    pub table: TableId,
    /// What it was opened with.
    pub settings: Settings,
    /// How many events came before.
    pub seq: Seq,
    /// How many rounds came before.
    pub rounds: u64,
    /// Who sits where.
    pub seats: Vec<(Seat, Occupant)>,
    /// Which seat banked last, and how many rounds in a row.
    pub banked: Option<(Seat, u8)>,
    /// Which seats have declined the bank since.
    pub declined: Vec<Seat>,
    /// Which player banked last, and how many rounds in a row.
    pub streak: Option<(PlayerId, u8)>,
    /// How the bank of the next round stands.
    pub bank: BankOffer,
}

impl Table {
    /// Returns the checkpoint between two rounds; `None` during a round, before its reveal, and after closing.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        let is_between = self.round.as_ref().is_none_or(|last| last.revealed.is_some());
        if !is_between || self.status != TableStatus::Open {
            return None;
        }
        let banked = self.button.holder().map(|holder| (holder, rounds_banked(self.button, holder)));
        let has_declined = |seat: &Seat| {
            let has_banked_enough = banked == Some((*seat, MOST_ROUNDS_BANKED));
            !has_banked_enough && self.button.offered(|asked| asked == *seat).is_none()
        };
        Some(Checkpoint {
            table: self.id,
            settings: self.settings,
            seq: self.seq,
            rounds: self.rounds,
            seats: self.seats().filter_map(|seat| Some((seat, self.occupant(seat)?))).collect(),
            banked,
            declined: self.seats().filter(has_declined).collect(),
            streak: self.streak,
            bank: self.bank,
        })
    }

    /// Returns the table that a checkpoint was made of. A forged checkpoint may be refused; if it is not, the table can
    /// be played on.
    pub fn resumed(checkpoint: &Checkpoint) -> Result<Table, ReplayError> {
        if checkpoint.seq.0 > MOST_COUNTED || checkpoint.rounds > MOST_COUNTED {
            return Err(ReplayError::Round);
        }
        let mut table = Table::new(checkpoint.table, &checkpoint.settings);
        for (seat, who) in &checkpoint.seats {
            table.take_seat(*seat, *who)?;
        }
        if let Some((seat, rounds)) = checkpoint.banked {
            for _ in 0..rounds {
                table.button.banked(seat, |asked| asked == seat)?;
            }
        }
        for seat in &checkpoint.declined {
            table.button.decline(*seat, |asked| asked == *seat)?;
        }
        table.streak = checkpoint.streak;
        table.bank = checkpoint.bank;
        table.escrow = match checkpoint.bank {
            BankOffer::Accepted { seat, player, wager } => {
                Round::open(*checkpoint.settings.terms(), player_dealer(seat, player, wager))?;
                wager
            }
            BankOffer::Nobody | BankOffer::Offered { .. } => Cents::ZERO,
        };
        table.rounds = checkpoint.rounds;
        table.seq = checkpoint.seq;
        Ok(table)
    }
}

/// Returns how many rounds in a row the holder has banked: after two it is not asked again even if no seat had
/// declined.
fn rounds_banked(mut button: Button, holder: Seat) -> u8 {
    button.offer_again();
    if button.offered(|asked| asked == holder).is_none() { MOST_ROUNDS_BANKED } else { 1 }
}
