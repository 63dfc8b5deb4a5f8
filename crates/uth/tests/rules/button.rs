use uth::{Button, ButtonError, MOST_ROUNDS_BANKED, Person, Seat};

use crate::scene::seat;

/// A table where each of these seats has a player of its own.
fn occupied(seats: &[u8]) -> impl Fn(Seat) -> Option<Person> {
    move |seat| seats.contains(&seat.number()).then(|| Person(u64::from(seat.number())))
}

/// Who banks each round when nobody declines, and who is asked when some do.
fn bankers(seats: &[u8], rounds: usize, declines: impl Fn(usize, u8) -> bool) -> Vec<u8> {
    let mut button = Button::default();
    let mut bankers = Vec::new();
    for round in 0..rounds {
        while let Some(offered) = button.offered(occupied(seats)) {
            if declines(round, offered.number()) {
                button.decline(offered, occupied(seats)).expect("it was offered");
            } else {
                button.banked(offered, occupied(seats)).expect("it was offered");
                bankers.push(offered.number());
                break;
            }
        }
    }
    bankers
}

// Clauses: CA.play.2, CA.round.20, BB.type.4, BB.settle.11, R10
#[test]
fn everybody_banks_two_rounds_and_the_button_goes_clockwise() {
    assert_eq!(MOST_ROUNDS_BANKED, 2);
    let full = [1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(
        bankers(&full, 18, |_, _| false),
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 1, 1],
        "round the whole table and on"
    );
    assert_eq!(bankers(&[2, 5, 6], 7, |_, _| false), [2, 2, 5, 5, 6, 6, 2]);
}

// Clauses: BB.type.4, R10
#[test]
fn a_seat_may_decline_and_the_offer_goes_on_clockwise() {
    let full = [1, 2, 3, 4, 5, 6];
    assert_eq!(bankers(&full, 6, |_, seat| seat % 2 == 0), [1, 1, 3, 3, 5, 5]);
    assert_eq!(bankers(&full, 6, |_, seat| seat > 2), [1, 1, 2, 2, 1, 1]);
    // Seat 1 gives the button up after its first round.
    assert_eq!(bankers(&full, 5, |round, seat| round == 1 && seat == 1), [1, 2, 2, 3, 3]);
    // Everybody banks one round only.
    let last = std::cell::Cell::new(0);
    let once = |_, seat| last.replace(seat) == seat;
    assert_eq!(bankers(&full, 8, once), [1, 2, 3, 4, 5, 6, 1, 2]);
}

// Clauses: R10
#[test]
fn if_nobody_takes_the_bank_no_round_starts() {
    let seats = [1, 4];
    assert_eq!(bankers(&seats, 5, |_, _| true), [0; 0]);
    assert_eq!(bankers(&seats, 5, |_, seat| seat == 4), [1, 1], "seat 1 has had its two rounds");
    assert_eq!(bankers(&[3], 5, |_, _| false), [3, 3], "and alone it cannot go on");

    let mut button = Button::default();
    for number in seats {
        button.decline(seat(number), occupied(&seats)).unwrap();
    }
    assert_eq!(button.offered(occupied(&seats)), None);
    let error = button.banked(seat(1), occupied(&seats)).unwrap_err();
    assert_eq!(error.to_string(), "everybody has declined to bank, so no round starts");
    button.offer_again();
    assert_eq!(button.offered(occupied(&seats)), Some(seat(1)));
}

// Clauses: R10
#[test]
fn a_seat_banks_again_only_after_another_has_banked_a_round() {
    let seats = [1, 2];
    let mut button = Button::default();
    for _ in 0..2 {
        button.banked(seat(1), occupied(&seats)).unwrap();
    }
    assert_eq!(button.holder(), Some(seat(1)));
    button.decline(seat(2), occupied(&seats)).unwrap();
    assert_eq!(button.offered(occupied(&seats)), None);
    button.offer_again();
    let refused = Err(ButtonError { seat: seat(1), offered: Some(seat(2)) });
    assert_eq!(button.banked(seat(1), occupied(&seats)), refused);
    button.banked(seat(2), occupied(&seats)).unwrap();
    button.decline(seat(2), occupied(&seats)).unwrap();
    button.banked(seat(1), occupied(&seats)).unwrap();
    assert_eq!(button.holder(), Some(seat(1)));
}

#[test]
fn only_the_seat_that_is_asked_may_answer() {
    let seats = [2, 5];
    let mut button = Button::default();
    let before = button;
    let error = ButtonError { seat: seat(5), offered: Some(seat(2)) };
    assert_eq!(button.decline(seat(5), occupied(&seats)), Err(error));
    assert_eq!(button.banked(seat(5), occupied(&seats)), Err(error));
    assert_eq!(button, before);
    assert_eq!(error.to_string(), "the bank is offered to seat 2, not to seat 5");
}

// Clauses: R23
#[test]
fn a_void_round_is_not_a_banked_round() {
    // A void round is simply not told to the button: the same seat still has both of its rounds.
    let button = Button::default();
    assert_eq!(button.offered(occupied(&[4, 5])), Some(seat(4)));
    let mut banked = button;
    banked.banked(seat(4), occupied(&[4, 5])).unwrap();
    assert_eq!(banked.offered(occupied(&[4, 5])), Some(seat(4)));
}

#[test]
fn if_the_holder_leaves_the_offer_goes_to_the_next_clockwise() {
    let mut button = Button::default();
    button.banked(seat(2), occupied(&[2, 5, 6])).unwrap();
    assert_eq!(button.offered(occupied(&[1, 5, 6])), Some(seat(5)));
    assert_eq!(button.offered(occupied(&[1])), Some(seat(1)));
    assert_eq!(button.offered(occupied(&[])), None);
}

// Clauses: CA.round.20, BB.settle.11, R10
#[test]
fn a_player_who_changes_seats_banks_no_third_round() {
    let ann_and_bob = |ann: u8, bob: u8| {
        move |seat: Seat| match seat.number() {
            number if number == ann => Some(Person(100)),
            number if number == bob => Some(Person(200)),
            _ => None,
        }
    };
    let mut button = Button::default();
    button.banked(seat(1), ann_and_bob(1, 4)).unwrap();
    assert_eq!(button.offered(ann_and_bob(3, 4)), Some(seat(3)), "her second, in another seat");
    button.banked(seat(3), ann_and_bob(3, 4)).unwrap();
    assert_eq!(button.last().map(|last| (last.seat, last.rounds)), Some((seat(3), 2)));
    assert_eq!(button.offered(ann_and_bob(5, 4)), Some(seat(4)), "a third seat is no third round");
    assert_eq!(button.offered(ann_and_bob(5, 8)), Some(seat(8)));
    // Bob takes the seat that Ann has left: he is asked, and has both of his rounds.
    assert_eq!(button.offered(ann_and_bob(5, 3)), Some(seat(3)));
    button.banked(seat(3), ann_and_bob(5, 3)).unwrap();
    assert_eq!(button.offered(ann_and_bob(5, 3)), Some(seat(3)));
}
