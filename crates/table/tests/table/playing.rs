use table::{
    Account, Awaits, By, Command, Commitment, Decision, Event, Move, PlayerId, Seed, Seq, TableError,
    TableId, Timestamp, transfers,
};
use uth::{Banking, Book, Cents, DeckColour, Limits, Setup, Stage, Wager, Wagers};

use crate::room::{BANKROLL, CLOCK, COMMITMENT, DECISION_MS, Room, STACK, ante, deck, kinds, seat, settings};

const ANN: PlayerId = PlayerId(1);

// Clauses: HB.intro.3, HB.7, HB.10, CA.glossary.9
#[test]
fn chips_go_to_the_table_when_wagered_and_come_back_when_settled() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.open();
    room.wager(1, ante(10));
    room.wager(2, ante(20));
    assert_eq!(room.table.escrow(), Cents::dollars(60));
    room.time_out();
    room.deal("As Kd 7h 2c 7c 7d Ks Js 9s 4h 3h");
    room.decide(1, Decision::Raise(4));
    room.decide(2, Decision::Check);
    room.decide(2, Decision::Check);
    assert_eq!(kinds(&room.decide(2, Decision::Fold)), "Decided, Settled");
    assert_eq!(
        room.wallet(1),
        STACK + Cents::dollars(50),
        "kings beat sevens: Ante and Play win, the Blind pushes"
    );
    assert_eq!(room.wallet(2), STACK - Cents::dollars(40), "a folded hand loses Ante and Blind");
    assert_eq!(room.balance(Account::House), BANKROLL - Cents::dollars(10));
}

#[test]
fn wagers_are_changed_by_the_difference_and_withdrawn_in_full() {
    let mut room = Room::seated(Book::House, &[1]);
    room.open();
    room.wager(1, Wagers { ante: Cents::dollars(10), trips: Cents::dollars(5), bad_beat: Cents::ZERO });
    assert_eq!(room.wallet(1), STACK - Cents::dollars(25));
    room.wager(1, ante(40));
    assert_eq!(room.wallet(1), STACK - Cents::dollars(80));
    room.wager(1, ante(5));
    assert_eq!(room.wallet(1), STACK - Cents::dollars(10));
    let same = room.wager(1, ante(5));
    assert_eq!(same[0].moves(), []);
    room.does(Command::Withdraw { player: ANN, seat: seat(1) });
    assert_eq!(room.wallet(1), STACK);
    let refusal = TableError::Rules(uth::RulesError::NotPlaying { seat: seat(1) });
    room.refuses(Command::Withdraw { player: ANN, seat: seat(1) }, refusal);
}

#[test]
fn nobody_wagers_more_than_they_have() {
    let mut room = Room::seated(Book::House, &[1]);
    room.open();
    let wager = |dollars| Command::Wager { player: ANN, seat: seat(1), wagers: ante(dollars) };
    let refusal = TableError::Funds { needed: Cents::dollars(1_002), available: STACK };
    room.refuses(wager(501), refusal);
    room.does(wager(300));
    room.refuses(
        wager(501),
        TableError::Funds { needed: Cents::dollars(402), available: Cents::dollars(400) },
    );
    room.does(wager(300));
    room.time_out();
    room.deal("");
    let decide = |decision| Command::Decide { player: ANN, seat: seat(1), decision };
    let refusal = TableError::Funds { needed: Cents::dollars(1_200), available: Cents::dollars(400) };
    room.refuses(decide(Decision::Raise(4)), refusal);
    room.does(decide(Decision::Check));
    room.refuses(
        decide(Decision::Raise(2)),
        TableError::Funds { needed: Cents::dollars(600), available: Cents::dollars(400) },
    );
    room.does(decide(Decision::Check));
    room.does(decide(Decision::Raise(1)));
}

// Clauses: CA.bet.1, R12, R13
#[test]
fn the_rules_decide_which_wagers_a_table_takes() {
    let limits = Limits { minimum: Cents::dollars(5), maximum: Cents::dollars(100) };
    let mut room = Room::with(&settings(&Setup { limits: Some(limits), ..Setup::new(Book::House) }, CLOCK));
    room.sit(1);
    room.open();
    let wager = |ante| Command::Wager { player: ANN, seat: seat(1), wagers: Wagers::ante(Cents(ante)) };
    let out = TableError::Rules(uth::RulesError::OutOfLimits { wager: Wager::Ante, limits });
    let rows = [
        (400, out),
        (10_100, out),
        (550, TableError::Rules(uth::RulesError::NotInChips { wager: Wager::Ante, chip: Cents(100) })),
        (0, TableError::Rules(uth::RulesError::Amount { wager: Wager::Ante })),
        (-500, TableError::Rules(uth::RulesError::Amount { wager: Wager::Ante })),
        (i64::MAX, TableError::Rules(uth::RulesError::Amount { wager: Wager::Ante })),
        (i64::MIN, TableError::Rules(uth::RulesError::Amount { wager: Wager::Ante })),
    ];
    for (ante, refusal) in rows {
        room.refuses(wager(ante), refusal);
    }
    let bad_beat = Wagers { bad_beat: Cents::dollars(5), ..ante(5) };
    let refusal = TableError::Rules(uth::RulesError::NotOffered { wager: Wager::BadBeat });
    room.refuses(Command::Wager { player: ANN, seat: seat(1), wagers: bad_beat }, refusal);
}

