//! What follows from a command: events and the next state, or the reason why not.

use uth::{ButtonError, Cents, Decision, Deck, RulesError, Seat, Stage, Wagers};

use crate::command::Command;
use crate::error::TableError;
use crate::event::Event;
use crate::id::{By, Commitment, PlayerId, Seed, Seq, Timestamp};
use crate::money::{Account, Move};
use crate::settings::TableMode;
use crate::table::{Awaits, BankOffer, Occupant, Table, TableRound, TableStatus};

/// How long players may still change their wagers after the last of them has wagered.
const GRACE_MS: u64 = 1_000;

/// What a player's own limits leave. A limit only ever refuses *new* exposure, counted at the largest raise; so no
/// decision in a running hand is refused by one, and an exclusion lets that hand finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// The player has no limit.
    Unlimited,
    /// The player may lose at most this much more. Everything that lies on tables counts as lost, and so does what
    /// [`Table::reserved`] says of each table, this one included.
    AtMost(Cents),
    /// The player has excluded themselves.
    Excluded {
        /// When the exclusion ends.
        until: Timestamp,
    },
}

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
        // A table may close before its last seed is published, and that seed is still owed to the players.
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
            Command::Commit { commitment } => self.commit(commitment),
            Command::OpenRound => self.open_round(),
            Command::Wager { player, seat, wagers } => self.wager(player, seat, wagers),
            Command::Withdraw { player, seat } => self.withdraw(player, seat),
            Command::AddSeed { player, seat, seed } => self.add_seed(player, seat, seed),
            Command::NoMoreBets { player } => self.no_more_bets(player),
            Command::Deal { deck } => self.deal(deck),
            Command::Decide { player, seat, decision } => self.decide(player, seat, decision),
            Command::Tick => self.tick(),
            Command::Expire { until } => self.expire(until),
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

/// Seats.
impl Deciding<'_> {
    fn sit(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.require_open()?;
        let places = self.table.settings.terms().places();
        if seat.number() > places {
            return Err(TableError::Rules(RulesError::NoSuchSeat { seat, places }));
        }
        if self.table.occupant(seat).is_some() {
            return Err(TableError::SeatTaken { seat });
        }
        let mut others = self.table.seats().filter_map(|seat| self.table.occupant(seat));
        if self.table.settings.mode() == TableMode::Solo && others.any(|other| other.player != player) {
            return Err(TableError::SoloTable);
        }
        if let Allowance::Excluded { until } = (self.context.allowance)(player) {
            return Err(TableError::Excluded { until });
        }
        self.table.sit(player, seat)?;
        self.record(Event::Sat { player, seat })
    }

    /// Gives a seat up. Wagers are taken back until bets close; after that, and with a bank that was wagered against,
    /// the player leaves when the hand is over.
    fn leave(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        if self.own(player, seat)?.leaves {
            return Err(TableError::Leaves { seat });
        }
        // A banker against whom nobody has wagered takes the bank along; otherwise the others would wait for the clock.
        if self.can_stand_down(seat) {
            self.stand_down(player, seat)?;
        } else if let Some(live) = self.table.live() {
            let banks = live.player_dealer().is_some_and(|(bank, _)| bank == seat);
            let plays = live.round.wagers(seat).is_some();
            if banks || (plays && !live.takes_wagers()) {
                self.table.mark_leaving(seat)?;
                return self.record(Event::Leaving { seat });
            }
            if plays {
                self.withdraw(player, seat)?;
            }
        }
        self.table.free_seat(player, seat)?;
        self.record(Event::Left { player, seat })
    }

    fn sit_out(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own_active(player, seat)?;
        self.table.sit_out(seat)?;
        self.record(Event::SatOut { seat })
    }

    fn come_back(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if self.table.is_active(seat) {
            return Err(TableError::TakesPart { seat });
        }
        self.table.come_back(seat)?;
        self.record(Event::CameBack { seat })
    }

    /// Returns whether that seat banks, and nobody has wagered against it.
    fn can_stand_down(&self, seat: Seat) -> bool {
        match (self.table.bank, self.table.live()) {
            (BankOffer::Accepted { seat: bank, .. }, _) => bank == seat,
            (_, Some(live)) => {
                let banks = live.player_dealer().is_some_and(|(bank, _)| bank == seat);
                banks && live.takes_wagers() && live.round.seats().next().is_none()
            }
            _ => false,
        }
    }
}

