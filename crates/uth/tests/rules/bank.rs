use uth::{Book, Cents, Play, WagerOutcome};

use crate::scene::{Scene, row, scene, wagers};

/// Every wager with the bank's result after it: "2 Ante win +10 → -10".
fn rows(table: &Scene) -> Vec<String> {
    table.settled().lines.iter().map(|line| format!("{} → {:+}", row(line), line.bank.0)).collect()
}

fn losing_bank(book: Book) -> Scene {
    scene(book, "7c 7d", "Ks Js 9s 4h 3h").hand(2, wagers(10, 0, 0), "As Kd", Play::Raise(4)).hand(
        3,
        wagers(10, 0, 0),
        "Kh 2c",
        Play::Raise(1),
    )
}

fn winning_bank(book: Book) -> Scene {
    scene(book, "Kc 7d", "Ks Js 9s 4h 3h").hand(2, wagers(10, 2, 0), "As Jd", Play::Raise(4)).hand(
        3,
        wagers(10, 0, 0),
        "Qh 2c",
        Play::Raise(1),
    )
}

// Clauses: CA.bet.4, BB.type.1, CA.round.19
#[test]
fn an_unlimited_bank_pays_and_takes_everything() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let paid = losing_bank(book).settled();
        let bank = paid.bank.unwrap();
        assert_eq!((bank.net(), bank.exhausted(), bank.wager()), (Cents(-70), false, None));
        let taken = winning_bank(book).settled();
        assert_eq!(taken.bank.unwrap().net(), Cents(60 + 2 + 30));
    }
    assert_eq!(losing_bank(Book::House).settled().bank, None, "a house has no such bank");
}

// Clauses: CA.bet.4, BB.type.2, BB.type.3, BB.action.3, BB.settle.10, R7, R29
#[test]
fn an_exhausted_bank_ends_settlement_and_the_rest_goes_back() {
    for (book, clause) in [(Book::California, "CA.bet.4"), (Book::CaliforniaBadBeat, "BB.action.3")] {
        let table = losing_bank(book).bank(34);
        assert_eq!(
            rows(&table),
            [
                "2 Ante win +10 → -10",
                "2 Play partly covered +24 → -34",
                "2 Blind returned +0 → -34",
                "3 Ante returned +0 → -34",
                "3 Play returned +0 → -34",
                "3 Blind returned +0 → -34",
            ],
            "a Blind that would push is not called a push"
        );
        let settled = table.settled();
        let bank = settled.bank.unwrap();
        assert_eq!((bank.wager(), bank.exhausted()), (Some(Cents(34)), true));
        let clauses: Vec<_> = settled.lines.iter().skip(1).map(|line| line.clause).collect();
        assert_eq!(clauses, [clause; 5]);
        assert!(settled.lines[2..].iter().all(|line| line.odds.is_none()), "nothing was won at any odds");
    }
}

// Clauses: BB.type.3, R7
#[test]
fn losing_wagers_do_not_refill_an_exhausted_bank() {
    let table = scene(Book::California, "7c 7d", "Ks Js 9s 4h 3h")
        .hand(2, wagers(10, 0, 0), "As Kd", Play::Raise(4))
        .hand(3, wagers(10, 4, 0), "Qh 2c", Play::Raise(1))
        .hand(4, wagers(10, 0, 0), "Kh 2d", Play::Raise(1))
        .bank(20);
    let rows = rows(&table);
    assert_eq!(rows[..2], ["2 Ante win +10 → -10", "2 Play partly covered +10 → -20"]);
    assert_eq!(rows.len(), 3 + 4 + 3);
    for row in &rows[2..] {
        assert!(row.ends_with(" returned +0 → -20"), "{row}");
    }
}

// Clauses: CA.bet.4, BB.type.2, BB.type.3, R7, R9
#[test]
fn a_losing_wager_beyond_the_bank_is_taken_in_part_and_the_rest_goes_back() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        assert_eq!(
            rows(&winning_bank(book).bank(46)),
            [
                "2 Play lose -40 → +40",
                "2 Ante partly covered -6 → +46",
                "2 Blind returned +0 → +46",
                "2 Trips returned +0 → +46",
                "3 Play returned +0 → +46",
                "3 Ante returned +0 → +46",
                "3 Blind returned +0 → +46",
            ],
            "the order of wagers decides which of them is covered"
        );
        assert!(!winning_bank(book).bank(46).settled().bank.unwrap().exhausted(), "it has won all it may");
    }
}

// Clauses: R7
#[test]
fn a_bank_that_has_lost_just_its_wager_exhausted() {
    // Seat 3's Blind pushes: that is the last line, and the bank has lost 70 before it.
    let exact = losing_bank(Book::California).bank(70).settled();
    let free = losing_bank(Book::California).settled();
    assert!(exact.bank.unwrap().exhausted());
    assert_eq!(exact.lines[..5], free.lines[..5]);
    assert_eq!(exact.lines[5].outcome, WagerOutcome::Returned);
    assert_eq!(losing_bank(Book::California).bank(72).settled().lines, free.lines);
    // A bank that wins is never exhausted, and covers all that it may win.
    let won = winning_bank(Book::California).bank(92).settled();
    assert_eq!(won.lines, winning_bank(Book::California).settled().lines);
    assert!(!won.bank.unwrap().exhausted());
}

// Clauses: R7, R8
#[test]
fn what_folds_bring_in_first_covers_what_is_paid_later() {
    let table = losing_bank(Book::California).hand(8, wagers(20, 6, 0), "6h 2d", Play::Fold).bank(20);
    assert_eq!(
        rows(&table),
        [
            "8 Ante lose -20 → +20",
            "8 Blind returned +0 → +20",
            "8 Trips returned +0 → +20",
            "2 Ante win +10 → +10",
            "2 Play partly covered +30 → -20",
            "2 Blind returned +0 → -20",
            "3 Ante returned +0 → -20",
            "3 Play returned +0 → -20",
            "3 Blind returned +0 → -20",
        ],
        "folds are collected first, so the bank is full when they come; at +W winners are still paid"
    );
}

// Clauses: R8, BB.bonus.5, BB.settle.9
#[test]
fn a_folded_hand_settles_its_bonus_wagers_at_its_seat_s_turn() {
    let table = scene(Book::CaliforniaBadBeat, "7c 7d", "Ks Js 9s 4h 3h")
        .hand(2, wagers(10, 0, 0), "Kh 2c", Play::Raise(1))
        .hand(3, wagers(10, 2, 4), "6h 2d", Play::Fold)
        .hand(4, wagers(10, 2, 4), "As Qs", Play::Fold)
        .hand(5, wagers(10, 0, 0), "Kd 2h", Play::Raise(1));
    let rows: Vec<String> = table.settled().lines.iter().map(row).collect();
    assert_eq!(
        rows,
        [
            "3 Ante lose -10",
            "3 Blind lose -10",
            "3 Trips lose -2",
            "4 Ante lose -10",
            "4 Blind lose -10",
            "2 Ante win +10",
            "2 Play win +10",
            "2 Blind push +0",
            "3 Bad Beat lose -4",
            "4 Trips win +12",
            "4 Bad Beat lose -4",
            "5 Ante win +10",
            "5 Play win +10",
            "5 Blind push +0",
        ]
    );
}
