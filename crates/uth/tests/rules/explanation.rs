//! The sentences that a player is told: rows of a hand and what is said about it.

use uth::{Aggregate, Book, Category, Cents, Limits, Odds, PayTable, Play};

use crate::scene::{Scene, scene, seat, wagers};

const QUALIFIED: (&str, &str) = ("9c 9d", "Ks Jd 8s 4h 3h");
const UNQUALIFIED: (&str, &str) = ("Ac 7d", "Ks Jd 8s 4h 3h");

fn table(book: Book, (dealer, board): (&'static str, &'static str)) -> Scene {
    scene(book, dealer, board)
}

fn check(table: &Scene, number: u8, expected: &str) {
    let sentences = table.settled().explanation(table.setup.book.rules(), seat(number));
    assert_eq!(sentences.join(" "), expected);
}

type Row = (Book, (&'static str, &'static str), &'static str, Play, &'static str);

/// Each row has $15 on the Ante, $10 on Trips, and $10 on Bad Beat where there is one.
fn check_all(rows: &[Row]) {
    for (book, cards, hole, play, expected) in rows {
        let bad_beat = if *book == Book::CaliforniaBadBeat { 1_000 } else { 0 };
        check(&table(*book, *cards).hand(3, wagers(1_500, 1_000, bad_beat), hole, *play), 3, expected);
    }
}

#[rustfmt::skip]
const RESULTS: [Row; 8] = [
    (Book::House, QUALIFIED, "Kd 2c", Play::Raise(4),
        "Your pair of kings beats the dealer's pair of nines: Play +$60. Ante +$15. Blind pushes below a \
         straight. Trips −$10."),
    (Book::House, QUALIFIED, "Qd 3c", Play::Raise(1),
        "The dealer's pair of nines beats your pair of threes: Play −$15. Ante −$15. Blind −$15. Trips −$10."),
    (Book::California, QUALIFIED, "Qd 3c", Play::Raise(1),
        "The player/dealer's pair of nines beats your pair of threes: Play −$15. Ante −$15. Blind −$15. Trips −$10."),
    (Book::CaliforniaBadBeat, UNQUALIFIED, "Qd 3c", Play::Raise(1),
        "Player-dealer doesn't qualify (ace high): Ante pushes. Your pair of threes wins: Play +$15. Blind \
         pushes below a \
         straight. Trips −$10. Bad Beat −$10."),
    (Book::California, UNQUALIFIED, "Qd 2c", Play::Raise(1),
        "Player/dealer doesn't qualify (ace high): Ante pushes. Your king high loses: Play −$15. Blind −$15. \
         Trips −$10."),
    (Book::House, QUALIFIED, "9h 9s", Play::Raise(4),
        "A tie, pair of nines: Play pushes. Ante pushes. Blind pushes. Trips −$10."),
    (Book::House, ("Kc 2d", "Ks Jd 8s 4h 3h"), "Kd Qc", Play::Raise(4),
        "Your pair of kings beats the dealer's on the kickers: Play +$60. Ante +$15. Blind pushes below a straight. \
         Trips −$10."),
    (Book::Washington, QUALIFIED, "6h 2c", Play::Fold, "You folded: Ante −$15. Blind −$15. Trips −$10."),
];

#[rustfmt::skip]
const BONUSES: [Row; 4] = [
    (Book::House, QUALIFIED, "4d 4c", Play::Fold,
        "You folded: Ante −$15. Blind −$15. Trips wins although you folded: three of a kind, 3 to 1: $10 wins $30."),
    (Book::House, ("9c 9d", "Ks Js 8s 4h 3h"), "As 2s", Play::Raise(1),
        "Your flush, ace high, beats the dealer's pair of nines: Play +$15. Ante +$15. Blind: flush, 3 to 2: $15 \
         wins $22.50. \
         Trips: flush, 7 to 1: $10 wins $70."),
    (Book::CaliforniaBadBeat, ("8c 8d", "Ks Js 8s 4h 3h"), "As 2s", Play::Raise(1),
        "Your flush, ace high, beats the player-dealer's three of a kind, eights: Ante +$15. Play +$15. Blind: \
         flush, 3 to 2: \
         $15 wins $22.50. Trips: flush, 6 to 1: $10 wins $60. Bad Beat: the player-dealer's beaten three of a \
         kind, 9 to 1: \
         $10 wins $90."),
    (Book::CaliforniaBadBeat, ("As 2s", "Ks Js 8s 4h 3h"), "8c 8d", Play::Raise(1),
        "The player-dealer's flush, ace high, beats your three of a kind, eights: Play −$15. Ante −$15. Blind \
         −$15. Trips: three \
         of a kind, 3 to 1: $10 wins $30. Bad Beat: your beaten three of a kind, 9 to 1: $10 wins $90."),
];

