//! Compares the strength of every hand of six and of seven cards with the best of its hands of five.
//!
//! `cargo xtask exhaustive` runs it; it takes less than a minute.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use uth::{Card, Cards, Strength};

const HANDS: u64 = 133_784_560;

fn main() {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(2, usize::from).max(2);
    let swept: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| sweep_from(&next))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a hand has another strength")).sum()
    });
    assert_eq!(swept, HANDS, "hands were left out");
    println!("All {swept} hands of seven cards are as strong as the best five of them.");
}

/// Sweeps the hands of one lowest card after the other, until none is left.
fn sweep_from(next: &AtomicUsize) -> u64 {
    let deck: Vec<Card> = Card::all().collect();
    let mut swept = 0;
    loop {
        let lowest = next.fetch_add(1, Ordering::Relaxed);
        let Some(card) = deck.get(lowest) else { return swept };
        swept += complete(&mut vec![*card], &deck[lowest + 1..]);
        println!("{card}: {swept} hands on this thread");
    }
}

/// Adds cards of the deck until there are seven, and tells how many hands that made.
fn complete(hand: &mut Vec<Card>, deck: &[Card]) -> u64 {
    if hand.len() >= 6 {
        check(hand);
    }
    if hand.len() == 7 {
        return 1;
    }
    let mut swept = 0;
    for (place, card) in deck.iter().enumerate() {
        hand.push(*card);
        swept += complete(hand, &deck[place + 1..]);
        hand.pop();
    }
    swept
}

fn check(hand: &[Card]) {
    let cards: Cards = hand.iter().copied().collect();
    assert_eq!(Strength::of(cards), best_five(cards, hand), "{cards}");
}

/// The best strength that is left when all but five are taken away. None need be taken twice: what is tried
/// after a card leaves the earlier ones alone.
fn best_five(cards: Cards, takeable: &[Card]) -> Strength {
    if cards.len() == 5 {
        return Strength::of(cards);
    }
    let without = |place: usize| best_five(cards - Cards::of(takeable[place]), &takeable[place + 1..]);
    let spare = cards.len() - 5;
    (0..=takeable.len() - spare).map(without).max().expect("there are cards to spare")
}
