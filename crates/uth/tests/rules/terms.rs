use uth::{
    Action, Aggregate, Book, Cents, Dealing, Limits, Odds, PayTable, PayTableId, Pays, Person, Round,
    RulesError, Schedule, SeatOrder, Setup, SetupError, Terms, Wager, Wagers,
};

use crate::scene::{scene, seat, wagers};

/// What a table answers to a wager at seat 3.
fn answer(setup: &Setup, wagers: Wagers) -> Result<(), RulesError> {
    let banker = scene(setup.book, "", "").banker();
    let mut round = Round::open(setup.custom().expect("terms"), banker).expect("a round");
    let before = round.clone();
    let answer = round.act(Action::Wager { seat: seat(3), person: Person(3), wagers });
    assert_eq!(answer.is_err(), round == before, "a refusal changes nothing, a wager something");
    answer
}

// Clauses: CA.bet.1, BB.deal.1, BB.collection.5, R12
#[test]
fn wagers_lie_within_the_table_s_limits() {
    let limits = Limits { minimum: Cents(500), maximum: Cents(10_000) };
    for book in Book::ALL {
        let setup = Setup { limits: Some(limits), ..Setup::new(book) };
        let refused = |wager| Err(RulesError::OutOfLimits { wager, limits });
        assert_eq!(answer(&setup, wagers(500, 0, 0)), Ok(()));
        assert_eq!(
            answer(&setup, wagers(10_000, 10_000, 0)),
            Ok(()),
            "a Play of four times that is not checked"
        );
        assert_eq!(answer(&setup, wagers(500, 10_000, 0)), Ok(()), "Trips may be more than the Ante");
        assert_eq!(answer(&setup, wagers(10_000, 500, 0)), Ok(()), "and less");
        assert_eq!(answer(&setup, wagers(400, 0, 0)), refused(Wager::Ante));
        assert_eq!(answer(&setup, wagers(10_100, 0, 0)), refused(Wager::Ante));
        assert_eq!(answer(&setup, wagers(500, 400, 0)), refused(Wager::Trips));
        assert_eq!(answer(&setup, wagers(500, 10_100, 0)), refused(Wager::Trips));
    }
    let bad_beat = Setup { limits: Some(limits), ..Setup::new(Book::CaliforniaBadBeat) };
    let refused = Err(RulesError::OutOfLimits { wager: Wager::BadBeat, limits });
    assert_eq!(answer(&bad_beat, wagers(500, 500, 400)), refused);
    assert_eq!(answer(&bad_beat, wagers(500, 500, 10_100)), refused);
    assert_eq!(answer(&bad_beat, wagers(500, 500, 10_000)), Ok(()));
}

// Clauses: BB.limits.1, BB.limits.2, R11, R12, R22
#[test]
fn an_approved_bad_beat_table_states_minimum_maximum_and_one_schedule() {
    let limits = Some(Limits { minimum: Cents(100), maximum: Cents(10_000) });
    let schedule = Schedule::printed(7).copied();
    let book = Book::CaliforniaBadBeat;
    let complete = Setup { limits, schedule, ..Setup::new(book) };
    assert!(complete.approved_table(None).is_ok(), "the document has one pay table");
    let rows = [
        (Setup { limits: None, ..complete }, "its minimum and its maximum"),
        (Setup { schedule: None, ..complete }, "its collection schedule"),
        (Setup::new(book), "its minimum and its maximum, and its collection schedule"),
    ];
    for (setup, missing) in rows {
        let refused = setup.approved_table(None).expect_err("something is missing");
        assert_eq!(refused.to_string(), format!("a california-bad-beat table must state {missing}"));
        assert!(setup.approved().is_ok(), "a hand settles without them (R22)");
    }
}

// Clauses: CA.pay.1, R12, R22
#[test]
fn an_approved_california_table_names_its_one_pay_table() {
    let setup = Setup::new(Book::California);
    let refused = setup.approved_table(None).expect_err("no default");
    assert_eq!(refused.to_string(), "a california table must state its one pay table");
    assert!(setup.approved().is_ok(), "a hand settles without it (R22)");
    for table in PayTableId::ALL {
        let terms = setup.approved_table(Some(table)).expect("an approved table");
        assert_eq!(terms.pays().approved_as(), Some(table));
    }
    let house = Setup::new(Book::House);
    assert!(house.approved_table(None).is_ok(), "the house document leaves everything open");
    let other = Setup::new(Book::CaliforniaBadBeat).approved_table(Some(PayTableId::Uth01));
    assert!(matches!(other, Err(SetupError::Missing { .. })), "what is missing is said first");
}