/// The bank of a player-banked table.
impl Deciding<'_> {
    fn accept_bank(&mut self, player: PlayerId, seat: Seat, wager: Cents) -> Result<(), TableError> {
        self.require_open()?;
        self.require_asked(player, seat)?;
        let moves = self.table.accept_bank(player, seat, wager)?;
        // The collection is not part of the wager (R11), and it depends on wagers that are yet to come: the player must
        // be able to pay and to lose the largest.
        let needed = wager + self.table.settings.largest_collection();
        self.require_allowance(player, needed)?;
        self.require_funds(Account::Wallet(player), needed)?;
        self.record(Event::BankAccepted { player, seat, wager, moves })
    }

    fn decline_bank(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.require_asked(player, seat)?;
        self.pass_bank_on(seat, By::Player(player))
    }

    fn pass_bank_on(&mut self, seat: Seat, by: By) -> Result<(), TableError> {
        self.table.decline_bank(seat)?;
        self.record(Event::BankDeclined { seat, by })
    }

    fn withdraw_bank(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if self.can_stand_down(seat) {
            return self.stand_down(player, seat);
        }
        let banks =
            self.table.live().and_then(TableRound::player_dealer).is_some_and(|(bank, _)| bank == seat);
        Err(if banks { TableError::BankStays } else { TableError::NotBanking { seat } })
    }

    /// Gives the bank back, and passes it on to the next seat.
    fn stand_down(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        match self.table.bank {
            BankOffer::Accepted { .. } => self.give_bank_back()?,
            _ => self.declare_void(By::Player(player), "the player/dealer stood down".to_owned())?,
        }
        self.pass_bank_on(seat, By::Player(player))
    }

    /// Gives back what was put up for a round that has not been opened.
    fn give_bank_back(&mut self) -> Result<(), TableError> {
        let BankOffer::Accepted { seat, .. } = self.table.bank else { return Ok(()) };
        let moves = self.table.withdraw_bank(seat)?;
        self.record(Event::BankWithdrawn { seat, moves })
    }

    fn offer_bank_again(&mut self, player: PlayerId) -> Result<(), TableError> {
        if !self.table.seats_of(player).any(|seat| self.table.is_active(seat)) {
            return Err(TableError::NotSeated);
        }
        if !self.table.settings.is_player_banked() {
            return Err(TableError::Rules(RulesError::HouseBanks));
        }
        if self.table.live().is_some() {
            return Err(TableError::RoundUnderWay);
        }
        if self.table.bank != BankOffer::Nobody {
            return Err(TableError::NoOffer);
        }
        self.table.offer_bank_again()?;
        self.record(Event::BankOfferedAgain)?;
        // If the bank still has nowhere to go, nothing was offered.
        self.table.next_to_bank().map(|_| ()).ok_or(TableError::NoOffer)
    }

    fn require_asked(&self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        if !self.table.settings.is_player_banked() {
            return Err(TableError::Rules(RulesError::HouseBanks));
        }
        match self.asked_to_bank() {
            Some(asked) if asked == seat => Ok(()),
            offered => Err(TableError::Button(ButtonError { seat, offered })),
        }
    }
}

