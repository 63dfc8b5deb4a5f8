//! What holds for every table, whatever anybody asks of it.

use proptest::prelude::*;
use table::{
    Account, Awaits, BankOffer, Command, Commitment, Decision, Event, PlayerId, Seed, Seq, Table, TableMode,
    TableStatus, Viewer, view,
};
use uth::{Banking, Book, Card, Cents, Deck, Schedule, Seat, Setup, Stage, Wagers};

use crate::room::{BANKROLL, CLOCK, FLOOR, Room, STACK, seat, settings};

/// Numbers that choose what is asked.
struct Choices<'a>(&'a mut dyn FnMut() -> u64);

impl Choices<'_> {
    fn below(&mut self, end: u64) -> u64 {
        (self.0)() % end
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn seat(&mut self) -> Seat {
        seat(self.below(8) as u8 + 1)
    }

    fn player(&mut self) -> PlayerId {
        PlayerId(self.below(9) + 1)
    }

    fn amount(&mut self) -> Cents {
        match self.below(12) {
            0 => Cents((self.0)().cast_signed()),
            1 => Cents(-100),
            2 => Cents(50),
            dollars => Cents::dollars(self.0().cast_signed().rem_euclid(20) * (dollars.cast_signed() - 1)),
        }
    }

    fn wagers(&mut self) -> Wagers {
        let some = |amount: Cents, takes: bool| if takes { amount } else { Cents::ZERO };
        let (trips, bad_beat) = (self.below(2) == 0, self.below(4) == 0);
        Wagers {
            ante: self.amount(),
            trips: some(self.amount(), trips),
            bad_beat: some(self.amount(), bad_beat),
        }
    }

    fn deck(&mut self) -> Deck {
        let mut deck = Deck::unshuffled();
        for place in (1..52).rev() {
            deck.swap(place, self.below(place as u64 + 1) as usize);
        }
        deck
    }

    fn decision(&mut self) -> Decision {
        let raise = Decision::Raise(self.below(6) as u8);
        self.one_of(&[Decision::Check, Decision::Fold, raise, raise])
    }

    /// Any command, mostly nonsense.
    fn command(&mut self, table: &Table) -> Command {
        let (stranger, seat) = (self.player(), self.seat());
        let player = match table.occupant(seat) {
            Some(who) if self.below(2) == 0 => who.player,
            _ => stranger,
        };
        match self.below(40) {
            0..=4 => Command::Sit { player, seat },
            5 => Command::Leave { player, seat },
            6 => Command::SitOut { player, seat },
            7..=8 => Command::ComeBack { player, seat },
            9..=10 => Command::AcceptBank { player, seat, wager: self.amount() },
            11 => Command::DeclineBank { player, seat },
            12 => Command::WithdrawBank { player, seat },
            13 => Command::OfferBankAgain { player },
            14 if self.below(2) == 0 => Command::OpenRound,
            14 => Command::Commit { commitment: Commitment([self.below(256) as u8; 32]) },
            15..=21 => Command::Wager { player, seat, wagers: self.wagers() },
            22 => Command::Withdraw { player, seat },
            23 => Command::AddSeed { player, seat, seed: Seed([self.below(256) as u8; 32]) },
            24 => Command::NoMoreBets { player },
            25 => Command::Deal { deck: self.deck() },
            26..=35 => Command::Decide { player, seat, decision: self.decision() },
            36 => Command::Reveal { seed: Seed([self.below(256) as u8; 32]) },
            37 if self.below(8) == 0 => Command::Void { floor: FLOOR, reason: "a fault".into() },
            38 if self.below(200) == 0 => Command::Close { floor: FLOOR, reason: "the end".into() },
            _ => Command::Tick,
        }
    }

    /// A command that makes sense now.
    fn sensible(&mut self, room: &mut Room) -> Command {
        match (room.table.awaits(), room.table.bank()) {
            (Awaits::Opening, BankOffer::Accepted { seat, player, .. }) if self.below(20) == 0 => {
                Command::WithdrawBank { player, seat }
            }
            (Awaits::Commitment, _) => Command::Commit { commitment: Commitment([7; 32]) },
            (Awaits::Opening, _) => Command::OpenRound,
            (Awaits::Deck, _) => Command::Deal { deck: self.deck() },
            (Awaits::Reveal, _) => Command::Reveal { seed: Seed([8; 32]) },
            (Awaits::Players { until: Some(until) }, _) if self.below(4) == 0 => {
                room.now = room.now.max(until);
                Command::Tick
            }
            (Awaits::Players { .. } | Awaits::Nothing, _) => self.of_a_player(&room.table),
        }
    }

    /// A command that a seated player would send now.
    fn of_a_player(&mut self, table: &Table) -> Command {
        let seated: Vec<Seat> = table.seats().filter(|seat| table.occupant(*seat).is_some()).collect();
        let asked = match table.bank() {
            BankOffer::Offered { seat, .. } => Some(seat),
            _ => None,
        };
        if seated.is_empty() || self.below(12) == 0 {
            return Command::Sit { player: self.player(), seat: self.seat() };
        }
        let seat = asked.unwrap_or_else(|| self.one_of(&seated));
        let player = table.occupant(seat).map_or(PlayerId(1), |who| who.player);
        match table.live().map(|live| live.round.stage()) {
            None if asked.is_some() => Command::AcceptBank { player, seat, wager: Cents::dollars(50) },
            None => Command::OfferBankAgain { player },
            Some(Stage::Betting) if self.below(5) == 0 => Command::NoMoreBets { player },
            Some(Stage::Betting) => {
                let ante = Cents::dollars(self.below(30).cast_signed() + 1);
                Command::Wager { player, seat, wagers: Wagers { trips: ante, ..Wagers::ante(ante) } }
            }
            Some(_) => Command::Decide { player, seat, decision: self.decision() },
        }
    }
}

