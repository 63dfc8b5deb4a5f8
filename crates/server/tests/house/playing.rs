use std::collections::BTreeSet;

use analysis::strategies::{BUILT_IN, NamedStrategy};
use room::house::{BotIdentity, BotProfile, next};
use table::{Account, BankOffer, By, Command, Event, PlayerId, TableMode, Viewer, view};
use uth::{Book, Cents, Limits, PayTableId, Pays, Schedule, Setup, Stage, Wagers};

use crate::room::{CLOCK, Room, seat};

fn profile(strategy: &str, ante: i64) -> BotProfile {
    let strategy =
        NamedStrategy::built_in(strategy).unwrap().shared(&Pays::approved(PayTableId::Uth01)).unwrap();
    BotProfile { strategy, ante: Cents::dollars(ante), likes_trips: true, bank: None }
}

fn limits(minimum: i64, maximum: i64) -> Limits {
    Limits { minimum: Cents::dollars(minimum), maximum: Cents::dollars(maximum) }
}

#[test]
fn house_run_players_play_every_book_and_are_never_refused() {
    for book in Book::ALL {
        let setup = Setup::new(book);
        let schedule = Schedule::printed(7).copied().filter(|_| book == Book::CaliforniaBadBeat);
        let rows = [
            Setup { schedule, ..setup },
            Setup { limits: Some(limits(25, 100)), chip: Cents::dollars(10), schedule, ..setup },
        ];
        for setup in rows {
            let mut room = Room::seated(&setup, 1..=setup.places);
            room.play(300);
            let hands = room.events.iter().filter(|event| matches!(event, Event::Wagered { .. })).count();
            let players = usize::from(setup.places) - usize::from(room.table.settings().is_player_banked());
            assert_eq!(hands, players * room.rounds(), "everybody plays every round");
            assert!(!room.events.iter().any(|event| matches!(event, Event::Voided { .. })));
            let by_table = |event: &&Event| matches!(event, Event::Decided { by: By::Table, .. });
            assert_eq!(room.events.iter().find(by_table), None, "nobody is decided for");
        }
    }
}

// Clauses: CA.round.20, BB.type.4, R10
#[test]
fn the_button_goes_round_among_those_who_bank() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let mut room = Room::seated(&Setup::new(book), 1..=6);
        room.play(40);
        let bankers = room.events.iter().filter_map(|event| match event {
            Event::BankAccepted { seat, .. } => Some(seat.number()),
            _ => None,
        });
        // The third of every four house-run players passes it on.
        let expected = [1, 1, 2, 2, 4, 4, 5, 5, 6, 6].into_iter().cycle();
        assert_eq!(bankers.take(40).collect::<Vec<_>>(), expected.take(40).collect::<Vec<_>>());
    }
}

#[test]
fn a_bank_reaches_for_everybody_who_wagers_alike_or_is_declined() {
    let offered = |purse: i64, bank: Option<i64>| {
        let mut room = Room::new(&Setup::new(Book::California), CLOCK);
        room.fills_purses = false;
        for number in 1..=4 {
            room.sit(number, &[number], BotProfile { bank: bank.map(Cents::dollars), ..profile("uth", 5) });
            room.grant(Account::Wallet(PlayerId(number.into())), Cents::dollars(purse));
        }
        room.wish()
    };
    let (player, seat) = (PlayerId(1), seat(1));
    let accepts = |dollars| Some(Command::AcceptBank { player, seat, wager: Cents::dollars(dollars) });
    assert_eq!(offered(1_000, Some(500)), accepts(150), "ten Antes for each of three");
    assert_eq!(offered(1_000, Some(120)), accepts(120), "as far as it goes");
    assert_eq!(offered(110, Some(500)), accepts(110), "and no further than the purse");
    let declines = Some(Command::DeclineBank { player, seat });
    assert_eq!(offered(99, Some(500)), declines, "not even for two");
    assert_eq!(offered(1_000, Some(99)), declines);
    assert_eq!(offered(1_000, None), declines);
}

#[test]
fn a_bank_that_all_declined_is_called_for_by_who_can_bank_again() {
    let mut room = Room::seated(&Setup::new(Book::California), [0, 1, 2].map(|number| number + 4));
    room.fills_purses = false;
    while room.step() {}
    assert_eq!((room.table.bank(), room.rounds()), (BankOffer::Nobody, 0), "nobody has a chip");
    room.fills_purses = true;
    room.play(20);
}

