//! What follows from a command: events and the next state, or the reason why not.

use uth::{Cents, Seat};

use crate::allowance::Allowance;
use crate::command::Command;
use crate::event::Event;
use crate::money::Account;
use crate::table::{BankOffer, Occupant, Table, TableRound, TableStatus};
use crate::table_error::TableError;
use crate::time::{Seq, Timestamp};
use crate::who::PlayerId;

mod banking;
mod floor;
mod follow_up;
mod playing;
mod seating;

/// What a decision may know of the world outside the table.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The time.
    pub now: Timestamp,
    /// Returns what an account holds.
    pub available: &'a dyn Fn(Account) -> Cents,
    /// Returns what a player's own limits leave.
    pub allowance: &'a dyn Fn(PlayerId) -> Allowance,
}

/// Decides one command: returns its events and the state after them, or why it is refused. Replaying the events on
/// `table` gives the same state. [`Deciding::open`] decides the command that opens a table.
pub fn decide(
    table: &Table,
    command: Command,
    context: &Context<'_>,
) -> Result<(Vec<Event>, Table), TableError> {
    let mut deciding = Deciding::new(table, context);
    deciding.execute(command)?;
    Ok(deciding.finish())
}

/// Commands that are decided together: the events so far, and the state after them.
///
/// The state is cloned once. Each command performs its transition on that clone and records the event; nothing is
/// judged a second time. After an error the state may be half changed: drop the whole `Deciding`.
pub struct Deciding<'a> {
    table: Table,
    events: Vec<Event>,
    context: &'a Context<'a>,
}

impl<'a> Deciding<'a> {
    /// Starts from a table, which stays as it is.
    pub fn new(table: &Table, context: &'a Context<'a>) -> Deciding<'a> {
        Deciding { table: table.clone(), events: Vec::new(), context }
    }

    /// Decides [`Command::Open`], the first command of every table; no other makes sense before it.
    pub fn open(command: Command, context: &'a Context<'a>) -> Result<Deciding<'a>, TableError> {
        let Command::Open { table: id, settings, floor } = command else { return Err(TableError::NotOpen) };
        let table = Table { seq: Seq(1), ..Table::new(id, &settings) };
        Ok(Deciding { table, events: vec![Event::Opened { table: id, settings, floor }], context })
    }

    /// Executes a command and everything that follows from it at once.
    pub fn execute(&mut self, command: Command) -> Result<(), TableError> {
        if self.table.status == TableStatus::Closed && !matches!(command, Command::Reveal { .. }) {
            return Err(TableError::Closed);
        }
        match command {
            Command::Open { .. } => Err(TableError::AlreadyOpen),
            Command::Sit { player, seat } => self.sit(player, seat),
            Command::Leave { player, seat } => self.leave(player, seat),
            Command::SitOut { player, seat } => self.sit_out(player, seat),
            Command::ComeBack { player, seat } => self.come_back(player, seat),
            Command::AcceptBank { player, seat, wager } => self.accept_bank(player, seat, wager),
            Command::DeclineBank { player, seat } => self.decline_bank(player, seat),
            Command::WithdrawBank { player, seat } => self.withdraw_bank(player, seat),
            Command::OfferBankAgain { player } => self.offer_bank_again(player),
            Command::OpenRound { commitment } => self.open_round(commitment),
            Command::Wager { player, seat, wagers } => self.wager(player, seat, wagers),
            Command::Withdraw { player, seat } => self.withdraw(player, seat),
            Command::AddSeed { player, seat, seed } => self.add_seed(player, seat, seed),
            Command::NoMoreBets { player } => self.no_more_bets(player),
            Command::Deal { deck } => self.deal(deck),
            Command::Decide { player, seat, decision } => self.decide(player, seat, decision),
            Command::Tick => self.tick(),
            Command::Void { floor, reason } => self.void(floor, reason),
            Command::Close { floor, reason } => self.close(floor, reason),
            Command::Reveal { seed } => self.reveal(seed),
        }?;
        self.follow_up()
    }

    /// Returns the state after the commands so far.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the events of the commands so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns all events and the state after them.
    pub fn finish(self) -> (Vec<Event>, Table) {
        (self.events, self.table)
    }

    /// Records an event whose transition has been performed, and moves its chips.
    fn record(&mut self, event: Event) -> Result<(), TableError> {
        self.table.apply_moves(event.moves())?;
        self.table.seq = self.table.seq.next();
        self.events.push(event);
        Ok(())
    }

    const fn after_ms(&self, ms: u64) -> Timestamp {
        self.context.now.plus_ms(ms)
    }

    fn live(&self) -> Result<&TableRound, TableError> {
        self.table.live().ok_or(TableError::NoRound)
    }

    fn own(&self, player: PlayerId, seat: Seat) -> Result<Occupant, TableError> {
        let occupant = self.table.occupant(seat).filter(|occupant| occupant.player == player);
        occupant.ok_or(TableError::NotYourSeat { seat })
    }

    fn own_active(&self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if self.table.is_active(seat) { Ok(()) } else { Err(TableError::SitsOut { seat }) }
    }

    fn require_funds(&self, account: Account, needed: Cents) -> Result<(), TableError> {
        let available = (self.context.available)(account);
        if needed <= available { Ok(()) } else { Err(TableError::Funds { needed, available }) }
    }

    /// Asks a player's own limits for more exposure. Less exposure is never refused.
    fn require_allowance(&self, player: PlayerId, needed: Cents) -> Result<(), TableError> {
        if needed <= Cents::ZERO {
            return Ok(());
        }
        match (self.context.allowance)(player) {
            Allowance::Excluded { until } => Err(TableError::Excluded { until }),
            Allowance::AtMost(remaining) if needed > remaining => {
                Err(TableError::LossLimit { needed, remaining })
            }
            Allowance::AtMost(_) | Allowance::Unlimited => Ok(()),
        }
    }

    fn require_open(&self) -> Result<(), TableError> {
        if self.table.status == TableStatus::Open { Ok(()) } else { Err(TableError::Closed) }
    }

    const fn asked_to_bank(&self) -> Option<Seat> {
        match self.table.bank {
            BankOffer::Offered { seat, .. } => Some(seat),
            _ => None,
        }
    }
}
