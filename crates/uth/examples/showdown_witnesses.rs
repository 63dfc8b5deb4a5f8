//! Finds a deal for every pair of kinds of hands that can meet at a showdown, and prints one line for each:
//! `golden/showdowns.txt`. Most pairs are rare in a whole deck, so deals are drawn from small parts of one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use uth::{Card, Cards, Category, Strength};

const DEALS: u64 = 60_000_000;

fn main() {
    let mut witnesses: BTreeMap<(Category, Category, &str), [Card; 9]> = BTreeMap::new();
    let mut chance = Chance(1);
    for _ in 0..DEALS {
        let cards = chance.nine_cards();
        let board: Cards = cards[..5].iter().copied().collect();
        let player = Strength::of(cards[5..7].iter().copied().fold(board, Cards::with));
        let dealer = Strength::of(cards[7..].iter().copied().fold(board, Cards::with));
        let result = match player.cmp(&dealer) {
            Ordering::Less => "lose",
            Ordering::Equal => "push",
            Ordering::Greater => "win",
        };
        witnesses.entry((player.category(), dealer.category(), result)).or_insert(cards);
    }
    for ((player, dealer, result), cards) in witnesses {
        let [board, hole, dealer_hole] = [&cards[..5], &cards[5..7], &cards[7..]]
            .map(|cards| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        println!("{player} | {dealer} | {result} | {hole} | {dealer_hole} | {board}");
    }
}

/// A splitmix generator: the same deals every time.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) as usize >> 8) % below
    }

    /// Nine different cards of some neighbouring ranks and some suits.
    fn nine_cards(&mut self) -> [Card; 9] {
        let suits = 1 + self.next(4);
        let ranks = (9usize.div_ceil(suits) + self.next(8)).min(13);
        let lowest = self.next(14 - ranks);
        let turned = self.next(4);
        let mut seen = Cards::NONE;
        std::array::from_fn(|_| {
            loop {
                let (rank, suit) = (lowest + self.next(ranks), (turned + self.next(suits)) % 4);
                let card = Card::from_index(rank * 4 + suit).expect("a card");
                if !seen.contains(card) {
                    seen = seen.with(card);
                    return card;
                }
            }
        })
    }
}
