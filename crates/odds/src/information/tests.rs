//! Sampled points against plain enumeration, and the counts of deals.

use uth::{Card, Cards};

use super::decide::FlopIndices;
use super::*;
use crate::advice::KnownCards;
use crate::decisions::PlayerAction;
use crate::deck::{Deck, choose};

/// The gain of checking over raising, from the sums of an observation, must be what advice says with the same cards
/// known.
fn check(information: &Information, dealer: &[Card], dead: &[Card], points: &[Card]) {
    let game = Game::standard();
    let stakes = Information::stakes(&game).unwrap();
    let tables = information.deck_tables();
    let deck = tables.showdowns.deck;
    let observation = Observation { dealer: dealer.to_vec(), dead: dead.to_vec(), ..Observation::default() };
    let sums = Sums::<i32>::new::<i32>(&tables, &stakes, &observation, true, None);
    let left = deck.cards() - observation.gone().len() as u64 - 5;
    let deals = i128::from(choose(left, 2)) * i128::from(observation.dealer_hands(deck));
    for point in points.chunks_exact(5) {
        let hole: Cards = point[..2].iter().copied().collect();
        let hole = tables.holes.iter().find(|other| other.cards == hole).unwrap();
        let mut value = [0];
        let flop = FlopIndices::of(deck, [point[2], point[3], point[4]]);
        flop.values(&[(hole, 0)], &sums.gains, sums.observed_suits, &mut value);
        let gain = Fraction::of(value[0].into(), deals * i128::from(stakes.ante));
        let seen = KnownCards::new([point[0], point[1]], &point[2..], dead, dealer).unwrap();
        let advice = seen.advice(&game).unwrap();
        let of = |action| advice.iter().find(|(other, _)| *other == action).unwrap().1;
        assert_eq!(gain, of(PlayerAction::Check) - of(PlayerAction::Raise(game.raises.flop)), "{point:?}");
    }
}

#[test]
fn sampled_flops_are_valued_as_plain_enumeration_values_them() {
    let solver = Solver::new();
    let information = Information::new(&solver);
    // 15 and 52 are coprime, so the step meets every card, and neighbours differ in rank and suit.
    let cards: Vec<Card> = (0..52).filter_map(|position| Card::from_index(position * 15 % 52)).collect();
    check(&information, &cards[..1], &[], &cards[1..51]);
    check(&information, &cards[..2], &[], &cards[2..52]);
    check(&information, &[], &cards[..12], &cards[12..52]);
}

/// The products need 45 bits: on a 32-bit target they must not be formed in `usize`.
#[test]
fn the_deals_of_all_observations_of_a_kind_are_a_multiple_of_all_deals() {
    let deck = Deck::FULL;
    let cards: Vec<Card> = Card::all().collect();
    let ace = cards[51];
    // Each dealer hand is observed once for each of its two cards, each flop once for each of its three.
    let dealer = Observation { dealer: vec![ace], ..Observation::default() };
    assert_eq!(52 * dealer.deals(deck), 2 * deck.deals());
    let flop = Observation { flop: Some(ace), ..Observation::default() };
    assert_eq!(52 * flop.deals(deck), 3 * deck.deals());
    let river = Observation { river: Some(ace), ..Observation::default() };
    assert_eq!(52 * river.deals(deck), 2 * deck.deals());
    let hand = Observation { dealer: cards[50..].to_vec(), ..Observation::default() };
    assert_eq!(1326 * hand.deals(deck), deck.deals());
}
