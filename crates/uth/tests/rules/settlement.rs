use uth::{
    Aggregate, Book, Category, Cents, Dealing, HandResult, Limits, Odds, PayTable, Play, SeatOrder, Wager,
    WagerOutcome,
};

use crate::scene::{Scene, row, scene, seat, wagers};

const FOLD: Play = Play::Fold;

/// The wagers of one hand in every book: "Ante +10, Play +40, …" by wager name, order apart.
fn check(
    dealer: &'static str,
    board: &'static str,
    hole: &'static str,
    play: Play,
    expected: &[(&str, i64)],
) {
    for book in Book::ALL {
        let bad_beat = if book == Book::CaliforniaBadBeat { 2 } else { 0 };
        let table = scene(book, dealer, board).hand(3, wagers(10, 2, bad_beat), hole, play);
        let settled = table.settled();
        let mut nets: Vec<_> =
            settled.lines.iter().map(|line| (line.wager.inscription(), line.net.0)).collect();
        nets.retain(|(wager, _)| *wager != "Bad Beat");
        nets.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(nets, expected, "{book}: {hole} {play} against {dealer} on {board}");
    }
}

// Clauses: CA.round.10c, CA.round.11a, CA.round.13a, CA.round.15
// Clauses: CA.round.11d, BB.settle.1c, BB.settle.2a, BB.settle.4a
// Clauses: BB.settle.6, BB.settle.2d, WA.hand.11a, WA.hand.11e
// Clauses: WA.ideal.13a, WA.ideal.13e, HB.7, BB.object.1, R4
#[test]
fn a_winning_hand_is_paid_even_money_and_its_blind_pushes_below_a_straight() {
    check(
        "7c 7d",
        "Ks Js 9s 4h 3h",
        "As Kd",
        Play::Raise(4),
        &[("Ante", 10), ("Play", 40), ("Blind", 0), ("Trips", -2)],
    );
    // Three of a kind still pushes the Blind, and wins Trips.
    check(
        "7c 7d",
        "Ks Kh 9s 4h 3h",
        "As Kd",
        Play::Raise(3),
        &[("Ante", 10), ("Play", 30), ("Blind", 0), ("Trips", 6)],
    );
}

// Clauses: CA.round.11b, CA.round.12a, CA.round.12b, BB.settle.2b
// Clauses: BB.settle.3a, BB.settle.3b, WA.hand.11b, WA.ideal.13b
// Clauses: HB.8
#[test]
fn a_losing_hand_loses_ante_play_and_blind() {
    check(
        "Kc 7d",
        "Ks Js 9s 4h 3h",
        "As Jd",
        Play::Raise(2),
        &[("Ante", -10), ("Play", -20), ("Blind", -10), ("Trips", -2)],
    );
}

// Clauses: WA.more.2, WA.over.1, R19
#[test]
fn at_a_house_table_no_seat_wins_or_loses_by_what_others_wager() {
    let with_others = |book, ante, play| {
        scene(book, "7c 7d", "Ks Js 9s 4h 3h")
            .hand(1, wagers(ante, ante, 0), "Kc Kh", play)
            .hand(3, wagers(10, 2, 0), "As Kd", Play::Raise(4))
            .hand(5, wagers(ante, 0, 0), "2c 2d", FOLD)
    };
    for book in [Book::Washington, Book::House] {
        let alone = scene(book, "7c 7d", "Ks Js 9s 4h 3h")
            .hand(3, wagers(10, 2, 0), "As Kd", Play::Raise(4))
            .settled();
        let expected: Vec<_> = alone.lines.iter().map(|line| (line.wager, line.outcome, line.net)).collect();
        for (ante, play) in [(2, Play::Raise(1)), (50, Play::Raise(4)), (1_000, FOLD)] {
            let settled = with_others(book, ante, play).settled();
            let own: Vec<_> =
                settled.lines_of(seat(3)).map(|line| (line.wager, line.outcome, line.net)).collect();
            assert_eq!(own, expected, "{book} {ante} {play}");
        }
    }
}

