//! Replay, and the transitions of a table's state that it shares with deciding. [`crate::Deciding`] performs a
//! transition and then records its event; [`Table::apply`] performs the same one for a stored event and compares the
//! money.
//!
//! A transition that moves chips returns the moves and leaves them to [`Table::apply_moves`], because deciding has to
//! ask for funds in between.

use std::sync::Arc;

use uth::{
    Action, Banker, Cents, Deal, Decision, Deck, Odds, PayTable, Round, Seat, Settlement, Stage, Wagers,
};

use crate::error::ReplayError;
use crate::event::Event;
use crate::id::{Commitment, PlayerId, Seed, Seq, Timestamp};
use crate::money::{Account, Move};
use crate::table::{BankOffer, Occupant, Table, TableRound, TableStatus, player_dealer};

/// Replay.
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
        // Compared before they are applied: a forged amount never reaches the escrow.
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
            Event::Committed { number, commitment } => self.commit(*number, *commitment)?,
            Event::RoundOpened { number, commitment } => self.open_round(*number, *commitment)?,
            Event::Wagered { player, seat, wagers, closes, latest, .. } => {
                let moves = self.place_wagers(*player, *seat, *wagers)?;
                self.set_closing_time(*closes, *latest)?;
                return Ok(moves);
            }
            Event::Withdrawn { seat, closes, .. } => {
                let moves = self.withdraw_wagers(*seat)?;
                self.change_closing_time(*closes)?;
                return Ok(moves);
            }
            Event::ClockChanged { closes } => self.change_closing_time(Some(*closes))?,
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

    /// Moves chips to and from the table.
    pub(crate) fn apply_moves(&mut self, moves: &[Move]) -> Result<(), ReplayError> {
        let escrow = Account::Escrow(self.id);
        for one in moves {
            if one.credit == escrow {
                self.escrow += one.amount;
            }
            if one.debit == escrow {
                self.escrow -= one.amount;
            }
            if let (Account::Drop, Some(round)) = (one.credit, &mut self.round) {
                round.collected = one.amount;
            }
        }
        // Between rounds only an accepted bank lies on the table.
        let is_cleared = self.live().is_none() && !matches!(self.bank, BankOffer::Accepted { .. });
        let is_balanced = if is_cleared { self.escrow == Cents::ZERO } else { self.escrow >= Cents::ZERO };
        if is_balanced { Ok(()) } else { Err(ReplayError::Money) }
    }
}

impl Occupant {
    const fn new(player: PlayerId) -> Occupant {
        Occupant { player, sits_out: false, leaves: false }
    }
}

/// Taking and leaving seats, and closing the table.
impl Table {
    pub(crate) fn sit(&mut self, player: PlayerId, seat: Seat) -> Result<(), ReplayError> {
        self.take_seat(seat, Occupant::new(player))
    }

    pub(crate) fn take_seat(&mut self, seat: Seat, occupant: Occupant) -> Result<(), ReplayError> {
        if seat.number() > self.settings.terms().places() || self.occupant(seat).is_some() {
            return Err(ReplayError::Seat(seat));
        }
        self.seats[seat.index()] = Some(occupant);
        Ok(())
    }

    pub(crate) fn free_seat(&mut self, player: PlayerId, seat: Seat) -> Result<(), ReplayError> {
        if self.seated(seat)?.player != player {
            return Err(ReplayError::Seat(seat));
        }
        self.seats[seat.index()] = None;
        Ok(())
    }

    pub(crate) fn sit_out(&mut self, seat: Seat) -> Result<(), ReplayError> {
        self.seated(seat)?.sits_out = true;
        Ok(())
    }

    pub(crate) fn come_back(&mut self, seat: Seat) -> Result<(), ReplayError> {
        let occupant = self.seated(seat)?;
        *occupant = Occupant::new(occupant.player);
        Ok(())
    }

    pub(crate) fn mark_leaving(&mut self, seat: Seat) -> Result<(), ReplayError> {
        self.seated(seat)?.leaves = true;
        Ok(())
    }

    pub(crate) const fn start_closing(&mut self) {
        self.status = TableStatus::Closing;
    }