/// Wagers, cards and decisions.
impl Deciding<'_> {
    fn commit(&mut self, commitment: Commitment) -> Result<(), TableError> {
        self.require_open()?;
        match self.table.awaits() {
            _ if self.table.live().is_some() => Err(TableError::RoundUnderWay),
            Awaits::Reveal => Err(TableError::NotRevealed),
            Awaits::Commitment => {
                let number = self.table.rounds;
                self.table.commit(number, commitment)?;
                self.record(Event::Committed { number, commitment })
            }
            _ => Err(TableError::Committed),
        }
    }

    fn open_round(&mut self) -> Result<(), TableError> {
        self.require_open()?;
        match (self.table.awaits(), self.table.next_commitment) {
            _ if self.table.live().is_some() => Err(TableError::RoundUnderWay),
            (Awaits::Reveal, _) => Err(TableError::NotRevealed),
            (Awaits::Commitment, _) => Err(TableError::NotCommitted),
            (Awaits::Opening, Some(commitment)) => {
                let number = self.table.rounds;
                self.table.open_round(number, commitment)?;
                self.record(Event::RoundOpened { number, commitment })
            }
            _ => Err(TableError::NobodyReady),
        }
    }

    fn wager(&mut self, player: PlayerId, seat: Seat, wagers: Wagers) -> Result<(), TableError> {
        self.own_active(player, seat)?;
        let live = self.live()?;
        let before = live.round.wagers(seat).unwrap_or_default();
        let betting_ms = self.table.settings.betting_ms();
        // The first wager starts the clock.
        let latest = live.latest.or(betting_ms.map(|ms| self.after_ms(ms)));
        // The rules come first: only they bound the amounts that are added up below.
        let moves = self.table.place_wagers(player, seat, wagers)?;
        // Only the difference is new exposure: a changed wager does not count twice.
        self.require_allowance(player, wagers.exposure() - before.exposure())?;
        self.require_wallet_funds(&moves)?;
        let closes = latest.map(|latest| self.closing_time(latest, &moves));
        self.table.set_closing_time(closes, latest)?;
        self.record(Event::Wagered { player, seat, wagers, closes, latest, moves })
    }

    fn withdraw(&mut self, player: PlayerId, seat: Seat) -> Result<(), TableError> {
        self.own(player, seat)?;
        self.live()?;
        let moves = self.table.withdraw_wagers(seat)?;
        // Without a wager no clock runs; the next one starts it again.
        let live = self.live()?;
        let latest = live.latest.filter(|_| live.round.seats().next().is_some());
        let closes = latest.map(|latest| self.closing_time(latest, &moves));
        self.table.change_closing_time(closes)?;
        self.record(Event::Withdrawn { seat, closes, moves })
    }

    /// Returns when bets close if a wager has changed just now, by moves that are not recorded yet: by the clock, or a
    /// moment from now if nobody is left to wait for.
    fn closing_time(&self, latest: Timestamp, moves: &[Move]) -> Timestamp {
        if self.all_have_wagered(moves) { latest.min(self.after_ms(GRACE_MS)) } else { latest }
    }

    /// Returns whether every player has wagered who can: bets need not stay open for a seat whose player lacks the
    /// chips for the smallest wager, or whose own limits refuse it. The event carries the closing time that follows,
    /// so a replay asks no wallet.
    fn all_have_wagered(&self, moves: &[Move]) -> bool {
        let smallest = self.table.settings.terms().smallest_wagers();
        let can_wager = |player| {
            self.held(player, moves) >= smallest.table_action()
                && self.require_allowance(player, smallest.exposure()).is_ok()
        };
        !self.table.without_wager().any(can_wager)
    }

    /// Returns what a player's wallet holds after the events so far and those moves. The context knows what it held
    /// before them.
    fn held(&self, player: PlayerId, moves: &[Move]) -> Cents {
        let wallet = Account::Wallet(player);
        let recorded = self.events.iter().flat_map(Event::moves);
        recorded.chain(moves).fold((self.context.available)(wallet), |held, one| match one {
            Move { debit, amount, .. } if *debit == wallet => held - *amount,
            Move { credit, amount, .. } if *credit == wallet => held + *amount,
            _ => held,
        })
    }

    /// Moves the closing time after players came or went. While nobody is waited for it stays where it is:
    /// only a changed wager starts the grace period again.
    fn keep_closing_time(&mut self) -> Result<(), TableError> {
        let Some(live) = self.table.live().filter(|live| live.takes_wagers()) else { return Ok(()) };
        let (Some(until), Some(latest)) = (live.until, live.latest) else { return Ok(()) };
        // Close to the latest time the two coincide; then there is nothing left to move.
        let is_early = until < latest;
        if is_early && self.all_have_wagered(&[]) {
            return Ok(());
        }
        let closes = self.closing_time(latest, &[]);
        if closes == until {
            return Ok(());
        }
        self.table.change_closing_time(Some(closes))?;
        self.record(Event::ClockChanged { closes })
    }

    fn add_seed(&mut self, player: PlayerId, seat: Seat, seed: Seed) -> Result<(), TableError> {
        self.own(player, seat)?;
        let live = self.live()?;
        if !live.takes_wagers() {
            return Err(TableError::Rules(RulesError::NotNow { stage: live.round.stage() }));
        }
        // Once for each seat: the first seed stands, and a round has a bounded number of them.
        if live.seeds.iter().any(|(other, _)| *other == seat) {
            return Err(TableError::SeedAdded { seat });
        }
        self.table.add_seed(seat, seed)?;
        self.record(Event::SeedAdded { player, seat, seed })
    }

    /// Lets a player call "no more bets" where no other player could still wager: at a solo table, or where all others
    /// sit out or bank.
    fn no_more_bets(&mut self, player: PlayerId) -> Result<(), TableError> {
        self.live()?;
        // The transition comes first: it refuses a round without a wager, whatever the others do.
        let moves = self.table.close_bets()?;
        let live = self.live()?;
        // The player/dealer takes no seat against the bank, whichever seats are theirs (R19).
        let banker = live.player_dealer().map(|(_, banker)| banker);
        let active = self.table.seats().filter(|seat| self.table.is_active(*seat));
        let mut others = active.filter_map(|seat| Some(self.table.occupant(seat)?.player));
        if others.any(|other| other != player && Some(other) != banker)
            || live.owners.iter().flatten().any(|owner| *owner != player)
        {
            return Err(TableError::OthersMayWager);
        }
        self.record_bets_closed(By::Player(player), moves)
    }

    /// Records "no more bets". A bank that cannot put up its part stops the round, and everything goes back (R18).
    fn record_bets_closed(&mut self, by: By, moves: Vec<Move>) -> Result<(), TableError> {
        if moves.iter().any(|one| self.require_funds(one.debit, one.amount).is_err()) {
            // No chips have moved yet, so the round is void as if bets had never closed.
            return self.declare_void(By::Table, "the bank does not hold the chips that it needs".to_owned());
        }
        self.record(Event::BetsClosed { by, moves })
    }

    fn deal(&mut self, deck: Deck) -> Result<(), TableError> {
        self.live()?;
        let until = self.after_ms(self.table.settings.decision_ms());
        self.table.deal(&deck, until)?;
        self.record(Event::Dealt { deck, until })
    }

    fn decide(&mut self, player: PlayerId, seat: Seat, decision: Decision) -> Result<(), TableError> {
        self.own(player, seat)?;
        self.decide_by(seat, decision, By::Player(player))
    }

    fn decide_by(&mut self, seat: Seat, decision: Decision, by: By) -> Result<(), TableError> {
        let before = self.live()?.round.stage();
        let moves = self.table.decide_hand(seat, decision)?;
        // Loss limits are not asked: the wager was accepted with its largest raise.
        self.require_wallet_funds(&moves)?;
        self.record(Event::Decided { seat, decision, by, moves })?;
        match self.live()?.round.stage() {
            stage if stage == before => Ok(()),
            Stage::Settled => {
                let moves = self.table.settle()?;
                self.record(Event::Settled { moves })
            }
            stage => {
                let until = self.after_ms(self.table.settings.decision_ms());
                self.table.turn(stage, until)?;
                self.record(Event::Turned { stage, until })
            }
        }
    }

    /// Acts on a deadline that has passed: the bank is passed on, bets close, absent players check or fold (R20).
    fn tick(&mut self) -> Result<(), TableError> {
        let until = self.deadline();
        if until.is_none_or(|until| self.context.now < until) {
            return Err(TableError::NotYet { until });
        }
        self.act_on_deadline()
    }

    /// Acts on that deadline as if the wall clock had reached it.
    fn expire(&mut self, deadline: Timestamp) -> Result<(), TableError> {
        let until = self.deadline();
        if until != Some(deadline) {
            return Err(TableError::NotYet { until });
        }
        self.act_on_deadline()
    }

    fn deadline(&self) -> Option<Timestamp> {
        match (self.table.live(), self.table.bank) {
            (Some(live), _) => live.until,
            (None, BankOffer::Offered { until, .. }) => Some(until),
            _ => None,
        }
    }

    fn act_on_deadline(&mut self) -> Result<(), TableError> {
        match (self.table.live().map(|live| live.round.stage()), self.asked_to_bank()) {
            (None, Some(seat)) => self.pass_bank_on(seat, By::Table),
            (Some(Stage::Betting), _) => {
                let moves = self.table.close_bets()?;
                self.record_bets_closed(By::Table, moves)
            }
            _ => self.decide_for_absent(),
        }
    }

    /// Decides for this street only: the next one has a deadline of its own.
    fn decide_for_absent(&mut self) -> Result<(), TableError> {
        let round = &self.live()?.round;
        let absent = round.seats().filter_map(|seat| Some((seat, round.decision_for_absent(seat)?)));
        for (seat, decision) in absent.collect::<Vec<_>>() {
            self.decide_by(seat, decision, By::Table)?;
        }
        Ok(())
    }

    /// Asks the wallets for what they put on the table. Chips that come back from the table need no funds.
    fn require_wallet_funds(&self, moves: &[Move]) -> Result<(), TableError> {
        let mut from_wallets = moves.iter().filter(|one| matches!(one.debit, Account::Wallet(_)));
        from_wallets.try_for_each(|one| self.require_funds(one.debit, one.amount))
    }
}

