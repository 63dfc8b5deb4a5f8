//! Random rounds of all books, settled by the rules and by a second settlement that shares no code with them.

use oracle::Line;
use uth::{
    Action, Aggregate, Banker, Book, Card, Category, Cents, Deal, Limits, Odds, PayTable, Person, Play,
    Round, Seat, SeatOrder, Setup, Stage, Wagers,
};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// What a hand that ends so does on a street.
fn decision(stage: Stage, seat: Seat, play: Play) -> Action {
    match (stage, play) {
        (Stage::Preflop, Play::Raise(times @ 3..)) | (Stage::Flop, Play::Raise(times @ 2)) => {
            Action::Raise(seat, times)
        }
        (Stage::River, Play::Raise(times)) => Action::Raise(seat, times),
        (Stage::River, Play::Fold) => Action::Fold(seat),
        _ => Action::Check(seat),
    }
}

/// How many rounds the test settles. A longer run sets `ROUNDS`.
const ROUNDS: u64 = 20_000;

/// A small generator (`SplitMix64`), so that a round is named by its number.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn is_one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// An even number of cents, at most so many chips of two.
    fn amount(&mut self, chips: u64) -> i64 {
        2 * (1 + self.below(chips)).cast_signed()
    }

    /// Cards of a deck, in a third of all rounds mostly of one suit, so that high hands meet.
    fn cards(&mut self) -> Vec<Card> {
        let mut cards: Vec<Card> = Card::all().collect();
        if self.is_one_in(3) {
            let suit = cards[self.below(52) as usize].suit();
            let mut others = 0;
            cards.retain(|card| {
                card.suit() == suit || {
                    others += 1;
                    others % 3 == 0
                }
            });
        }
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last as u64 + 1) as usize);
        }
        cards
    }
}

/// A round that is over, and the same round as the oracle takes it.
fn round(number: u64) -> (Round, oracle::Table) {
    let mut chance = Chance(number);
    let book = Book::ALL[chance.below(4) as usize];
    let is_house = matches!(book, Book::Washington | Book::House);
    let mut setup = Setup { chip: Cents(2), ..Setup::new(book) };
    let mut trips_pays = [50, 40, 30, 9, 7, 4, 3];
    if book == Book::CaliforniaBadBeat {
        trips_pays = [50, 40, 20, 7, 6, 5, 3];
    }
    if book == Book::Washington && chance.is_one_in(2) {
        // Pays that are high enough for the aggregates to be reached.
        trips_pays = core::array::from_fn(|_| 1 + chance.below(90).cast_signed());
        setup.pays.trips = pay_table(&trips_pays);
        setup.limits = Some(Limits { minimum: Cents(2), maximum: Cents(80) });
        let aggregate = 50 * 80 + chance.amount(200);
        setup.aggregate = Some(Aggregate { blind: Cents(4000), trips: Cents(aggregate) });
    }
    if is_house && chance.is_one_in(2) {
        setup.seat_order = SeatOrder::LeftToRight;
    }
    let button = 1 + chance.below(u64::from(setup.places)) as u8;
    let bank = (!is_house && !chance.is_one_in(4)).then(|| chance.amount(300));
    let mut cards = chance.cards().into_iter();
    let mut two = move || [cards.next().expect("a card"), cards.next().expect("a card")];
    let dealer = two();
    let [[first, second], [third, fourth], [fifth, _]] = [two(), two(), two()];
    let board = [first, second, third, fourth, fifth];
    let mut hands = Vec::new();
    for number in (1..=setup.places).filter(|number| is_house || *number != button) {
        if hands.is_empty() || !chance.is_one_in(2) {
            let bonus = |chance: &mut Chance| if chance.is_one_in(3) { 0 } else { chance.amount(40) };
            let (ante, trips) = (chance.amount(40), bonus(&mut chance));
            let bad_beat = if book == Book::CaliforniaBadBeat && trips > 0 { bonus(&mut chance) } else { 0 };
            let play = [None, Some(1), Some(2), Some(3), Some(4)][chance.below(5) as usize];
            hands.push(oracle::Hand { seat: number, ante, trips, bad_beat, hole: two().map(plain), play });
        }
    }
    let table = oracle::Table {
        book: [
            oracle::Book::California,
            oracle::Book::Washington,
            oracle::Book::CaliforniaBadBeat,
            oracle::Book::House,
        ][book as usize],
        trips_pays,
        button: (!is_house).then_some(button),
        bank,
        left_to_right: setup.seat_order == SeatOrder::LeftToRight,
        aggregate: setup.aggregate.map(|aggregate| (aggregate.blind.0, aggregate.trips.0)),
        dealer: dealer.map(plain),
        board: board.map(plain),
        hands,
    };
    let bank = Banker::PlayerDealer { seat: seat(button), person: Person(0), wager: bank.map(Cents) };
    let banker = if is_house { Banker::House } else { bank };
    (play_out(&setup, banker, &table), table)
}

