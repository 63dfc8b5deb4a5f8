use uth::{
    Action, Banker, Book, Cents, Decision, Person, Play, Round, RulesError, Setup, Stage, WagerOutcome,
};

use crate::scene::{Scene, scene, seat, wagers};

fn two_hands(book: Book) -> Scene {
    scene(book, "7c 7d", "Ks Js 9s 4h 3h").hand(2, wagers(100, 0, 0), "As Kd", Play::Raise(4)).hand(
        4,
        wagers(100, 0, 0),
        "7h 2c",
        Play::Fold,
    )
}

fn open(book: Book) -> Round {
    let table = two_hands(book);
    Round::open(table.setup.approved().unwrap(), table.banker()).unwrap()
}

fn wager(number: u8, person: u64) -> Action {
    Action::Wager { seat: seat(number), person: Person(person), wagers: wagers(100, 0, 0) }
}

/// Every kind of action for a seat, to find out which are legal.
fn every_action(round: &Round, number: u8) -> Vec<(&'static str, Action)> {
    let deal = uth::Deal::from_deck(&uth::Deck::unshuffled(), uth::Dealing::Hand, round.seats());
    let mut actions = vec![
        ("wager", wager(number, 2)),
        ("withdraw", Action::Withdraw(seat(number))),
        ("no more bets", Action::NoMoreBets),
        ("deal", Action::Deal(deal)),
        ("check", Action::Check(seat(number))),
        ("fold", Action::Fold(seat(number))),
    ];
    let raises = ["0x", "1x", "2x", "3x", "4x", "5x"];
    actions
        .extend(raises.into_iter().zip(0..).map(|(name, times)| (name, Action::Raise(seat(number), times))));
    actions.push(("void", Action::Void("why".into())));
    actions
}

