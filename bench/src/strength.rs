//! Random hands of seven cards, which keep a processor's caches and branch predictor honest.

use std::hint::black_box;

use crate::classes::{Classes, Wins};
use crate::contestants::{AyaPoker, Contestant, Ours, OursPlain, Pokers, RsPoker};
use crate::report::{Entry, compare};

const HANDS: usize = 1 << 22;
const ROUNDS: u32 = 7;

pub fn run() {
    let hands = random_hands();
    let mut classes = Classes::none();
    hands.iter().for_each(|numbers| classes.count(*numbers));
    classes.assert_same_order::<RsPoker>(&hands);
    classes.assert_same_order::<AyaPoker>(&hands);
    classes.assert_same_order::<Pokers>(&hands);

    let entries = [
        from_cards::<Ours>(&hands),
        from_cards::<OursPlain>(&hands),
        from_cards::<RsPoker>(&hands),
        from_cards::<AyaPoker>(&hands),
        from_cards::<Pokers>(&hands),
    ];
    compare("strength: random hands, put together from seven cards", HANDS as u64, ROUNDS, &entries);
    drop(entries);

    let entries = [
        ready::<Ours>(&hands),
        ready::<OursPlain>(&hands),
        ready::<RsPoker>(&hands),
        ready::<AyaPoker>(&hands),
        ready::<Pokers>(&hands),
    ];
    compare("strength: random hands, each in its library's own form", HANDS as u64, ROUNDS, &entries);
}

/// Finds the values of hands that are already put together.
fn ready<C: Contestant + 'static>(hands: &[[u8; 7]]) -> Entry {
    let own: Vec<C::Hand> = hands.iter().map(|numbers| C::hand(numbers)).collect();
    let run = move || {
        let mut wins = Wins::after(C::value(own[0]));
        for hand in black_box(&own) {
            wins.next(C::value(*hand));
        }
        wins.count()
    };
    Entry { name: C::NAME, run: Box::new(run) }
}

/// Puts the hands together from seven cards each, then finds their values.
fn from_cards<C: Contestant + 'static>(hands: &[[u8; 7]]) -> Entry {
    let own: Vec<[C::Card; 7]> = hands.iter().map(|numbers| numbers.map(C::card)).collect();
    let value =
        |cards: &[C::Card; 7]| C::value(cards.iter().fold(C::empty(), |hand, card| C::with(hand, *card)));
    let run = move || {
        let mut wins = Wins::after(value(&own[0]));
        for cards in black_box(&own) {
            wins.next(value(cards));
        }
        wins.count()
    };
    Entry { name: C::NAME, run: Box::new(run) }
}

fn random_hands() -> Vec<[u8; 7]> {
    let mut random = SplitMix(2026);
    let mut deck: [u8; 52] = std::array::from_fn(|number| number as u8);
    let mut deal = || {
        for place in 0..7 {
            deck.swap(place, place + random.below(52 - place));
        }
        std::array::from_fn(|place| deck[place])
    };
    (0..HANDS).map(|_| deal()).collect()
}

/// Steele, Lea and Flood's generator: short, fast, and good enough to shuffle a benchmark.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}