// Clauses: CA.round.11c, CA.round.14a, BB.settle.2c, BB.settle.5a, WA.hand.11c, WA.ideal.13c, HB.9, R1
#[test]
fn a_tie_pushes_all_but_the_bonus_wagers() {
    check(
        "Ac 3d",
        "Ks Js 9s 7h 4h",
        "Ad 2c",
        Play::Raise(1),
        &[("Ante", 0), ("Play", 0), ("Blind", 0), ("Trips", -2)],
    );
    // The board's own straight ties, the Blind does not win, Trips does.
    let pays = Book::California.rules().pay_tables[0].trips().pays(uth::Category::Straight).unwrap();
    assert_eq!(pays.pays(), 4);
    for (book, trips) in
        [(Book::California, 8), (Book::Washington, 8), (Book::House, 8), (Book::CaliforniaBadBeat, 10)]
    {
        let table = scene(book, "2c 3d", "As Kd Qh Js Tc").hand(3, wagers(10, 2, 0), "4d 5c", Play::Raise(1));
        let settled = table.settled();
        assert_eq!(settled.seats[0].result, Some(HandResult::Push));
        assert_eq!(settled.seats[0].net, Cents(trips));
    }
}

// Clauses: CA.round.9, CA.round.9a, CA.round.9b
// Clauses: CA.round.note1, BB.unqualified.1, BB.unqualified.1a, BB.unqualified.1b
// Clauses: WA.hand.10, WA.hand.10a, WA.hand.12, WA.hand.13, WA.ideal.12
// Clauses: WA.ideal.12a, WA.ideal.14, WA.ideal.15, HB.11, R2
#[test]
fn without_a_pair_the_dealer_returns_every_ante_win_or_lose() {
    let lost = [("Ante", 0), ("Play", -10), ("Blind", -10), ("Trips", -2)];
    check("Ac 8d", "Ks Js 9s 4h 3h", "Qd 8c", Play::Raise(1), &lost);
    let won = [("Ante", 0), ("Play", 40), ("Blind", 0), ("Trips", -2)];
    check("Ac 8d", "Ks Js 9s 4h 3h", "Kd 8c", Play::Raise(4), &won);
    let tied = [("Ante", 0), ("Play", 0), ("Blind", 0), ("Trips", -2)];
    check("Ac 8d", "Ks Js 9s 4h 3h", "Ad 8c", Play::Raise(4), &tied);
    // The Blind is no Ante: a flush against nothing is still paid.
    let table =
        scene(Book::House, "Ac 8d", "Ks Js 9s 4h 3h").hand(1, wagers(10, 0, 0), "Qs 2s", Play::Raise(4));
    assert_eq!(table.rows(), ["1 Ante push +0", "1 Play win +40", "1 Blind win +15"]);
}

// Clauses: CA.round.10, BB.settle.1a, WA.hand.10, HB.6, R2
#[test]
fn a_pair_on_the_board_qualifies_the_dealer() {
    let settled = scene(Book::House, "Qc 8d", "9s 9h Js 4h 3h")
        .hand(1, wagers(10, 0, 0), "Ad 2c", Play::Raise(4))
        .settled();
    assert!(settled.qualifies());
    check(
        "Qc 8d",
        "9s 9h Js 4h 3h",
        "Ad 2c",
        Play::Raise(4),
        &[("Ante", 10), ("Play", 40), ("Blind", 0), ("Trips", -2)],
    );
}

// Clauses: CA.round.6a, BB.deal.14a, R3
#[test]
fn a_fold_loses_ante_and_blind_and_never_reaches_the_showdown() {
    // The folded hand would have won, and the dealer does not qualify: it loses all the same.
    check("Ac 8d", "Ks Js 9s 4h 3h", "Kd 8c", FOLD, &[("Ante", -10), ("Blind", -10), ("Trips", -2)]);
}

// Clauses: CA.round.18, CA.round.note2, CA.round.13c, BB.settle.9, BB.settle.4c, WA.hand.11f, WA.hand.note
// Clauses: WA.ideal.13f, WA.ideal.note, HB.trips.1, R3
#[test]
fn trips_wins_with_three_of_a_kind_whatever_becomes_of_the_hand() {
    let board = "9s 9h Js 4h 3h";
    check("Qc 8d", board, "9d 2c", FOLD, &[("Ante", -10), ("Blind", -10), ("Trips", 6)]);
    check("Qc 8d", board, "9d 2c", Play::Raise(1), &[("Ante", 10), ("Play", 10), ("Blind", 0), ("Trips", 6)]);
    check(
        "Jc Jd",
        board,
        "9d 2c",
        Play::Raise(1),
        &[("Ante", -10), ("Play", -10), ("Blind", -10), ("Trips", 6)],
    );
    check("9c 2d", board, "9d 2c", Play::Raise(1), &[("Ante", 0), ("Play", 0), ("Blind", 0), ("Trips", 6)]);
}

