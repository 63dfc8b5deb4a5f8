use uth::{
    BAD_BEAT, BLIND, Banking, Book, Category, Cents, DeckColour, Odds, PayTable, PayTableId, Pays, Setup,
    SetupError, Wager,
};

// Clauses: CA.table.1, CA.players.1, BB.table.1
#[test]
fn tables_have_the_places_of_their_documents() {
    let places = Book::ALL.map(|book| book.rules().places.clone());
    assert_eq!(places, [8..=8, 1..=7, 6..=6, 1..=7]);
    for (book, wrong) in
        [(Book::California, 7), (Book::CaliforniaBadBeat, 7), (Book::Washington, 8), (Book::House, 0)]
    {
        let setup = Setup { places: wrong, ..Setup::new(book) };
        assert_eq!(setup.custom(), Err(SetupError::Places(book)));
    }
}

// Clauses: HB.intro.1, BB.type.5, CA.round.19, BB.settle.10
#[test]
fn the_house_banks_house_tables_and_never_a_california_table() {
    let banking = Book::ALL.map(|book| book.rules().banking);
    assert_eq!(banking, [Banking::PlayerDealer, Banking::House, Banking::PlayerDealer, Banking::House]);
}

// Clauses: CA.area.1, CA.area.2, CA.area.3, CA.area.4, BB.area.1, BB.area.2, BB.area.3, BB.area.4, BB.area.5
// Clauses: CA.play.1, CA.play.5, WA.over.1, WA.over.4, HB.intro.4, BB.object.3, BB.bonus.1
// Clauses: CA.glossary.1, CA.glossary.6, CA.glossary.10
#[test]
fn layouts_have_the_wagering_areas_of_their_documents() {
    let words =
        |book: Book| book.rules().areas.iter().map(|area| area.inscription()).collect::<Vec<_>>().join(" ");
    assert_eq!(words(Book::California), "Ante Blind Trips Play");
    assert_eq!(words(Book::Washington), "Ante Blind Trips Play");
    assert_eq!(words(Book::House), "Ante Blind Trips Play");
    assert_eq!(words(Book::CaliforniaBadBeat), "Ante Blind Trips Bad Beat Play");
    assert!(!Book::California.rules().offers(Wager::BadBeat));
    assert!(Book::CaliforniaBadBeat.rules().offers(Wager::BadBeat));
}

// Clauses: CA.table.2, BB.table.2
#[test]
fn layouts_bear_the_inscriptions_that_are_prescribed() {
    let inscriptions = Book::ALL.map(|book| book.rules().inscription);
    assert_eq!(
        inscriptions,
        [
            Some("Player/Dealer only plays with a pair or higher."),
            None,
            Some("Player-Dealer only plays with a pair or higher."),
            None,
        ]
    );
}

// Clauses: CA.deck.3, CA.deck.3a, CA.deck.3b, CA.deck.3c, BB.deck.2, BB.deck.2a, BB.deck.2b, BB.deck.2c
// Clauses: HB.intro.1, R16
#[test]
fn california_alternates_two_decks_of_different_colours() {
    let decks = |book: Book| [0, 1, 2, 3].map(|round| book.rules().deck_in_play(round));
    for book in [Book::California, Book::CaliforniaBadBeat] {
        assert_eq!(book.rules().decks, 2);
        assert_eq!(decks(book), [DeckColour::Red, DeckColour::Blue, DeckColour::Red, DeckColour::Blue]);
    }
    for book in [Book::Washington, Book::House] {
        assert_eq!(book.rules().decks, 1);
        assert_eq!(decks(book), [DeckColour::Red; 4]);
    }
}

/// "royal flush 50 to 1, …", best hand first.
fn written(table: &PayTable) -> String {
    table.rows().map(|(kind, odds)| format!("{kind} {odds}")).collect::<Vec<_>>().join(", ")
}