// Clauses: WA.more.5, R12
#[test]
fn in_washington_no_single_wager_exceeds_the_authorised_limit() {
    let book = Book::Washington;
    let with = |maximum| {
        let limits = Some(Limits { minimum: Cents(100), maximum: Cents::dollars(maximum) });
        Setup { limits, ..Setup::new(book) }
    };
    assert!(with(100).approved_table(None).is_ok(), "four Antes of $100 are $400");
    assert_eq!(with(101).approved_table(None), Err(SetupError::AuthorisedLimit(book)));
    assert_eq!(with(101).approved(), Err(SetupError::AuthorisedLimit(book)));
    assert_eq!(with(101).custom().expect("custom").deviation(), Some(SetupError::AuthorisedLimit(book)));
    assert_eq!(
        Setup::new(book).approved_table(None).expect_err("no limits").to_string(),
        "a washington table must state its minimum and its maximum"
    );
    assert_eq!(
        SetupError::AuthorisedLimit(book).to_string(),
        "a washington table takes no single wager above $400.00 (WAC 230-15-140, since August 2023), so its maximum \
         is at most $100.00: a Play wager is up to four Antes"
    );
}

// Clauses: WA.more.3, R24
#[test]
fn an_aggregate_is_washington_s_and_at_least_fifty_times_the_maximum() {
    let limits = Some(Limits { minimum: Cents(100), maximum: Cents::dollars(10) });
    let with = |book, blind, trips| {
        let aggregate = Some(Aggregate { blind: Cents::dollars(blind), trips: Cents::dollars(trips) });
        Setup { limits, aggregate, ..Setup::new(book) }.custom().map(|_| ())
    };
    assert_eq!(with(Book::Washington, 500, 500), Ok(()));
    assert_eq!(with(Book::Washington, 499, 500), Err(SetupError::Aggregate));
    assert_eq!(with(Book::Washington, 500, 499), Err(SetupError::Aggregate));
    for book in [Book::California, Book::CaliforniaBadBeat, Book::House] {
        assert_eq!(with(book, 500, 500), Err(SetupError::Aggregate), "{book}");
    }
    let aggregate = Some(Aggregate { blind: Cents::dollars(500), trips: Cents::dollars(500) });
    let without_limits = Setup { aggregate, ..Setup::new(Book::Washington) };
    assert_eq!(without_limits.custom(), Err(SetupError::Aggregate));
}

// Clauses: BB.limits.1, BB.limits.2, R12
#[test]
fn bad_beat_tables_set_their_limits_within_the_printed_ranges() {
    let approved = |minimum, maximum| {
        let limits = Some(Limits { minimum: Cents(minimum), maximum: Cents(maximum) });
        let setup = Setup { limits, ..Setup::new(Book::CaliforniaBadBeat) };
        assert!(setup.custom().is_ok());
        assert!(Setup { book: Book::California, places: 8, ..setup }.custom().is_ok());
        setup.approved().map(|_| ())
    };
    let refused = Err(SetupError::LimitRange(Book::CaliforniaBadBeat));
    assert_eq!(approved(100, 10_000), Ok(()));
    assert_eq!(approved(100_000, 1_000_000), Ok(()));
    assert_eq!(approved(99, 10_000), refused);
    assert_eq!(approved(100_001, 1_000_000), refused);
    assert_eq!(approved(100, 9_999), refused);
    assert_eq!(approved(100, 1_000_001), refused);
}

#[test]
fn limits_must_be_possible() {
    for (minimum, maximum) in [(0, 100), (-1, 100), (200, 100), (1, Terms::MOST_WAGERED.0 + 1)] {
        let limits = Some(Limits { minimum: Cents(minimum), maximum: Cents(maximum) });
        assert_eq!(Setup { limits, ..Setup::new(Book::House) }.custom(), Err(SetupError::Limits));
    }
}

