use table::{Account, Command, Decision, HandView, PlayerId, RoundView, Table, View, Viewer, view};
use uth::{
    Book, Card, Cents, Dealing, Deck, Destination, Outcome, Play, Setup, Stage, Verdict, Wager, Wagers,
};

use crate::room::{CLOCK, FLOOR, Room, ante, deck, seat, settings};

/// Seat 1 banks in California and only watches elsewhere; seats 2 and 3 play; seat 3 folds.
const VIEWERS: [Viewer; 4] = [
    Viewer::Player(PlayerId(2)),
    Viewer::Player(PlayerId(3)),
    Viewer::Player(PlayerId(1)),
    Viewer::Spectator,
];
const STAGES: [Stage; 6] =
    [Stage::Closed, Stage::Preflop, Stage::Flop, Stage::River, Stage::Settled, Stage::Void];

/// A round that has come so far with that deck. A void one had seen its flop.
fn played(setup: &Setup, deck: &Deck, stage: Stage) -> Table {
    let mut room = Room::with(&settings(setup, CLOCK));
    for number in 1..=3 {
        room.sit(number);
    }
    room.open();
    room.wager(2, ante(10));
    room.wager(3, ante(10));
    room.time_out();
    if stage != Stage::Closed {
        room.does(Command::Deal { deck: *deck });
    }
    for (reached, river) in [(Stage::Preflop, false), (Stage::Flop, false), (Stage::River, true)] {
        if room.stage() != reached || stage == reached {
            break;
        }
        if stage == Stage::Void && reached == Stage::Flop {
            room.does(Command::Void { floor: FLOOR, reason: "a fault".into() });
            break;
        }
        room.decide(2, if river { Decision::Raise(1) } else { Decision::Check });
        room.decide(3, if river { Decision::Fold } else { Decision::Check });
    }
    assert_eq!(room.stage(), stage);
    room.table
}

/// Whether a viewer has seen the card that goes there, which is the so-manieth that goes there.
fn is_seen(viewer: Viewer, stage: Stage, to: Destination, place: usize) -> bool {
    match to {
        Destination::Seat(at) => {
            let own = viewer == Viewer::Player(PlayerId(u64::from(at.number())));
            (own && stage != Stage::Closed) || (at == seat(2) && stage == Stage::Settled)
        }
        Destination::Dealer => stage == Stage::Settled,
        Destination::Board => match stage {
            Stage::Flop => place < 3,
            Stage::River | Stage::Settled => true,
            _ => false,
        },
    }
}

/// The deck with all cards that the viewer has not seen exchanged among themselves.
fn swapped(deck: &Deck, dealing: Dealing, viewer: Viewer, stage: Stage, turn: usize) -> Deck {
    let mut seen = [false; 52];
    let mut board = 0;
    for (index, to) in dealing.order([seat(2), seat(3)].into_iter()).enumerate() {
        seen[index] = is_seen(viewer, stage, to, board);
        board += usize::from(to == Destination::Board);
    }
    let hidden: Vec<usize> = (0..52).filter(|index| !seen[*index]).collect();
    let mut cards: [Card; 52] = *deck.cards();
    for (place, index) in hidden.iter().enumerate() {
        cards[*index] = deck.cards()[hidden[(place + turn) % hidden.len()]];
    }
    Deck::new(cards).expect("a deck")
}

