//! Rows worked out by hand. Trips pays by UTH-04; stakes are $10 unless a row says otherwise.

use super::*;

/// Reads cards such as "Tc Jd".
fn cards<const N: usize>(text: &str) -> [Card; N] {
    let card = |word: &str| {
        let rank = "23456789TJQKA".find(&word[..1]).expect("a rank") + 2;
        let suit = "cdhs".find(&word[1..]).expect("a suit");
        (rank as u8, suit as u8)
    };
    text.split(' ').map(card).collect::<Vec<_>>().try_into().expect("the right number of cards")
}

fn hand(seat: u8, hole: &str, play: Option<u8>) -> Hand {
    Hand { seat, ante: 1_000, trips: 0, bad_beat: 0, hole: cards(hole), play }
}

fn table(book: Book, board: &str, dealer: &str, hands: Vec<Hand>) -> Table {
    Table {
        book,
        trips_pays: [50, 40, 20, 7, 6, 5, 3],
        button: is_california(book).then_some(3),
        bank: None,
        left_to_right: false,
        aggregate: None,
        dealer: cards(dealer),
        board: cards(board),
        hands,
    }
}

/// Checks seat, wager, outcome, net and the bank's running result of every line.
fn check(table: &Table, expected: &[(u8, &str, &str, i64, i64)]) {
    let lines = settle(table);
    let rows: Vec<_> = lines.iter().map(|l| (l.seat, l.wager, l.outcome, l.net, l.bank)).collect();
    assert_eq!(rows, expected);
}

#[test]
fn an_exhausted_bank_ends_settlement() {
    // The dealer has twos. Seat 4 wins with kings: the Ante is paid in full, the Play with the $5 that are left of W.
    // Its Blind would have pushed, and seat 5 would have lost everything with a king high; all of it goes back.
    let hands = vec![hand(4, "Kc 4c", Some(1)), hand(5, "4d 5d", Some(1))];
    let mut table = table(Book::California, "2c 7d 9h Js Kd", "2d 3s", hands);
    table.bank = Some(1_500);
    table.hands[1].trips = 600;
    let expected = [
        (4, "Ante", "win", 1_000, -1_000),
        (4, "Play", "partly covered", 500, -1_500),
        (4, "Blind", "returned", 0, -1_500),
        (5, "Play", "returned", 0, -1_500),
        (5, "Ante", "returned", 0, -1_500),
        (5, "Blind", "returned", 0, -1_500),
        (5, "Trips", "returned", 0, -1_500),
    ];
    check(&table, &expected);
    assert_eq!(settle(&table)[6].stake, 600);
}

#[test]
fn a_bank_paid_out_exactly_exhausted_too() {
    // W covers the $20 of Ante and Play to the cent: both win, and the Blind that would have pushed goes back.
    let mut table = table(Book::California, "2c 7d 9h Js Kd", "2d 3s", vec![hand(4, "Kc 4c", Some(1))]);
    table.bank = Some(2_000);
    let expected = [
        (4, "Ante", "win", 1_000, -1_000),
        (4, "Play", "win", 1_000, -2_000),
        (4, "Blind", "returned", 0, -2_000),
    ];
    check(&table, &expected);
}

#[test]
fn a_bank_wins_no_more_than_its_wager_and_still_pays() {
    // Seat 4 loses $30 but W is $15: Play is taken, half of the Ante, and the Blind goes back. Seat 5 wins with kings
    // and is paid out of what was collected. Seat 6 loses again, which the bank at -$5 takes up to +$15.
    let hands = vec![hand(4, "4d 5d", Some(1)), hand(5, "Kc 4c", Some(1)), hand(6, "4h 5h", Some(1))];
    let mut table = table(Book::California, "2c 7d 9h Js Kd", "2d 3s", hands);
    table.bank = Some(1_500);
    let expected = [
        (4, "Play", "lose", -1_000, 1_000),
        (4, "Ante", "partly covered", -500, 1_500),
        (4, "Blind", "returned", 0, 1_500),
        (5, "Ante", "win", 1_000, 500),
        (5, "Play", "win", 1_000, -500),
        (5, "Blind", "push", 0, -500),
        (6, "Play", "lose", -1_000, 500),
        (6, "Ante", "lose", -1_000, 1_500),
        (6, "Blind", "returned", 0, 1_500),
    ];
    check(&table, &expected);
}