    pub(crate) fn close(&mut self) -> Result<(), ReplayError> {
        // A round that is under way is finished or void first, so that a closed table holds no chips.
        if self.live().is_some() || self.status != TableStatus::Closing {
            return Err(ReplayError::Closed);
        }
        self.status = TableStatus::Closed;
        Ok(())
    }

    fn seated(&mut self, seat: Seat) -> Result<&mut Occupant, ReplayError> {
        self.seats[seat.index()].as_mut().ok_or(ReplayError::Seat(seat))
    }
}

/// The bank of a player-banked table.
impl Table {
    pub(crate) fn offer_bank(&mut self, seat: Seat, until: Timestamp) -> Result<(), ReplayError> {
        let is_accepted = matches!(self.bank, BankOffer::Accepted { .. });
        if is_accepted || self.live().is_some() || self.next_to_bank() != Some(seat) {
            return Err(ReplayError::Bank);
        }
        self.bank = BankOffer::Offered { seat, until };
        Ok(())
    }

    pub(crate) fn lapse_offer(&mut self) -> Result<(), ReplayError> {
        let BankOffer::Offered { .. } = self.bank else { return Err(ReplayError::Bank) };
        self.bank = BankOffer::Nobody;
        Ok(())
    }

    /// Passes the bank on. Whether this seat was asked is for the decision to say: other players may have come or gone
    /// since.
    pub(crate) fn decline_bank(&mut self, seat: Seat) -> Result<(), ReplayError> {
        if matches!(self.bank, BankOffer::Accepted { .. }) {
            return Err(ReplayError::Bank);
        }
        let person = self.occupant(seat).map(|occupant| occupant.player.person());
        self.button.decline(seat, |asked| person.filter(|_| asked == seat))?;
        self.bank = BankOffer::Nobody;
        Ok(())
    }

    pub(crate) fn offer_bank_again(&mut self) -> Result<(), ReplayError> {
        if self.bank != BankOffer::Nobody {
            return Err(ReplayError::Bank);
        }
        self.button.offer_again();
        Ok(())
    }

    pub(crate) fn accept_bank(
        &mut self,
        player: PlayerId,
        seat: Seat,
        wager: Cents,
    ) -> Result<Vec<Move>, ReplayError> {
        let is_asked = matches!(self.bank, BankOffer::Offered { seat: asked, .. } if asked == seat);
        if !is_asked || self.seated(seat)?.player != player {
            return Err(ReplayError::Bank);
        }
        // The rules judge the wager when a round opens with it; the round itself waits for a commitment.
        Round::open(*self.settings.terms(), player_dealer(seat, player, wager))?;
        self.bank = BankOffer::Accepted { seat, player, wager };
        Ok(self.escrow_moves(player, wager))
    }

    /// Returns the bank for which no round was opened to its player.
    pub(crate) fn withdraw_bank(&mut self, seat: Seat) -> Result<Vec<Move>, ReplayError> {
        match self.bank {
            BankOffer::Accepted { seat: bank, player, wager } if bank == seat => {
                self.bank = BankOffer::Nobody;
                Ok(self.escrow_moves(player, -wager))
            }
            _ => Err(ReplayError::Bank),
        }
    }
}

/// A round from its commitment to its reveal.
impl Table {
    pub(crate) fn commit(&mut self, number: u64, commitment: Commitment) -> Result<(), ReplayError> {
        // One commitment stays until its round opens: the card room must not draw seeds until it likes one. And the
        // seed of the round before must not be lost.
        let is_due = self.next_commitment.is_none() && self.status == TableStatus::Open;
        let is_revealed = self.round.as_ref().is_none_or(|last| last.revealed.is_some());
        if number != self.rounds || !is_due || !is_revealed {
            return Err(ReplayError::Round);
        }
        self.next_commitment = Some(commitment);
        Ok(())
    }

    pub(crate) fn open_round(&mut self, number: u64, commitment: Commitment) -> Result<(), ReplayError> {
        // A commitment is made only after the reveal of the round before, so that its seed is not lost with it.
        if number != self.rounds || self.next_commitment != Some(commitment) {
            return Err(ReplayError::Round);
        }
        self.next_commitment = None;
        let banker = match self.bank {
            BankOffer::Accepted { seat, player, wager } => player_dealer(seat, player, wager),
            _ => Banker::House,
        };
        self.round = Some(TableRound {
            number,
            deck: self.settings.terms().rules().deck_in_play(self.rounds_dealt),
            round: Round::open(*self.settings.terms(), banker)?,
            owners: [None; Seat::MOST],
            commitment,
            seeds: Vec::new(),
            until: None,
            latest: None,
            collected: Cents::ZERO,
            settlement: None,
            revealed: None,
        });
        self.bank = BankOffer::Nobody;
        self.rounds += 1;
        Ok(())
    }

