//! What tables post.

use uth::{
    Aggregate, Book, Bracket, Category, Cents, Limits, Odds, PayTable, PayTableId, Pays, Posting, Schedule,
    SeatOrder, Setup, Wager,
};

fn posting(setup: &Setup) -> Posting {
    setup.custom().expect("terms").posting()
}

fn notices(setup: &Setup) -> Vec<String> {
    posting(setup).notices.iter().map(ToString::to_string).collect()
}

// Clauses: CA.table.2, BB.table.2, R25
#[test]
fn a_table_posts_the_inscription_of_its_layout() {
    let inscription = |book| posting(&Setup::new(book)).inscription;
    assert_eq!(inscription(Book::California), Some("Player/Dealer only plays with a pair or higher."));
    assert_eq!(inscription(Book::CaliforniaBadBeat), Some("Player-Dealer only plays with a pair or higher."));
    assert_eq!(inscription(Book::Washington), None);
    assert_eq!(inscription(Book::House), None);
}

// Clauses: WA.more.6, R25
#[test]
fn washington_posts_that_players_wager_on_at_most_four_games() {
    let sentence = "Players are limited to wagering on a maximum of four games.";
    assert_eq!(notices(&Setup::new(Book::Washington)), [sentence]);
    for book in [Book::California, Book::CaliforniaBadBeat, Book::House] {
        assert_eq!(notices(&Setup::new(book)), [""; 0], "{book}");
    }
}

// Clauses: CA.bet.1, BB.deal.1, R25
#[test]
fn a_table_posts_its_limits_and_its_pay_table() {
    let limits = Limits { minimum: Cents::dollars(5), maximum: Cents::dollars(100) };
    for book in Book::ALL {
        let table = *book.rules().pay_tables.last().expect("a pay table");
        let setup = Setup { limits: Some(limits), pays: Pays::approved(table), ..Setup::new(book) };
        let posted = posting(&setup);
        assert_eq!((posted.limits, posted.pay_table), (Some(limits), Some(table)), "{book}");
        assert_eq!(posting(&Setup::new(book)).limits, None, "{book}");
    }
    let trips = PayTable::from_kind(Category::Flush, &[Odds::to_one(2)]);
    let own = Setup { pays: Pays { trips, ..Pays::approved(PayTableId::Uth01) }, ..Setup::new(Book::House) };
    assert_eq!(posting(&own).pay_table, None, "pays of its own have no name");
}

// Clauses: BB.collection.2, R11, R25
#[test]
fn a_table_that_collects_posts_its_schedule() {
    let printed = Schedule::printed(7).copied();
    let own = Schedule::own(&[Bracket { from: Cents::dollars(1), fee: Cents(50) }]).ok();
    for (book, schedule) in [(Book::CaliforniaBadBeat, printed), (Book::California, own)] {
        assert_eq!(posting(&Setup { schedule, ..Setup::new(book) }).collection, schedule);
        assert_eq!(posting(&Setup::new(book)).collection, None);
    }
}

// Clauses: WA.more.3, R24, R25
#[test]
fn a_washington_table_posts_its_aggregate() {
    let limits = Some(Limits { minimum: Cents::dollars(5), maximum: Cents::dollars(100) });
    let aggregate = Some(Aggregate { blind: Cents::dollars(50_000), trips: Cents::dollars(5_000) });
    let setup = Setup { limits, aggregate, ..Setup::new(Book::Washington) };
    assert_eq!(
        notices(&setup)[1],
        "In one round all players together win at most $50,000.00 on the Blind and $5,000.00 on Trips; if more is due, \
         each is paid a proportional share."
    );
}

// Clauses: WA.more.4, R21, R25
#[test]
fn an_order_that_the_casino_has_chosen_is_posted() {
    for book in [Book::Washington, Book::House] {
        let setup = Setup { seat_order: SeatOrder::LeftToRight, ..Setup::new(book) };
        let posted = notices(&setup);
        assert_eq!(
            posted.last().map(String::as_str),
            Some("Bets are resolved from left to right."),
            "{book}"
        );
    }
}

// Clauses: CA.play.5, WA.over.4, WA.hand.11d, WA.hand.11f, WA.ideal.13d, WA.ideal.13f, HB.intro.4, R25
#[test]
fn the_odds_of_every_wager_that_is_offered_are_posted() {
    for book in Book::ALL {
        for table in book.rules().pay_tables {
            let setup = Setup { pays: Pays::approved(*table), ..Setup::new(book) };
            let offers: Vec<_> = setup.custom().expect("terms").wager_offers().collect();
            assert_eq!(offers.iter().map(|offer| offer.wager).collect::<Vec<_>>(), book.rules().areas);
            for offer in offers {
                let expected = match offer.wager {
                    Wager::Ante | Wager::Play => None,
                    Wager::Blind => Some(uth::BLIND),
                    Wager::Trips => Some(table.trips()),
                    Wager::BadBeat => Some(uth::BAD_BEAT),
                };
                assert_eq!(offer.pay_table, expected, "{book} {table} {}", offer.wager);
            }
        }
    }
}
