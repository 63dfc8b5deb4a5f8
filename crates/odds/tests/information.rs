//! The value of seeing cards: plain expectimax on short decks, the published figures on the full one.

mod combinations;
mod plain;

use std::sync::LazyLock;

use odds::{ExactPayTable, Fraction, Game, Information, Neighbours, Qualify, Raises, Scenario, Solver};
use plain::{Plain, PlainObservation};
use rayon::prelude::*;
use uth::{Card, Category};

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);
static INFORMATION: LazyLock<Information> = LazyLock::new(|| Information::new(&SOLVER));

fn value(scenario: Scenario) -> Fraction {
    INFORMATION.value(&Game::standard(), scenario, |_, _| ()).unwrap()
}

fn check_published(scenario: Scenario, exact: &str, printed: &str) {
    let value = value(scenario);
    assert_eq!(value.to_string(), exact);
    assert_eq!(format!("{:.4}", value.to_f64() * 100.0), printed);
}

#[test]
fn one_dealer_card_and_one_of_the_flop_are_worth_what_is_published() {
    check_published(Scenario::DealerCard, "8592081451/63213204600", "13.5922");
    check_published(Scenario::DealerAndFlopCard, "182660181577/818053236000", "22.3286");
}

#[test]
fn one_card_of_the_board_is_worth_less_than_one_of_the_dealer() {
    check_published(Scenario::FlopCard, "314386663957/6953452506000", "4.5213");
    check_published(Scenario::RiverCard, "331038730949/4635635004000", "7.1412");
}

#[test]
fn five_ranks_by_plain_expectimax() {
    let game = Game::standard();
    for scenario in [Scenario::FlopCard, Scenario::RiverCard, Scenario::DealerCard, Scenario::DealerHand] {
        check(5, &game, scenario);
    }
}

#[test]
fn two_kinds_of_cards_by_plain_expectimax() {
    check(5, &Game::standard(), Scenario::DealerAndFlopCard);
    check(5, &changed(Qualify::Pair), Scenario::NeighbourHand);
}

#[test]
fn six_ranks_with_every_rule_changed() {
    // With six ranks there are flushes that are not straight.
    check(6, &changed(Qualify::Always), Scenario::DealerCard);
}

fn changed(qualify: Qualify) -> Game {
    let pays = |list: &str| list.split(',').map(|pay| pay.parse().unwrap()).collect::<Vec<Fraction>>();
    Game {
        blind: ExactPayTable::descending(Category::RoyalFlush, &pays("20,15/2,10/3,2,3/2,1/4")),
        qualify,
        raises: Raises { preflop: pays("5,3/2"), flop: pays("5/3")[0], river: pays("3/4")[0] },
        ..Game::standard()
    }
}

/// Compares with plain expectimax over everything that can be seen.
fn check(ranks: usize, game: &Game, scenario: Scenario) {
    let solver = Solver::short_deck(ranks);
    let fast = Information::new(&solver).value(game, scenario, |_, _| ()).unwrap();
    let plain = Plain::new(ranks, game);
    let observations = observations(&plain.deck, scenario);
    let sums: Vec<(i128, i128)> = observations.par_iter().map(|seen| plain.best(seen)).collect();
    let (units, deals) = sums.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    assert_eq!(fast, Plain::value(units, deals), "{scenario:?} with {ranks} ranks");
}

/// All that can be seen, one for those that differ in the names of suits, so many times.
fn observations(deck: &[Card], scenario: Scenario) -> Vec<PlainObservation> {
    let suit = |card: &Card| card.suit() as usize;
    let firsts = || deck.iter().copied().filter(move |card| suit(card) == 0);
    let pairs = || {
        let with = |first: Card| {
            let others = deck.iter().copied().filter(move |other| suit(other) <= 1 && *other != first);
            // A second card in another suit stands for three.
            others.map(move |other| (first, other, if suit(&other) == 0 { 4 } else { 12 }))
        };
        firsts().flat_map(with)
    };
    let hands = || {
        let ascending = pairs().filter(|(one, other, _)| one.rank() <= other.rank());
        ascending
            .map(|(one, other, times)| (vec![one, other], if one.rank() == other.rank() { 6 } else { times }))
    };
    match scenario {
        Scenario::FlopCard => {
            firsts().map(|card| PlainObservation { flop: Some(card), ..PlainObservation::times(4) }).collect()
        }
        Scenario::RiverCard => firsts()
            .map(|card| PlainObservation { river: Some(card), ..PlainObservation::times(4) })
            .collect(),
        Scenario::DealerCard => firsts()
            .map(|card| PlainObservation { dealer: vec![card], ..PlainObservation::times(4) })
            .collect(),
        Scenario::DealerAndFlopCard => pairs()
            .map(|(dealer, flop, times)| PlainObservation {
                dealer: vec![dealer],
                flop: Some(flop),
                ..PlainObservation::times(times)
            })
            .collect(),
        Scenario::DealerHand => hands()
            .map(|(dealer, times)| PlainObservation { dealer, ..PlainObservation::times(times) })
            .collect(),
        Scenario::NeighbourHand => {
            hands().map(|(dead, times)| PlainObservation { dead, ..PlainObservation::times(times) }).collect()
        }
    }
}

#[test]
fn nothing_is_gained_by_seeing_nothing() {
    let solution = SOLVER.solve(&Game::standard()).unwrap();
    let neighbours = Neighbours::new(&INFORMATION, &solution).unwrap();
    assert_eq!(neighbours.gain(&[]), Fraction::ZERO);
}

#[test]
fn gains_from_every_hand_of_a_neighbour_add_up_to_its_value() {
    let game = Game::standard();
    let solver = Solver::short_deck(6);
    let solution = solver.solve(&game).unwrap();
    let information = Information::new(&solver);
    let neighbours = Neighbours::new(&information, &solution).unwrap();
    let deck: Vec<Card> = Card::all().skip(4 * 7).collect();
    let hands = observations(&deck, Scenario::NeighbourHand);
    let times: i64 = hands.iter().map(|seen| seen.times as i64).sum();
    let gains = hands.iter().map(|seen| neighbours.gain(&seen.dead) * Fraction::whole(seen.times as i64));
    let gain = gains.sum::<Fraction>() * Fraction::new(1, times.into()).unwrap();
    let value = information.value(&game, Scenario::NeighbourHand, |_, _| ()).unwrap();
    assert_eq!(gain, value - solution.base());
}

#[test]
fn the_same_seed_gives_the_same_samples_everywhere() {
    let solution = SOLVER.solve(&Game::standard()).unwrap();
    let neighbours = Neighbours::new(&INFORMATION, &solution).unwrap();
    let estimate = neighbours.estimate(6, 2, 1, |_, _| ());
    assert_eq!(format!("{:.9} {:.9}", estimate.mean, estimate.standard_error), "0.019429238 0.001256115");
}