// Clauses: CA.deal.2, CA.deal.5, BB.deal.5, BB.deal.8, R16
#[test]
fn cards_that_a_viewer_may_not_see_change_nothing_in_the_view() {
    let (mut same, mut different) = (0, 0);
    for book in Book::ALL {
        for dealing in book.rules().dealings {
            let setup = Setup { dealing: *dealing, ..Setup::new(book) };
            let deck = deck("9c 2h Jd Qs 7h 7c As 5d 8s");
            for (stage, viewer) in STAGES.into_iter().flat_map(|stage| VIEWERS.map(|viewer| (stage, viewer)))
            {
                let expected = view(&played(&setup, &deck, stage), viewer);
                for turn in [1, 5, 17, 30] {
                    let other = played(&setup, &swapped(&deck, *dealing, viewer, stage, turn), stage);
                    assert_eq!(view(&other, viewer), expected, "{book} {dealing} {stage:?} {viewer:?}");
                    same += 1;
                    // Who may see more sees the difference, so the test can fail.
                    different +=
                        usize::from(VIEWERS.iter().any(|viewer| {
                            view(&other, *viewer) != view(&played(&setup, &deck, stage), *viewer)
                        }));
                }
            }
        }
    }
    assert_eq!((same, different > same / 2), (960, true), "{different}");
}

fn round(view: &View) -> &RoundView {
    view.round.as_ref().expect("a round")
}

fn hand(view: &View, number: u8) -> &HandView {
    round(view).hands.iter().find(|hand| hand.seat == seat(number)).expect("a hand")
}

/// "own 2, board 3": which cards a viewer sees.
fn seen(view: &View) -> String {
    let holes = round(view).hands.iter().filter(|hand| hand.hole.is_some());
    let holes: Vec<String> = holes.map(|hand| hand.seat.to_string()).collect();
    let dealer = if round(view).dealer.is_some() { ", dealer" } else { "" };
    format!("holes {}, board {}{dealer}", holes.join(" "), round(view).board.len())
}

// Clauses: CA.deal.2, CA.round.2, CA.round.4, CA.round.7, CA.round.10a, BB.deal.15, WA.hand.9, HB.6
#[test]
fn who_sees_which_cards_at_which_stage() {
    for book in Book::ALL {
        let rows = [
            (Stage::Closed, ["holes , board 0"; 4]),
            (Stage::Preflop, ["holes 2, board 0", "holes 3, board 0", "holes , board 0", "holes , board 0"]),
            (Stage::Flop, ["holes 2, board 3", "holes 3, board 3", "holes , board 3", "holes , board 3"]),
            (Stage::River, ["holes 2, board 5", "holes 3, board 5", "holes , board 5", "holes , board 5"]),
            (
                Stage::Settled,
                [
                    "holes 2, board 5, dealer",
                    "holes 2 3, board 5, dealer",
                    "holes 2, board 5, dealer",
                    "holes 2, board 5, dealer",
                ],
            ),
            (Stage::Void, ["holes 2, board 0", "holes 3, board 0", "holes , board 0", "holes , board 0"]),
        ];
        for (stage, expected) in rows {
            let table = played(&Setup::new(book), &deck(""), stage);
            for (viewer, expected) in VIEWERS.into_iter().zip(expected) {
                assert_eq!(seen(&view(&table, viewer)), expected, "{book} {stage:?} {viewer:?}");
            }
        }
    }
}

#[test]
fn a_view_tells_what_everybody_at_the_table_sees() {
    let table = played(&Setup::new(Book::House), &deck(""), Stage::Flop);
    let seen = view(&table, Viewer::Spectator);
    assert_eq!((seen.table, seen.seq), (table.id(), table.seq()));
    assert_eq!(seen.chairs.iter().filter(|chair| chair.occupant.is_some()).count(), 3);
    assert_eq!((hand(&seen, 2).awaited, hand(&seen, 2).play), (true, None));
    assert_eq!(hand(&seen, 3).wagers, ante(10));
    assert!(
        round(&seen).lines.is_empty() && hand(&seen, 2).net.is_none() && round(&seen).dealer_hand.is_none()
    );

    let settled = played(&Setup::new(Book::House), &deck("As Kd 7h 2c 7c 7d Ks Js 9s 4h 3h"), Stage::Settled);
    let seen = view(&settled, Viewer::Spectator);
    assert_eq!(hand(&seen, 2).verdict, Some(Verdict::Win));
    assert_eq!(hand(&seen, 2).hand.map(|hand| hand.to_string()).as_deref(), Some("pair of kings"));
    assert_eq!(hand(&seen, 2).net, Some(Cents::dollars(20)));
    assert_eq!(round(&seen).lines.len(), 5);
    let folded = hand(&seen, 3);
    assert_eq!((folded.play, folded.hole, folded.hand), (Some(Play::Fold), None, None));
    assert_eq!((folded.verdict, folded.net), (Some(Verdict::Fold), Some(Cents::dollars(-20))));
}

