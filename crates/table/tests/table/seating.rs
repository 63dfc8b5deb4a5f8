use table::{
    Awaits, BankOffer, Command, Decision, Event, PlayerId, SettingsError, TableError, TableMode, Viewer, view,
};
use uth::{Book, Cents, Seat, Setup, Wagers};

use crate::room::{CLOCK, DECISION_MS, Room, STACK, ante, kinds, seat, settings};

const ANN: PlayerId = PlayerId(1);
const BOB: PlayerId = PlayerId(2);

fn sit(player: PlayerId, number: u8) -> Command {
    Command::Sit { player, seat: seat(number) }
}

fn leave(player: PlayerId, number: u8) -> Command {
    Command::Leave { player, seat: seat(number) }
}

// Clauses: CA.table.1, CA.players.1, BB.table.1
#[test]
fn a_table_has_as_many_seats_as_its_book_says() {
    for (book, places) in [(Book::California, 8), (Book::CaliforniaBadBeat, 6), (Book::House, 7)] {
        let mut room = Room::new(book);
        for number in 1..=places {
            room.does(sit(PlayerId(u64::from(number)), number));
        }
        room.refuses(sit(PlayerId(99), places), TableError::SeatTaken { seat: seat(places) });
        if places < 8 {
            let beyond = seat(places + 1);
            let refusal = uth::RulesError::NoSuchSeat { seat: beyond, places };
            room.refuses(sit(PlayerId(99), places + 1), TableError::Rules(refusal));
        }
    }
}

// Clauses: WA.more.6, R14
#[test]
fn one_person_may_have_several_seats_where_the_house_banks() {
    for book in [Book::Washington, Book::House] {
        let mut room = Room::seated(book, &[1]);
        for number in 2..=5 {
            room.does(sit(ANN, number));
        }
        room.open();
        for number in 1..=4 {
            room.does(Command::Wager { player: ANN, seat: seat(number), wagers: ante(10) });
        }
        let fifth = Command::Wager { player: ANN, seat: seat(5), wagers: ante(10) };
        if book == Book::Washington {
            room.refuses(fifth, TableError::Rules(uth::RulesError::TooManyGames { most: 4 }));
        } else {
            room.does(fifth);
        }
    }
}

// Clauses: R30, R19, R10, CA.round.20, BB.settle.11
#[test]
fn one_person_may_have_several_seats_where_players_bank_and_banks_two_rounds_from_all_of_them() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let mut room = Room::seated(book, &[1]);
        room.does(sit(ANN, 2));
        assert_eq!(room.table.awaits(), Awaits::Players { until: None }, "no player to bank against");
        room.sit(4);
        for _ in 0..2 {
            room.open();
            let own = Command::Wager { player: ANN, seat: seat(2), wagers: ante(10) };
            room.refuses(own, TableError::Rules(uth::RulesError::BankerPlays { seat: seat(2) }));
            let offers = view(&room.table, Viewer::Player(ANN)).seats;
            assert!(!offers.iter().any(|seat| seat.may_wager), "{book}: nor is it offered");
            room.wager(4, ante(10));
            // Nobody else may wager: the player-dealer's second seat is not waited for.
            room.does(Command::NoMoreBets { player: PlayerId(4) });
            room.deal("");
            room.decide(4, Decision::Raise(4));
            room.reveal();
        }
        assert!(
            matches!(room.table.bank(), BankOffer::Offered { seat, .. } if seat == Seat::new(4).expect("a seat")),
            "{book}: a third round from the other seat would be too many"
        );
        room.open();
        for number in [1, 2] {
            room.does(Command::Wager { player: ANN, seat: seat(number), wagers: ante(10) });
        }
    }
}

// Clauses: R19, WA.more.1, BB.deal.2
#[test]
fn nobody_acts_at_another_players_seat() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.open();
    let refusal = TableError::NotYourSeat { seat: seat(2) };
    room.refuses(Command::Wager { player: ANN, seat: seat(2), wagers: ante(10) }, refusal);
    room.wager(2, ante(10));
    room.refuses(Command::Withdraw { player: ANN, seat: seat(2) }, refusal);
    room.refuses(Command::SitOut { player: ANN, seat: seat(2) }, refusal);
    room.refuses(leave(ANN, 2), refusal);
    room.time_out();
    room.deal("");
    room.refuses(Command::Decide { player: ANN, seat: seat(2), decision: Decision::Raise(4) }, refusal);
    let spectator = Command::Decide { player: PlayerId(77), seat: seat(2), decision: Decision::Check };
    room.refuses(spectator, refusal);
}

