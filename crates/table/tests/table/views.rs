use table::{
    Account, Command, Decision, HandView, LegalAction, PlayerId, RoundView, Table, TableView, Viewer,
    WagerView, view,
};
use uth::{
    Book, Card, Cents, Dealing, Deck, Destination, HandResult, Play, Setup, Stage, Wager, WagerOutcome,
    Wagers,
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

// Clauses: CA.deal.2, CA.deal.5, BB.deal.5, BB.deal.8, R16, R27
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

fn round(view: &TableView) -> &RoundView {
    view.round.as_ref().expect("a round")
}

fn hand(view: &TableView, number: u8) -> &HandView {
    round(view).hands.iter().find(|hand| hand.seat == seat(number)).expect("a hand")
}

/// The wagers of a hand, and how they ended: "Ante $10.00 win +$10.00 at 1 to 1 by HB.7".
fn wagers(view: &TableView, number: u8) -> String {
    let one = |wager: &WagerView| {
        let laid = format!("{} {}", wager.wager, wager.stake);
        let Some(settled) = wager.settled else { return laid };
        let line = settled.line;
        let odds = line.odds.map_or(String::new(), |odds| format!(" at {odds}"));
        format!("{laid} {} +{}{odds} by {}", line.outcome, line.net, line.clause)
    };
    hand(view, number).wagers.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// "own 2, board 3": which cards a viewer sees.
fn seen(view: &TableView) -> String {
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
    assert_eq!(seen.seats.iter().filter(|seat| seat.occupant.is_some()).count(), 3);
    assert_eq!((hand(&seen, 2).awaited, hand(&seen, 2).play), (true, None));
    assert_eq!(wagers(&seen, 3), "Ante $10.00, Blind $10.00");
    assert!(hand(&seen, 2).net.is_none() && round(&seen).dealer_hand.is_none());
    assert!(hand(&seen, 2).explanation.is_empty());

    let settled = played(&Setup::new(Book::House), &deck("As Kd 7h 2c 7c 7d Ks Js 9s 4h 3h"), Stage::Settled);
    let seen = view(&settled, Viewer::Spectator);
    assert_eq!(hand(&seen, 2).result, Some(HandResult::Win));
    assert_eq!(hand(&seen, 2).hand.map(|hand| hand.to_string()).as_deref(), Some("pair of kings"));
    assert_eq!(hand(&seen, 2).net, Some(Cents::dollars(20)));
    assert_eq!(
        wagers(&seen, 2),
        "Ante $10.00 win +$10.00 at 1 to 1 by HB.7, Blind $10.00 push +$0.00 by HB.10, \
         Play $10.00 win +$10.00 at 1 to 1 by HB.7"
    );
    let mut order: Vec<_> = round(&seen)
        .hands
        .iter()
        .flat_map(|hand| &hand.wagers)
        .map(|one| one.settled.map(|s| s.order))
        .collect();
    order.sort_unstable();
    assert_eq!(order, [0, 1, 2, 3, 4].map(Some), "every wager has its place in the order of settlement");
    let folded = hand(&seen, 3);
    assert_eq!((folded.play, folded.hole, folded.hand), (Some(Play::Fold), None, None));
    assert_eq!((folded.result, folded.net), (Some(HandResult::Fold), Some(Cents::dollars(-20))));
    let result = "Your pair of kings beats the dealer's pair of sevens: Play +$10.";
    assert_eq!(hand(&seen, 2).explanation, [result, "Ante +$10.", "Blind pushes below a straight."]);
    assert_eq!(folded.explanation, ["You folded: Ante −$10.", "Blind −$10."]);

    let void = view(&played(&Setup::new(Book::House), &deck(""), Stage::Void), Viewer::Spectator);
    assert_eq!(hand(&void, 2).explanation, ["Void: every wager returned."]);
}

// Clauses: CA.round.note2, BB.settle.9, WA.hand.note, R31
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
fn a_player_with_two_seats_sees_both_hands() {
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

/// What a viewer may decide for a hand: "4x $40.00, 3x $30.00, check $0.00".
fn actions(view: &TableView, number: u8) -> String {
    let one = |legal: &LegalAction| format!("{} {}", legal.decision, legal.amount);
    hand(view, number).actions.iter().map(one).collect::<Vec<_>>().join(", ")
}

// Clauses: CA.round.1, CA.round.3, CA.round.5
#[test]
fn a_view_lists_what_its_viewer_may_decide_for_hands_that_are_awaited() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.dealt(&[1, 2], "");
    let seen = |room: &Room, player: u64| view(&room.table, Viewer::Player(PlayerId(player)));
    assert_eq!(actions(&seen(&room, 1), 1), "4x $40.00, 3x $30.00, check $0.00");
    assert_eq!(actions(&seen(&room, 1), 2), "", "not for the hand of another");
    assert_eq!(actions(&view(&room.table, Viewer::Spectator), 1), "");
    room.decide(1, Decision::Check);
    assert_eq!(actions(&seen(&room, 1), 1), "", "it has decided in this street");
    room.decide(2, Decision::Check);
    assert_eq!(actions(&seen(&room, 2), 2), "2x $20.00, check $0.00");
    room.decide(1, Decision::Check);
    room.decide(2, Decision::Check);
    assert_eq!(actions(&seen(&room, 2), 2), "1x $10.00, fold $0.00");
}

/// The seats at which a viewer may wager.
fn may_wager(table: &Table, player: u64) -> Vec<u8> {
    let seats = view(table, Viewer::Player(PlayerId(player))).seats;
    seats.iter().filter(|seat| seat.may_wager).map(|seat| seat.seat.number()).collect()
}

#[test]
fn a_view_says_where_its_viewer_may_wager_and_how_much() {
    let mut room = Room::seated(Book::CaliforniaBadBeat, &[1, 2, 3]);
    assert_eq!(may_wager(&room.table, 2), [], "nobody banks yet");
    room.open();
    assert_eq!([1, 2, 3, 9].map(|player| may_wager(&room.table, player)), [vec![], vec![2], vec![3], vec![]]);
    room.does(Command::SitOut { player: PlayerId(3), seat: seat(3) });
    assert_eq!(may_wager(&room.table, 3), []);
    let offers = view(&room.table, Viewer::Spectator).offers;
    let required: Vec<_> = offers.iter().map(|offer| (offer.wager, offer.requires)).collect();
    let ante = Some(Wager::Ante);
    assert_eq!(
        required,
        [
            (Wager::Ante, None),
            (Wager::Blind, ante),
            (Wager::Trips, ante),
            (Wager::BadBeat, Some(Wager::Trips)),
            (Wager::Play, ante),
        ]
    );
    room.wager(2, crate::room::ante(10));
    room.time_out();
    assert_eq!(may_wager(&room.table, 2), [], "bets are closed");

    let house = Room::seated(Book::House, &[1]);
    assert_eq!(may_wager(&house.table, 1), [1], "a wager opens the round");
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
    let trips = hand(&seen, 3).wagers.iter().find(|one| one.wager == Wager::Trips).expect("a Trips wager");
    let settled = trips.settled.expect("it is settled").line;
    assert_eq!((settled.outcome, settled.net), (WagerOutcome::Returned, Cents::ZERO));
    assert_eq!(settled.odds, None, "it was not paid at any odds");
    assert_eq!((hand(&seen, 3).hole, hand(&seen, 3).hand), (None, None));
}