// Clauses: CA.round.note2, BB.settle.9, WA.hand.note
#[test]
fn a_folded_hand_is_turned_up_only_when_its_trips_is_paid() {
    for (cards, shown) in [("7h 7c Ac Kd 7s 2c 9h Jd Qs", true), ("7h 6c Ac Kd 7s 2c 9h Jd Qs", false)] {
        let mut room = Room::seated(Book::House, &[1]);
        room.open();
        let wagers = Wagers { trips: Cents::dollars(5), ..ante(10) };
        room.wager(1, wagers);
        room.does(Command::NoMoreBets { player: PlayerId(1) });
        room.deal(cards);
        room.decide(1, Decision::Check);
        room.decide(1, Decision::Check);
        room.decide(1, Decision::Fold);
        let seen = view(&room.table, Viewer::Spectator);
        assert_eq!(hand(&seen, 1).hole.is_some(), shown);
        assert_eq!(hand(&seen, 1).hand.is_some(), shown);
        let lost = if shown { 20 - 15 } else { 25 };
        assert_eq!(room.balance(Account::Wallet(PlayerId(1))), crate::room::STACK - Cents::dollars(lost));
    }
}

#[test]
fn somebody_with_two_seats_sees_both_hands() {
    let mut room = Room::seated(Book::House, &[1]);
    room.does(Command::Sit { player: PlayerId(1), seat: seat(5) });
    room.open();
    for number in [1, 5] {
        room.does(Command::Wager { player: PlayerId(1), seat: seat(number), wagers: ante(10) });
    }
    room.does(Command::NoMoreBets { player: PlayerId(1) });
    room.deal("");
    assert_eq!(seen(&view(&room.table, Viewer::Player(PlayerId(1)))), "holes 1 5, board 0");
}

// Clauses: R18
#[test]
fn a_void_round_turns_no_hand_up_not_even_one_that_raised() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.dealt(&[1, 2], "");
    room.decide(1, Decision::Raise(4));
    room.does(Command::Void { floor: FLOOR, reason: "a card was exposed".into() });
    assert_eq!(seen(&view(&room.table, Viewer::Spectator)), "holes , board 0");
    assert_eq!(seen(&view(&room.table, Viewer::Player(PlayerId(2)))), "holes 2, board 0");
}

// Clauses: BB.type.3, R7
#[test]
fn a_folded_hand_whose_trips_the_bank_could_not_pay_stays_face_down() {
    let mut room = Room::seated(Book::California, &[1, 2, 3]);
    room.open_banked(20);
    room.wager(2, ante(10));
    room.wager(3, Wagers { trips: Cents::dollars(5), ..ante(10) });
    room.time_out();
    // Seat 2 makes a straight and wins all that the bank has after it took seat 3's Ante and Blind.
    room.deal("Ts 8d 7h 7c Ac Kd 7s 6c 9h Jd 2s");
    room.decide(2, Decision::Raise(4));
    for decision in [Decision::Check, Decision::Check, Decision::Fold] {
        room.decide(3, decision);
    }
    let seen = view(&room.table, Viewer::Spectator);
    let trips = round(&seen).lines.iter().find(|line| line.wager == Wager::Trips).expect("a Trips wager");
    assert_eq!((trips.outcome, trips.net), (Outcome::Returned, Cents::ZERO));
    assert_eq!((hand(&seen, 3).hole, hand(&seen, 3).hand), (None, None));
}
