//! When bets close at a table with a clock.

use table::{Account, Awaits, Command, Event, PlayerId, Timestamp};
use uth::{Book, Cents, Seat, Stage, Wagers};

use crate::room::{Room, STACK, ante, kinds, seat};

const BETTING_MS: u64 = 15_000;

const fn player(number: u8) -> PlayerId {
    PlayerId(number as u64)
}

impl Room {
    /// When bets close, in milliseconds after `start`.
    fn closes_after(&self, start: Timestamp) -> Option<u64> {
        match self.table.awaits() {
            Awaits::Players { until } => until.map(|until| until.0 - start.0),
            other => panic!("bets are not open: {other:?}"),
        }
    }

    fn pass_ms(&mut self, ms: u64) {
        self.now = self.now.plus_ms(ms);
    }

    fn withdraws(&mut self, number: u8) -> Vec<Event> {
        self.does(Command::Withdraw { player: player(number), seat: seat(number) })
    }
}

/// A table at which those players sit and a round is open, and the time of the first wager.
fn betting(book: Book, players: &[u8]) -> (Room, Timestamp) {
    let mut room = Room::seated(book, players);
    room.open();
    let start = room.now;
    (room, start)
}

#[test]
fn bets_close_a_second_after_the_last_player_has_wagered() {
    let (mut room, start) = betting(Book::House, &[1, 2, 3]);
    for number in [1, 2] {
        room.wager(number, ante(10));
        assert_eq!(room.closes_after(start), Some(BETTING_MS), "others may still wager");
        room.pass_ms(2_000);
    }
    room.wager(3, ante(10));
    assert_eq!(room.closes_after(start), Some(5_000));
    room.time_out();
    assert_eq!((room.now, room.stage()), (start.plus_ms(5_000), Stage::Closed));
}

#[test]
fn a_player_alone_waits_no_longer_than_a_second() {
    for book in [Book::House, Book::Washington] {
        let (mut room, start) = betting(book, &[4]);
        room.wager(4, ante(10));
        assert_eq!(room.closes_after(start), Some(1_000), "{book}");
    }
}

#[test]
fn a_changed_wager_starts_the_second_again_but_never_outlasts_the_clock() {
    let (mut room, start) = betting(Book::House, &[1, 2]);
    room.wager(1, ante(10));
    room.wager(2, ante(10));
    for changes in 1..=15 {
        room.pass_ms(990);
        room.wager(2, ante(10 + changes));
        let expected = (changes.cast_unsigned() * 990 + 1_000).min(BETTING_MS);
        assert_eq!(room.closes_after(start), Some(expected));
    }
    assert_eq!(room.closes_after(start), Some(BETTING_MS), "the clock has the last word");
}

#[test]
fn a_player_who_withdraws_has_the_rest_of_the_time_again() {
    let (mut room, start) = betting(Book::House, &[1, 2]);
    room.wager(1, ante(10));
    room.pass_ms(4_000);
    room.wager(2, ante(10));
    room.pass_ms(500);
    let Event::Withdrawn { closes, .. } = room.withdraws(2)[0] else { panic!("withdrawn") };
    assert_eq!(closes, Some(start.plus_ms(BETTING_MS)));
    room.pass_ms(500);
    room.wager(2, ante(20));
    assert_eq!(room.closes_after(start), Some(6_000));
    room.withdraws(1);
    room.withdraws(2);
    assert_eq!(room.closes_after(start), None, "without a wager no clock runs");
    room.pass_ms(60_000);
    let again = room.now;
    room.wager(1, ante(10));
    assert_eq!(room.closes_after(again), Some(BETTING_MS), "the next wager starts it anew");
}

#[test]
fn nobody_waits_for_a_banker_or_for_players_who_sit_out() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let (mut room, start) = betting(book, &[1, 2, 3]);
        assert!(matches!(room.table.live().expect("a round").round.banker(),
            uth::Banker::PlayerDealer { seat, .. } if *seat == Seat::new(1).expect("a seat")));
        room.does(Command::SitOut { player: player(3), seat: seat(3) });
        room.wager(2, ante(10));
        assert_eq!(room.closes_after(start), Some(1_000), "{book}");
    }
}

#[test]
fn players_who_come_and_go_change_the_time_at_which_bets_close() {
    let (mut room, start) = betting(Book::House, &[1, 2]);
    room.wager(1, ante(10));
    room.pass_ms(1_000);
    let out = room.does(Command::SitOut { player: player(2), seat: seat(2) });
    assert_eq!(kinds(&out), "SatOut, ClockChanged");
    assert_eq!(room.closes_after(start), Some(2_000), "nobody is left to wait for");
    room.pass_ms(500);
    let back = room.does(Command::ComeBack { player: player(2), seat: seat(2) });
    assert_eq!(kinds(&back), "CameBack, ClockChanged");
    assert_eq!(room.closes_after(start), Some(BETTING_MS));
    room.wager(2, ante(10));
    assert_eq!(room.closes_after(start), Some(2_500));
    room.sit(3);
    assert_eq!(room.closes_after(start), Some(BETTING_MS), "a player who sits down has the rest of the time");
    let left = room.does(Command::Leave { player: player(3), seat: seat(3) });
    assert_eq!(kinds(&left), "Left, ClockChanged");
    room.pass_ms(500);
    let left = room.does(Command::Leave { player: player(2), seat: seat(2) });
    assert_eq!(kinds(&left), "Withdrawn, Left, ClockChanged");
    assert_eq!(room.closes_after(start), Some(3_000));
}