// Clauses: R13
#[test]
fn wagers_are_made_of_whole_chips() {
    let refused = |wager| Err(RulesError::NotInChips { wager, chip: Cents(100) });
    let usual = Setup::new(Book::CaliforniaBadBeat);
    assert_eq!(usual.chip, Cents::dollars(1));
    assert_eq!(answer(&usual, wagers(1050, 0, 0)), refused(Wager::Ante));
    assert_eq!(answer(&usual, wagers(1000, 50, 0)), refused(Wager::Trips));
    assert_eq!(answer(&usual, wagers(1000, 500, 101)), refused(Wager::BadBeat));
    assert_eq!(answer(&Setup { chip: Cents(50), ..usual }, wagers(1050, 50, 0)), Ok(()));
    for chip in [0, -2, 1, 25, Terms::MOST_WAGERED.0 + 2] {
        assert_eq!(Setup { chip: Cents(chip), ..usual }.custom(), Err(SetupError::Chip), "{chip}");
    }
}

// Clauses: R13
#[test]
fn own_odds_must_come_out_in_whole_cents() {
    let thirds = PayTable::from_kind(uth::Category::Straight, &[Odds::new(1, 3).unwrap()]);
    let pays = Pays { blind: thirds, ..Setup::new(Book::House).pays };
    let setup = Setup { pays, ..Setup::new(Book::House) };
    assert_eq!(setup.custom(), Err(SetupError::Inexact));
    let terms = Setup { chip: Cents(300), ..setup }.custom().expect("a third of $3 is exact");
    assert_eq!(terms.deviation(), Some(SetupError::PayTable(Book::House)));
    assert_eq!(Setup { chip: Cents(300), ..setup }.approved(), Err(SetupError::PayTable(Book::House)));
}

#[test]
fn amounts_must_be_positive_and_not_absurd() {
    for book in Book::ALL {
        let refused = |wager| Err(RulesError::Amount { wager });
        let absurd = Terms::MOST_WAGERED.0 + 100;
        assert_eq!(answer(&Setup::new(book), wagers(0, 100, 0)), refused(Wager::Ante));
        assert_eq!(answer(&Setup::new(book), wagers(-100, 0, 0)), refused(Wager::Ante));
        assert_eq!(answer(&Setup::new(book), wagers(i64::MIN, 0, 0)), refused(Wager::Ante));
        assert_eq!(answer(&Setup::new(book), wagers(absurd, 0, 0)), refused(Wager::Ante));
        assert_eq!(answer(&Setup::new(book), wagers(100, -100, 0)), refused(Wager::Trips));
        assert_eq!(answer(&Setup::new(book), wagers(Terms::MOST_WAGERED.0, 0, 0)), Ok(()));
    }
}

// Clauses: CA.bet.3, CA.bet.3a, CA.bet.3b, WA.hand.2, WA.ideal.2, HB.intro.3, HB.intro.4, CA.glossary.2
// Clauses: BB.deal.3, BB.deal.3a, BB.deal.3b, BB.deal.3c, BB.bonus.4, R6
#[test]
fn only_the_listed_sets_of_wagers_are_taken() {
    for book in [Book::California, Book::Washington, Book::House] {
        assert_eq!(answer(&Setup::new(book), wagers(100, 0, 0)), Ok(()));
        assert_eq!(answer(&Setup::new(book), wagers(100, 100, 0)), Ok(()));
        let refused = Err(RulesError::NotOffered { wager: Wager::BadBeat });
        assert_eq!(answer(&Setup::new(book), wagers(100, 100, 100)), refused);
    }
    let strict = Setup::new(Book::CaliforniaBadBeat);
    assert_eq!(answer(&strict, wagers(100, 0, 0)), Ok(()));
    assert_eq!(answer(&strict, wagers(100, 100, 0)), Ok(()));
    assert_eq!(answer(&strict, wagers(100, 100, 100)), Ok(()));
    assert_eq!(answer(&strict, wagers(100, 0, 100)), Err(RulesError::BadBeatNeedsTrips));
    let loose = Setup { bad_beat_needs_trips: false, ..strict };
    assert_eq!(answer(&loose, wagers(100, 0, 100)), Ok(()));
    assert_eq!(answer(&loose, wagers(0, 0, 100)), Err(RulesError::Amount { wager: Wager::Ante }));
    assert_eq!(
        Wagers::ante(Cents(100)).stake(Wager::Blind, uth::Play::Fold),
        Cents(100),
        "Blind equals Ante"
    );
}