// Clauses: CA.round.13b, CA.round.16, CA.glossary.2, BB.settle.4b, BB.settle.7
// Clauses: WA.hand.11d, WA.ideal.13d, HB.10, R4, R13
#[test]
fn the_blind_pays_by_its_table_on_a_win_with_a_straight_or_better() {
    let blind = |hole, board| {
        let table = scene(Book::House, "2c 2d", board).hand(1, wagers(10, 0, 0), hole, Play::Raise(4));
        let settled = table.settled();
        assert_eq!(settled.seats[0].result, Some(HandResult::Win));
        settled.lines.iter().find(|line| line.wager == uth::Wager::Blind).unwrap().net.0
    };
    assert_eq!(blind("As Ad", "Kd Qs 9h 8h 4s"), 0, "a pair");
    assert_eq!(blind("Js Td", "Kd Qs 9h 8h 4s"), 10, "a straight");
    assert_eq!(blind("As 3s", "Ks Qs 9s 8h 4d"), 15, "a flush pays 3 to 2, not 1");
    assert_eq!(blind("As Ad", "Ah Ks Kd 8h 4d"), 30, "a full house");
    assert_eq!(blind("As Ad", "Ah Ac Kd 8h 4d"), 100, "four of a kind");
    assert_eq!(blind("9s 8s", "Qs Js Ts 8h 4d"), 500, "a straight flush");
    assert_eq!(blind("As Ks", "Qs Js Ts 8h 4d"), 5000, "a royal flush");
}

/// What a Bad Beat wager of $0.02 wins or loses.
fn bad_beat(dealer: &'static str, board: &'static str, hole: &'static str, play: Play) -> i64 {
    let table = scene(Book::CaliforniaBadBeat, dealer, board).hand(3, wagers(10, 2, 2), hole, play);
    let settled = table.settled();
    settled.lines.iter().find(|line| line.wager == uth::Wager::BadBeat).unwrap().net.0
}

// Clauses: BB.bonus.2, BB.bonus.2a, BB.bonus.2b, BB.bonus.3
// Clauses: BB.bonus.5, BB.settle.3c, BB.settle.4d, BB.object.3, R5
#[test]
fn bad_beat_pays_on_the_hand_that_was_beaten_whoever_held_it() {
    let raise = Play::Raise(1);
    assert_eq!(bad_beat("Jc Jd", "9s 9h Js 4h 3h", "9d 2c", raise), 18, "the player's three nines lose");
    assert_eq!(bad_beat("9d 2c", "9s 9h Js 4h 3h", "Jc Jd", raise), 18, "the dealer's three nines lose");
    assert_eq!(
        bad_beat("As Ks", "Qs Js Ts 8h 4d", "9s 8s", raise),
        15_000,
        "a straight flush beaten by a royal one"
    );
    assert_eq!(bad_beat("9s 8s", "Qs Js Ts 8h 4d", "As Ks", raise), 15_000);
    assert_eq!(bad_beat("As Ad", "Ah Ac Kd Ks 4d", "Kh Kc", raise), 1000, "four kings beaten");
    assert_eq!(bad_beat("4c 4h", "Ah Ac Kd Ks 4d", "Ad 2d", raise), 100, "the dealer's full house beaten");
    assert_eq!(bad_beat("7c 7d", "Ks Js 9s 4h 3h", "As Kd", raise), -2, "a pair beaten is no bad beat");
    assert_eq!(bad_beat("Ad Kc", "Qh Jd Tc 2s 3s", "As 9s", raise), -2, "the player's ace high is beaten");
    assert_eq!(bad_beat("Kd 2d", "Qh Jd Tc 9s 3s", "As Kc", raise), 40, "a straight beaten by a higher one");
}

// Clauses: R5
#[test]
fn hands_lying_wholly_on_the_board_count_for_bad_beat() {
    assert_eq!(
        bad_beat("2c 7d", "9s 9h 9c Kd Jd", "Ah 3d", Play::Raise(1)),
        18,
        "three nines on the board, ace kicks"
    );
    assert_eq!(
        bad_beat("2c 7d", "Kd Qs Jh Td 9c", "Ah 3d", Play::Raise(1)),
        40,
        "the board's straight is beaten"
    );
}

// Clauses: BB.bonus.6, BB.bonus.5, R1, R3
#[test]
fn bad_beat_loses_on_a_tie_and_on_a_fold() {
    assert_eq!(bad_beat("2c 3d", "As Kd Qh Js Tc", "4d 5c", Play::Raise(1)), -2);
    assert_eq!(bad_beat("Jc Jd", "9s 9h Js 4h 3h", "9d 2c", FOLD), -2);
}