/// The floor and the card room.
impl Deciding<'_> {
    fn void(&mut self, floor: PlayerId, reason: String) -> Result<(), TableError> {
        require_reason(&reason)?;
        self.require_no_chips_of(floor)?;
        self.declare_void(By::Floor(floor), reason)
    }

    /// Requires that the floor has no chips on the table: nobody takes back a hand of their own once its cards look
    /// bad.
    fn require_no_chips_of(&self, floor: PlayerId) -> Result<(), TableError> {
        if self.table.has_chips_of(floor) { Err(TableError::OwnRound) } else { Ok(()) }
    }

    fn declare_void(&mut self, by: By, reason: String) -> Result<(), TableError> {
        self.live()?;
        let moves = self.table.void(&reason)?;
        self.record(Event::Voided { by, reason, moves })
    }

    /// Closes the table. Once bets are closed the hand is played to its end; before that, everything goes back.
    fn close(&mut self, floor: PlayerId, reason: String) -> Result<(), TableError> {
        self.require_open()?;
        require_reason(&reason)?;
        self.require_no_chips_of(floor)?;
        // The status changes first, so that what follows opens no further round and offers no bank.
        self.table.start_closing();
        self.record(Event::Closing { floor, reason: reason.clone() })?;
        if self.table.live().is_some_and(TableRound::takes_wagers) {
            self.declare_void(By::Floor(floor), reason)?;
        }
        Ok(())
    }

    fn reveal(&mut self, seed: Seed) -> Result<(), TableError> {
        if self.table.awaits() != Awaits::Reveal {
            return Err(TableError::NothingToReveal);
        }
        self.table.reveal(seed)?;
        self.record(Event::Revealed { seed })
    }
}