// Clauses: WA.more.4, R8, R21
#[test]
fn the_order_of_seats_is_a_setting_of_house_tables_only() {
    for book in Book::ALL {
        let clockwise = Setup { seat_order: SeatOrder::ClockwiseFromBank, ..Setup::new(book) };
        let left_to_right = Setup { seat_order: SeatOrder::LeftToRight, ..Setup::new(book) };
        let player_banked = matches!(book, Book::California | Book::CaliforniaBadBeat);
        assert_eq!(clockwise.approved().is_ok(), player_banked);
        assert_eq!(left_to_right.approved().is_ok(), !player_banked);
        let expected = if player_banked { SeatOrder::ClockwiseFromBank } else { SeatOrder::RightToLeft };
        assert_eq!(book.rules().seat_order, expected);
    }
}

// Clauses: R11
#[test]
fn collection_is_for_player_banked_tables_and_printed_for_bad_beat() {
    let own = Schedule::own(&[uth::Bracket { from: Cents(0), fee: Cents(100) }]).unwrap();
    let with = |book, schedule| Setup { schedule: Some(schedule), ..Setup::new(book) };
    assert!(with(Book::California, own).approved().is_ok(), "California's document leaves it to the table");
    assert_eq!(with(Book::CaliforniaBadBeat, own).approved(), Err(SetupError::Schedule));
    assert_eq!(with(Book::CaliforniaBadBeat, own).custom().unwrap().deviation(), Some(SetupError::Schedule));
    for number in 1..=24 {
        let printed = *Schedule::printed(number).unwrap();
        assert!(with(Book::CaliforniaBadBeat, printed).approved().is_ok());
        assert_eq!(with(Book::Washington, printed).custom(), Err(SetupError::Collection));
        assert_eq!(with(Book::House, printed).custom(), Err(SetupError::Collection));
    }
}

#[test]
fn tables_deal_as_their_documents_permit() {
    use Dealing::{Hand, Ideal, Shoe, Shuffler};
    let permitted = |book| {
        let deals = |dealing: &Dealing| Setup { dealing: *dealing, ..Setup::new(book) }.approved().is_ok();
        Dealing::ALL.into_iter().filter(deals).collect::<Vec<_>>()
    };
    assert_eq!(permitted(Book::California), [Shoe, Shuffler]);
    assert_eq!(permitted(Book::CaliforniaBadBeat), [Shoe, Shuffler]);
    assert_eq!(permitted(Book::Washington), [Hand, Ideal]);
    assert_eq!(permitted(Book::House), [Shoe, Shuffler, Hand, Ideal]);
}

#[test]
fn refusals_say_what_would_be_right() {
    let rows = [
        (SetupError::Places(Book::Washington).to_string(), "a washington table has from 1 to 7 places"),
        (
            SetupError::Dealing(Book::House).to_string(),
            "a house table deals by hand, shoe, shuffler or ideal",
        ),
        (
            SetupError::PayTable(Book::CaliforniaBadBeat).to_string(),
            "an approved california-bad-beat table pays by UTH-04",
        ),
        (
            SetupError::LimitRange(Book::CaliforniaBadBeat).to_string(),
            "a california-bad-beat table has a minimum from $1.00 to $1,000.00 and a maximum from $100.00 to \
             $10,000.00",
        ),
        (
            RulesError::OutOfLimits {
                wager: Wager::BadBeat,
                limits: Limits { minimum: Cents(500), maximum: Cents(900) },
            }
            .to_string(),
            "the Bad Beat must be from $5.00 to $9.00",
        ),
        (
            RulesError::NotInChips { wager: Wager::Ante, chip: Cents(100) }.to_string(),
            "the Ante must be a multiple of $1.00",
        ),
    ];
    for (said, expected) in rows {
        assert_eq!(said, expected);
    }
}