// Clauses: CA.bet.2, CA.deal.1a, BB.deal.4a, R17
#[test]
fn the_window_opens_with_the_first_wager_and_closes_by_the_clock() {
    for book in Book::ALL {
        let mut room = Room::seated(book, &[1, 2, 3]);
        room.open();
        room.refuses(Command::Tick, TableError::NotYet { until: None });
        room.wager(2, ante(10));
        let until = Some(room.now.plus_ms(15_000));
        room.now = room.now.plus_ms(14_999);
        room.wager(3, ante(10));
        assert_eq!(room.table.awaits(), Awaits::Players { until }, "a second wager does not extend it");
        room.refuses(Command::Tick, TableError::NotYet { until });
        room.refuses(Command::NoMoreBets { player: PlayerId(2) }, TableError::OthersMayWager);
        room.now = room.now.plus_ms(1);
        let Event::BetsClosed { by, .. } = &room.does(Command::Tick)[0] else { panic!("bets close") };
        assert_eq!(*by, By::Table);
        let stage = Stage::Closed;
        let refusal = TableError::Rules(uth::RulesError::NoMoreBets { stage });
        room.refuses(Command::Wager { player: PlayerId(2), seat: seat(2), wagers: ante(20) }, refusal);
        room.refuses(Command::Withdraw { player: PlayerId(2), seat: seat(2) }, refusal);
        room.refuses(Command::Tick, TableError::NotYet { until: None });
    }
}

#[test]
fn a_deadline_that_passed_by_the_rooms_own_count_is_acted_on_once_whatever_the_clock_says() {
    let mut room = Room::seated(Book::House, &[1]);
    room.open();
    room.wager(1, ante(10));
    let Awaits::Players { until: Some(until) } = room.table.awaits() else {
        panic!("bets close by the clock")
    };
    assert!(until <= room.now.plus_ms(room.table.longest_wait_ms()), "{until:?}");
    // The clock is set back by an hour.
    room.now = Timestamp(room.now.0.saturating_sub(3_600_000));
    room.refuses(Command::Tick, TableError::NotYet { until: Some(until) });
    let other = until.plus_ms(1);
    room.refuses(Command::Expire { until: other }, TableError::NotYet { until: Some(until) });
    assert_eq!(kinds(&room.does(Command::Expire { until })), "BetsClosed");
    room.refuses(Command::Expire { until }, TableError::NotYet { until: None });
}

#[test]
fn a_player_for_whom_nobody_waits_calls_no_more_bets() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.open();
    let call = Command::NoMoreBets { player: ANN };
    room.refuses(call.clone(), TableError::Rules(uth::RulesError::NobodyPlays));
    room.wager(1, ante(10));
    room.refuses(call.clone(), TableError::OthersMayWager);
    room.does(Command::SitOut { player: PlayerId(2), seat: seat(2) });
    assert_eq!(kinds(&room.does(call)), "BetsClosed");

    let mut california = Room::seated(Book::California, &[1, 2]);
    california.open();
    california.wager(2, ante(10));
    california.refuses(Command::NoMoreBets { player: ANN }, TableError::OthersMayWager);
    california.does(Command::NoMoreBets { player: PlayerId(2) });
}