fn play_out(setup: &Setup, banker: Banker, table: &oracle::Table) -> Round {
    let mut round = Round::open(setup.custom().expect("terms"), banker).expect("a round");
    for hand in &table.hands {
        let [ante, trips, bad_beat] = [hand.ante, hand.trips, hand.bad_beat].map(Cents);
        let wagers = Wagers { ante, trips, bad_beat };
        let person = Person(u64::from(hand.seat));
        round.act(Action::Wager { seat: seat(hand.seat), person, wagers }).expect("wagers");
    }
    round.act(Action::NoMoreBets).expect("no more bets");
    let holes = table.hands.iter().map(|hand| (seat(hand.seat), hand.hole.map(card)));
    let deal = Deal::known(holes, table.dealer.map(card), table.board.map(card)).expect("a deal");
    round.act(Action::Deal(deal)).expect("dealt");
    while round.stage() < Stage::Settled {
        let stage = round.stage();
        for hand in &table.hands {
            if round.stage() == stage && round.awaits(seat(hand.seat)) {
                let play = hand.play.map_or(Play::Fold, Play::Raise);
                round.act(decision(stage, seat(hand.seat), play)).expect("a decision");
            }
        }
    }
    round
}

fn pay_table(to_one: &[i64; 7]) -> PayTable {
    let rising: Vec<Odds> =
        to_one.iter().rev().map(|pays| Odds::to_one(pays.unsigned_abs() as u32)).collect();
    PayTable::from_kind(Category::ThreeOfAKind, &rising)
}

fn plain(card: Card) -> oracle::Card {
    (card.rank() as u8 + 2, card.suit() as u8)
}

fn card((rank, suit): oracle::Card) -> Card {
    Card::new(uth::Rank::ALL[usize::from(rank) - 2], uth::Suit::ALL[usize::from(suit)])
}

// Clauses: R1, R2, R3, R4, R5, R7, R8, R9, R21, R24, R26, R29
#[test]
fn random_rounds_settle_as_the_second_settlement_says() {
    let rounds = std::env::var("ROUNDS").map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"));
    let (mut partly, mut returned, mut shared) = (0, 0, 0);
    for number in 0..rounds {
        let (round, table) = round(number);
        let settled = round.settlement().expect("a settlement");
        let ours: Vec<Line> = settled.lines.iter().map(line).collect();
        assert_eq!(ours, oracle::settle(&table), "round {number}: {table:?}");
        assert_eq!(settled.dealer.is_some(), oracle::dealer_is_shown(&table), "round {number}");
        partly += ours.iter().filter(|line| line.outcome == "partly covered" && table.bank.is_some()).count();
        returned += ours.iter().filter(|line| line.outcome == "returned").count();
        shared +=
            ours.iter().filter(|line| line.outcome == "partly covered" && table.aggregate.is_some()).count();
    }
    assert!(partly > 1_000 && returned > 10_000 && shared > 50, "{partly} {returned} {shared}");
}

fn line(line: &uth::SettlementLine) -> Line {
    Line {
        seat: line.seat.number(),
        wager: line.wager.inscription(),
        stake: line.stake.0,
        outcome: ["win", "lose", "push", "returned", "partly covered"][line.outcome as usize],
        net: line.net.0,
        bank: line.bank.0,
    }
}
