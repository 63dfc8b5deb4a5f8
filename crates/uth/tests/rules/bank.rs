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

// Clauses: CA.bet.4, BB.type.2, BB.type.3, BB.action.3, BB.settle.10, R7
#[test]
fn a_winning_wager_beyond_the_bank_is_paid_in_part_and_the_rest_goes_back() {
    for (book, clause) in [(Book::California, "CA.bet.4"), (Book::CaliforniaBadBeat, "BB.action.3")] {
        let table = losing_bank(book).bank(34);
        assert_eq!(
            rows(&table),
            [
                "2 Ante win +10 → -10",
                "2 Play partly covered +24 → -34",
                "2 Blind push +0 → -34",
                "3 Ante returned +0 → -34",
                "3 Play returned +0 → -34",
                "3 Blind push +0 → -34",
            ]
        );
        let settled = table.settled();
        let bank = settled.bank.unwrap();
        assert_eq!((bank.wager(), bank.exhausted()), (Some(Cents(34)), true));
        let uncovered = |line: &&uth::SettlementLine| {
            matches!(line.outcome, WagerOutcome::PartlyCovered | WagerOutcome::Returned)
        };
        let clauses: Vec<_> = settled.lines.iter().filter(uncovered).map(|line| line.clause).collect();
        assert_eq!(clauses, [clause; 3]);
    }
}

// Clauses: CA.bet.4, BB.type.2, BB.type.3, R7
#[test]
fn a_losing_wager_beyond_the_bank_is_taken_in_part_and_the_rest_goes_back() {
    assert_eq!(
        rows(&winning_bank(Book::California).bank(46)),
        [
            "2 Play lose -40 → +40",
            "2 Ante partly covered -6 → +46",
            "2 Blind returned +0 → +46",
            "2 Trips returned +0 → +46",
            "3 Play returned +0 → +46",
            "3 Ante returned +0 → +46",
            "3 Blind returned +0 → +46",
        ]
    );
    assert_eq!(
        rows(&winning_bank(Book::CaliforniaBadBeat).bank(46))[..3],
        ["2 Ante lose -10 → +10", "2 Play partly covered -36 → +46", "2 Blind returned +0 → +46"],
        "the order of wagers decides which of them is covered"
    );
}

// Clauses: R7
#[test]
fn a_bank_that_reaches_just_far_enough_is_not_exhausted() {
    for (table, due) in [(losing_bank(Book::California), 70), (winning_bank(Book::California), 92)] {
        let exact = table.clone().bank(due).settled();
        assert!(!exact.bank.unwrap().exhausted());
        assert_eq!(exact.lines, table.settled().lines);
        let short = table.bank(due - 2).settled();
        assert!(short.bank.unwrap().exhausted());
    }
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
            "2 Blind push +0 → -20",
            "3 Ante returned +0 → -20",
            "3 Play returned +0 → -20",
            "3 Blind push +0 → -20",
        ],
        "folds are collected first, so the bank is full when they come"
    );
}

// Clauses: R7
#[test]
fn later_wagers_can_bring_the_bank_back_inside_its_limit() {
    let table = scene(Book::California, "7c 7d", "Ks Js 9s 4h 3h")
        .hand(2, wagers(10, 0, 0), "As Kd", Play::Raise(4))
        .hand(3, wagers(10, 0, 0), "Qh 2c", Play::Raise(1))
        .hand(4, wagers(10, 0, 0), "Kh 2d", Play::Raise(1))
        .bank(20);
    assert_eq!(
        rows(&table),
        [
            "2 Ante win +10 → -10",
            "2 Play partly covered +10 → -20",
            "2 Blind push +0 → -20",
            "3 Play lose -10 → -10",
            "3 Ante lose -10 → +0",
            "3 Blind lose -10 → +10",
            "4 Ante win +10 → +0",
            "4 Play win +10 → -10",
            "4 Blind push +0 → -10",
        ]
    );
}