// Clauses: CA.round.1, CA.round.2, CA.round.4, CA.round.7
#[test]
fn decisions_within_a_street_come_in_any_order_and_turn_the_next_cards() {
    let mut room = Room::seated(Book::California, &[1, 2, 3, 4]);
    room.dealt(&[2, 3, 4], "");
    assert_eq!(room.stage(), Stage::Preflop);
    assert_eq!(kinds(&room.decide(4, Decision::Check)), "Decided");
    assert_eq!(kinds(&room.decide(2, Decision::Raise(3))), "Decided");
    let refusal = TableError::Rules(uth::RulesError::Decided { seat: seat(4) });
    let again = Command::Decide { player: PlayerId(4), seat: seat(4), decision: Decision::Raise(4) };
    room.refuses(again, refusal);
    room.now = room.now.plus_ms(5_000);
    let turned = room.decide(3, Decision::Check);
    let until = room.now.plus_ms(DECISION_MS);
    assert_eq!(turned[1..], [Event::Turned { stage: Stage::Flop, until }]);
    room.decide(3, Decision::Raise(2));
    assert_eq!(kinds(&room.decide(4, Decision::Check)), "Decided, Turned");
    assert_eq!(room.stage(), Stage::River);
    assert_eq!(kinds(&room.decide(4, Decision::Raise(1))), "Decided, Settled, BankOffered");
    let over = TableError::NoRound;
    room.refuses(Command::Decide { player: PlayerId(4), seat: seat(4), decision: Decision::Fold }, over);
}

// Clauses: R20
#[test]
fn when_the_time_is_up_the_table_decides_and_the_record_says_so() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.dealt(&[1, 2], "");
    let early = room.now.plus_ms(DECISION_MS - 1);
    room.now = early;
    room.refuses(Command::Tick, TableError::NotYet { until: Some(early.plus_ms(1)) });
    room.decide(1, Decision::Raise(4));
    let decided = |events: &[Event]| match &events[0] {
        Event::Decided { seat, decision, by, .. } => (seat.number(), *decision, *by),
        event => panic!("{event:?}"),
    };
    let events = room.time_out();
    assert_eq!((events.len(), decided(&events)), (2, (2, Decision::Check, By::Table)));
    let events = room.time_out();
    assert_eq!((events.len(), decided(&events)), (2, (2, Decision::Check, By::Table)));
    let events = room.time_out();
    assert_eq!(decided(&events), (2, Decision::Fold, By::Table));
    assert_eq!(kinds(&events), "Decided, Settled");
}

#[test]
fn a_late_answer_counts_until_a_tick_acts_on_the_deadline() {
    let mut room = Room::seated(Book::House, &[1]);
    room.dealt(&[1], "");
    room.now = room.now.plus_ms(10 * DECISION_MS);
    room.decide(1, Decision::Raise(4));
    assert_eq!(room.stage(), Stage::Settled);
}

#[test]
fn a_round_is_committed_to_before_bets_and_revealed_before_the_next() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    let (open, commit) = (Command::OpenRound, Command::Commit { commitment: Commitment([9; 32]) });
    room.refuses(Command::Reveal { seed: Seed([9; 32]) }, TableError::NothingToReveal);
    room.refuses(commit.clone(), TableError::Committed);
    assert_eq!(room.table.next_commitment(), Some(COMMITMENT), "before anybody wagers or adds a seed");
    room.does(open.clone());
    room.refuses(open.clone(), TableError::RoundUnderWay);
    room.refuses(commit.clone(), TableError::RoundUnderWay);
    let seed = |number: u8, byte| {
        let player = PlayerId(number.into());
        Command::AddSeed { player, seat: seat(number), seed: Seed([byte; 32]) }
    };
    room.does(seed(1, 11));
    room.refuses(seed(1, 12), TableError::SeedAdded { seat: seat(1) });
    room.wager(1, ante(10));
    room.does(seed(2, 22));
    room.time_out();
    room.refuses(seed(2, 23), TableError::Rules(uth::RulesError::NotNow { stage: Stage::Closed }));
    let round = room.table.round().expect("a round");
    assert_eq!(round.commitment, COMMITMENT);
    assert_eq!(round.seeds, [(seat(1), Seed([11; 32])), (seat(2), Seed([22; 32]))]);
    room.deal("");
    room.refuses(
        Command::Deal { deck: deck("") },
        TableError::Rules(uth::RulesError::NotNow { stage: Stage::Preflop }),
    );
    room.decide(1, Decision::Raise(4));
    room.refuses(open.clone(), TableError::NotRevealed);
    room.refuses(commit.clone(), TableError::NotRevealed);
    room.does(Command::Reveal { seed: Seed([9; 32]) });
    room.refuses(Command::Reveal { seed: Seed([9; 32]) }, TableError::NothingToReveal);
    room.refuses(open.clone(), TableError::NotCommitted);
    room.does(commit.clone());
    room.refuses(commit, TableError::Committed);
    room.does(open);
    assert_eq!(room.table.round().expect("a round").number, 1);
}