// Clauses: CA.pay.2, WA.pay.1, HB.trips.2, BB.settle.12
#[test]
fn trips_pays_by_the_four_printed_tables() {
    let top = "royal flush 50 to 1, straight flush 40 to 1";
    let rows = [
        "four of a kind 30 to 1, full house 9 to 1, flush 7 to 1, straight 4 to 1, three of a kind 3 to 1",
        "four of a kind 30 to 1, full house 8 to 1, flush 6 to 1, straight 5 to 1, three of a kind 3 to 1",
        "four of a kind 30 to 1, full house 8 to 1, flush 7 to 1, straight 4 to 1, three of a kind 3 to 1",
        "four of a kind 20 to 1, full house 7 to 1, flush 6 to 1, straight 5 to 1, three of a kind 3 to 1",
    ];
    for (table, row) in PayTableId::ALL.into_iter().zip(rows) {
        assert_eq!(written(&table.trips()), format!("{top}, {row}"), "{table}");
        assert_eq!(table.to_string().parse(), Ok(table));
        assert_eq!(Pays::approved(table).approved_as(), Some(table));
    }
    assert!("UTH-05".parse::<PayTableId>().is_err());
}

// Clauses: CA.pay.3, WA.pay.2, HB.10, BB.settle.12
#[test]
fn the_blind_pays_the_same_in_all_documents() {
    assert_eq!(
        written(&BLIND),
        "royal flush 500 to 1, straight flush 50 to 1, four of a kind 10 to 1, full house 3 to 1, flush 3 to 2, \
         straight 1 to 1"
    );
    assert_eq!(BLIND.pays(Category::ThreeOfAKind), None);
}

// Clauses: BB.bonus.3
#[test]
fn bad_beat_pays_by_the_beaten_hand_up_to_the_straight_flush() {
    assert_eq!(
        written(&BAD_BEAT),
        "straight flush 7500 to 1, four of a kind 500 to 1, full house 50 to 1, flush 30 to 1, straight 20 to 1, \
         three of a kind 9 to 1"
    );
    assert_eq!(BAD_BEAT.pays(Category::RoyalFlush), None);
}

// Clauses: CA.pay.1, CA.round.16, BB.settle.7
#[test]
fn a_table_plays_by_exactly_one_permitted_pay_table() {
    for book in Book::ALL {
        for table in PayTableId::ALL {
            let setup = Setup { pays: Pays::approved(table), ..Setup::new(book) };
            let permitted = book != Book::CaliforniaBadBeat || table == PayTableId::Uth04;
            assert_eq!(setup.approved().is_ok(), permitted, "{book} {table}");
            let terms = setup.custom().expect("a custom table may pay by any table");
            assert_eq!(terms.pays().approved_as(), Some(table));
            assert_eq!(terms.deviation().is_none(), permitted);
        }
    }
}

#[test]
fn books_read_back_as_they_are_written() {
    for book in Book::ALL {
        assert_eq!(book.to_string().parse(), Ok(book));
        assert_eq!(book.rules().book, book);
    }
    let error = "nevada".parse::<Book>().unwrap_err().to_string();
    assert_eq!(error, "the rule books are california, washington, california-bad-beat and house");
}

#[test]
fn odds_read_back_as_they_are_written() {
    let three_to_two = Odds::new(3, 2).unwrap();
    for text in ["3 to 2", "3:2", "3/2", " 3 / 2"] {
        assert_eq!(text.parse(), Ok(three_to_two), "{text}");
    }
    assert_eq!(three_to_two.to_string(), "3 to 2");
    assert_eq!("500".parse(), Ok(Odds::to_one(500)));
    assert_eq!((three_to_two.pays(), three_to_two.per()), (3, 2));
    for text in ["", "0", "3/0", "-1", "1.5", "1000001", "1/1000001", "4294967297", "x"] {
        assert!(text.parse::<Odds>().is_err(), "{text}");
    }
    assert_eq!("1000000".parse(), Ok(Odds::to_one(1_000_000)));
}

// Clauses: R13
#[test]
fn odds_are_paid_to_the_cent() {
    let three_to_two = Odds::new(3, 2).unwrap();
    assert_eq!(three_to_two.won_by(Cents(2)), Cents(3));
    assert_eq!(three_to_two.won_by(Cents(1050)), Cents(1575));
    assert!(three_to_two.is_exact_for(Cents(2)));
    assert!(!three_to_two.is_exact_for(Cents(1)));
    assert_eq!(Odds::EVEN.won_by(Cents(777)), Cents(777));
}

#[test]
fn amounts_are_written_with_dollars_and_cents() {
    let rows = [
        (0, "$0.00"),
        (5, "$0.05"),
        (-350, "-$3.50"),
        (123_456_789, "$1,234,567.89"),
        (100_000, "$1,000.00"),
    ];
    for (cents, text) in rows {
        assert_eq!(Cents(cents).to_string(), text);
    }
}
