//! A card room with one table and a real ledger, for tests that are rows.

use std::collections::BTreeMap;

use ledger::{Done, Kind, Ledger, Transfer, TransferId};
use table::{
    Account, Allowance, Awaits, BankOffer, Command, Commitment, Context, Deciding, Decision, Event, PlayerId,
    Seed, Seq, Settings, Table, TableError, TableId, TableMode, Timestamp, decide, transfers,
};
use uth::{Book, Card, Cents, Deck, Seat, Setup, Stage, Wagers};

pub(crate) const FLOOR: PlayerId = PlayerId(900);
pub(crate) const CLOCK: TableMode = TableMode::Clock { betting_ms: 15_000, bank_ms: 10_000 };
pub(crate) const DECISION_MS: u64 = 20_000;
pub(crate) const BANKROLL: Cents = Cents::dollars(1_000_000_000);
pub(crate) const STACK: Cents = Cents::dollars(1_000);

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(crate) fn ante(dollars: i64) -> Wagers {
    Wagers::ante(Cents::dollars(dollars))
}

/// A deck that begins with those cards.
pub(crate) fn deck(first: &str) -> Deck {
    let mut cards: Vec<Card> = first.split_whitespace().map(|card| card.parse().expect("a card")).collect();
    cards.extend(Card::all().filter(|card| !first.contains(&card.to_string())));
    Deck::new(cards.try_into().expect("52 cards")).expect("a deck")
}

pub(crate) fn settings(setup: &Setup, mode: TableMode) -> Settings {
    Settings::new(setup.custom().expect("terms"), mode, DECISION_MS).expect("settings")
}

/// The table, its history, everybody's chips, and the time.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) table: Table,
    pub(crate) events: Vec<Event>,
    pub(crate) ledger: Ledger,
    pub(crate) now: Timestamp,
    /// What players allow themselves to lose in all; players without an entry have no limit.
    pub(crate) loss_limits: BTreeMap<PlayerId, Cents>,
    /// Until when players have excluded themselves.
    pub(crate) exclusions: BTreeMap<PlayerId, Timestamp>,
    grants: u128,
}

/// What the card room commits to before each round.
pub(crate) const COMMITMENT: Commitment = Commitment([4; 32]);

impl Room {
    pub(crate) fn new(book: Book) -> Room {
        Room::with(&settings(&Setup::new(book), CLOCK))
    }

    pub(crate) fn with(settings: &Settings) -> Room {
        let id = TableId(7);
        let mut ledger = Ledger::default();
        ledger.open(Account::Cashier.id(), Kind::Source).expect("a cashier");
        for account in [Account::House, Account::Drop, Account::Escrow(id)] {
            ledger.open(account.id(), Kind::Purse).expect("an account");
        }
        let context =
            Context { now: Timestamp(0), available: &|_| Cents::ZERO, allowance: &|_| Allowance::Unlimited };
        let open = Command::Open { table: id, settings: Box::new(*settings), floor: FLOOR };
        let mut deciding = Deciding::open(open, &context).expect("an opened table");
        deciding.execute(Command::Commit { commitment: COMMITMENT }).expect("a commitment");
        let (events, table) = deciding.finish();
        assert_eq!(Table::replay(&events).as_ref(), Ok(&table));
        let mut room = Room {
            table,
            events,
            ledger,
            now: Timestamp(1_000_000),
            loss_limits: BTreeMap::new(),
            exclusions: BTreeMap::new(),
            grants: 0,
        };
        room.grant(Account::House, BANKROLL);
        room
    }

    /// A table at which those players sit in the seats of their numbers.
    pub(crate) fn seated(book: Book, players: &[u8]) -> Room {
        let mut room = Room::new(book);
        for number in players {
            room.sit(*number);
        }
        room
    }

    pub(crate) fn sit(&mut self, number: u8) {
        let player = PlayerId(u64::from(number));
        if self.ledger.balance(Account::Wallet(player).id()).is_none() {
            self.grant(Account::Wallet(player), STACK);
        }
        self.does(Command::Sit { player, seat: seat(number) });
    }

    pub(crate) fn grant(&mut self, account: Account, amount: Cents) {
        self.drain(Account::Cashier, account, amount);
    }

    /// Moves chips outside the table, as other tables and the cashier do.
    pub(crate) fn drain(&mut self, debit: Account, credit: Account, amount: Cents) {
        self.ledger.open(credit.id(), Kind::Purse).expect("a purse");
        // No table has so high a number, so no event's transfer has such an id.
        self.grants += 1;
        let id = TransferId(u128::MAX - self.grants);
        let amount = ledger::Amount(amount.0);
        let moved = Transfer { id, debit: debit.id(), credit: credit.id(), amount };
        assert_eq!(self.ledger.transfer(moved), Ok(Done::Now));
    }

    pub(crate) fn balance(&self, account: Account) -> Cents {
        Cents(self.ledger.balance(account.id()).map_or(0, |amount| amount.0))
    }

    pub(crate) fn wallet(&self, number: u8) -> Cents {
        self.balance(Account::Wallet(PlayerId(u64::from(number))))
    }

