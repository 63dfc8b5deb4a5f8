//! A player's own limits: what they may still lose, and exclusion.

use table::{Allowance, Command, Context, Deciding, Decision, PlayerId, TableError, Timestamp};
use uth::{Book, Cents, Schedule, Setup, Wagers};

use crate::room::{CLOCK, Room, STACK, ante, kinds, seat, settings};

const ANN: PlayerId = PlayerId(1);
const UNTIL: Timestamp = Timestamp(9_000_000);

fn wager(wagers: Wagers) -> Command {
    Command::Wager { player: ANN, seat: seat(1), wagers }
}

/// A house table with an open round, where Ann may lose at most that much.
fn limited(dollars: i64) -> Room {
    let mut room = Room::seated(Book::House, &[1]);
    room.loss_limits.insert(ANN, Cents::dollars(dollars));
    room.open();
    room
}

fn loss_limit(needed: i64, remaining: i64) -> TableError {
    TableError::LossLimit { needed: Cents::dollars(needed), remaining: Cents::dollars(remaining) }
}

#[test]
fn a_wager_is_accepted_only_if_the_hand_fits_the_limit_at_its_largest_raise() {
    let mut room = limited(100);
    room.refuses(wager(ante(17)), loss_limit(102, 100));
    room.refuses(wager(Wagers { trips: Cents::dollars(5), ..ante(16) }), loss_limit(101, 100));
    room.does(wager(Wagers { trips: Cents::dollars(4), ..ante(16) }));
    room.time_out();
    room.deal("2s 3d 7c 7d Ks Js 9s 4h Th");
    room.decide(1, Decision::Raise(4));
    assert_eq!(room.wallet(1), STACK - Cents::dollars(100), "the whole limit is lost, and not a cent more");
    room.reveal();
    room.open();
    room.refuses(wager(ante(1)), loss_limit(6, 0));
}

#[test]
fn changing_a_wager_counts_the_difference() {
    let mut room = limited(180);
    room.does(wager(ante(20)));
    room.does(wager(ante(30)));
    room.refuses(wager(ante(31)), loss_limit(6, 0));
    room.does(wager(ante(10)));
    room.does(wager(ante(30)));
}

#[test]
fn lowering_a_wager_is_never_refused() {
    let mut room = limited(180);
    room.does(wager(ante(30)));
    room.loss_limits.insert(ANN, Cents::dollars(1));
    room.refuses(wager(ante(31)), loss_limit(6, -179));
    room.does(wager(ante(30)));
    room.does(wager(ante(5)));
    room.does(Command::Withdraw { player: ANN, seat: seat(1) });
    room.refuses(wager(ante(1)), loss_limit(6, 1));
}

#[test]
fn the_raise_of_a_running_hand_stays_reserved_until_it_is_made_or_given_up() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.dealt(&[1, 2], "");
    let reserved = |room: &Room| [1, 2].map(|player| room.table.reserved(PlayerId(player)).0 / 100);
    assert_eq!(reserved(&room), [40, 40]);
    room.decide(1, Decision::Check);
    assert_eq!(reserved(&room), [20, 40], "after a check only smaller raises are left");
    room.decide(2, Decision::Raise(3));
    assert_eq!(reserved(&room), [20, 0]);
    room.decide(1, Decision::Check);
    assert_eq!(reserved(&room), [10, 0]);
    room.decide(1, Decision::Fold);
    assert_eq!(reserved(&room), [0, 0]);
}

#[test]
fn no_decision_is_refused_by_a_limit_that_was_tightened_since() {
    let mut room = Room::seated(Book::House, &[1]);
    room.dealt(&[1], "");
    room.loss_limits.insert(ANN, Cents::ZERO);
    room.decide(1, Decision::Raise(4));
}

// Clauses: R11
#[test]
fn the_bank_and_its_largest_collection_must_fit_the_limit() {
    let schedule = Schedule::printed(1).copied();
    let setup = Setup { schedule, ..Setup::new(Book::California) };
    let mut room = Room::with(&settings(&setup, CLOCK));
    room.sit(1);
    room.sit(2);
    room.loss_limits.insert(ANN, Cents::dollars(100));
    let accept = |dollars| Command::AcceptBank { player: ANN, seat: seat(1), wager: Cents::dollars(dollars) };
    room.refuses(accept(89), loss_limit(101, 100));
    room.does(accept(88));
    assert_eq!(room.table.reserved(ANN), Cents::dollars(12), "the fee is not known yet");
    room.open();
    room.wager(2, ante(10));
    assert_eq!(room.table.reserved(ANN), Cents::dollars(12));
    room.time_out();
    assert_eq!(room.table.reserved(ANN), Cents::ZERO, "the fee is paid");
}

#[test]
fn an_exclusion_refuses_seats_wagers_and_the_bank() {
    let excluded = TableError::Excluded { until: UNTIL };
    let mut room = Room::seated(Book::House, &[1]);
    room.open();
    room.exclusions.insert(ANN, UNTIL);
    room.refuses(Command::Sit { player: ANN, seat: seat(2) }, excluded);
    room.refuses(wager(ante(1)), excluded);

    let mut california = Room::seated(Book::California, &[1, 2]);
    california.exclusions.insert(ANN, UNTIL);
    california
        .refuses(Command::AcceptBank { player: ANN, seat: seat(1), wager: Cents::dollars(1) }, excluded);
    california.does(Command::DeclineBank { player: ANN, seat: seat(1) });
}

#[test]
fn an_exclusion_lets_a_running_hand_finish() {
    let mut room = Room::seated(Book::House, &[1]);
    room.dealt(&[1], "");
    room.exclusions.insert(ANN, UNTIL);
    assert_eq!(kinds(&room.does(Command::Leave { player: ANN, seat: seat(1) })), "Leaving");
    room.decide(1, Decision::Check);
    assert_eq!(kinds(&room.decide(1, Decision::Raise(2))), "Decided, Settled, Left");

    let mut betting = Room::seated(Book::House, &[1]);
    betting.open();
    betting.does(wager(ante(10)));
    betting.exclusions.insert(ANN, UNTIL);
    betting.does(wager(ante(5)));
    betting.does(Command::Withdraw { player: ANN, seat: seat(1) });
}

#[test]
fn commands_decided_together_are_one_list_of_events_and_one_state() {
    let room = Room::seated(Book::House, &[1]);
    let context = Context {
        now: room.now,
        available: &|_| Cents::dollars(1_000_000),
        allowance: &|_| Allowance::Unlimited,
    };
    let mut deciding = Deciding::new(&room.table, &context);
    for command in [Command::OpenRound, wager(ante(10)), Command::NoMoreBets { player: ANN }] {
        deciding.execute(command).expect("a legal command");
    }
    assert_eq!(deciding.table().seq(), table::Seq(room.table.seq().0 + 3));
    let (events, next) = deciding.finish();
    assert_eq!(kinds(&events), "RoundOpened, Wagered, BetsClosed");
    let mut replayed = room.table.clone();
    for event in &events {
        replayed.apply(event).expect("it follows");
    }
    assert_eq!(replayed, next);
}

#[test]
fn a_table_is_opened_by_its_first_command_and_by_no_other() {
    let mut room = Room::new(Book::House);
    let settings = Box::new(*room.table.settings());
    let open = Command::Open { table: room.table.id(), settings, floor: PlayerId(9) };
    room.refuses(open, TableError::AlreadyOpen);
    let context =
        Context { now: room.now, available: &|_| Cents::ZERO, allowance: &|_| Allowance::Unlimited };
    assert_eq!(Deciding::open(Command::Tick, &context).err(), Some(TableError::NotOpen));
}
