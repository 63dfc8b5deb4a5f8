//! A table as it stands just before a round opens, so that nobody has to replay years to find out.
//!
//! What a checkpoint leaves out is the record of the last round, which the opening of the next replaces: resumed
//! there, and told the events from that opening on, a table is the same as one that was told everything.

use uth::{Button, Cents, MOST_ROUNDS_BANKED, Round, Seat};

use crate::contradiction::Contradiction;
use crate::settings::Settings;
use crate::table::{BankOffer, Occupant, Standing, Table, player_dealer};
use crate::who::{PlayerId, TableId};

/// No table has counted so far, and from here on nothing that is added can leave the numbers.
const MOST_COUNTED: u64 = 1 << 53;

/// What is needed to go on from between two rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Which table.
    pub table: TableId,
    /// What it was opened with.
    pub settings: Settings,
    /// How many events came before.
    pub seq: u64,
    /// How many rounds came before.
    pub rounds: u64,
    /// Who sits where.
    pub chairs: Vec<(Seat, Occupant)>,
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
    /// The table as it stands between two rounds. During a round, before its reveal and after closing there is
    /// none.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        let is_between = self.round.as_ref().is_none_or(|last| last.revealed.is_some());
        if !is_between || self.standing != Standing::Open {
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
            chairs: self.seats().filter_map(|seat| Some((seat, self.occupant(seat)?))).collect(),
            banked,
            declined: self.seats().filter(has_declined).collect(),
            streak: self.streak,
            bank: self.bank,
        })
    }

    /// The table that stood so. A forged checkpoint is refused where going on from it would be senseless.
    pub fn resumed(checkpoint: &Checkpoint) -> Result<Table, Contradiction> {
        if checkpoint.seq > MOST_COUNTED || checkpoint.rounds > MOST_COUNTED {
            return Err(Contradiction::Round);
        }
        let mut table = Table::new(checkpoint.table, &checkpoint.settings);
        for (seat, who) in &checkpoint.chairs {
            table.sit(*seat, *who)?;
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

/// How many rounds in a row the holder has banked: after two it is not asked again, even if nobody had declined.
fn rounds_banked(mut button: Button, holder: Seat) -> u8 {
    button.offer_again();
    if button.offered(|asked| asked == holder).is_none() { MOST_ROUNDS_BANKED } else { 1 }
}