    /// What the player's own limits leave. Chips that are not in the wallet count as lost, and reserved ones too.
    fn allowance(&self, player: PlayerId) -> Allowance {
        match (self.exclusions.get(&player), self.loss_limits.get(&player)) {
            (Some(until), _) => Allowance::Excluded { until: *until },
            (None, Some(limit)) => {
                let lost = STACK - self.balance(Account::Wallet(player));
                Allowance::AtMost(*limit - lost - self.table.reserved(player))
            }
            (None, None) => Allowance::Unlimited,
        }
    }

    /// Decides a command, replays its events on the old state, and writes their moves to the ledger.
    pub(crate) fn try_do(&mut self, command: Command) -> Result<Vec<Event>, TableError> {
        let available = |account: Account| self.balance(account);
        let allowance = |player: PlayerId| self.allowance(player);
        let context = Context { now: self.now, available: &available, allowance: &allowance };
        let (events, next) = decide(&self.table, command, &context)?;
        let mut batch = Vec::new();
        for event in &events {
            self.table.apply(event).expect("a decided event applies");
            batch.extend(transfers(self.table.id(), self.table.seq(), event.moves()));
        }
        assert_eq!(self.table, next, "replaying the events gives the state that was decided");
        assert_eq!(self.ledger.apply(&batch), Ok(Done::Now), "the ledger writes what was decided");
        self.events.extend(events.iter().cloned());
        self.check();
        Ok(events)
    }

    #[track_caller]
    pub(crate) fn does(&mut self, command: Command) -> Vec<Event> {
        let asked = format!("{command:?}");
        let events = self.try_do(command).unwrap_or_else(|error| panic!("{asked} was refused: {error}"));
        assert_eq!(Table::replay(&self.events).as_ref(), Ok(&self.table));
        events
    }

    /// Refused for that reason, and nothing has changed.
    #[track_caller]
    pub(crate) fn refuses(&mut self, command: Command, expected: TableError) {
        let before = self.table.clone();
        assert_eq!(self.try_do(command), Err(expected));
        assert_eq!(self.table, before);
        assert!(!expected.to_string().is_empty());
    }

    /// What holds at every moment.
    pub(crate) fn check(&self) {
        assert_eq!(self.ledger.imbalance(), 0);
        assert_eq!(self.balance(Account::Escrow(self.table.id())), self.table.escrow());
        let banked = matches!(self.table.bank(), BankOffer::Accepted { .. });
        if self.table.live().is_none() && !banked {
            assert_eq!(self.table.escrow(), Cents::ZERO, "no chips lie about between rounds");
        }
        assert_eq!(self.table.seq(), Seq(self.events.len() as u64));
    }

    /// Opens a round; at a player-banked table the player who is asked banks it with that many dollars.
    pub(crate) fn open_banked(&mut self, dollars: i64) {
        if let BankOffer::Offered { seat, .. } = self.table.bank() {
            let player = self.table.occupant(seat).expect("a player is asked").player;
            self.does(Command::AcceptBank { player, seat, wager: Cents::dollars(dollars) });
        }
        assert_eq!(self.table.awaits(), Awaits::Opening);
        self.does(Command::OpenRound);
    }

    pub(crate) fn open(&mut self) {
        self.open_banked(500);
    }

    pub(crate) fn wager(&mut self, number: u8, wagers: Wagers) -> Vec<Event> {
        let player = PlayerId(u64::from(number));
        self.does(Command::Wager { player, seat: seat(number), wagers })
    }

    /// Lets the time pass until the table decides.
    pub(crate) fn time_out(&mut self) -> Vec<Event> {
        let Awaits::Players { until: Some(until) } = self.table.awaits() else {
            panic!("no clock runs: {:?}", self.table.awaits())
        };
        self.now = until;
        self.does(Command::Tick)
    }

    pub(crate) fn deal(&mut self, first: &str) {
        self.does(Command::Deal { deck: deck(first) });
    }

    /// Wagers of these players, no more bets, and cards.
    pub(crate) fn dealt(&mut self, players: &[u8], first: &str) {
        self.open();
        for number in players {
            self.wager(*number, ante(10));
        }
        self.time_out();
        self.deal(first);
    }

    pub(crate) fn decide(&mut self, number: u8, decision: Decision) -> Vec<Event> {
        let player = PlayerId(u64::from(number));
        self.does(Command::Decide { player, seat: seat(number), decision })
    }

    pub(crate) fn reveal(&mut self) {
        assert_eq!(self.table.awaits(), Awaits::Reveal);
        self.does(Command::Reveal { seed: Seed([9; 32]) });
        if self.table.awaits() == Awaits::Commitment {
            self.does(Command::Commit { commitment: COMMITMENT });
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        self.table.round().expect("a round").round.stage()
    }

    pub(crate) fn asked(&self) -> Option<u8> {
        match self.table.bank() {
            BankOffer::Offered { seat, .. } => Some(seat.number()),
            _ => None,
        }
    }
}

/// The kinds of events in order: "Decided, Turned".
pub(crate) fn kinds(events: &[Event]) -> String {
    let kind = |event: &Event| {
        let text = format!("{event:?}");
        text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    };
    events.iter().map(kind).collect::<Vec<_>>().join(", ")
}