#[test]
fn what_changes_no_wager_does_not_lengthen_the_second() {
    let (mut room, start) = betting(Book::House, &[1, 2]);
    room.wager(1, ante(10));
    room.wager(2, ante(10));
    room.pass_ms(900);
    let seed = Command::AddSeed { player: player(1), seat: seat(1), seed: table::Seed([1; 32]) };
    assert_eq!(kinds(&room.does(seed)), "SeedAdded");
    let out = room.does(Command::SitOut { player: player(2), seat: seat(2) });
    assert_eq!(kinds(&out), "SatOut", "the wager stays, and so does the time");
    assert_eq!(room.closes_after(start), Some(1_000));
}

// Clauses: WA.more.6, R14
#[test]
fn a_place_that_may_not_take_another_game_is_not_waited_for() {
    let (mut room, start) = betting(Book::Washington, &[1]);
    for number in [2, 3] {
        room.does(Command::Sit { player: player(1), seat: seat(number) });
    }
    let wagers = Wagers { trips: Cents::dollars(5), ..ante(10) };
    let at = |number| Command::Wager { player: player(1), seat: seat(number), wagers };
    room.does(at(1));
    assert_eq!(room.closes_after(start), Some(BETTING_MS), "two games are played, and two are left");
    room.does(at(2));
    assert_eq!(room.closes_after(start), Some(1_000), "four games are played");
}

#[test]
fn a_player_without_chips_for_the_smallest_wager_is_not_waited_for() {
    // The house's smallest Ante is $1, and the Blind equals it.
    for (cents, expected) in [(199, 1_000), (200, BETTING_MS)] {
        let (mut room, start) = betting(Book::House, &[1, 2]);
        room.drain(Account::Wallet(player(2)), Account::House, STACK - Cents(cents));
        room.wager(1, ante(10));
        assert_eq!(room.closes_after(start), Some(expected), "{cents} cents");
    }
}

#[test]
fn a_second_seat_is_not_waited_for_once_the_first_has_taken_the_chips() {
    let (mut room, start) = betting(Book::House, &[1]);
    room.does(Command::Sit { player: player(1), seat: seat(2) });
    room.drain(Account::Wallet(player(1)), Account::House, STACK - Cents::dollars(20));
    room.wager(1, ante(9));
    assert_eq!(room.closes_after(start), Some(BETTING_MS), "$2 are left");
    room.wager(1, ante(10));
    assert_eq!(room.closes_after(start), Some(1_000), "nothing is left");
    room.pass_ms(500);
    room.wager(1, ante(9));
    assert_eq!(room.closes_after(start), Some(BETTING_MS), "$2 came back");
}

#[test]
fn a_player_who_gets_chips_while_bets_are_open_has_the_rest_of_the_time() {
    let (mut room, start) = betting(Book::House, &[1, 2]);
    room.drain(Account::Wallet(player(2)), Account::House, STACK);
    room.wager(1, ante(10));
    assert_eq!(room.closes_after(start), Some(1_000));
    room.grant(Account::Wallet(player(2)), STACK);
    let seed = Command::AddSeed { player: player(2), seat: seat(2), seed: table::Seed([1; 32]) };
    assert_eq!(kinds(&room.does(seed)), "SeedAdded, ClockChanged");
    assert_eq!(room.closes_after(start), Some(BETTING_MS));
}

#[test]
fn a_player_whose_own_limits_refuse_the_smallest_wager_is_not_waited_for() {
    let closes_with = |limit: fn(&mut Room)| {
        let (mut room, start) = betting(Book::House, &[1, 2]);
        limit(&mut room);
        room.wager(1, ante(10));
        room.closes_after(start)
    };
    let excluded = |room: &mut Room| {
        room.exclusions.insert(player(2), Timestamp(u64::MAX));
    };
    assert_eq!(closes_with(excluded), Some(1_000));
    // An Ante of $1 can lose $6: the Blind and the largest raise with it.
    let too_low = |room: &mut Room| {
        room.loss_limits.insert(player(2), Cents(599));
    };
    assert_eq!(closes_with(too_low), Some(1_000));
    let enough = |room: &mut Room| {
        room.loss_limits.insert(player(2), Cents(600));
    };
    assert_eq!(closes_with(enough), Some(BETTING_MS));
}