// Clauses: CA.deck.3c, BB.deck.2c, R16
#[test]
fn two_decks_take_turns_round_by_round_where_the_book_has_two() {
    for (book, expected) in [
        (Book::California, [DeckColour::Red, DeckColour::Blue, DeckColour::Red]),
        (Book::House, [DeckColour::Red; 3]),
    ] {
        let mut room = Room::seated(book, &[1, 2]);
        let colours = expected.map(|_| {
            let bank = room.asked();
            let player = if bank == Some(2) { 1 } else { 2 };
            room.dealt(&[player], "");
            room.decide(player, Decision::Raise(4));
            room.reveal();
            room.table.round().expect("a round").deck
        });
        assert_eq!(colours, expected);
    }
}

// Clauses: CA.deck.3c, BB.deck.2c, R28
#[test]
fn a_round_that_was_never_dealt_does_not_change_the_deck() {
    let colour = |room: &Room| room.table.round().expect("a round").deck;
    let void = || Command::Void { floor: crate::room::FLOOR, reason: "a fault".into() };
    let mut room = Room::seated(Book::California, &[1, 2]);
    room.open_banked(100);
    room.does(void());
    room.reveal();
    room.open_banked(100);
    assert_eq!(colour(&room), DeckColour::Red, "the first was void before a card was dealt");
    room.wager(2, ante(10));
    room.time_out();
    room.deal("");
    room.does(void());
    room.reveal();
    room.open_banked(100);
    assert_eq!(colour(&room), DeckColour::Blue, "the second was dealt, though it was void");
}

#[test]
fn an_empty_table_opens_no_round() {
    for book in Book::ALL {
        let mut room = Room::new(book);
        assert_eq!(room.table.awaits(), Awaits::Players { until: None });
        room.refuses(Command::OpenRound, TableError::NobodyReady);
        room.sit(1);
        let ready = book.rules().banking == Banking::House;
        assert_eq!(room.table.awaits() == Awaits::Opening, ready, "a player-banked table needs a bank first");
    }
}

// Clauses: R18
#[test]
fn a_house_that_cannot_cover_the_wagers_stops_the_round() {
    let mut room = Room::seated(Book::House, &[1]);
    let sink = Account::Wallet(PlayerId(500));
    room.drain(Account::House, sink, BANKROLL - Cents::dollars(5_049));
    room.open();
    room.wager(1, ante(10));
    let events = room.time_out();
    let Event::Voided { by: By::Table, reason, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(reason, "the bank does not hold the chips that it needs");
    assert_eq!(room.wallet(1), STACK);
    // A royal flush would have won $10 on the Ante, $40 on Play and $5,000 on the Blind.
    room.drain(Account::Wallet(PlayerId(500)), Account::House, Cents::dollars(1));
    room.reveal();
    room.open();
    room.wager(1, ante(10));
    assert_eq!(kinds(&room.time_out()), "BetsClosed");
    assert_eq!(room.balance(Account::House), Cents::ZERO);
    room.deal("As Ks 2c 2d Qs Js Ts 3h 4h");
    room.decide(1, Decision::Raise(4));
    assert_eq!(room.wallet(1), STACK + Cents::dollars(5_050));
}

#[test]
fn a_house_puts_up_the_most_it_may_have_to_pay() {
    let mut room = Room::seated(Book::House, &[1, 2]);
    room.open();
    room.wager(1, Wagers { trips: Cents::dollars(5), ..ante(10) });
    room.wager(2, ante(20));
    let events = room.time_out();
    // Seat 1: $10 + $40 + $5,000 + 50 x $5. Seat 2: $20 + $80 + $10,000.
    let most = Cents::dollars(5_050 + 250 + 10_100);
    let put_up = Move { debit: Account::House, credit: Account::Escrow(room.table.id()), amount: most };
    assert_eq!(events[0].moves(), [put_up]);
}

#[test]
fn every_account_and_every_move_of_a_history_has_its_own_number() {
    let (table, player) = (TableId(3), PlayerId(3));
    let all =
        [Account::Cashier, Account::House, Account::Drop, Account::Wallet(player), Account::Escrow(table)];
    let ids: Vec<u128> = all.iter().map(|account| account.id().0).collect();
    assert_eq!(ids, [0, 1 << 64, 2 << 64, (3 << 64) + 3, (4 << 64) + 3]);
    let one = Move { debit: Account::House, credit: Account::Drop, amount: Cents(5) };
    let moved: Vec<_> = transfers(table, Seq(9), &[one, one]).collect();
    assert_eq!(
        moved.iter().map(|transfer| transfer.id.0).collect::<Vec<_>>(),
        [(3 << 64) + 9 * 256, (3 << 64) + 9 * 256 + 1]
    );
    assert_eq!((moved[0].debit, moved[0].credit), (Account::House.id(), Account::Drop.id()));
    assert_eq!(moved[0].amount, ledger::Amount(5));
}
