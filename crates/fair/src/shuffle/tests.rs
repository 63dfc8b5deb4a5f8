//! The parts that nobody outside sees: the message, the round key, the blocks, and the draw of one byte.

use std::collections::BTreeMap;

use hmac::Mac;
use uth::Seat;

use super::{RoundId, RoundKey, draw, keyed, message, swaps};
use crate::seed::{PlayerSeed, PlayerSeeds, ServerSeed};

/// A vector of `docs/FAIRNESS.md`: what goes in.
struct Vector {
    seed: [u8; 32],
    round: RoundId,
    players: &'static [(u8, [u8; 32])],
}

const VECTORS: [Vector; 3] = [
    Vector { seed: [0; 32], round: RoundId { table: 0, round: 0 }, players: &[] },
    Vector {
        seed: *b"the server's seed of thirty-two.",
        round: RoundId { table: 7, round: 1203 },
        players: &[(1, *b"rabbit's foot, thirty-two bytes!"), (4, [0; 32]), (6, [128; 32])],
    },
    Vector {
        seed: [255; 32],
        round: RoundId { table: u64::MAX, round: u64::MAX },
        players: &[(2, [b'x'; 32]), (8, [255; 32])],
    },
];

#[test]
fn the_document_has_the_test_vectors_byte_for_byte() {
    let document = include_str!("../../../../docs/FAIRNESS.md");
    let expected = VECTORS.each_ref().map(|vector| format!("```\n{}```\n", written(vector))).join("\n");
    assert!(document.contains(&expected), "docs/FAIRNESS.md should have\n{expected}");
}

fn written(vector: &Vector) -> String {
    let seed = ServerSeed::from_bytes(vector.seed);
    let mut players = PlayerSeeds::default();
    for (seat, bytes) in vector.players {
        players.set(Seat::new(*seat).expect("a seat"), PlayerSeed::from_bytes(*bytes));
    }
    let message = message(vector.round, &players);
    let key = RoundKey::new(&seed, vector.round, &players);
    let round_key = keyed(&vector.seed).chain_update(&message).finalize().into_bytes();
    let mut text = format!("{}\n", vector.round);
    let mut line = |name: &str, value: &str| {
        text += format!("{name:<11} {value}").trim_end();
        text += "\n";
    };
    line("seed", &hexadecimal(&vector.seed));
    line("commitment", &seed.commitment().to_string());
    for (seat, seed) in players.iter() {
        line(&format!("player {seat}"), &seed.to_string());
    }
    line("message", &hexadecimal(&message));
    line("round key", &hexadecimal(&round_key));
    line("block 0", &hexadecimal(&key.block(0)));
    line("block 1", &hexadecimal(&key.block(1)));
    let deck: Vec<String> = key.deck().cards().iter().map(ToString::to_string).collect();
    line("deck", &deck.join(" "));
    text
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
}

#[test]
fn a_byte_draws_every_place_equally_often_or_none() {
    for left in 2..=52 {
        let mut drawn = vec![0; left];
        for byte in 0..=u8::MAX {
            if let Some(place) = draw(byte, left) {
                drawn[place] += 1;
            }
        }
        assert_eq!(drawn, vec![256 / left; left], "{left} places");
    }
}

#[test]
fn all_strings_of_bytes_shuffle_three_or_four_cards_into_every_order_equally_often() {
    // 256 of the 65,536 strings, and 65,536 of the 16,777,216, have a byte that draws nothing: they need more.
    let rows = [(3_usize, 255 * 256 / 6), (4, 256 * 255 * 256 / 24)];
    for (cards, expected) in rows {
        let mut orders = BTreeMap::<[usize; 4], u32>::new();
        for string in 0..256_u32.pow(cards as u32 - 1) {
            let bytes = string.to_be_bytes().into_iter().skip(5 - cards);
            let mut order = [0, 1, 2, 3];
            let mut made = 0;
            for (one, other) in swaps(cards, bytes) {
                order.swap(one, other);
                made += 1;
            }
            if made == cards - 1 {
                *orders.entry(order).or_default() += 1;
            }
        }
        assert_eq!(orders.len(), (1..=cards).product::<usize>(), "{cards} cards");
        assert!(orders.values().all(|count| *count == expected), "{cards} cards: {orders:?}");
    }
}

/// Strings that lead to the same cards in the same order are counted together, so that strings of any length can be
/// counted, those with bytes that draw nothing among them.
#[test]
fn strings_of_every_length_shuffle_up_to_six_cards_into_every_order_equally_often() {
    for cards in 3..=6_usize {
        // How many strings lead to an order with so many cards left to place.
        let mut strings = BTreeMap::from([((cards, (0..cards).collect::<Vec<usize>>()), 1_u128)]);
        for length in 1..=12 {
            strings = one_byte_more(&strings);
            let finished: Vec<u128> =
                strings.iter().filter(|((left, _), _)| *left == 1).map(|(_, count)| *count).collect();
            if length >= cards - 1 {
                assert_eq!(finished.len(), (1..=cards).product::<usize>(), "{cards} cards, {length} bytes");
            }
            assert!(finished.iter().all(|count| *count == finished[0]), "{cards} cards, {length} bytes");
            assert_eq!(strings.values().sum::<u128>(), 1 << (8 * length), "a string was left out");
        }
    }
}

type Strings = BTreeMap<(usize, Vec<usize>), u128>;

fn one_byte_more(strings: &Strings) -> Strings {
    let mut longer = Strings::new();
    for ((left, order), count) in strings {
        for byte in 0..=u8::MAX {
            let (mut left, mut order) = (*left, order.clone());
            if let Some((one, other)) = swaps(left, std::iter::once(byte)).next() {
                order.swap(one, other);
                left -= 1;
            }
            *longer.entry((left, order)).or_default() += count;
        }
    }
    longer
}

#[test]
fn nothing_that_is_secret_can_be_printed() {
    let seed = ServerSeed::from_bytes(*b"the server's seed of thirty-two.");
    let key = RoundKey::new(&seed, RoundId { table: 7, round: 1203 }, &PlayerSeeds::default());
    assert_eq!(format!("{seed:?} {key:?}"), "ServerSeed(secret) RoundKey(secret)");
}
