//! A result split into the game's value, luck, decisions and cover: the parts sum to what the rules pay, and luck is
//! fair.

use std::collections::BTreeMap;

use odds::{Fraction, Game, HandEnd, Mix, PlayedHand, PlayerAction, ResultSplit, Solution, Solver};
use uth::{
    Action, Aggregate, Banker, Book, Card, Cents, Deal, Limits, PayTableId, Pays, Person, Play, Round, Seat,
    Setup, Stage, Wagers, parse_cards,
};

/// How many hands the test splits. A longer run sets `HANDS`.
const HANDS: usize = 1_000;

/// The bonus wagers of the test in Antes. Solving a game takes a while, so there are few ratios; of 99/100 the solver
/// needs 64 bits.
const TRIPS: [(i64, i64); 4] = [(0, 1), (1, 2), (1, 1), (3, 1)];
const BAD_BEAT: [(i64, i64); 4] = [(0, 1), (1, 2), (1, 1), (99, 100)];

/// A small generator (`SplitMix64`), so that a round is named by its number.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn is_one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// An even number of dollars, at most so many.
    fn dollars(&mut self, most: usize) -> Cents {
        Cents::dollars(2 * (1 + self.below(most / 2)).cast_signed() as i64)
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// The cards of a deck. A third of all decks are mostly of one suit and a third have six ranks, so that high hands
    /// meet, banks run out and aggregates are reached.
    fn cards(&mut self) -> Vec<Card> {
        let mut cards: Vec<Card> = Card::all().collect();
        for last in (1..cards.len()).rev() {
            let other = self.below(last + 1);
            cards.swap(last, other);
        }
        let (first, kind) = (cards[0], self.below(3));
        let mut others = 0;
        cards.retain(|card| match kind {
            0 => true,
            1 => card.rank() >= uth::Rank::Nine,
            _ => {
                others += usize::from(card.suit() != first.suit());
                card.suit() == first.suit() || others % 3 == 0
            }
        });
        cards
    }
}

/// Everything that a round is played with.
struct Played {
    setup: Setup,
    banker: Banker,
    hands: Vec<(Seat, Wagers, [Card; 2], Play)>,
    dealer: [Card; 2],
    board: [Card; 5],
    /// The stage at which the round is declared void.
    void: Option<Stage>,
}

impl Played {
    fn new(number: u64) -> Played {
        let mut chance = Chance(number);
        let book = Book::ALL[chance.below(4)];
        let is_house = matches!(book, Book::Washington | Book::House);
        let pay_table = chance.one_of(book.rules().pay_tables);
        let mut setup = Setup { chip: Cents(2), pays: Pays::approved(pay_table), ..Setup::new(book) };
        if book == Book::Washington && chance.is_one_in(2) {
            setup.limits = Some(Limits { minimum: Cents(2), maximum: Cents(2_400) });
            setup.aggregate = Some(Aggregate { blind: Cents(120_000), trips: Cents(120_000) });
        }
        let button = Seat::new(1 + chance.below(setup.places.into()) as u8).unwrap();
        let bank = (!chance.is_one_in(4)).then(|| chance.dollars(120));
        let banker = if is_house {
            Banker::House
        } else {
            Banker::PlayerDealer { seat: button, person: Person(0), wager: bank }
        };
        let mut cards = chance.cards();
        if setup.aggregate.is_some() {
            // With four of a kind on the board all hands win on Trips together, which reaches the aggregate.
            let rank = cards[0].rank();
            cards.sort_by_key(|card| card.rank() != rank);
        }
        let mut cards = cards.into_iter();
        let mut two = move || [cards.next().unwrap(), cards.next().unwrap()];
        let (first, second, third, dealer) = (two(), two(), two(), two());
        let board = [first[0], first[1], second[0], second[1], third[0]];
        let mut hands = Vec::new();
        for number in 1..=setup.places.min(5) {
            let seat = Seat::new(number).unwrap();
            if (!is_house && seat == button) || (!hands.is_empty() && chance.is_one_in(2)) {
                continue;
            }
            let ante = chance.dollars(8);
            let part = |(times, of): (i64, i64)| Cents(ante.0 * times / of);
            let trips = part(chance.one_of(&TRIPS));
            let has_bad_beat = book == Book::CaliforniaBadBeat && trips > Cents::ZERO;
            let bad_beat = if has_bad_beat { part(chance.one_of(&BAD_BEAT)) } else { Cents::ZERO };
            let play =
                chance.one_of(&[Play::Fold, Play::Raise(1), Play::Raise(2), Play::Raise(3), Play::Raise(4)]);
            hands.push((seat, Wagers { ante, trips, bad_beat }, two(), play));
        }
        let stages = [Stage::Betting, Stage::Closed, Stage::Preflop, Stage::Flop, Stage::River];
        let void = chance.is_one_in(10).then(|| chance.one_of(&stages));
        Played { setup, banker, hands, dealer, board, void }
    }

