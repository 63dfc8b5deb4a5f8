use table::{
    Awaits, BankOffer, By, Checkpoint, Command, Commitment, Decision, Event, Move, PlayerId, ReplayError,
    Seed, Seq, Table, TableError, TableStatus, Timestamp,
};
use uth::{Banked, Banking, Book, Cents, Person, Stage};

use crate::room::{COMMITMENT, FLOOR, Room, STACK, ante, kinds, seat};

fn void(reason: &str) -> Command {
    Command::Void { floor: FLOOR, reason: reason.into() }
}

fn close(reason: &str) -> Command {
    Command::Close { floor: FLOOR, reason: reason.into() }
}

// Clauses: WA.void.1, R18
#[test]
fn a_void_round_gives_everything_back_at_every_stage_and_is_revealed() {
    for book in Book::ALL {
        for streets in 0..5 {
            let mut room = Room::seated(book, &[1, 2, 3]);
            room.open();
            room.wager(2, ante(10));
            room.wager(3, ante(20));
            if streets > 0 {
                room.time_out();
            }
            if streets > 1 {
                room.deal("");
                room.decide(2, Decision::Raise(4));
            }
            for _ in 2..streets {
                room.decide(3, Decision::Check);
            }
            room.refuses(void(" "), TableError::NoReason);
            let events = room.does(void("the shuffler jammed"));
            let Event::Voided { by, reason, .. } = &events[0] else { panic!("{events:?}") };
            assert_eq!((*by, reason.as_str()), (By::Floor(FLOOR), "the shuffler jammed"));
            assert_eq!(room.stage(), Stage::Void);
            assert_eq!([1, 2, 3].map(|number| room.wallet(number)), [STACK; 3]);
            room.refuses(void("again"), TableError::NoRound);
            room.reveal();
        }
    }
}

#[test]
fn there_is_nothing_to_void_between_rounds() {
    let mut room = Room::seated(Book::House, &[1]);
    room.refuses(void("why not"), TableError::NoRound);
}

#[test]
fn the_floor_neither_voids_nor_closes_where_it_has_chips() {
    for book in Book::ALL {
        let mut room = Room::seated(book, &[1, 2, 3]);
        room.open();
        room.wager(2, ante(10));
        room.wager(3, ante(20));
        let acts = |floor| {
            let reason = || "the cards look bad".to_owned();
            [Command::Void { floor, reason: reason() }, Command::Close { floor, reason: reason() }]
        };
        let refused = |room: &mut Room, number| {
            for act in acts(PlayerId(number)) {
                room.refuses(act, TableError::OwnRound);
            }
        };
        refused(&mut room, 2);
        room.time_out();
        room.deal("");
        refused(&mut room, 2);
        room.decide(2, Decision::Raise(4));
        refused(&mut room, 2);
        refused(&mut room, 3);
        if book.rules().banking == Banking::PlayerDealer {
            // The bank of the round.
            refused(&mut room, 1);
        } else {
            // A player who only sits there has nothing to gain.
            let [void, close] = acts(PlayerId(1));
            room.clone().does(void);
            room.clone().does(close);
        }
        for act in acts(FLOOR) {
            room.clone().does(act);
        }
    }
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.does(Command::AcceptBank { player: PlayerId(1), seat: seat(1), wager: Cents::dollars(10) });
    let close = Command::Close { floor: PlayerId(1), reason: "a flood".into() };
    room.refuses(close, TableError::OwnRound);
}

#[test]
fn a_table_closes_at_once_between_rounds_and_while_bets_are_taken() {
    for book in Book::ALL {
        let mut room = Room::seated(book, &[1, 2]);
        room.refuses(close(""), TableError::NoReason);
        let mut between = room.clone();
        between.does(close("end of the day"));
        assert_eq!(between.table.status(), TableStatus::Closed);
        assert_eq!(between.table.awaits(), Awaits::Nothing);
        between.refuses(Command::Sit { player: PlayerId(9), seat: seat(4) }, TableError::Closed);

        room.open();
        room.wager(2, ante(10));
        let events = room.does(close("end of the day"));
        assert!(kinds(&events).starts_with("Closing, Voided, Left, Left"), "{}", kinds(&events));
        assert_eq!([room.wallet(1), room.wallet(2)], [STACK; 2]);
        room.reveal();
        room.refuses(close("again"), TableError::Closed);
        assert_eq!(room.table.awaits(), Awaits::Nothing);
    }
}

