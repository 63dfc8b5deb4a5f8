//! All hands of seven cards in order, each library adding card by card what its neighbours share.

use crate::classes::{Classes, Wins};
use crate::contestants::{AyaPoker, Contestant, Ours, Pokers, RsPoker};
use crate::report::{Entry, compare};

const HANDS: u64 = 133_784_560;
const ROUNDS: u32 = 5;

/// How many hands of seven cards are best called that, from no pair to the royal flush.
const FREQUENCIES: [u64; 10] =
    [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324];

pub fn run() {
    let mut classes = Classes::none();
    count_all(&mut classes, &mut [0; 7], 0);
    assert_eq!(classes.by_category(), FREQUENCIES);

    classes.assert_same_order::<RsPoker>(&[]);
    classes.assert_same_order::<AyaPoker>(&[]);
    classes.assert_same_order::<Pokers>(&[]);

    let entries = [entry::<Ours>(), entry::<RsPoker>(), entry::<AyaPoker>(), entry::<Pokers>()];
    compare("sweep: all 133,784,560 hands in order", HANDS, ROUNDS, &entries);
}

fn entry<C: Contestant + 'static>() -> Entry {
    let run = || {
        let deck = C::deck();
        let first = deck[..7].iter().fold(C::empty(), |hand, card| C::with(hand, *card));
        let mut wins = Wins::after(C::value(first));
        complete::<C>(&mut wins, C::empty(), &deck, 7);
        wins.count()
    };
    Entry { name: C::NAME, run: Box::new(run) }
}

/// Finds the values of all hands that add so many cards of the deck to a hand.
fn complete<C: Contestant>(wins: &mut Wins<C::Value>, hand: C::Hand, deck: &[C::Card], missing: u32) {
    for (place, card) in deck.iter().enumerate() {
        let hand = C::with(hand, *card);
        if missing == 1 {
            wins.next(C::value(hand));
        } else {
            complete::<C>(wins, hand, &deck[place + 1..], missing - 1);
        }
    }
}

fn count_all(classes: &mut Classes, numbers: &mut [u8; 7], place: usize) {
    if place == numbers.len() {
        return classes.count(*numbers);
    }
    let first = if place == 0 { 0 } else { numbers[place - 1] + 1 };
    for number in first..52 {
        numbers[place] = number;
        count_all(classes, numbers, place + 1);
    }
}
