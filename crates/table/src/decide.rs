//! What follows from a command: events, or the reason why not.

use uth::{Action, Cents, Round, Seat};

use crate::command::Command;
use crate::event::Event;
use crate::money::Account;
use crate::refusal::Refusal;
use crate::table::{BankOffer, Occupant, Standing, Table, TableRound};
use crate::who::PlayerId;

mod aftermath;
mod banking;
mod floor;
mod playing;
mod seating;

/// What a decision may know of the world outside the table.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The time, in milliseconds since whenever.
    pub now_ms: u64,
    /// What an account holds.
    pub available: &'a dyn Fn(Account) -> Cents,
}

/// What follows from a command. The table itself stays as it is; once the events are safe, apply them.
pub fn decide(table: &Table, command: Command, context: &Context<'_>) -> Result<Vec<Event>, Refusal> {
    let mut draft = Draft { table: table.clone(), events: Vec::new(), context };
    if table.standing == Standing::Closed && !matches!(command, Command::Reveal { .. }) {
        return Err(Refusal::Closed);
    }
    match command {
        Command::Sit { player, seat } => draft.sit(player, seat),
        Command::Leave { player, seat } => draft.leave(player, seat),
        Command::SitOut { player, seat } => draft.sit_out(player, seat),
        Command::ComeBack { player, seat } => draft.come_back(player, seat),
        Command::AcceptBank { player, seat, wager } => draft.accept_bank(player, seat, wager),
        Command::DeclineBank { player, seat } => draft.decline_bank(player, seat),
        Command::WithdrawBank { player, seat } => draft.withdraw_bank(player, seat),
        Command::OfferBankAgain { player } => draft.offer_bank_again(player),
        Command::OpenRound { commitment } => draft.open_round(commitment),
        Command::Wager { player, seat, wagers } => draft.wager(player, seat, wagers),
        Command::Withdraw { player, seat } => draft.withdraw(player, seat),
        Command::AddSeed { player, seat, seed } => draft.add_seed(player, seat, seed),
        Command::NoMoreBets { player } => draft.no_more_bets(player),
        Command::Deal { deck } => draft.deal(deck),
        Command::Decide { player, seat, decision } => draft.decide(player, seat, decision),
        Command::Tick => draft.tick(),
        Command::Void { floor, reason } => draft.void(floor, reason),
        Command::Close { floor, reason } => draft.close(floor, reason),
        Command::Reveal { seed } => draft.reveal(seed),
    }?;
    draft.aftermath()?;
    Ok(draft.events)
}

/// Events that are being decided, and the table as they would leave it.
struct Draft<'a> {
    table: Table,
    events: Vec<Event>,
    context: &'a Context<'a>,
}

impl Draft<'_> {
    fn emit(&mut self, event: Event) -> Result<(), Refusal> {
        self.table.apply(&event)?;
        self.events.push(event);
        Ok(())
    }

    fn after_ms(&self, ms: u64) -> u64 {
        self.context.now_ms.saturating_add(ms)
    }

    fn live(&self) -> Result<&TableRound, Refusal> {
        self.table.live().ok_or(Refusal::NoRound)
    }

    /// The round as it would be after the action, if the rules allow that.
    fn tried(&self, action: Action) -> Result<Round, Refusal> {
        let mut round = self.live()?.round.clone();
        round.act(action)?;
        Ok(round)
    }

    fn own(&self, player: PlayerId, seat: Seat) -> Result<Occupant, Refusal> {
        self.table.occupant(seat).filter(|who| who.player == player).ok_or(Refusal::NotYourSeat { seat })
    }

    fn own_active(&self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.own(player, seat)?;
        if self.table.is_active(seat) { Ok(()) } else { Err(Refusal::SitsOut { seat }) }
    }

    fn afford(&self, account: Account, needed: Cents) -> Result<(), Refusal> {
        let available = (self.context.available)(account);
        if needed <= available { Ok(()) } else { Err(Refusal::Funds { needed, available }) }
    }

    fn check_open(&self) -> Result<(), Refusal> {
        if self.table.standing == Standing::Open { Ok(()) } else { Err(Refusal::Closed) }
    }

    fn asked_to_bank(&self) -> Option<Seat> {
        match self.table.bank {
            BankOffer::Offered { seat, .. } => Some(seat),
            _ => None,
        }
    }
}
