//! Replay: events make the state of a table.

use crate::event::Event;
use crate::money::Move;
use crate::replay_error::ReplayError;
use crate::table::Table;
use crate::time::Seq;

impl Table {
    /// Returns the table as its first event leaves it.
    pub fn opened(event: &Event) -> Result<Table, ReplayError> {
        let Event::Opened { table, settings, .. } = event else { return Err(ReplayError::Opening) };
        Ok(Table { seq: Seq(1), ..Table::new(*table, settings) })
    }

    /// Returns the table as all of its events leave it.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Table, ReplayError> {
        let mut events = events.into_iter();
        let mut table = Table::opened(events.next().ok_or(ReplayError::Opening)?)?;
        events.try_for_each(|event| table.apply(event))?;
        Ok(table)
    }

    /// Applies a stored event. The moves of the event are compared with those that follow from the rules. After an
    /// error the table is in an undefined state and must be dropped.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        let expected = self.transition(event)?;
        if event.moves() != expected {
            return Err(ReplayError::Money);
        }
        self.apply_moves(&expected)?;
        self.seq = self.seq.next();
        Ok(())
    }

    /// Performs the transition of an event, and returns the moves that belong to it.
    fn transition(&mut self, event: &Event) -> Result<Vec<Move>, ReplayError> {
        match event {
            Event::Opened { .. } => return Err(ReplayError::Opening),
            Event::Sat { player, seat } => self.sit(*player, *seat)?,
            Event::SatOut { seat } => self.sit_out(*seat)?,
            Event::CameBack { seat } => self.come_back(*seat)?,
            Event::Leaving { seat } => self.mark_leaving(*seat)?,
            Event::Left { player, seat } => self.free_seat(*player, *seat)?,
            Event::BankOffered { seat, until } => self.offer_bank(*seat, *until)?,
            Event::OfferLapsed => self.lapse_offer()?,
            Event::BankDeclined { seat, .. } => self.decline_bank(*seat)?,
            Event::BankOfferedAgain => self.offer_bank_again()?,
            Event::BankAccepted { player, seat, wager, .. } => {
                return self.accept_bank(*player, *seat, *wager);
            }
            Event::BankWithdrawn { seat, .. } => return self.withdraw_bank(*seat),
            Event::RoundOpened { number, commitment } => self.open_round(*number, *commitment)?,
            Event::Wagered { player, seat, wagers, closes, .. } => {
                let moves = self.place_wagers(*player, *seat, *wagers)?;
                self.set_deadline(*closes)?;
                return Ok(moves);
            }
            Event::Withdrawn { seat, closes, .. } => {
                let moves = self.withdraw_wagers(*seat)?;
                self.set_deadline(*closes)?;
                return Ok(moves);
            }
            Event::SeedAdded { seat, seed, .. } => self.add_seed(*seat, *seed)?,
            Event::BetsClosed { .. } => return self.close_bets(),
            Event::Dealt { deck, until } => self.deal(deck, *until)?,
            Event::Decided { seat, decision, .. } => return self.decide_hand(*seat, *decision),
            Event::Turned { stage, until } => self.turn(*stage, *until)?,
            Event::Settled { .. } => return self.settle(),
            Event::Voided { reason, .. } => return self.void(reason),
            Event::Revealed { seed } => self.reveal(*seed)?,
            Event::Closing { .. } => self.start_closing(),
            Event::Closed => self.close()?,
        }
        Ok(Vec::new())
    }
}
