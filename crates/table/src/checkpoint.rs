//! The state of a table between two rounds, so that loading a table replays only its last events.
//!
//! A checkpoint leaves out the last round, which the opening of the next replaces. A table that is resumed and then
//! replays the events from that opening on equals one that replays the whole history.

use uth::{Banked, Button, Cents, MOST_ROUNDS_BANKED, Round, Seat};

use crate::error::ReplayError;
use crate::id::{Commitment, Seq, TableId};
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
    /// How many of them were dealt.
    pub rounds_dealt: u64,
    /// Who sits where.
    pub seats: Vec<(Seat, Occupant)>,
    /// Who banked last, where, and how many rounds in a row.
    pub banked: Option<Banked>,
    /// Which seats have declined the bank since.
    pub declined: Vec<Seat>,
    /// How the bank of the next round stands.
    pub bank: BankOffer,
    /// What the card room committed to for the next round.
    pub next_commitment: Option<Commitment>,
}

impl Table {
    /// Returns the checkpoint between two rounds; `None` during a round, before its reveal, and after closing.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        let is_between = self.round.as_ref().is_none_or(|last| last.revealed.is_some());
        // In the middle of a round the state holds cards, which are never stored.
        if !is_between || self.status != TableStatus::Open {
            return None;
        }
        Some(Checkpoint {
            table: self.id,
            settings: self.settings,
            seq: self.seq,
            rounds: self.rounds,
            rounds_dealt: self.rounds_dealt,
            seats: self.seats().filter_map(|seat| Some((seat, self.occupant(seat)?))).collect(),
            banked: self.button.last(),
            declined: self.button.declined().collect(),
            bank: self.bank,
            next_commitment: self.next_commitment,
        })
    }

    /// Returns the table that a checkpoint was made of. A forged checkpoint may be refused; if it is not, the table can
    /// be played on.
    pub fn resumed(checkpoint: &Checkpoint) -> Result<Table, ReplayError> {
        if checkpoint.seq.0 > MOST_COUNTED
            || checkpoint.rounds > MOST_COUNTED
            || checkpoint.rounds_dealt > checkpoint.rounds
        {
            return Err(ReplayError::Round);
        }
        let mut table = Table::new(checkpoint.table, &checkpoint.settings);
        for (seat, who) in &checkpoint.seats {
            table.take_seat(*seat, *who)?;
        }
        if checkpoint.banked.is_some_and(|last| !(1..=MOST_ROUNDS_BANKED).contains(&last.rounds)) {
            return Err(ReplayError::Round);
        }
        table.button = Button::left(checkpoint.banked, checkpoint.declined.iter().copied());
        table.bank = checkpoint.bank;
        table.escrow = match checkpoint.bank {
            BankOffer::Accepted { seat, player, wager } => {
                Round::open(*checkpoint.settings.terms(), player_dealer(seat, player, wager))?;
                wager
            }
            BankOffer::Nobody | BankOffer::Offered { .. } => Cents::ZERO,
        };
        table.next_commitment = checkpoint.next_commitment;
        table.rounds = checkpoint.rounds;
        table.rounds_dealt = checkpoint.rounds_dealt;
        table.seq = checkpoint.seq;
        Ok(table)
    }
}