    fn round(&self) -> Round {
        let mut round = Round::open(self.setup.custom().unwrap(), self.banker).unwrap();
        for (seat, wagers, ..) in &self.hands {
            let person = Person(seat.number().into());
            round.act(Action::Wager { seat: *seat, person, wagers: *wagers }).unwrap();
        }
        while round.stage() < Stage::Settled {
            let stage = round.stage();
            if self.void == Some(stage) {
                round.act(Action::Void("the shuffler".into())).unwrap();
                break;
            }
            match stage {
                Stage::Betting => round.act(Action::NoMoreBets).unwrap(),
                Stage::Closed => {
                    let holes = self.hands.iter().map(|(seat, _, hole, _)| (*seat, *hole));
                    round.act(Action::Deal(Deal::known(holes, self.dealer, self.board).unwrap())).unwrap();
                }
                _ => self.decide(&mut round, stage),
            }
        }
        round
    }

    fn decide(&self, round: &mut Round, stage: Stage) {
        for (seat, _, _, play) in &self.hands {
            if round.stage() == stage && round.awaits(*seat) {
                let wanted = match play {
                    Play::Raise(times) => Action::Raise(*seat, *times),
                    Play::Fold => Action::Fold(*seat),
                };
                if round.act(wanted).is_err() {
                    round.act(Action::Check(*seat)).unwrap();
                }
            }
        }
    }

    /// The same round where everything is covered: a bank without a limit and no aggregate.
    fn covered(mut self) -> Round {
        self.setup.aggregate = None;
        if let Banker::PlayerDealer { wager, .. } = &mut self.banker {
            *wager = None;
        }
        self.round()
    }
}

/// Solutions by pay table and Bad Beat wager.
struct Solutions {
    solver: Solver,
    solved: BTreeMap<(PayTableId, String), Solution>,
}

impl Solutions {
    fn new() -> Solutions {
        Solutions { solver: Solver::new(), solved: BTreeMap::new() }
    }

    fn of(&mut self, pays: &Pays, mix: Mix) -> Solution {
        let key = (pays.approved_as().unwrap(), mix.bad_beat.to_string());
        let solve = || {
            let mix = Mix { trips: Fraction::ZERO, ..mix };
            self.solver.solve(&Game { mix, ..Game::of(pays) }).unwrap()
        };
        self.solved.entry(key).or_insert_with(solve).with_trips(mix.trips)
    }
}

/// How often each thing happened that the test is about.
#[derive(Default, Debug)]
struct Seen {
    hands: usize,
    voids: usize,
    folds: usize,
    short: usize,
    aggregated: usize,
    with_bad_beat: usize,
}

#[test]
fn the_parts_of_a_result_sum_to_what_the_rules_pay() {
    let hands = std::env::var("HANDS").map_or(HANDS, |hands| hands.parse().expect("a number of hands"));
    let mut solutions = Solutions::new();
    let mut seen = Seen::default();
    for number in 0.. {
        let played = Played::new(number);
        let round = played.round();
        let settlement = round.settlement().unwrap();
        let pays = played.setup.pays;
        let has_aggregate = played.setup.aggregate.is_some();
        if round.stage() == Stage::Void {
            // Every wager went back: the parts of all hands are zero, and so are their results.
            assert!(PlayedHand::of_round(&round).is_empty());
            assert!(settlement.seats.iter().all(|settled| settled.net == Cents::ZERO));
            assert_eq!(ResultSplit::VOID.sum(), Fraction::ZERO);
            seen.voids += settlement.seats.len();
            seen.hands += settlement.seats.len();
            continue;
        }
        let covered = played.covered().settlement().unwrap();
        let all = PlayedHand::of_round(&round);
        assert_eq!(all.len(), settlement.seats.len());
        for (seat, hand) in all {
            let solution = solutions.of(&pays, hand.mix().unwrap());
            let split = solutions.solver.split(&solution, &hand).unwrap();
            let full = covered.seats.iter().find(|settled| settled.seat == seat).unwrap().net;
            check(number, &hand, &split, full);
            let is_short = split.uncovered != Fraction::ZERO;
            seen.hands += 1;
            seen.folds += usize::from(hand.end == HandEnd::Fold);
            seen.short += usize::from(is_short);
            seen.aggregated += usize::from(is_short && has_aggregate);
            seen.with_bad_beat += usize::from(hand.wagers.bad_beat > Cents::ZERO);
        }
        if seen.hands >= hands {
            break;
        }
    }
    assert!(seen.voids > 0 && seen.folds > 0 && seen.short > 0 && seen.with_bad_beat > 0, "{seen:?}");
    assert!(seen.aggregated > 0, "{seen:?}");
}