/// Four seats, of which two fold, one of them with three of a kind.
fn full(book: Book) -> Scene {
    scene(book, "7c 7d", "Ks Js 9s 4h 9h")
        .hand(1, wagers(10, 2, 0), "9d 2c", FOLD)
        .hand(2, wagers(10, 0, 0), "As Kd", Play::Raise(4))
        .hand(4, wagers(10, 2, 0), "6h 3c", FOLD)
        .hand(5, wagers(10, 0, 0), "Qd Tc", Play::Raise(1))
}

// Clauses: CA.round.6a, CA.round.9, CA.round.10, CA.round.10a, R8
#[test]
fn california_collects_folds_first_and_goes_clockwise_from_the_bank() {
    assert_eq!(
        full(Book::California).button(3).rows(),
        [
            "4 Ante lose -10",
            "4 Blind lose -10",
            "4 Trips lose -2",
            "1 Ante lose -10",
            "1 Blind lose -10",
            "5 Ante win +10",
            "5 Play win +10",
            "5 Blind win +10",
            "1 Trips win +6",
            "2 Ante win +10",
            "2 Play win +40",
            "2 Blind push +0",
        ]
    );
}

// Clauses: CA.round.7, BB.deal.15, HB.6, R26
#[test]
fn a_player_dealer_s_cards_stay_face_down_when_every_hand_has_folded() {
    for book in Book::ALL {
        let all_fold = scene(book, "9c 9d", "Ks Js 9s 4h 3h")
            .hand(2, wagers(10, 0, 0), "6h 2d", Play::Fold)
            .hand(3, wagers(10, 2, 0), "As Qs", Play::Fold);
        let is_house = matches!(book, Book::Washington | Book::House);
        let round = all_fold.played();
        let settled = all_fold.settled();
        assert_eq!((round.dealer().is_some(), settled.dealer.is_some()), (is_house, is_house), "{book}");
        assert!(settled.seats.iter().all(|seat| seat.result == Some(HandResult::Fold)), "{book}");
        let one_plays = all_fold.hand(4, wagers(10, 0, 0), "Kd Qd", Play::Raise(1));
        assert!(one_plays.played().dealer().is_some() && one_plays.settled().dealer.is_some(), "{book}");
    }
}

// Clauses: WA.more.3, R13, R24
#[test]
fn winnings_beyond_the_aggregate_are_shared_and_stakes_go_back_whole() {
    // Three flushes: each Blind of 10 wins 15 and each Trips wins 7 to 1.
    let mut table = scene(Book::Washington, "9c 9d", "Ks Js 9s 4h 3h")
        .hand(1, wagers(10, 10, 0), "As 2s", Play::Raise(1))
        .hand(2, wagers(10, 10, 0), "Qs 3s", Play::Raise(1))
        .hand(3, wagers(10, 6, 0), "Ts 5s", Play::Fold);
    table.setup.limits = Some(Limits { minimum: Cents(2), maximum: Cents(10) });
    table.setup.aggregate = Some(Aggregate { blind: Cents(500), trips: Cents(500) });
    let full =
        ["3 Trips win +42", "2 Blind win +15", "2 Trips win +70", "1 Blind win +15", "1 Trips win +70"];
    let bonus = |table: &Scene| {
        let settled = table.settled();
        let bonus =
            settled.lines.into_iter().filter(|line| line.net > Cents::ZERO && line.odds != Some(Odds::EVEN));
        bonus.collect::<Vec<_>>()
    };
    assert_eq!(bonus(&table).iter().map(row).collect::<Vec<_>>(), full, "it reaches");
    // Three flushes never win fifty times the maximum together, so here they pay 100 to 1.
    table.setup.pays.trips = PayTable::from_kind(Category::Flush, &[Odds::to_one(100)]);
    let shared = bonus(&table);
    // Due are 1,000, 1,000 and 600 on Trips; 500 are shared: 192.3, 192.3 and 115.4, rounded down.
    assert_eq!(
        shared.iter().map(row).collect::<Vec<_>>(),
        [
            "3 Trips partly covered +115",
            "2 Blind win +15",
            "2 Trips partly covered +192",
            "1 Blind win +15",
            "1 Trips partly covered +192",
        ]
    );
    let clauses: Vec<_> =
        shared.iter().filter(|line| line.wager == Wager::Trips).map(|line| line.clause).collect();
    assert_eq!(clauses, ["WA.more.3"; 3]);
}