#[test]
fn folded_hands_pay_first_and_win_trips_at_their_turn() {
    // Clockwise from the button on seat 3 come seats 4, 5 and 1. Seats 4 and 1 folded: their losing wagers go first.
    // Seat 4 has three sevens, so its $2 Trips win $6 at its turn. Seat 5 has sevens against kings and sevens.
    let mut hands = vec![hand(1, "3c 4d", None), hand(5, "Ah Qd", Some(1)), hand(4, "7h 2c", None)];
    hands[0].trips = 500;
    hands[2].trips = 200;
    let table = table(Book::California, "7c 7d 9h Js Kd", "Ks 3s", hands);
    let expected = [
        (4, "Ante", "lose", -1_000, 1_000),
        (4, "Blind", "lose", -1_000, 2_000),
        (1, "Ante", "lose", -1_000, 3_000),
        (1, "Blind", "lose", -1_000, 4_000),
        (1, "Trips", "lose", -500, 4_500),
        (4, "Trips", "win", 600, 3_900),
        (5, "Play", "lose", -1_000, 4_900),
        (5, "Ante", "lose", -1_000, 5_900),
        (5, "Blind", "lose", -1_000, 6_900),
    ];
    check(&table, &expected);
}

#[test]
fn bad_beat_pays_on_the_beaten_hand() {
    // Nines full of kings beat nines full of fours. Whoever holds which, the beaten hand is a full house: 50 to 1 on
    // $2. The loser's Trips win too (7 to 1 on $1), and the winner's Blind is paid 3 to 1.
    let book = Book::CaliforniaBadBeat;
    let bonuses = |hole, play| vec![Hand { trips: 100, bad_beat: 200, ..hand(4, hole, play) }];
    let lost = [
        (4, "Play", "lose", -4_000, 4_000),
        (4, "Ante", "lose", -1_000, 5_000),
        (4, "Blind", "lose", -1_000, 6_000),
        (4, "Trips", "win", 700, 5_300),
        (4, "Bad Beat", "win", 10_000, -4_700),
    ];
    check(&table(book, "9c 9d Kh 4s 2d", "9h Ks", bonuses("9s 4h", Some(4))), &lost);
    let won = [
        (4, "Ante", "win", 1_000, -1_000),
        (4, "Play", "win", 4_000, -5_000),
        (4, "Blind", "win", 3_000, -8_000),
        (4, "Trips", "win", 700, -8_700),
        (4, "Bad Beat", "win", 10_000, -18_700),
    ];
    check(&table(book, "9c 9d Kh 4s 2d", "9s 4h", bonuses("9h Ks", Some(4))), &won);
    // Folded, the same beaten hand keeps its Trips but never meets the dealer's; Bad Beat is taken at the seat's turn.
    let folded = [
        (4, "Ante", "lose", -1_000, 1_000),
        (4, "Blind", "lose", -1_000, 2_000),
        (4, "Trips", "win", 700, 1_300),
        (4, "Bad Beat", "lose", -200, 1_500),
    ];
    check(&table(book, "9c 9d Kh 4s 2d", "9h Ks", bonuses("9s 4h", None)), &folded);
    // Both play the board's straight: a tie. Trips win 5 to 1, and nobody was beaten.
    let tied = [
        (4, "Ante", "push", 0, 0),
        (4, "Play", "push", 0, 0),
        (4, "Blind", "push", 0, 0),
        (4, "Trips", "win", 500, -500),
        (4, "Bad Beat", "lose", -200, -300),
    ];
    check(&table(book, "Tc Jd Qh Ks Ad", "2d 3d", bonuses("2c 3c", Some(1))), &tied);
}

#[test]
fn a_dealer_without_a_pair_returns_the_ante_first() {
    // The dealer has K J 9 7 5. Seat 1 loses with K J 9 6 5, seat 2 wins with an ace high (its Blind pushes), seat 8
    // folded and gets nothing back.
    let hands = || vec![hand(1, "4c 6h", Some(1)), hand(2, "Ah 3h", Some(1)), hand(8, "3c 4d", None)];
    let at = |book| table(book, "2c 5d 9h Js Kd", "3s 7c", hands());
    let washington = [
        (2, "Ante", "push", 0, 0),
        (1, "Ante", "push", 0, 0),
        (8, "Ante", "lose", -1_000, 1_000),
        (8, "Blind", "lose", -1_000, 2_000),
        (2, "Play", "win", 1_000, 1_000),
        (2, "Blind", "push", 0, 1_000),
        (1, "Play", "lose", -1_000, 2_000),
        (1, "Blind", "lose", -1_000, 3_000),
    ];
    check(&at(Book::Washington), &washington);
    let house = [
        (1, "Ante", "push", 0, 0),
        (1, "Play", "lose", -1_000, 1_000),
        (1, "Blind", "lose", -1_000, 2_000),
        (2, "Ante", "push", 0, 2_000),
        (2, "Play", "win", 1_000, 1_000),
        (2, "Blind", "push", 0, 1_000),
        (8, "Ante", "lose", -1_000, 2_000),
        (8, "Blind", "lose", -1_000, 3_000),
    ];
    check(&Table { left_to_right: true, ..at(Book::House) }, &house);
    let california = [
        (8, "Ante", "lose", -1_000, 1_000),
        (8, "Blind", "lose", -1_000, 2_000),
        (1, "Ante", "push", 0, 2_000),
        (1, "Play", "lose", -1_000, 3_000),
        (1, "Blind", "lose", -1_000, 4_000),
        (2, "Ante", "push", 0, 4_000),
        (2, "Play", "win", 1_000, 3_000),
        (2, "Blind", "push", 0, 3_000),
    ];
    check(&at(Book::California), &california);
}

