//! What strategies are worth, exactly: as published, as solved, and as plain enumeration has it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use odds::{
    BestPlay, Evaluation, EvaluationError, Fraction, Game, PlayerAction, Raises, Rule, Rules, Solution,
    Solver, Strategy, Street, StreetRules, WaitForFlop,
};
use rayon::prelude::*;
use uth::{Card, Cards, Category, Strength, Suit, parse_cards};

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);
static STANDARD: LazyLock<Solution> = LazyLock::new(|| SOLVER.solve(&Game::standard()).unwrap());

fn best() -> BestPlay<'static> {
    BestPlay::new(&SOLVER, &STANDARD)
}

fn evaluate(strategy: &dyn Strategy) -> Evaluation {
    SOLVER.evaluate(&Game::standard(), strategy, &|_, _| {}).unwrap()
}

fn rules() -> Rules {
    let rule = |text: &str, street| Rule::parse(text, street).unwrap();
    let flop = ["hidden pair and not pocket twos", "four to a flush with a ten or better"];
    let flop = flop.map(|text| rule(text, Street::Flop)).to_vec();
    let river = ["better than the board", "outs below 21"].map(|text| rule(text, Street::River)).to_vec();
    Rules {
        preflop: vec![(4, "33+ A2+ K2s+ K5o+ Q6s+".parse().unwrap()), (3, "Q8o+ J8s+".parse().unwrap())],
        flop: StreetRules { raise: flop, hold_back: vec![] },
        river: StreetRules { raise: river, hold_back: vec![rule("the board plays", Street::River)] },
    }
}

#[test]
fn best_play_costs_nothing() {
    let evaluation = evaluate(&best());
    assert_eq!(evaluation.base(), STANDARD.base());
    assert_eq!(evaluation.wagers, STANDARD.wagers);
    assert_eq!(evaluation.actions(), STANDARD.actions);
    assert_eq!(evaluation.average_wager(), STANDARD.average_wager());
    assert_eq!(evaluation.element_of_risk(), STANDARD.element_of_risk());
    assert_eq!(evaluation.distribution, SOLVER.distribution(&STANDARD));
}

#[test]
fn simple_strategies_are_worth_what_is_published() {
    let always = Rules { preflop: vec![(4, "any".parse().unwrap())], ..Rules::default() };
    check(&always, "-40.7047");
    check(&WaitForFlop(best()), "-15.4968");
    let raises = Raises { preflop: vec![Fraction::whole(3)], ..Game::standard().raises };
    let without_four = SOLVER.solve(&Game { raises, ..Game::standard() }).unwrap();
    check(&BestPlay::new(&SOLVER, &without_four), "-9.6655");
}

#[track_caller]
fn check(strategy: &dyn Strategy, expected: &str) {
    let evaluation = evaluate(strategy);
    assert_eq!(evaluation.base(), evaluation.distribution.mean());
    assert_eq!(format!("{:.4}", evaluation.base().to_f64() * 100.0), expected);
}

#[test]
fn a_raise_that_the_game_does_not_allow_is_refused() {
    let always = Rules { preflop: vec![(5, "AKs".parse().unwrap())], ..Rules::default() };
    let refused = SOLVER.evaluate(&Game::standard(), &always, &|_, _| {}).unwrap_err();
    assert!(matches!(refused, EvaluationError::Raise(hand, 5) if hand.to_string() == "AKs"));
}

/// What a deal brings, in half Antes.
fn result(own: Strength, dealer: Strength, play: i64) -> i64 {
    let qualifies = i64::from(dealer.category() >= Category::Pair);
    let blind = match own.category() {
        Category::Straight => 2,
        Category::Flush => 3,
        Category::FullHouse => 6,
        Category::FourOfAKind => 20,
        Category::StraightFlush => 100,
        Category::RoyalFlush => 1000,
        _ => 0,
    };
    match own.cmp(&dealer) {
        std::cmp::Ordering::Greater => 2 * play + 2 * qualifies + blind,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -2 * play - 2 * qualifies - 2,
    }
}

/// The sum over all runouts and dealer hands from a deck, given the Play wager before the river; half Antes.
fn sum(strategy: &dyn Strategy, deck: &[Card], hole: [Card; 2], flop: [Card; 3], play: Option<i64>) -> i64 {
    let set = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
    let seen = set(&hole) | set(&flop);
    let rest: Vec<Card> = deck.iter().copied().filter(|card| !seen.contains(*card)).collect();
    let mut all = 0;
    for (place, turn) in rest.iter().enumerate() {
        for river in &rest[..place] {
            let board = [flop[0], flop[1], flop[2], *turn, *river];
            let play = play.or_else(|| strategy.river(hole, board).then_some(1));
            let left: Vec<Card> = rest.iter().copied().filter(|card| card != turn && card != river).collect();
            let Some(play) = play else {
                all -= 4 * count(left.len() * (left.len() - 1) / 2);
                continue;
            };
            let board = set(&board);
            let own = Strength::of(board | set(&hole));
            for (place, one) in left.iter().enumerate() {
                for other in &left[..place] {
                    all += result(own, Strength::of(board.with(*one).with(*other)), play);
                }
            }
        }
    }
    all
}