#[test]
fn who_sits_out_keeps_the_seat_but_does_not_wager() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.open();
    room.does(Command::SitOut { player: ANN, seat: seat(1) });
    let wager = Command::Wager { player: ANN, seat: seat(1), wagers: ante(10) };
    room.refuses(wager.clone(), TableError::SitsOut { seat: seat(1) });
    room.refuses(Command::SitOut { player: ANN, seat: seat(1) }, TableError::SitsOut { seat: seat(1) });
    room.refuses(sit(PlayerId(9), 1), TableError::SeatTaken { seat: seat(1) });
    room.does(Command::ComeBack { player: ANN, seat: seat(1) });
    room.refuses(Command::ComeBack { player: ANN, seat: seat(1) }, TableError::TakesPart { seat: seat(1) });
    room.does(wager);
}

#[test]
fn leaving_before_bets_close_takes_the_wagers_back() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.open();
    room.wager(1, ante(10));
    assert_eq!(room.wallet(1), STACK - Cents::dollars(20));
    assert_eq!(kinds(&room.does(leave(ANN, 1))), "Withdrawn, Left");
    assert_eq!(room.wallet(1), STACK);
    assert_eq!(room.table.awaits(), Awaits::Players { until: None }, "nobody wagers, so no clock runs");
}

#[test]
fn leaving_in_a_hand_takes_effect_when_it_is_over() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.dealt(&[1, 2], "");
    assert_eq!(room.does(leave(ANN, 1)), [Event::Leaving { seat: seat(1) }]);
    room.refuses(leave(ANN, 1), TableError::Leaves { seat: seat(1) });
    room.decide(2, Decision::Raise(4));
    room.decide(1, Decision::Check);
    room.decide(1, Decision::Check);
    let last = room.decide(1, Decision::Fold);
    assert_eq!(kinds(&last), "Decided, Settled, Left", "until then Ann decides for herself");
    assert_eq!(room.table.occupant(seat(1)), None);
    assert_eq!(room.wallet(1), STACK - Cents::dollars(20));
}

#[test]
fn who_wanted_to_leave_may_stay_after_all() {
    let mut room = Room::seated(Book::House, &[1]);
    room.dealt(&[1], "");
    room.does(leave(ANN, 1));
    room.does(Command::ComeBack { player: ANN, seat: seat(1) });
    assert_eq!(kinds(&room.decide(1, Decision::Raise(3))), "Decided, Settled");
}

#[test]
fn a_solo_table_is_for_one_person_and_deals_on_demand() {
    let mut room = Room::with(&settings(&Setup::new(Book::House), TableMode::Solo));
    room.sit(1);
    room.does(sit(ANN, 4));
    room.refuses(sit(BOB, 2), TableError::SoloTable);
    room.open();
    let Event::Wagered { closes, .. } = &room.wager(1, ante(10))[0] else { panic!("a wager") };
    assert_eq!(*closes, None, "no clock hurries anybody");
    assert_eq!(kinds(&room.does(Command::NoMoreBets { player: ANN })), "BetsClosed");
    assert_eq!(room.table.awaits(), Awaits::Deck);
    room.deal("");
    assert_eq!(kinds(&room.decide(1, Decision::Raise(4))), "Decided, Settled");
    room.reveal();
    assert_eq!(room.table.awaits(), Awaits::Opening);
}

#[test]
fn a_solo_table_needs_the_house_and_a_clock_needs_time() {
    let terms = |book| Setup::new(book).approved().expect("terms");
    let new = |book, mode, ms| table::Settings::new(terms(book), mode, ms).err();
    assert_eq!(new(Book::California, TableMode::Solo, 1), Some(SettingsError::SoloWithoutHouse));
    assert_eq!(new(Book::House, TableMode::Solo, 1), None);
    assert_eq!(new(Book::House, CLOCK, 0), Some(SettingsError::NoTime));
    for mode in
        [TableMode::Clock { betting_ms: 0, bank_ms: 1 }, TableMode::Clock { betting_ms: 1, bank_ms: 0 }]
    {
        assert_eq!(new(Book::California, mode, DECISION_MS), Some(SettingsError::NoTime));
    }
}

#[test]
fn spectators_need_no_seat_and_cannot_play() {
    let mut room = Room::seated(Book::House, &[1]);
    room.open();
    let stranger = PlayerId(50);
    let wager = Command::Wager { player: stranger, seat: seat(3), wagers: Wagers::ante(Cents::dollars(5)) };
    room.refuses(wager, TableError::NotYourSeat { seat: seat(3) });
    let seed = Command::AddSeed { player: stranger, seat: seat(3), seed: table::Seed([1; 32]) };
    room.refuses(seed, TableError::NotYourSeat { seat: seat(3) });
    room.refuses(Command::OfferBankAgain { player: stranger }, TableError::NotSeated);
}
