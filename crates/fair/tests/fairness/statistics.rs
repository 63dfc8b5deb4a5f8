//! Decks are as chance has them, and the tests that say so notice shuffles that are not.

use fair::seed::{PlayerSeeds, ServerSeed};
use fair::shuffle::{RoundId, RoundKey};
use sha2::{Digest, Sha256};
use uth::Deck;

use crate::chance::Finding;
use crate::tally::Tally;

/// Keys of so many rounds, each with a seed of its own: SHA-256 of the table and the number of the round.
fn keys(table: u64, rounds: u64) -> impl Iterator<Item = RoundKey> {
    let players = PlayerSeeds::default();
    (0..rounds).map(move |round| {
        let number = [table.to_be_bytes(), round.to_be_bytes()].concat();
        let seed = ServerSeed::from_bytes(Sha256::digest(number).into());
        RoundKey::new(&seed, RoundId { table, round }, &players)
    })
}

/// The findings that deviate too far. All of them are printed: `--nocapture` shows them.
fn unfair(decks: impl Iterator<Item = Deck>) -> Vec<Finding> {
    let findings = Tally::of(decks).findings();
    findings
        .into_iter()
        .inspect(|finding| println!("{finding}"))
        .filter(|finding| !finding.is_fair())
        .collect()
}

#[test]
fn a_million_decks_are_as_chance_has_them() {
    let unfair = unfair(keys(2, 1_000_000).map(|key| key.deck()));
    assert!(unfair.is_empty(), "{}", unfair[0]);
}

#[test]
fn a_loop_that_swaps_with_any_card_is_caught() {
    let naive = |key: RoundKey| {
        let mut deck = Deck::unshuffled();
        let fair_places = key.stream().filter(|byte| *byte < 208).map(|byte| usize::from(byte % 52));
        for (place, other) in (0..52).zip(fair_places) {
            deck.swap(place, other);
        }
        deck
    };
    let unfair = unfair(keys(3, 100_000).map(naive));
    assert_eq!(unfair[0].name, "card at place");
    assert!(unfair[0].deviation > 50.0, "{}", unfair[0]);
}

#[test]
fn a_remainder_without_rejection_is_caught() {
    let biased = |key: RoundKey| {
        let mut deck = Deck::unshuffled();
        for (left, byte) in (2..=52).rev().zip(key.stream()) {
            deck.swap(left - 1, usize::from(byte) % left);
        }
        deck
    };
    let unfair = unfair(keys(4, 100_000).map(biased));
    assert_eq!(unfair[0].name, "card at place");
    assert!(unfair[0].deviation > 10.0, "{}", unfair[0]);
}

#[test]
fn a_shuffle_that_leaves_two_neighbours_together_too_often_is_caught() {
    let sticky = |(number, key): (usize, RoundKey)| {
        let mut deck = key.deck();
        // One deck in fifty is turned until the two of clubs lies on top, and the two of diamonds is put below it.
        if number % 50 == 0 {
            let order = *deck.cards();
            let turned = std::array::from_fn(|place| {
                order[(place + order.iter().position(|card| card.index() == 0).expect("it is there")) % 52]
            });
            deck = Deck::new(turned).expect("the same cards");
            let other = turned.iter().position(|card| card.index() == 1).expect("it is there");
            deck.swap(1, other);
        }
        deck
    };
    let unfair = unfair(keys(5, 100_000).enumerate().map(sticky));
    assert!(unfair.iter().any(|finding| finding.name == "neighbours"), "the neighbours are not noticed");
}

#[test]
#[should_panic(expected = "1000 decks begin with the same ten cards as another")]
fn a_generator_that_repeats_itself_is_caught() {
    let decks: Vec<Deck> = keys(6, 1_000).map(|key| key.deck()).collect();
    Tally::of(decks.iter().chain(&decks).copied()).findings();
}

/// The figures of a fair shuffle have mean 0 and variance 1. A wrong number of degrees of freedom would show here.
#[test]
fn fair_decks_deviate_as_much_as_they_should() {
    const BATCHES: u32 = 300;
    let mut deviations = vec![Vec::new(); 5];
    let mut decks = keys(7, u64::MAX).map(|key| key.deck());
    for _ in 0..BATCHES {
        let findings = Tally::of(decks.by_ref().take(2_000)).findings();
        for (all, finding) in deviations.iter_mut().zip(&findings) {
            all.push(finding.deviation);
        }
    }
    for (number, all) in deviations.iter().enumerate() {
        let mean = all.iter().sum::<f64>() / f64::from(BATCHES);
        let variance = all.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / f64::from(BATCHES - 1);
        assert!(mean.abs() < 0.2, "finding {number}: mean {mean}");
        assert!((0.75..1.25).contains(&variance), "finding {number}: variance {variance}");
    }
}