// Clauses: CA.round.10d
#[test]
fn a_hand_is_told_what_became_of_each_wager_and_why() {
    check_all(&RESULTS);
}

#[test]
fn a_paid_wager_says_for_which_hand_and_at_which_odds() {
    check_all(&BONUSES);
}

// Clauses: BB.type.3, R7, R29
#[test]
fn a_bank_that_ran_out_is_said_to_be_exhausted_and_nothing_is_called_a_push() {
    let short = table(Book::California, QUALIFIED)
        .hand(2, wagers(1_500, 0, 0), "Kd 2c", Play::Raise(4))
        .hand(3, wagers(1_500, 500, 0), "4d 4c", Play::Raise(1))
        .bank(4_000);
    check(
        &short,
        2,
        "Your pair of kings beats the player/dealer's pair of nines: Ante +$15. Play paid $25 of $60: the \
                      bank is exhausted. Blind returned: not covered.",
    );
    check(
        &short,
        3,
        "Ante returned: not covered. Play returned: not covered. Blind returned: not covered. Trips returned: \
                      not covered.",
    );
    let full =
        table(Book::California, QUALIFIED).hand(2, wagers(1_500, 0, 0), "Qd 2c", Play::Raise(4)).bank(7_000);
    check(
        &full,
        2,
        "The player/dealer's pair of nines beats your king high: Play −$60. Ante loses $10 of $15: the bank \
                     has won all it may. Blind returned: not covered.",
    );
}

// Clauses: R7
#[test]
fn a_bonus_that_the_bank_paid_in_part_says_for_which_hand_and_never_who_won() {
    // Seat 2 brings the bank to the $100 that it may win, so seat 3 gets its losing wagers back and Trips is the first
    // of them that anything happens to.
    let table = table(Book::California, ("8c 8d", "Ks Jd 8s 4h 3h"))
        .hand(2, wagers(2_000, 0, 0), "Qd 2c", Play::Raise(3))
        .hand(3, wagers(2_000, 10_000, 0), "3c 3d", Play::Raise(1))
        .bank(10_000);
    check(
        &table,
        3,
        "Play returned: not covered. Ante returned: not covered. Blind returned: not covered. Trips: three of a \
         kind, 3 to 1. Paid $200 of $300: the bank is exhausted.",
    );
}

// Clauses: WA.more.3, R24
#[test]
fn a_shared_win_says_that_the_aggregate_is_reached() {
    let mut table = table(Book::Washington, QUALIFIED)
        .hand(2, wagers(1_000, 1_000, 0), "4d 4c", Play::Raise(1))
        .hand(3, wagers(1_000, 1_000, 0), "8d 8c", Play::Raise(1));
    table.setup.limits = Some(Limits { minimum: Cents(100), maximum: Cents(1_000) });
    table.setup.aggregate = Some(Aggregate { blind: Cents(50_000), trips: Cents(50_000) });
    table.setup.pays.trips = PayTable::from_kind(Category::ThreeOfAKind, &[Odds::to_one(30)]);
    check(
        &table,
        2,
        "Your three of a kind, fours, beats the dealer's pair of nines: Play +$10. Ante +$10. Blind pushes below \
                      a straight. Trips: three of a kind, 30 to 1. Paid $250 of $300: the table's aggregate \
                      is reached.",
    );
}

// Clauses: R18, R29
#[test]
fn a_void_round_says_that_every_wager_was_returned() {
    let table = table(Book::House, QUALIFIED).hand(3, wagers(1_000, 0, 0), "4d 4c", Play::Raise(1));
    let mut round = table.dealt();
    round.act(uth::Action::Void("the shuffler failed".into())).unwrap();
    let sentences = round.settlement().unwrap().explanation(Book::House.rules(), seat(3));
    assert_eq!(sentences, ["Void: every wager returned."]);
}