/// A table with everything that can differ from table to table.
fn room(choices: &mut Choices<'_>) -> Room {
    let book = choices.one_of(&Book::ALL);
    let house = book.rules().banking == Banking::House;
    let schedule = Schedule::printed(choices.below(25) as u8).copied().filter(|_| !house);
    let dealing = choices.one_of(book.rules().dealings);
    let mode = if house && choices.below(4) == 0 { TableMode::Solo } else { CLOCK };
    let mut room = Room::with(&settings(&Setup { schedule, dealing, ..Setup::new(book) }, mode));
    for player in 1..=9 {
        room.grant(Account::Wallet(PlayerId(player)), STACK);
    }
    for limited in [PlayerId(3), PlayerId(6)] {
        room.loss_limits.insert(limited, Cents::dollars(choices.below(400).cast_signed()));
    }
    room
}

/// Asks so many things of a table, checks what always holds, and returns the room.
fn played(steps: u64, choices: &mut Choices<'_>) -> Room {
    let mut room = room(choices);
    let chips = BANKROLL + STACK * 9;
    for _ in 0..steps {
        let before = room.table.clone();
        let ledger = room.ledger.clone();
        let command =
            if choices.below(3) == 0 { choices.command(&room.table) } else { choices.sensible(&mut room) };
        room.now = room.now.plus_ms(choices.below(3_000));
        let decision = match &command {
            Command::Decide { decision, .. } => Some(*decision),
            _ => None,
        };
        // The ledger refuses to overdraw anybody, and the room panics if it refuses.
        match room.try_do(command) {
            Ok(events) => assert!(!events.is_empty(), "what is not refused leaves a record"),
            Err(refusal) => {
                assert!(!matches!(refusal, table::TableError::Fault(_)), "{refusal}");
                if let Some(decision) = decision {
                    let limits = matches!(refusal, table::TableError::LossLimit { .. });
                    assert!(!limits, "a limit refused {decision:?}");
                }
                assert_eq!(room.table, before);
                assert_eq!(room.ledger, ledger);
            }
        }
        assert_eq!(room.balance(Account::Cashier), -chips, "tables make no chips");
        for (player, limit) in &room.loss_limits {
            let lost = STACK - room.balance(Account::Wallet(*player));
            assert!(lost + room.table.reserved(*player) <= *limit, "a limit holds, raises included");
        }
        for viewer in [Viewer::Spectator, Viewer::Player(choices.player())] {
            assert_eq!(view(&room.table, viewer).seq, Seq(room.events.len() as u64));
        }
    }
    assert_eq!(Table::replay(&room.events).as_ref(), Ok(&room.table), "the events are the whole truth");
    room
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn whatever_is_asked_chips_and_history_stay_whole(numbers in proptest::collection::vec(any::<u64>(), 40..4_000)) {
        let mut numbers = numbers.iter().copied().cycle();
        played(120, &mut Choices(&mut || numbers.next().unwrap_or_default()));
    }
}