// Clauses: R14
#[test]
fn who_plays_alone_calls_no_more_bets_and_stays_within_four_games() {
    for (book, likes_trips, seats) in
        [(Book::Washington, true, 2), (Book::Washington, false, 4), (Book::House, true, 5)]
    {
        let mut room = Room::new(&Setup::new(book), TableMode::Solo);
        room.sit(1, &[1, 2, 3, 5, 7], BotProfile { likes_trips, ..profile("practical", 10) });
        room.play(50);
        let round = room.table.round().unwrap();
        assert_eq!(round.round.seats().count(), seats, "{book}");
        assert!(room.events.iter().any(|event| matches!(event, Event::BetsClosed { by: By::Player(_), .. })));
    }
}

#[test]
fn the_purse_bounds_what_is_wagered_and_raised() {
    for book in Book::ALL {
        let mut room = Room::seated(&Setup::new(book), [1, 2, 3]);
        room.fills_purses = false;
        for number in 1..=3 {
            room.grant(Account::Wallet(PlayerId(number)), Cents::dollars(100));
        }
        for _ in 0..20_000 {
            if !room.step() {
                break;
            }
        }
        assert!(room.rounds() > 0, "{book}");
    }
}

#[test]
fn an_amount_is_the_nearest_that_the_table_takes() {
    let wagers = |ante: i64, purse: i64, setup: &Setup| {
        let mut room = Room::new(setup, TableMode::Solo);
        room.fills_purses = false;
        room.sit(1, &[1], BotProfile { ante: Cents(ante), ..profile("uth", 0) });
        room.grant(Account::Wallet(PlayerId(1)), Cents(purse));
        match room.wish() {
            Some(Command::Wager { wagers: Wagers { ante, trips, .. }, .. }) => Some((ante.0, trips.0)),
            _ => None,
        }
    };
    let free = Setup::new(Book::House);
    let bound = Setup { limits: Some(limits(15, 100)), chip: Cents::dollars(10), ..free };
    let rows = [
        (free, 1_050, 100_000, Some((1_000, 500))),
        (free, 0, 100_000, Some((100, 100))),
        (free, 1_000, 6_000, Some((1_000, 0))),
        (free, 1_000, 5_999, Some((900, 400))),
        (free, 1_000, 599, None),
        (bound, 1_000, 100_000, Some((2_000, 2_000))),
        (bound, 9_900, 100_000, Some((9_000, 4_000))),
        (bound, 99_900, 100_000, Some((10_000, 5_000))),
        (bound, 1_000, 11_999, None),
        (Setup { limits: Some(limits(12, 18)), ..bound }, 1_500, 100_000, None),
    ];
    for (setup, ante, purse, expected) in rows {
        assert_eq!(wagers(ante, purse, &setup), expected, "{ante} of {purse}");
    }
}

#[test]
fn without_its_own_cards_nothing_is_decided() {
    let mut room = Room::seated(&Setup::new(Book::House), [1, 2]);
    while room.table.round().is_none_or(|round| round.round.stage() != Stage::Preflop) {
        assert!(room.step());
    }
    let (player, always) = (PlayerId(1), profile("always-4x", 5));
    let purse = Cents::dollars(1_000);
    let asked = |viewer| next(&view(&room.table, viewer), player, &always, purse);
    assert!(matches!(asked(Viewer::Player(player)), Some(Command::Decide { .. })));
    assert_eq!(asked(Viewer::Player(PlayerId(2))), None);
    assert_eq!(asked(Viewer::Spectator), None);
}

#[test]
fn regulars_are_marked_named_once_and_play_what_there_is() {
    let names: BTreeSet<String> = (0..100).map(|number| BotIdentity::new(number).to_string()).collect();
    assert_eq!(names.len(), 100);
    assert!(names.iter().all(|name| name.ends_with(" (house)")));
    assert_eq!(BotIdentity::new(0).to_string(), "Ada (house)");
    assert_eq!(BotIdentity::new(BotIdentity::COUNT).to_string(), "Ada 2 (house)");
    for number in 0..BotIdentity::COUNT {
        let name = BotIdentity::new(number).strategy();
        assert!(BUILT_IN.iter().any(|built_in| built_in.name == name), "{name}");
        for book in Book::ALL {
            assert!(BotIdentity::new(number).profile(&Setup::new(book).approved().unwrap()).is_ok());
        }
    }
    let used: BTreeSet<&str> =
        (0..BotIdentity::COUNT).map(|number| BotIdentity::new(number).strategy()).collect();
    assert_eq!(used.len(), BUILT_IN.len(), "every way to play can be watched");
}
