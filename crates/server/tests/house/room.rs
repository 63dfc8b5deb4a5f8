//! A card room with one table at which only house-run players sit.

use std::collections::BTreeMap;

use ledger::{Done, Ledger, Transfer, TransferId};
use room::house::{BotIdentity, BotProfile, next};
use table::{
    Account, Allowance, Awaits, Command, Commitment, Context, Event, PlayerId, Seed, Settings, Table,
    TableId, TableMode, Timestamp, Viewer, decide, transfers, view,
};
use uth::{Cents, Deck, Seat, Setup};

pub(crate) const CLOCK: TableMode = TableMode::Clock { betting_ms: 15_000, bank_ms: 10_000 };
const FLOOR: PlayerId = PlayerId(900);
/// With so much a bot wagers and banks as it prefers at every table here.
const ENOUGH: Cents = Cents::dollars(50_000);
const BANKROLL: Cents = Cents::dollars(1_000_000_000);

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// The table, everybody's chips and the time.
pub(crate) struct Room {
    pub(crate) table: Table,
    pub(crate) events: Vec<Event>,
    ledger: Ledger,
    tempers: BTreeMap<PlayerId, BotProfile>,
    /// Whether the cashier fills purses that have run low.
    pub(crate) fills_purses: bool,
    now_ms: u64,
    chance: u64,
    grants: u128,
}

impl Room {
    pub(crate) fn new(setup: &Setup, mode: TableMode) -> Room {
        let settings = Settings::new(setup.custom().expect("terms"), mode, 20_000).expect("settings");
        let opened = Event::Opened { table: TableId(7), settings: Box::new(settings), floor: FLOOR };
        let mut ledger = Ledger::default();
        ledger.open(Account::Cashier.id(), ledger::Kind::Source).expect("a cashier");
        for account in [Account::House, Account::Drop, Account::Escrow(TableId(7))] {
            ledger.open(account.id(), ledger::Kind::Purse).expect("an account");
        }
        let table = Table::opened(&opened).expect("a table");
        let (events, tempers) = (vec![opened], BTreeMap::new());
        let (now_ms, chance, grants) = (0, 1, 0);
        let mut room = Room { table, events, ledger, tempers, fills_purses: true, now_ms, chance, grants };
        room.grant(Account::House, BANKROLL);
        room
    }

    /// House-run players with these numbers, each in the seat of its number.
    pub(crate) fn seated(setup: &Setup, numbers: impl IntoIterator<Item = u8>) -> Room {
        let mut room = Room::new(setup, CLOCK);
        for number in numbers {
            let profile = BotIdentity::new(usize::from(number))
                .profile(room.table.settings().terms())
                .expect("a profile");
            room.sit(number, &[number], profile);
        }
        room
    }

    pub(crate) fn sit(&mut self, number: u8, seats: &[u8], profile: BotProfile) {
        let player = PlayerId(number.into());
        self.ledger.open(Account::Wallet(player).id(), ledger::Kind::Purse).expect("a purse");
        self.tempers.insert(player, profile);
        for number in seats {
            self.does(Command::Sit { player, seat: seat(*number) });
        }
    }

    pub(crate) fn grant(&mut self, credit: Account, amount: Cents) {
        self.grants += 1;
        let id = TransferId(u128::MAX - self.grants);
        let amount = ledger::Amount(amount.0);
        let moved = Transfer { id, debit: Account::Cashier.id(), credit: credit.id(), amount };
        assert_eq!(self.ledger.transfer(moved), Ok(Done::Now));
    }

    pub(crate) fn balance(&self, account: Account) -> Cents {
        Cents(self.ledger.balance(account.id()).map_or(0, |amount| amount.0))
    }

    #[track_caller]
    pub(crate) fn does(&mut self, command: Command) {
        let available = |account: Account| self.balance(account);
        let context = Context {
            now: Timestamp(self.now_ms),
            available: &available,
            allowance: &|_| Allowance::Unlimited,
        };
        let asked = format!("{command:?}");
        let (events, next) = decide(&self.table, command, &context).unwrap_or_else(|refusal| {
            panic!("{asked} was refused: {refusal}; the table is {:#?}", self.table)
        });
        let mut batch = Vec::new();
        for event in &events {
            self.table.apply(event).expect("a decided event applies");
            batch.extend(transfers(self.table.id(), self.table.seq(), event.moves()));
        }
        assert_eq!(self.table, next, "replaying the events gives the state that was decided");
        assert_eq!(self.ledger.apply(&batch), Ok(Done::Now), "the ledger writes what was decided");
        assert_eq!(self.ledger.imbalance(), 0);
        self.events.extend(events);
    }

    /// Lets something happen, or says that nobody has anything to do.
    pub(crate) fn step(&mut self) -> bool {
        match (self.wish(), self.table.awaits()) {
            (_, Awaits::Reveal) => self.does(Command::Reveal { seed: Seed([9; 32]) }),
            (_, Awaits::Deck) => {
                let deck = self.deck();
                self.does(Command::Deal { deck });
            }
            (_, Awaits::Commitment) => self.does(Command::Commit { commitment: Commitment([1; 32]) }),
            (Some(command @ Command::Wager { .. }), Awaits::Opening) => {
                self.open();
                self.does(command);
            }
            (Some(command), _) => self.does(command),
            (None, Awaits::Opening) if self.table.settings().is_player_banked() => self.open(),
            (None, Awaits::Players { until: Some(until) }) => {
                self.now_ms = until.0;
                self.does(Command::Tick);
            }
            (None, _) => return false,
        }
        true
    }

    pub(crate) fn play(&mut self, rounds: usize) {
        while self.rounds() < rounds {
            assert!(self.step(), "nobody has anything to do: {:#?}", self.table);
        }
    }

    pub(crate) fn rounds(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Settled { .. })).count()
    }

    /// What the first player who wants something wants.
    pub(crate) fn wish(&mut self) -> Option<Command> {
        for (player, profile) in self.tempers.clone() {
            let wallet = Account::Wallet(player);
            if self.fills_purses && self.balance(wallet) < ENOUGH {
                self.grant(wallet, ENOUGH);
            }
            let seen = view(&self.table, Viewer::Player(player));
            let wish = next(&seen, player, &profile, self.balance(wallet));
            if wish.is_some() {
                return wish;
            }
        }
        None
    }

    fn open(&mut self) {
        self.does(Command::OpenRound);
    }

    fn deck(&mut self) -> Deck {
        let mut deck = Deck::unshuffled();
        for place in (1..52).rev() {
            // Knuth's generator; its high bits are good enough for a test.
            self.chance =
                self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            deck.swap(place, (self.chance >> 33) as usize % (place + 1));
        }
        deck
    }
}
