use uth::{Action, Book, Bracket, Cents, Play, Schedule, ScheduleError};

use crate::scene::{scene, seat, wagers};

/// The schedules as the document prints them: number, lower bound in dollars, fee in dollars.
const PRINTED: &str = include_str!("../../../../golden/collection_schedules.txt");

fn printed() -> Vec<(u8, Vec<(i64, i64)>)> {
    let mut schedules: Vec<(u8, Vec<(i64, i64)>)> = Vec::new();
    for line in PRINTED.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let number = words.next().expect("a number").parse().expect("a number");
        let brackets = words.map(|bracket| {
            let (from, fee) = bracket.split_once(':').expect("from:fee");
            (from.parse().expect("dollars"), fee.parse().expect("dollars"))
        });
        schedules.push((number, brackets.collect()));
    }
    schedules
}

// Clauses: BB.schedule.1, BB.schedule.2, BB.schedule.3, BB.schedule.4, BB.schedule.5, BB.schedule.6
// Clauses: BB.schedule.7, BB.schedule.8, BB.schedule.9, BB.schedule.10, BB.schedule.11, BB.schedule.12
// Clauses: BB.schedule.13, BB.schedule.14, BB.schedule.15, BB.schedule.16, BB.schedule.17, BB.schedule.18
// Clauses: BB.schedule.19, BB.schedule.20, BB.schedule.21, BB.schedule.22, BB.schedule.23, BB.schedule.24, R11
#[test]
fn all_schedules_collect_what_is_printed_at_every_edge() {
    let printed = printed();
    assert_eq!(printed.len(), 24);
    for (number, brackets) in &printed {
        let schedule = Schedule::printed(*number).expect("a printed schedule");
        assert_eq!(schedule.number(), Some(*number));
        assert_eq!(schedule.brackets().len(), brackets.len(), "schedule {number}");
        let mut below = Cents::ZERO;
        for (from, fee) in brackets {
            let (from, fee) = (Cents::dollars(*from), Cents::dollars(*fee));
            // The last cent before the edge belongs to the bracket below: $49.50 is in "$1 - $49".
            assert_eq!(schedule.fee(from - Cents(1)), below, "schedule {number} below {from}");
            assert_eq!(schedule.fee(from - Cents(50)), below, "schedule {number} below {from}");
            assert_eq!(schedule.fee(from), fee, "schedule {number} at {from}");
            assert_eq!(schedule.fee(from + Cents(1)), fee, "schedule {number} above {from}");
            below = fee;
        }
        assert_eq!(schedule.fee(Cents::dollars(1_000_000)), below);
    }
    assert_eq!(Schedule::printed(0), None);
    assert_eq!(Schedule::printed(25), None);
    assert_eq!(Schedule::all_printed().len(), 24);
    let (seventeen, eighteen) = (Schedule::printed(17).unwrap(), Schedule::printed(18).unwrap());
    assert_eq!(seventeen.brackets(), eighteen.brackets());
}

// Clauses: BB.collection.2, BB.collection.3, BB.collection.4, BB.collection.6, R11
#[test]
fn the_collection_counts_every_wager_before_the_deal_and_no_play() {
    let mut table = scene(Book::CaliforniaBadBeat, "7c 7d", "Ks Js 9s 4h 3h").bank(50_000);
    table.setup.schedule = Schedule::printed(7).copied();
    let table = table.hand(2, wagers(1000, 500, 500), "As Kd", Play::Raise(4)).hand(
        4,
        wagers(2500, 0, 0),
        "7h 2c",
        Play::Fold,
    );
    let round = table.dealt();
    assert_eq!(round.table_action(), Cents(8000));
    assert_eq!(round.collection(), Some(Cents(200)));
    let settlement = table.settled();
    assert_eq!(settlement.collection, Some(Cents(200)), "a Play wager of $40 changes nothing");
    let bank = settlement.bank.expect("a bank");
    let players: Cents = settlement.seats.iter().map(|seat| seat.net).sum();
    assert_eq!(players + bank.net(), Cents::ZERO, "the collection is not part of the bank's result");
}

// Clauses: BB.collection.6, R18
#[test]
fn the_collection_is_taken_after_the_wagers_and_goes_back_when_the_round_is_void() {
    let mut table = scene(Book::CaliforniaBadBeat, "7c 7d", "Ks Js 9s 4h 3h");
    table.setup.schedule = Schedule::printed(1).copied();
    let mut round = uth::Round::open(table.setup.approved().unwrap(), table.banker()).unwrap();
    let wager = Action::Wager { seat: seat(3), person: uth::Person(3), wagers: wagers(2500, 0, 0) };
    round.act(wager).unwrap();
    assert_eq!(round.collection(), None, "nothing is taken while wagers can change");
    round.act(Action::NoMoreBets).unwrap();
    assert_eq!(round.collection(), Some(Cents(400)));
    round.act(Action::Void("the shuffler stopped".into())).unwrap();
    assert_eq!(round.collection(), Some(Cents::ZERO));
}

// Clauses: R30
#[test]
fn action_below_one_dollar_has_no_fee() {
    for schedule in Schedule::all_printed() {
        assert_eq!(schedule.fee(Cents(99)), Cents::ZERO);
        assert!(schedule.fee(Cents(100)) > Cents::ZERO);
    }
}

// Clauses: R30
#[test]
fn one_player_may_play_several_wagering_areas_in_california() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let table = scene(book, "7c 7d", "Ks Js 9s 4h 3h");
        let mut round = uth::Round::open(table.setup.custom().unwrap(), table.banker()).unwrap();
        for number in [2, 3, 6] {
            let wager =
                Action::Wager { seat: seat(number), person: uth::Person(5), wagers: wagers(200, 0, 0) };
            assert_eq!(round.act(wager), Ok(()), "{book}, seat {number}");
        }
    }
}

// Clauses: R11, R30
#[test]
fn a_table_s_own_schedule_rises_and_has_no_negative_amounts() {
    let bracket = |from, fee| Bracket { from: Cents(from), fee: Cents(fee) };
    let own = Schedule::own(&[bracket(100, 50), bracket(1000, 0)]).unwrap();
    assert_eq!(own.number(), None);
    assert_eq!([99, 100, 999, 1000].map(|action| own.fee(Cents(action)).0), [0, 50, 50, 0]);
    assert_eq!(Schedule::own(&[]), Err(ScheduleError::Count));
    assert_eq!(Schedule::own(&[bracket(1, 1); 9]), Err(ScheduleError::Count));
    assert_eq!(Schedule::own(&[bracket(1, 1), bracket(1, 2)]), Err(ScheduleError::Order));
    assert_eq!(Schedule::own(&[bracket(-1, 1)]), Err(ScheduleError::Negative));
    assert_eq!(Schedule::own(&[bracket(0, -1)]), Err(ScheduleError::Negative));
    let said =
        [ScheduleError::Count, ScheduleError::Negative, ScheduleError::Order].map(|error| error.to_string());
    assert_eq!(
        said,
        [
            "a collection schedule has from one to eight brackets",
            "a collection schedule has no negative amounts",
            "the brackets of a collection schedule rise from one to the next",
        ]
    );
    let eight: Vec<Bracket> = (1..=8).map(|step| bracket(step, step)).collect();
    assert_eq!(Schedule::own(&eight).unwrap().fee(Cents(8)), Cents(8));
}