#[test]
fn a_table_that_closes_returns_a_bank_for_which_no_round_was_opened() {
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.does(Command::AcceptBank { player: PlayerId(1), seat: seat(1), wager: Cents::dollars(10) });
    assert_eq!(kinds(&room.does(close("a flood"))), "Closing, BankWithdrawn, Left, Left, Closed");
    assert_eq!(room.wallet(1), STACK);
}

#[test]
fn a_table_that_closes_in_a_hand_plays_it_to_its_end() {
    let mut room = Room::seated(Book::California, &[1, 2, 3]);
    room.dealt(&[2, 3], "");
    assert_eq!(kinds(&room.does(close("end of the day"))), "Closing");
    room.refuses(Command::Sit { player: PlayerId(9), seat: seat(4) }, TableError::Closed);
    room.decide(2, Decision::Raise(4));
    let events = room.decide(3, Decision::Raise(4));
    assert_eq!(kinds(&events), "Decided, Settled, Left, Left, Left, Closed");
    room.reveal();
}

#[test]
fn a_history_begins_with_the_opening_and_has_no_other() {
    let room = Room::new(Book::House);
    assert_eq!(Table::replay(&[]), Err(ReplayError::Opening));
    assert_eq!(Table::replay(&[Event::Closed]), Err(ReplayError::Opening));
    let twice = [room.events[0].clone(), room.events[0].clone()];
    assert_eq!(Table::replay(&twice), Err(ReplayError::Opening));
}

/// The history of a California table up to the end of its first round.
fn history() -> Vec<Event> {
    let mut room = Room::seated(Book::California, &[1, 2, 3]);
    room.dealt(&[2, 3], "");
    room.decide(2, Decision::Raise(4));
    room.decide(3, Decision::Check);
    room.decide(3, Decision::Raise(2));
    let settled = room.events.iter().position(|event| matches!(event, Event::Settled { .. }));
    room.events.truncate(settled.expect("a settlement") + 1);
    room.events
}

#[test]
fn an_event_with_other_money_than_the_rules_say_does_not_apply() {
    let history = history();
    let mut forged = 0;
    for place in 0..history.len() {
        let mut events = history.clone();
        let Some(moves) = moves_of(&mut events[place]).filter(|moves| !moves.is_empty()) else { continue };
        moves[0].amount += Cents(2);
        assert_eq!(Table::replay(&events), Err(ReplayError::Money), "{:?}", events[place]);
        forged += 1;
    }
    assert_eq!(forged, 6, "bank, two wagers, two Play wagers, settlement");
}

fn moves_of(event: &mut Event) -> Option<&mut Vec<Move>> {
    match event {
        Event::BankAccepted { moves, .. }
        | Event::BankWithdrawn { moves, .. }
        | Event::Wagered { moves, .. }
        | Event::Withdrawn { moves, .. }
        | Event::BetsClosed { moves, .. }
        | Event::Decided { moves, .. }
        | Event::Settled { moves }
        | Event::Voided { moves, .. } => Some(moves),
        _ => None,
    }
}

#[test]
fn a_history_from_which_an_event_was_struck_or_repeated_is_noticed() {
    let history = history();
    for place in 0..history.len() {
        let mut events = history.clone();
        let struck = events.remove(place);
        // Without its clock a street is still a street, and without its end a round is only not over.
        if !matches!(struck, Event::Turned { .. } | Event::Settled { .. }) {
            let error = Table::replay(&events).expect_err("something is missing");
            assert!(!error.to_string().is_empty(), "{struck:?}");
        }
    }
    let mut last_twice = history.clone();
    last_twice.extend(history.last().cloned());
    assert_eq!(Table::replay(&last_twice), Err(ReplayError::Round));
}

