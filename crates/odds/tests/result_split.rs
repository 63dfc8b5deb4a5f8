//! A result split into the game's value, luck and decisions: the parts sum to what the rules pay, and luck is fair.

use odds::{Fraction, Game, Mix, PlayedHand, PlayerAction, ResultSplit, Solution, Solver};
use uth::{
    Action, Banker, Book, Card, Cents, Deal, Person, Play, Round, Seat, Setup, Stage, Wagers, parse_cards,
};

/// How many hands the test splits. A longer run sets `HANDS`.
const HANDS: usize = 1_000;

/// A small generator (`SplitMix64`).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn hand(&mut self) -> PlayedHand {
        let mut cards: Vec<Card> = Card::all().collect();
        for index in 0..9 {
            let other = index + self.below(52 - index);
            cards.swap(index, other);
        }
        let play =
            [Play::Fold, Play::Raise(1), Play::Raise(2), Play::Raise(3), Play::Raise(4)][self.below(5)];
        PlayedHand {
            hole: [cards[0], cards[1]],
            board: [cards[2], cards[3], cards[4], cards[5], cards[6]],
            dealer: [cards[7], cards[8]],
            play,
        }
    }
}

/// What the rules pay for the hand, in cents, with wagers of that many dollars.
fn settled(hand: &PlayedHand, [ante, trips, bad_beat]: [i64; 3]) -> Cents {
    let terms = Setup::new(Book::CaliforniaBadBeat).custom().unwrap();
    let [bank, seat] = [1, 2].map(|number| Seat::new(number).unwrap());
    let banker = Banker::PlayerDealer { seat: bank, person: Person(1), wager: None };
    let mut round = Round::open(terms, banker).unwrap();
    let wagers = Wagers {
        ante: Cents::dollars(ante),
        trips: Cents::dollars(trips),
        bad_beat: Cents::dollars(bad_beat),
    };
    round.act(Action::Wager { seat, person: Person(2), wagers }).unwrap();
    round.act(Action::NoMoreBets).unwrap();
    let deal = Deal::known([(seat, hand.hole)], hand.dealer, hand.board).unwrap();
    round.act(Action::Deal(deal)).unwrap();
    while round.stage() < Stage::Settled {
        let wanted = match hand.play {
            Play::Raise(times) => Action::Raise(seat, times),
            Play::Fold => Action::Fold(seat),
        };
        if round.act(wanted).is_err() {
            round.act(Action::Check(seat)).unwrap();
        }
    }
    round.settlement().unwrap().seats[0].net
}

/// The game of that book's pay table with those wagers.
fn solution(solver: &Solver, [ante, trips, bad_beat]: [i64; 3]) -> Solution {
    let share = |dollars: i64| Fraction::whole(dollars).checked_div(Fraction::whole(ante)).unwrap();
    let mut game = Game { mix: Mix { trips: share(trips), bad_beat: share(bad_beat) }, ..Game::standard() };
    let trips = [50, 40, 20, 7, 6, 5, 3].map(Fraction::whole);
    game.trips = odds::ExactPayTable::descending(uth::Category::RoyalFlush, &trips);
    solver.solve(&game).unwrap()
}

#[test]
fn the_parts_of_a_result_sum_to_what_the_rules_pay() {
    let hands = std::env::var("HANDS").map_or(HANDS, |hands| hands.parse().expect("a number of hands"));
    let solver = Solver::new();
    let mixes = [[10, 0, 0], [10, 5, 0], [10, 10, 10], [20, 5, 1]];
    let solutions = mixes.map(|mix| solution(&solver, mix));
    let mut chance = Chance(1);
    for number in 0..hands {
        let (mix, solution) = (mixes[number % 4], &solutions[number % 4]);
        let hand = chance.hand();
        let split = solution.split(&hand).unwrap();
        let result = split.sum() * Fraction::whole(mix[0] * 100);
        assert_eq!(result, Fraction::whole(settled(&hand, mix).0), "{hand:?} {mix:?}");
        assert!(split.decisions.iter().all(|(_, cost)| *cost <= Fraction::ZERO), "{hand:?}");
        let decisions = match hand.play {
            Play::Raise(3 | 4) => 1,
            Play::Raise(2) => 2,
            Play::Fold | Play::Raise(_) => 3,
        };
        assert_eq!(split.decisions.len(), decisions, "{hand:?}");
    }
}

#[test]
fn every_stretch_of_luck_is_zero_on_average() {
    let solution = solution(&Solver::new(), [10, 5, 0]);
    let hand = PlayedHand {
        hole: parse_cards("Qd 9d").unwrap(),
        board: parse_cards("Kd 7h 4d 2c Js").unwrap(),
        dealer: parse_cards("Ac 3s").unwrap(),
        play: Play::Raise(1),
    };
    let seen: Vec<Card> = hand.hole.into_iter().chain(hand.board[..3].iter().copied()).collect();
    let unseen: Vec<Card> = Card::all().filter(|card| !seen.contains(card)).collect();
    let average = |part: fn(&ResultSplit) -> Fraction, hands: Vec<PlayedHand>| -> Fraction {
        let count = Fraction::whole(i64::try_from(hands.len()).unwrap());
        let sum: Fraction = hands.iter().map(|hand| part(&solution.split(hand).unwrap())).sum();
        sum.checked_div(count).unwrap()
    };
    // Every turn and river. Any dealer's hand will do: it does not touch this part.
    let runouts = pairs(&unseen).map(|[turn, river]| {
        let mut board = hand.board;
        (board[3], board[4]) = (turn, river);
        let mut others = unseen.iter().copied().filter(|card| ![turn, river].contains(card));
        let dealer = core::array::from_fn(|_| others.next().unwrap());
        PlayedHand { board, dealer, ..hand }
    });
    assert_eq!(average(|split| split.turn_and_river, runouts.collect()), Fraction::ZERO);
    // Every dealer's hand against the whole board.
    let left: Vec<Card> = unseen.into_iter().filter(|card| !hand.board.contains(card)).collect();
    let dealers = pairs(&left).map(|dealer| PlayedHand { dealer, ..hand });
    assert_eq!(average(|split| split.dealer, dealers.collect()), Fraction::ZERO);
    // Every starting hand.
    let rows = solution.preflop.iter().map(|row| {
        let best = row.raises.iter().map(|(_, value)| *value).chain([row.check]).max().unwrap();
        (best - solution.mix()) * Fraction::whole(row.hand.combos().into())
    });
    assert_eq!(rows.sum::<Fraction>(), Fraction::ZERO);
}

fn pairs(cards: &[Card]) -> impl Iterator<Item = [Card; 2]> {
    cards.iter().enumerate().flat_map(|(index, one)| cards[..index].iter().map(|other| [*one, *other]))
}

#[test]
fn a_decision_costs_what_its_value_is_below_the_best() {
    let solution = solution(&Solver::new(), [10, 0, 0]);
    let hand = PlayedHand {
        hole: parse_cards("As Ah").unwrap(),
        board: parse_cards("Kd 7h 4d 2c Js").unwrap(),
        dealer: parse_cards("Qc 3s").unwrap(),
        play: Play::Raise(3),
    };
    let split = solution.split(&hand).unwrap();
    let row = solution.preflop_row(hand.hole[0], hand.hole[1]).unwrap();
    assert_eq!(split.decisions, [(PlayerAction::Raise(3.into()), row.raises[1].1 - row.raises[0].1)]);
    let best = solution.split(&PlayedHand { play: Play::Raise(4), ..hand }).unwrap();
    assert_eq!(best.decisions, [(PlayerAction::Raise(4.into()), Fraction::ZERO)]);
}