fn count(number: usize) -> i64 {
    number.try_into().unwrap()
}

/// Plays like the rules, but the other way with some holes on some flops.
struct Turned {
    rules: Rules,
    turned: HashSet<[Cards; 2]>,
}

impl Strategy for Turned {
    fn preflop(&self, hole: [Card; 2]) -> Option<u8> {
        self.rules.preflop(hole)
    }

    fn flop(&self, hole: [Card; 2], flop: [Card; 3]) -> bool {
        let seen = [hole.into_iter().collect(), flop.into_iter().collect()];
        self.rules.flop(hole, flop) != self.turned.contains(&seen)
    }

    fn river(&self, hole: [Card; 2], board: [Card; 5]) -> bool {
        self.rules.river(hole, board)
    }
}

/// The cards with their suits exchanged in all ways.
fn renamed(hole: [Card; 2], flop: [Card; 3]) -> HashSet<[Cards; 2]> {
    let orders = (0..256).map(|code: usize| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
    let orders = orders.filter(|suits| (0..4).all(|suit| suits.contains(&suit)));
    let rename =
        |suits: [usize; 4], card: &Card| Card::new(card.rank(), Suit::ALL[suits[card.suit() as usize]]);
    let set = |suits: [usize; 4], cards: &[Card]| cards.iter().map(|card| rename(suits, card)).collect();
    orders.map(|suits| [set(suits, &hole), set(suits, &flop)]).collect()
}

#[test]
fn turning_a_decision_changes_the_value_by_what_plain_enumeration_says() {
    let deck: Vec<Card> = Card::all().collect();
    let mut strategy = Turned { rules: rules(), turned: HashSet::new() };
    let before = evaluate(&strategy).base();
    let mut difference = 0;
    for (hole, flop) in [("9c 4c", "Kc 7c 4d"), ("Qc 5d", "Jc 9c 3c"), ("2c 2d", "Kh 7h 4h")] {
        let (hole, flop) = (parse_cards(hole).unwrap(), parse_cards(flop).unwrap());
        let raised = sum(&strategy, &deck, hole, flop, Some(2));
        let checked = sum(&strategy, &deck, hole, flop, None);
        let gain = if strategy.rules.flop(hole, flop) { checked - raised } else { raised - checked };
        let ways = renamed(hole, flop);
        difference += count(ways.len()) * gain;
        strategy.turned.extend(ways);
    }
    let difference = Fraction::new(difference.into(), 2 * STANDARD.deals).unwrap();
    assert_eq!(evaluate(&strategy).base() - before, difference);
}

#[test]
fn a_short_deck_by_plain_enumeration() {
    let (solver, game, rules) = (Solver::short_deck(5), Game::standard(), rules());
    let evaluation = solver.evaluate(&game, &rules, &|_, _| {}).unwrap();
    let deck: Vec<Card> = Card::all().skip(4 * 8).collect();
    let starts = &solver.solve(&game).unwrap().preflop;
    let parts: Vec<(i64, HashMap<String, i64>)> = starts
        .par_iter()
        .map(|start| {
            let hole = start.hand.cards();
            let raised = rules.preflop(hole).map(i64::from);
            let rest: Vec<Card> = deck.iter().copied().filter(|card| !hole.contains(card)).collect();
            let mut all = 0;
            let mut ends = HashMap::new();
            for (c, high) in rest.iter().enumerate() {
                for (b, middle) in rest[..c].iter().enumerate() {
                    for low in &rest[..b] {
                        let flop = [*low, *middle, *high];
                        let play = raised.or_else(|| rules.flop(hole, flop).then_some(2));
                        all += sum(&rules, &deck, hole, flop, play);
                        let end = play.map_or("later".to_owned(), |times| format!("{times}x"));
                        *ends.entry(end).or_default() += 105 * 78 * i64::from(start.hand.combos());
                    }
                }
            }
            (all * i64::from(start.hand.combos()), ends)
        })
        .collect();
    let deals = evaluation.distribution.deals();
    let all: i64 = parts.iter().map(|(all, _)| all).sum();
    assert_eq!(evaluation.base(), Fraction::new(all.into(), 2 * deals).unwrap());
    for (action, share) in evaluation.actions() {
        if action != PlayerAction::Fold && action != PlayerAction::Raise(Fraction::ONE) {
            let counts = parts.iter().filter_map(|(_, ends)| ends.get(&action.to_string()));
            assert_eq!(share, Fraction::new(counts.sum::<i64>().into(), deals).unwrap(), "{action}");
        }
    }
}