#[test]
fn a_forged_event_does_not_apply() {
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.does(Command::Sit { player: PlayerId(5), seat: seat(5) });
    let bank = |number| Event::BankAccepted {
        player: PlayerId(number),
        seat: seat(1),
        wager: Cents(200),
        moves: Vec::new(),
    };
    let rows = [
        (Event::Sat { player: PlayerId(9), seat: seat(1) }, ReplayError::Seat(seat(1))),
        (Event::SatOut { seat: seat(3) }, ReplayError::Seat(seat(3))),
        (Event::Left { player: PlayerId(2), seat: seat(1) }, ReplayError::Seat(seat(1))),
        (Event::Closed, ReplayError::Closed),
        (Event::BankOffered { seat: seat(2), until: Timestamp(0) }, ReplayError::Bank),
        (Event::BankOfferedAgain, ReplayError::Bank),
        (Event::BankWithdrawn { seat: seat(1), moves: Vec::new() }, ReplayError::Bank),
        (bank(2), ReplayError::Bank),
        (bank(1), ReplayError::Money),
        (Event::Committed { number: 0, commitment: COMMITMENT }, ReplayError::Round),
        (Event::RoundOpened { number: 1, commitment: COMMITMENT }, ReplayError::Round),
        (Event::RoundOpened { number: 0, commitment: Commitment([0; 32]) }, ReplayError::Round),
        (
            Event::RoundOpened { number: 0, commitment: COMMITMENT },
            ReplayError::Rules(uth::RulesError::HouseNeverBanks),
        ),
        (Event::Settled { moves: Vec::new() }, ReplayError::Round),
        (Event::Revealed { seed: Seed([0; 32]) }, ReplayError::Round),
    ];
    for (event, expected) in rows {
        assert_eq!(room.table.clone().apply(&event), Err(expected), "{event:?}");
    }
    let mut live = Room::seated(Book::House, &[1]);
    let beyond = Event::Sat { player: PlayerId(9), seat: seat(8) };
    assert_eq!(live.table.clone().apply(&beyond), Err(ReplayError::Seat(seat(8))));
    live.dealt(&[1], "");
    for event in [
        Event::Turned { stage: Stage::Flop, until: Timestamp(0) },
        Event::Settled { moves: Vec::new() },
        Event::Revealed { seed: Seed([0; 32]) },
        Event::Committed { number: 1, commitment: COMMITMENT },
        Event::RoundOpened { number: 1, commitment: COMMITMENT },
    ] {
        assert_eq!(live.table.clone().apply(&event), Err(ReplayError::Round), "{event:?}");
    }
    live.does(close("the end"));
    assert_eq!(live.table.clone().apply(&Event::Closed), Err(ReplayError::Closed), "a hand is under way");
}

#[test]
fn a_forged_checkpoint_is_refused_or_can_be_played_on() {
    let room = Room::seated(Book::California, &[1, 2]);
    let honest = room.table.checkpoint().expect("no round is under way");
    let with = |change: fn(&mut Checkpoint)| {
        let mut forged = honest.clone();
        change(&mut forged);
        Table::resumed(&forged)
    };
    let bank = |wager| BankOffer::Accepted { seat: seat(1), player: PlayerId(1), wager: Cents(wager) };
    assert_eq!(with(|forged| forged.seq = Seq(u64::MAX)), Err(ReplayError::Round));
    assert_eq!(with(|forged| forged.rounds = u64::MAX), Err(ReplayError::Round));
    for wager in [i64::MIN, -1, 0, i64::MAX] {
        let forged = Checkpoint { bank: bank(wager), ..honest.clone() };
        assert!(matches!(Table::resumed(&forged), Err(ReplayError::Rules(_))), "{wager}");
    }
    assert_eq!(with(|forged| forged.rounds_dealt = forged.rounds + 1), Err(ReplayError::Round));
    for rounds in [0, 3, u8::MAX] {
        let banked = Some(Banked { seat: seat(1), person: Person(1), rounds });
        let forged = Checkpoint { banked, ..honest.clone() };
        assert_eq!(Table::resumed(&forged), Err(ReplayError::Round), "{rounds}");
    }
}
