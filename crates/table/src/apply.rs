//! How events make the state of a table.

use uth::{Cents, Seat};

use crate::contradiction::Contradiction;
use crate::event::Event;
use crate::money::{Account, Move};
use crate::table::{Occupant, Standing, Table};

mod banking;
mod playing;

impl Table {
    /// The table as its first event leaves it.
    pub fn opened(event: &Event) -> Result<Table, Contradiction> {
        let Event::Opened { table, settings, .. } = event else { return Err(Contradiction::Opening) };
        Ok(Table { seq: 1, ..Table::new(*table, settings) })
    }

    /// The table as all of its events leave it.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Table, Contradiction> {
        let mut events = events.into_iter();
        let mut table = Table::opened(events.next().ok_or(Contradiction::Opening)?)?;
        events.try_for_each(|event| table.apply(event))?;
        Ok(table)
    }

    /// Makes an event true. If it contradicts those before it, the table is of no further use.
    pub fn apply(&mut self, event: &Event) -> Result<(), Contradiction> {
        match event {
            Event::Opened { .. } => return Err(Contradiction::Opening),
            Event::Sat { player, seat } => self.sit(*seat, Occupant::new(*player))?,
            Event::SatOut { seat } => self.seated(*seat)?.sits_out = true,
            Event::CameBack { seat } => {
                let who = self.seated(*seat)?;
                *who = Occupant::new(who.player);
            }
            Event::Leaving { seat } => self.seated(*seat)?.leaves = true,
            Event::Left { player, seat } => {
                if self.seated(*seat)?.player != *player {
                    return Err(Contradiction::Seat(*seat));
                }
                self.chairs[seat.index()] = None;
            }
            Event::BankOffered { .. }
            | Event::OfferLapsed
            | Event::BankDeclined { .. }
            | Event::BankOfferedAgain
            | Event::BankAccepted { .. }
            | Event::BankWithdrawn { .. } => self.apply_banking(event)?,
            Event::Closing { .. } => self.standing = Standing::Closing,
            Event::Closed => {
                if self.live().is_some() || self.standing != Standing::Closing {
                    return Err(Contradiction::Closed);
                }
                self.standing = Standing::Closed;
            }
            _ => self.apply_playing(event)?,
        }
        self.seq += 1;
        Ok(())
    }

    pub(crate) fn sit(&mut self, seat: Seat, who: Occupant) -> Result<(), Contradiction> {
        if seat.number() > self.settings.terms().places() || self.occupant(seat).is_some() {
            return Err(Contradiction::Seat(seat));
        }
        self.chairs[seat.index()] = Some(who);
        Ok(())
    }

    fn seated(&mut self, seat: Seat) -> Result<&mut Occupant, Contradiction> {
        self.chairs[seat.index()].as_mut().ok_or(Contradiction::Seat(seat))
    }

    /// Moves chips, if they are the right ones.
    fn carry(&mut self, moves: &[Move], expected: &[Move]) -> Result<(), Contradiction> {
        if moves != expected {
            return Err(Contradiction::Money);
        }
        for one in moves {
            if one.credit == Account::Escrow(self.id) {
                self.escrow += one.amount;
            }
            if one.debit == Account::Escrow(self.id) {
                self.escrow -= one.amount;
            }
        }
        if self.escrow < Cents::ZERO { Err(Contradiction::Money) } else { Ok(()) }
    }
}

impl Occupant {
    const fn new(player: crate::who::PlayerId) -> Occupant {
        Occupant { player, sits_out: false, leaves: false }
    }
}