    /// Sets when bets close, and when at the latest.
    pub(crate) fn set_closing_time(
        &mut self,
        closes: Option<Timestamp>,
        latest: Option<Timestamp>,
    ) -> Result<(), ReplayError> {
        let live = self.under_way()?;
        (live.until, live.latest) = (closes, latest);
        Ok(())
    }

    /// Changes when bets close. The clock that runs goes on, unless bets no longer close by themselves.
    pub(crate) fn change_closing_time(&mut self, closes: Option<Timestamp>) -> Result<(), ReplayError> {
        let latest = self.under_way()?.latest;
        // Without a closing time no clock runs, and the next wager starts it again.
        self.set_closing_time(closes, closes.and(latest))
    }

    pub(crate) fn place_wagers(
        &mut self,
        player: PlayerId,
        seat: Seat,
        wagers: Wagers,
    ) -> Result<Vec<Move>, ReplayError> {
        if self.seated(seat)?.player != player {
            return Err(ReplayError::Seat(seat));
        }
        let live = self.under_way()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        live.round.act(Action::Wager { seat, person: player.person(), wagers })?;
        // Kept beside the seat: the player may leave it before the round is settled.
        live.owners[seat.index()] = Some(player);
        // Only the difference moves, so that a changed wager never needs the chips twice.
        Ok(self.escrow_moves(player, wagers.table_action() - before.table_action()))
    }

    pub(crate) fn withdraw_wagers(&mut self, seat: Seat) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        live.round.act(Action::Withdraw(seat))?;
        let owner = live.owners[seat.index()].take().ok_or(ReplayError::Seat(seat))?;
        Ok(self.escrow_moves(owner, -before.table_action()))
    }

    pub(crate) fn add_seed(&mut self, seat: Seat, seed: Seed) -> Result<(), ReplayError> {
        self.under_way()?.seeds.push((seat, seed));
        Ok(())
    }

    pub(crate) fn close_bets(&mut self) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        live.round.act(Action::NoMoreBets)?;
        (live.until, live.latest) = (None, None);
        Ok(self.live().map(|live| self.bank_moves(&live.round)).unwrap_or_default())
    }

    pub(crate) fn deal(&mut self, deck: &Deck, until: Timestamp) -> Result<(), ReplayError> {
        let live = self.under_way()?;
        let dealing = live.round.terms().setup().dealing;
        let deal = Deal::from_deck(deck, dealing, live.round.seats());
        live.round.act(Action::Deal(deal))?;
        live.until = Some(until);
        // Counted at the deal and not at the opening: a round that is void before it does not change the deck (R28).
        self.rounds_dealt += 1;
        Ok(())
    }

    pub(crate) fn decide_hand(&mut self, seat: Seat, decision: Decision) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        live.round.act(decision.action(seat))?;
        let owner = live.owners[seat.index()].ok_or(ReplayError::Seat(seat))?;
        let ante = live.round.wagers(seat).unwrap_or_default().ante;
        Ok(self.escrow_moves(owner, decision.amount(ante)))
    }

    pub(crate) fn turn(&mut self, stage: Stage, until: Timestamp) -> Result<(), ReplayError> {
        let live = self.under_way()?;
        if live.round.stage() != stage {
            return Err(ReplayError::Round);
        }
        live.until = Some(until);
        Ok(())
    }

    pub(crate) fn settle(&mut self) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        if live.round.stage() != Stage::Settled {
            return Err(ReplayError::Round);
        }
        // A void round does not count for the button (R23). A settled one does, even if players came or went since the
        // bank was accepted.
        if let Some((seat, player)) = live.player_dealer() {
            self.button.banked(seat, |asked| (asked == seat).then_some(player.person()))?;
        }
        self.finish()
    }

    pub(crate) fn void(&mut self, reason: &str) -> Result<Vec<Move>, ReplayError> {
        self.under_way()?.round.act(Action::Void(reason.to_owned()))?;
        self.finish()
    }

    pub(crate) fn reveal(&mut self, seed: Seed) -> Result<(), ReplayError> {
        let over = self.round.as_mut().filter(|round| round.is_over() && round.revealed.is_none());
        over.ok_or(ReplayError::Round)?.revealed = Some(seed);
        Ok(())
    }

    /// Computes the settlement, which stays with the round, and returns the moves that take all chips off the table.
    fn finish(&mut self) -> Result<Vec<Move>, ReplayError> {
        let live = self.under_way()?;
        let settlement = Arc::new(live.round.settlement().ok_or(ReplayError::Round)?);
        (live.until, live.latest) = (None, None);
        live.settlement = Some(Arc::clone(&settlement));
        Ok(self.round.as_ref().map(|over| self.final_moves(over, &settlement)).unwrap_or_default())
    }

    fn under_way(&mut self) -> Result<&mut TableRound, ReplayError> {
        self.round.as_mut().filter(|round| !round.is_over()).ok_or(ReplayError::Round)
    }
}