// Clauses: BB.action.1, BB.action.2, BB.settle.1a, BB.settle.3a, R8, R9
#[test]
fn bad_beat_tables_settle_play_first_from_a_losing_hand_and_ante_first_for_a_winning_one() {
    let table = scene(Book::CaliforniaBadBeat, "9c 9d", "Ks Js 9s 4h 3h")
        .button(4)
        .hand(1, wagers(10, 2, 2), "As Kd", Play::Raise(4))
        .hand(5, wagers(10, 2, 2), "Qd Tc", Play::Raise(1));
    let order = [
        "5 Ante win +10",
        "5 Play win +10",
        "5 Blind win +10",
        "5 Trips win +10",
        "5 Bad Beat win +18",
        "1 Play lose -40",
        "1 Ante lose -10",
        "1 Blind lose -10",
        "1 Trips lose -2",
        "1 Bad Beat lose -2",
    ];
    assert_eq!(table.rows(), order);
}

// Clauses: CA.round.12a, R9
#[test]
fn california_collects_play_before_ante_from_a_losing_hand() {
    let table =
        scene(Book::California, "Kc 7d", "Ks Js 9s 4h 3h").hand(3, wagers(10, 2, 0), "As Jd", Play::Raise(2));
    assert_eq!(table.rows(), ["3 Play lose -20", "3 Ante lose -10", "3 Blind lose -10", "3 Trips lose -2"]);
    let unqualified =
        scene(Book::California, "Ac 8d", "Ks Js 9s 4h 3h").hand(3, wagers(10, 0, 0), "Qd 8c", Play::Raise(1));
    assert_eq!(unqualified.rows(), ["3 Ante push +0", "3 Play lose -10", "3 Blind lose -10"]);
}

// Clauses: WA.hand.11, WA.ideal.13, R8, R21
#[test]
fn house_tables_settle_right_to_left_or_as_the_casino_chooses() {
    let seats =
        |table: &Scene| table.settled().seats.iter().map(|settled| settled.seat.number()).collect::<Vec<_>>();
    for book in [Book::Washington, Book::House] {
        let mut table = full(book);
        assert_eq!(seats(&table), [5, 4, 2, 1], "{book}");
        table.setup.seat_order = SeatOrder::LeftToRight;
        assert_eq!(seats(&table), [1, 2, 4, 5], "{book}");
    }
}

// Clauses: WA.hand.12, WA.hand.13, WA.ideal.14, WA.ideal.15, R8
#[test]
fn washington_returns_all_antes_before_looking_at_any_hand() {
    for dealing in [Dealing::Hand, Dealing::Ideal] {
        let mut table = scene(Book::Washington, "Ac 8d", "Ks Js 9s 4h 3h")
            .hand(1, wagers(10, 0, 0), "Qd 8c", Play::Raise(1))
            .hand(2, wagers(10, 0, 0), "2d 2c", FOLD)
            .hand(3, wagers(10, 0, 0), "Kd 8h", Play::Raise(2));
        table.setup.dealing = dealing;
        let rows = [
            "3 Ante push +0",
            "1 Ante push +0",
            "3 Play win +20",
            "3 Blind push +0",
            "2 Ante lose -10",
            "2 Blind lose -10",
            "1 Play lose -10",
            "1 Blind lose -10",
        ];
        assert_eq!(table.rows(), rows);
        let clause = table.settled().lines[0].clause;
        assert_eq!(clause, if dealing == Dealing::Hand { "WA.hand.12" } else { "WA.ideal.14" });
    }
}

// Clauses: CA.round.10d, CA.glossary.9, BB.settle.1c, WA.hand.9, WA.ideal.11
#[test]
fn every_wager_of_a_finished_round_is_settled_and_every_hand_announced() {
    for book in Book::ALL {
        let table = full(book).button(3);
        let settled = table.settled();
        assert_eq!(settled.lines.len(), 12, "three wagers each, no Play where folded, Trips at two seats");
        assert_eq!(settled.dealer.unwrap().to_string(), "two pair, nines and sevens");
        let named = settled.seats.iter().find(|settled| settled.seat == seat(5)).unwrap();
        assert_eq!(named.hand.unwrap().to_string(), "straight, king high");
        assert_eq!(named.result, Some(HandResult::Win));
        assert!(settled.lines.iter().all(|line| line.outcome != WagerOutcome::Returned));
        assert_eq!(settled.lines_of(seat(5)).map(|line| line.net).sum::<Cents>(), named.net);
    }
}