/// A stream of numbers that is the same every time.
fn stream(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Resumes the table before each round, goes on from there, and compares.
fn check_checkpoints(events: &[Event]) {
    let mut table = Table::opened(&events[0]).expect("a table");
    let mut resumed: Option<Table> = None;
    for event in &events[1..] {
        if matches!(event, Event::RoundOpened { .. }) {
            let checkpoint = table.checkpoint().expect("it stands between rounds");
            let fresh = Table::resumed(&checkpoint).expect("it resumes");
            assert_eq!(fresh.checkpoint(), Some(checkpoint));
            resumed = Some(fresh);
        }
        table.apply(event).expect("it follows");
        if let Some(resumed) = &mut resumed {
            resumed.apply(event).expect("it follows");
            assert_eq!(*resumed, table);
        }
        if table.live().is_some() {
            assert_eq!(table.checkpoint(), None, "a round is not taken out of its middle");
        }
    }
}

#[test]
fn long_evenings_at_all_tables_reach_everything_that_can_happen() {
    let mut seen = std::collections::BTreeMap::new();
    for evening in 0..80 {
        let mut numbers = stream(evening);
        let mut room = played(1_500, &mut Choices(&mut numbers));
        if room.table.status() == TableStatus::Open {
            room.does(Command::Close { floor: FLOOR, reason: "the end of the evening".into() });
        }
        check_checkpoints(&room.events);
        let book = room.table.settings().terms().rules().book;
        for event in &room.events {
            let kind = crate::room::kinds(std::slice::from_ref(event));
            *seen.entry((book, kind)).or_insert(0) += 1;
        }
    }
    let count = |book, kind: &str| seen.get(&(book, kind.to_owned())).copied().unwrap_or(0);
    for book in Book::ALL {
        assert!(count(book, "Settled") > 200, "{book}: {seen:?}");
        assert!(count(book, "Voided") > 10, "{book}: {seen:?}");
        assert!(count(book, "Closed") > 0, "{book}: {seen:?}");
    }
    for kind in ["BankDeclined", "BankOfferedAgain", "BankWithdrawn", "OfferLapsed", "Leaving", "SeedAdded"] {
        assert!(count(Book::California, kind) > 0, "{kind}: {seen:?}");
    }
}

// Clauses: WA.more.2, R19
#[test]
fn chips_never_go_from_one_player_to_another() {
    for evening in 0..20 {
        let mut numbers = stream(evening);
        let room = played(500, &mut Choices(&mut numbers));
        let escrow = Account::Escrow(room.table.id());
        for one in room.events.iter().flat_map(Event::moves) {
            let is_wager = one.debit == escrow || one.credit == escrow;
            let is_collection = one.debit == Account::Drop || one.credit == Account::Drop;
            assert!(is_wager || is_collection, "{one:?}");
        }
    }
}

#[test]
fn a_table_keeps_its_chips_through_every_deal_of_one_deck() {
    // Each card of the deck comes to the top once, so every seat meets every card.
    let cards: Vec<Card> = Card::all().collect();
    for first in 0..52 {
        let mut room = Room::seated(Book::Washington, &[1, 2]);
        room.open();
        room.wager(1, Wagers { trips: Cents::dollars(3), ..Wagers::ante(Cents::dollars(2)) });
        room.wager(2, Wagers::ante(Cents::dollars(4)));
        room.time_out();
        let turned: Vec<Card> = (0..52).map(|place| cards[(first + place * 5) % 52]).collect();
        room.does(Command::Deal { deck: Deck::new(turned.try_into().expect("52")).expect("a deck") });
        room.decide(1, Decision::Raise(3));
        let events = room.decide(2, Decision::Raise(4));
        assert!(matches!(events[1], Event::Settled { .. }));
        let all = room.wallet(1) + room.wallet(2) + room.balance(Account::House);
        assert_eq!(all, BANKROLL + STACK * 2);
    }
}