/// Checks a split against the settlement, and against the settlement with full cover.
fn check(number: u64, hand: &PlayedHand, split: &ResultSplit, full: Cents) {
    let context = format!("round {number}: {hand:?} {split:?}");
    let ante = Fraction::whole(hand.wagers.ante.0);
    assert_eq!(split.sum() * ante, Fraction::whole(hand.net.0), "{context}");
    assert_eq!(split.uncovered * ante, Fraction::whole(hand.net.0 - full.0), "{context}");
    assert!(split.decisions.iter().all(|(_, cost)| *cost <= Fraction::ZERO), "{context}");
    let decisions = match hand.end {
        HandEnd::Showdown { times: 3 | 4, .. } => 1,
        HandEnd::Showdown { times: 2, .. } => 2,
        HandEnd::Showdown { .. } | HandEnd::Fold => 3,
    };
    assert_eq!(split.decisions.len(), decisions, "{context}");
}

/// A hand that was covered in full, with an Ante of ten dollars and half as much on Trips.
fn hand(hole: &str, board: &str, times: u8, dealer: &str) -> PlayedHand {
    let end = HandEnd::Showdown { times, dealer: parse_cards(dealer).unwrap() };
    let [ante, trips, bad_beat] = [10, 5, 0].map(Cents::dollars);
    let wagers = Wagers { ante, trips, bad_beat };
    PlayedHand {
        hole: parse_cards(hole).unwrap(),
        board: parse_cards(board).unwrap(),
        end,
        wagers,
        net: Cents::ZERO,
    }
}

#[test]
fn every_stretch_of_luck_is_zero_on_average() {
    let mut solutions = Solutions::new();
    let hand = hand("Qd 9d", "Kd 7h 4d 2c Js", 1, "Ac 3s");
    let solution = solutions.of(&Pays::approved(PayTableId::Uth04), hand.mix().unwrap());
    let seen: Vec<Card> = hand.hole.into_iter().chain(hand.board[..3].iter().copied()).collect();
    let unseen: Vec<Card> = Card::all().filter(|card| !seen.contains(card)).collect();
    let average = |part: fn(&ResultSplit) -> Fraction, hands: Vec<PlayedHand>| -> Fraction {
        let count = Fraction::whole(i64::try_from(hands.len()).unwrap());
        let split = |hand| solutions.solver.split(&solution, hand).unwrap();
        let sum: Fraction = hands.iter().map(|hand| part(&split(hand))).sum();
        sum.checked_div(count).unwrap()
    };
    // Every turn and river. Any dealer's hand will do: it does not touch this part.
    let runouts = pairs(&unseen).map(|[turn, river]| {
        let mut board = hand.board;
        (board[3], board[4]) = (turn, river);
        let mut others = unseen.iter().copied().filter(|card| ![turn, river].contains(card));
        let dealer = core::array::from_fn(|_| others.next().unwrap());
        PlayedHand { board, end: HandEnd::Showdown { times: 1, dealer }, ..hand }
    });
    assert_eq!(average(|split| split.turn_and_river, runouts.collect()), Fraction::ZERO);
    // Every dealer's hand against the whole board.
    let left: Vec<Card> = unseen.into_iter().filter(|card| !hand.board.contains(card)).collect();
    let dealers =
        pairs(&left).map(|dealer| PlayedHand { end: HandEnd::Showdown { times: 1, dealer }, ..hand });
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
    let mut solutions = Solutions::new();
    let hand = hand("As Ah", "Kd 7h 4d 2c Js", 3, "Qc 3s");
    let solution = solutions.of(&Pays::approved(PayTableId::Uth01), hand.mix().unwrap());
    let split = solutions.solver.split(&solution, &hand).unwrap();
    let row = solution.preflop_row(hand.hole[0], hand.hole[1]).unwrap();
    assert_eq!(split.decisions, [(PlayerAction::Raise(3.into()), row.raises[1].1 - row.raises[0].1)]);
    let HandEnd::Showdown { dealer, .. } = hand.end else { panic!("a showdown") };
    let best = PlayedHand { end: HandEnd::Showdown { times: 4, dealer }, ..hand };
    let best = solutions.solver.split(&solution, &best).unwrap();
    assert_eq!(best.decisions, [(PlayerAction::Raise(4.into()), Fraction::ZERO)]);
}

#[test]
fn a_hand_is_not_split_by_the_solution_of_other_wagers() {
    let mut solutions = Solutions::new();
    let hand = hand("As Ah", "Kd 7h 4d 2c Js", 3, "Qc 3s");
    let none = Mix { trips: Fraction::ZERO, bad_beat: Fraction::ZERO };
    let solution = solutions.of(&Pays::approved(PayTableId::Uth01), none);
    assert_eq!(solutions.solver.split(&solution, &hand), Err(odds::AdviceError::OtherWagers));
}

#[test]
fn another_trips_wager_changes_values_as_if_solved_again() {
    let solver = Solver::new();
    let [half, two] = ["1/2", "2"].map(|text| text.parse::<Fraction>().unwrap());
    let with = |trips| Game { mix: Mix { trips, bad_beat: half }, ..Game::standard() };
    let again = solver.solve(&with(two)).unwrap();
    let repriced = solver.solve(&with(half)).unwrap().with_trips(two);
    assert!(again == repriced);
}