/// What follows from every command.
impl Deciding<'_> {
    fn follow_up(&mut self) -> Result<(), TableError> {
        if self.table.live().is_some() {
            return self.keep_closing_time();
        }
        let is_closing = self.table.status == TableStatus::Closing;
        if is_closing {
            self.give_bank_back()?;
        }
        // Between rounds no chips of these players lie on the table, so that their seats can be given up.
        for seat in self.table.seats() {
            if let Some(occupant) = self.table.occupant(seat).filter(|occupant| is_closing || occupant.leaves)
            {
                self.table.free_seat(occupant.player, seat)?;
                self.record(Event::Left { player: occupant.player, seat })?;
            }
        }
        if self.table.settings.is_player_banked() {
            self.offer_bank()?;
        }
        if is_closing {
            self.table.close()?;
            self.record(Event::Closed)?;
        }
        Ok(())
    }

    /// Offers the bank to the seat that is due, unless that seat is being asked already.
    fn offer_bank(&mut self) -> Result<(), TableError> {
        if matches!(self.table.bank, BankOffer::Accepted { .. }) {
            return Ok(());
        }
        match self.table.next_to_bank() {
            // The same seat keeps its deadline: an unrelated command must not give it more time.
            due if due == self.asked_to_bank() => Ok(()),
            Some(seat) => {
                let until = self.after_ms(self.table.settings.bank_ms());
                self.table.offer_bank(seat, until)?;
                self.record(Event::BankOffered { seat, until })
            }
            None => {
                self.table.lapse_offer()?;
                self.record(Event::OfferLapsed)
            }
        }
    }
}

fn require_reason(reason: &str) -> Result<(), TableError> {
    if reason.trim().is_empty() { Err(TableError::NoReason) } else { Ok(()) }
}
