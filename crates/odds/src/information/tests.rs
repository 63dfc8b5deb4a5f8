//! Sampled points against plain enumeration.

use uth::{Card, Cards};

use super::decide::FlopPlace;
use super::*;
use crate::advise::Seen;
use crate::deck::{Deck, choose};
use crate::play::Action;

/// What checking gains over raising, from the sums for a glimpse, must be what advice says with the same cards seen.
fn check(information: &Information, dealer: &[Card], dead: &[Card], points: &[Card]) {
    let game = Game::standard();
    let stakes = Information::stakes(&game).unwrap();
    let known = information.known();
    let deck = known.showdowns.deck;
    let glimpse = Glimpse { dealer: dealer.to_vec(), dead: dead.to_vec(), ..Glimpse::default() };
    let sums = Sums::<i32>::new::<i32>(&known, &stakes, &glimpse, true, None);
    let left = deck.cards() - glimpse.gone().len() as u64 - 5;
    let deals = i128::from(choose(left, 2)) * i128::from(glimpse.dealer_hands(deck));
    for point in points.chunks_exact(5) {
        let hole: Cards = point[..2].iter().copied().collect();
        let hole = known.holes.iter().find(|other| other.cards == hole).unwrap();
        let mut value = [0];
        let flop = FlopPlace::of(deck, [point[2], point[3], point[4]]);
        flop.values(&[(hole, 0)], &sums.gains, sums.sights, &mut value);
        let gain = Fraction::of(value[0].into(), deals * i128::from(stakes.ante));
        let seen = Seen::new([point[0], point[1]], &point[2..], dead, dealer).unwrap();
        let advice = seen.advice(&game).unwrap();
        let of = |action| advice.iter().find(|(other, _)| *other == action).unwrap().1;
        assert_eq!(gain, of(Action::Check) - of(Action::Raise(game.raises.flop)), "{point:?}");
    }
}

#[test]
fn sampled_flops_are_valued_as_plain_enumeration_values_them() {
    let solver = Solver::new();
    let information = Information::new(&solver);
    // A step through the deck that meets every card; suits repeat among the cards seen and the points.
    let cards: Vec<Card> = (0..52).filter_map(|place| Card::from_index(place * 15 % 52)).collect();
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
    let dealer = Glimpse { dealer: vec![ace], ..Glimpse::default() };
    assert_eq!(52 * dealer.deals(deck), 2 * deck.deals());
    let flop = Glimpse { flop: Some(ace), ..Glimpse::default() };
    assert_eq!(52 * flop.deals(deck), 3 * deck.deals());
    let river = Glimpse { river: Some(ace), ..Glimpse::default() };
    assert_eq!(52 * river.deals(deck), 2 * deck.deals());
    let hand = Glimpse { dealer: cards[50..].to_vec(), ..Glimpse::default() };
    assert_eq!(1326 * hand.deals(deck), deck.deals());
}