/// The names of the legal actions. Each illegal one is also shown to change nothing.
fn legal(round: &Round, number: u8) -> String {
    let legal = every_action(round, number).into_iter().filter(|(name, action)| {
        let mut tried = round.clone();
        let refused = tried.act(action.clone()).is_err();
        assert!(!refused || tried == *round, "a refused {name} changed the round");
        !refused
    });
    legal.map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

// Clauses: CA.play.4, WA.over.3, BB.object.2, CA.round.1, CA.round.3, CA.round.5, CA.glossary.3, CA.glossary.5
// Clauses: BB.deal.9, BB.deal.11, BB.deal.13, WA.hand.4a, WA.hand.4b, WA.hand.6a, WA.hand.6b, WA.hand.8a, WA.hand.8b
// Clauses: WA.ideal.6a, WA.ideal.6b, WA.ideal.8a, WA.ideal.8b, WA.ideal.10a, WA.ideal.10b
// Clauses: HB.1a, HB.1b, HB.3a, HB.3b, HB.5a, HB.5b, CA.deal.1a
#[test]
fn each_street_has_its_own_decisions_in_every_book() {
    for book in Book::ALL {
        let mut round = open(book);
        assert_eq!(legal(&round, 2), "wager, void");
        round.act(wager(2, 2)).unwrap();
        assert_eq!(legal(&round, 2), "wager, withdraw, no more bets, void");
        round.act(Action::NoMoreBets).unwrap();
        assert_eq!(legal(&round, 2), "deal, void");

        let mut round = two_hands(book).dealt();
        assert_eq!(legal(&round, 2), "check, 3x, 4x, void");
        for number in [2, 4] {
            round.act(Action::Check(seat(number))).unwrap();
        }
        assert_eq!(legal(&round, 2), "check, 2x, void");
        for number in [2, 4] {
            round.act(Action::Check(seat(number))).unwrap();
        }
        assert_eq!(legal(&round, 2), "fold, 1x, void");
        for number in [2, 4] {
            round.act(Action::Raise(seat(number), 1)).unwrap();
        }
        assert_eq!(round.stage(), Stage::Settled);
        assert_eq!(legal(&round, 2), "");
    }
}

// Clauses: CA.round.1, BB.deal.9, WA.hand.4bi, WA.ideal.6bi, R17
#[test]
fn a_play_wager_is_made_once_and_stands() {
    for book in Book::ALL {
        let mut round = two_hands(book).dealt();
        round.act(Action::Raise(seat(2), 3)).unwrap();
        assert_eq!(round.act(Action::Raise(seat(2), 4)), Err(RulesError::Decided { seat: seat(2) }));
        assert_eq!(round.act(Action::Check(seat(2))), Err(RulesError::Decided { seat: seat(2) }));
        round.act(Action::Check(seat(4))).unwrap();
        assert_eq!(round.stage(), Stage::Flop);
        assert_eq!(legal(&round, 2), "void", "the Play wager of three Antes is the last word");
        assert_eq!(round.play(seat(2)), Some(Play::Raise(3)));
        assert!(!round.awaits(seat(2)) && round.awaits(seat(4)));
    }
}

// Clauses: CA.bet.2, CA.deal.1a, BB.deal.4a, R17
#[test]
fn after_no_more_bets_nothing_is_placed_changed_or_taken_back() {
    for book in Book::ALL {
        let mut round = open(book);
        round.act(wager(2, 2)).unwrap();
        round.act(wager(3, 3)).unwrap();
        round.act(Action::Withdraw(seat(3))).unwrap();
        assert_eq!(round.act(Action::Withdraw(seat(3))), Err(RulesError::NotPlaying { seat: seat(3) }));
        round.act(Action::NoMoreBets).unwrap();
        let stage = Stage::Closed;
        assert_eq!(round.act(wager(3, 3)), Err(RulesError::NoMoreBets { stage }));
        assert_eq!(round.act(wager(2, 2)), Err(RulesError::NoMoreBets { stage }));
        assert_eq!(round.act(Action::Withdraw(seat(2))), Err(RulesError::NoMoreBets { stage }));
        assert_eq!(round.seats().collect::<Vec<_>>(), [seat(2)]);
    }
}

#[test]
fn decisions_within_a_street_come_in_any_order() {
    let expected = two_hands(Book::California).settled();
    let mut round = two_hands(Book::California).dealt();
    round.act(Action::Check(seat(4))).unwrap();
    assert_eq!(round.stage(), Stage::Preflop, "seat 2 has not decided");
    round.act(Action::Raise(seat(2), 4)).unwrap();
    round.act(Action::Check(seat(4))).unwrap();
    round.act(Action::Fold(seat(4))).unwrap();
    assert_eq!(round.settlement(), Some(expected));
}

#[test]
fn nobody_plays_without_a_wager_and_no_round_without_a_player() {
    let mut round = open(Book::House);
    assert_eq!(round.act(Action::NoMoreBets), Err(RulesError::NobodyPlays));
    let mut dealt = two_hands(Book::House).dealt();
    assert_eq!(dealt.act(Action::Check(seat(1))), Err(RulesError::NotPlaying { seat: seat(1) }));
    assert_eq!(dealt.settlement(), None, "nothing is settled before the end");
}

// Clauses: WA.more.6, R14
#[test]
fn in_washington_one_person_wagers_on_at_most_four_games() {
    let act = |round: &mut Round, number, person, trips| {
        let wagers = wagers(100, trips, 0);
        round.act(Action::Wager { seat: seat(number), person: Person(person), wagers })
    };
    let mut round = open(Book::Washington);
    act(&mut round, 1, 7, 100).unwrap();
    act(&mut round, 2, 7, 100).unwrap();
    assert_eq!(act(&mut round, 3, 7, 0), Err(RulesError::TooManyGames { most: 4 }));
    act(&mut round, 3, 8, 100).unwrap();
    act(&mut round, 2, 7, 0).unwrap();
    act(&mut round, 4, 7, 0).unwrap();
    assert_eq!(
        act(&mut round, 4, 7, 100),
        Err(RulesError::TooManyGames { most: 4 }),
        "changing counts only once"
    );
    assert_eq!(act(&mut round, 5, 7, 0), Err(RulesError::TooManyGames { most: 4 }));
    let mut house = open(Book::House);
    for number in 1..=7 {
        act(&mut house, number, 7, 100).expect("the plain document has no such limit");
    }
}

// Clauses: CA.glossary.7, WA.more.1, BB.deal.2, R19
#[test]
fn a_wager_belongs_to_a_seat_that_plays_against_the_bank_and_to_nothing_else() {
    for book in [Book::California, Book::CaliforniaBadBeat] {
        let mut round = open(book);
        assert_eq!(
            round.act(wager(1, 5)),
            Err(RulesError::BankerPlays { seat: seat(1) }),
            "not on the bank's own hand"
        );
        assert_eq!(
            round.act(wager(2, 100)),
            Err(RulesError::BankerPlays { seat: seat(2) }),
            "no second seat"
        );
        let beyond = book.rules().places.end() + 1;
        if let Some(beyond) = uth::Seat::new(beyond) {
            let refused = Err(RulesError::NoSuchSeat { seat: beyond, places: *book.rules().places.end() });
            let action = Action::Wager { seat: beyond, person: Person(5), wagers: wagers(100, 0, 0) };
            assert_eq!(round.act(action), refused);
        }
        // One seat holds one set of wagers: whoever puts down more replaces it, nobody stands behind it.
        round.act(wager(2, 5)).unwrap();
        let behind = Action::Wager { seat: seat(2), person: Person(6), wagers: wagers(200, 0, 0) };
        assert_eq!(round.act(behind), Err(RulesError::SeatTaken { seat: seat(2) }));
        assert_eq!(round.table_action(), Cents(200));
    }
}

// Clauses: BB.type.5, CA.round.19, BB.settle.10, R10
#[test]
fn a_california_round_needs_a_player_dealer_and_a_house_round_has_none() {
    let terms = |book| Setup::new(book).approved().unwrap();
    let player = |number, wager| Banker::PlayerDealer { seat: seat(number), person: Person(1), wager };
    for book in [Book::California, Book::CaliforniaBadBeat] {
        assert_eq!(Round::open(terms(book), Banker::House), Err(RulesError::HouseNeverBanks));
        for wager in [0, -1, uth::Terms::MOST_BANKED.0 + 1] {
            assert_eq!(
                Round::open(terms(book), player(1, Some(Cents(wager)))),
                Err(RulesError::BankWager { chip: Cents(100) })
            );
        }
        assert!(Round::open(terms(book), player(1, Some(uth::Terms::MOST_BANKED))).is_ok());
        assert!(Round::open(terms(book), player(1, None)).is_ok());
    }
    let refused = Err(RulesError::NoSuchSeat { seat: seat(7), places: 6 });
    assert_eq!(Round::open(terms(Book::CaliforniaBadBeat), player(7, None)), refused);
    for book in [Book::Washington, Book::House] {
        assert_eq!(Round::open(terms(book), player(1, None)), Err(RulesError::HouseBanks));
    }
}

// Clauses: WA.void.1, R18
#[test]
fn a_void_round_gives_everything_back_and_says_why() {
    for book in Book::ALL {
        let clause = if book == Book::Washington { "WA.void.1" } else { "R18" };
        let mut round = two_hands(book).dealt();
        round.act(Action::Raise(seat(2), 4)).unwrap();
        round.act(Action::Void("the shuffler jammed".into())).unwrap();
        assert_eq!(round.stage(), Stage::Void);
        assert_eq!(round.void_reason(), Some("the shuffler jammed"));
        assert_eq!((round.board().len(), round.dealer()), (0, None));
        let settlement = round.settlement().unwrap();
        let stakes: Cents = settlement.lines.iter().map(|line| line.stake).sum();
        assert_eq!(stakes, Cents(200 + 400 + 200), "Antes, Blinds and the Play wager");
        assert_eq!(settlement.lines.len(), 5, "and no line for a wager that was not made");
        for line in &settlement.lines {
            assert_eq!((line.outcome, line.net, line.clause), (WagerOutcome::Returned, Cents::ZERO, clause));
        }
        assert_eq!(round.act(Action::Void("again".into())), Err(RulesError::Over));
    }
}

// Clauses: R20
#[test]
fn for_a_player_who_does_not_answer_the_table_checks_and_folds_on_the_river() {
    let mut round = two_hands(Book::House).dealt();
    assert_eq!(round.decision_for_absent(seat(1)), None);
    round.act(Action::Raise(seat(2), 4)).unwrap();
    assert_eq!(round.decision_for_absent(seat(2)), None, "it has decided");
    let mut decided = Vec::new();
    while let Some(decision) = round.decision_for_absent(seat(4)) {
        decided.push(decision);
        round.act(decision.action(seat(4))).unwrap();
    }
    assert_eq!(decided, [Decision::Check, Decision::Check, Decision::Fold]);
    assert_eq!(round.stage(), Stage::Settled);
}

#[test]
fn a_refusal_is_a_sentence_about_the_moment() {
    let mut round = two_hands(Book::House).dealt();
    let said = round.act(Action::Fold(seat(2))).unwrap_err().to_string();
    assert_eq!(said, "that is not possible now: before the flop a hand raises 4x or 3x or checks");
    let said = round.act(Action::Raise(seat(2), 200)).unwrap_err().to_string();
    assert_eq!(said, "that is not possible now: before the flop a hand raises 4x or 3x or checks");
    let said = round.act(wager(2, 2)).unwrap_err().to_string();
    assert_eq!(said, "no more bets: wagers can no longer be placed, changed or taken back");
}

#[test]
fn the_next_round_is_like_a_new_one() {
    for book in Book::ALL {
        let table = two_hands(book);
        let fresh = open(book);
        let mut round = fresh.clone();
        let too_soon = Err(RulesError::NotNow { stage: Stage::Betting });
        assert_eq!(round.open_next(table.banker()), too_soon, "{book}");
        let mut round = table.played();
        let over = round.clone();
        let wrong = match table.banker() {
            Banker::House => Banker::PlayerDealer { seat: seat(1), person: Person(9), wager: None },
            Banker::PlayerDealer { .. } => Banker::House,
        };
        assert!(round.open_next(wrong).is_err());
        assert_eq!(round, over, "a refusal changes nothing");
        assert_eq!(round.open_next(table.banker()), Ok(()));
        assert_eq!(round, fresh, "{book}");
        let mut void = fresh.clone();
        void.act(Action::Void("the shuffler failed".into())).unwrap();
        assert_eq!(void.open_next(table.banker()), Ok(()));
        assert_eq!(void, fresh, "{book}");
    }
}