#[test]
fn an_aggregate_is_shared_and_rounded_down() {
    // Three flushes beat the dealer's kings. Each Blind is due 3 to 2 on $10, $45 in all, of which $20 are
    // paid: 1500 x 2000 / 4500 = 666.67, so $6.66 each. Trips are due 6 x $1 = $6 and stay within their aggregate.
    let mut hands = vec![hand(1, "2d 3d", Some(1)), hand(2, "4d 5d", Some(1)), hand(3, "6d 8d", Some(1))];
    hands[0].trips = 100;
    let mut table = table(Book::Washington, "7d 9d Kd Js 2c", "Kc 3s", hands);
    table.aggregate = Some((2_000, 600));
    let expected = [
        (3, "Play", "win", 1_000, -1_000),
        (3, "Ante", "win", 1_000, -2_000),
        (3, "Blind", "partly covered", 666, -2_666),
        (2, "Play", "win", 1_000, -3_666),
        (2, "Ante", "win", 1_000, -4_666),
        (2, "Blind", "partly covered", 666, -5_332),
        (1, "Play", "win", 1_000, -6_332),
        (1, "Ante", "win", 1_000, -7_332),
        (1, "Blind", "partly covered", 666, -7_998),
        (1, "Trips", "win", 600, -8_598),
    ];
    check(&table, &expected);
}

#[test]
fn the_dealer_stays_face_down_only_in_california_when_all_folded() {
    for book in [Book::California, Book::CaliforniaBadBeat, Book::Washington, Book::House] {
        let at = |play| table(book, "2c 7d 9h Js Kd", "2d 3s", vec![hand(4, "4d 5d", play)]);
        assert_eq!(dealer_is_shown(&at(None)), !is_california(book));
        assert!(dealer_is_shown(&at(Some(1))));
    }
}

#[test]
fn all_fives_fall_into_their_known_categories() {
    let deck: Vec<Card> = (0..52).map(|n| (2 + n / 4, n % 4)).collect();
    let mut counts = [0; 10];
    for (a, &first) in deck.iter().enumerate() {
        for (b, &second) in deck[..a].iter().enumerate() {
            for (c, &third) in deck[..b].iter().enumerate() {
                for (d, &fourth) in deck[..c].iter().enumerate() {
                    for &fifth in &deck[..d] {
                        let rank = rank_of_five(&[first, second, third, fourth, fifth]);
                        counts[usize::from(rank[0])] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
}

#[test]
fn kickers_and_low_aces_decide() {
    let rank = |text| rank_of_five(&cards::<5>(text));
    assert!(rank("Ac 2d 3h 4s 5c") < rank("2d 3h 4s 5c 6d"), "the ace of a wheel is low");
    assert!(rank("Ac 2c 3c 4c 5c") < rank("2d 3d 4d 5d 6d"), "in one suit too");
    assert!(rank("9c 9d 5h 5s Kc") < rank("9c 9d 5h 5s Ac"), "the last card of two pairs");
    assert!(rank("9c 9d 9h 5s 5c") < rank("9c 9d 9h 6s 6c"), "the pair of a full house");
    assert!(rank("9c 9d 9h 9s Qc") < rank("9c 9d 9h 9s Kc"), "the card next to four of a kind");
    assert_eq!(rank("9c 9d 9h 5s 4c"), rank("9c 9d 9s 5c 4d"), "suits are equal");
    assert_eq!(best_five(cards("2c 3d"), cards("Th Jh Qh Kh Ah"))[0], ROYAL_FLUSH);
}