/// Which chips move for what. Deciding and replay compute the same sums, so an event whose money is not what the rules
/// say does not apply.
impl Table {
    /// Returns the move of chips that a player puts on the table, or takes back if the amount is negative.
    fn escrow_moves(&self, player: PlayerId, amount: Cents) -> Vec<Move> {
        Move::some(Account::Wallet(player), Account::Escrow(self.id), amount).into_iter().collect()
    }

    /// Returns what moves when bets close: the collection to the drop (R11), or the house's chips to its table.
    fn bank_moves(&self, closed: &Round) -> Vec<Move> {
        let one = match closed.banker() {
            Banker::PlayerDealer { person, .. } => {
                let fee = closed.collection().unwrap_or(Cents::ZERO);
                Move::some(Account::Wallet(PlayerId::from(*person)), Account::Drop, fee)
            }
            Banker::House => {
                let wagers = closed.seats().filter_map(|seat| closed.wagers(seat));
                let most = wagers.map(|wagers| most_paid(closed, wagers)).sum();
                Move::some(Account::House, Account::Escrow(self.id), most)
            }
        };
        one.into_iter().collect()
    }

    /// Returns what moves when a round is over: to each seat what it has left or won, the rest to the bank. A void
    /// round gives the collection back too (R18).
    fn final_moves(&self, over: &TableRound, settlement: &Settlement) -> Vec<Move> {
        let table = Account::Escrow(self.id);
        let bank = over.player_dealer().map_or(Account::House, |(_, player)| Account::Wallet(player));
        let mut moves = Vec::new();
        // What the seats do not get goes to the bank, so that the escrow ends at zero whatever was settled.
        let mut left = self.escrow;
        for settled in &settlement.seats {
            let Some(owner) = over.owners[settled.seat.index()] else { continue };
            let staked: Cents = settlement.lines_of(settled.seat).map(|line| line.stake).sum();
            let amount = staked + settled.net;
            moves.extend(Move::some(table, Account::Wallet(owner), amount));
            left -= amount;
        }
        moves.extend(Move::some(table, bank, left));
        if over.round.stage() == Stage::Void {
            moves.extend(Move::some(Account::Drop, bank, over.collected));
        }
        moves
    }
}

/// Returns the most that a house may have to pay to a seat. It puts that up when bets close, as a player/dealer puts up
/// a wager, so that no settlement ever waits for chips.
fn most_paid(round: &Round, wagers: Wagers) -> Cents {
    let pays = round.terms().pays();
    let best = |table: &PayTable, stake| {
        table.rows().map(|(_, odds): (_, Odds)| odds.won_by(stake)).max().unwrap_or(Cents::ZERO)
    };
    // Ante and Play win even money (CA.round.15).
    let even = wagers.ante + Decision::Raise(Decision::LARGEST_RAISE).amount(wagers.ante);
    let by_table =
        [(&pays.blind, wagers.ante), (&pays.trips, wagers.trips), (&pays.bad_beat, wagers.bad_beat)];
    even + by_table.into_iter().map(|(table, stake)| best(table, stake)).sum()
}
