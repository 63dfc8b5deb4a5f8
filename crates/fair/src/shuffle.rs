//! From seeds to a deck, in steps that a browser or a few lines of Python can repeat. The byte layout is fixed, and
//! published with test vectors in `docs/FAIRNESS.md`.

use core::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uth::Deck;

use crate::seed::{PlayerSeeds, ServerSeed};

#[cfg(test)]
mod tests;

/// What the message of a round starts with. Another algorithm would have another number.
const LABEL: &[u8; 13] = b"uth/shuffle/1";

/// Which round of which table. No two rounds have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub struct RoundId {
    pub table: u64,
    pub round: u64,
}

impl RoundId {
    /// Both numbers, big end first.
    pub(crate) fn to_bytes(self) -> [u8; 16] {
        ((u128::from(self.table) << 64) | u128::from(self.round)).to_be_bytes()
    }
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}, round {}", self.table, self.round)
    }
}

/// The deck of that round.
pub fn deck(seed: &ServerSeed, round: RoundId, players: &PlayerSeeds) -> Deck {
    RoundKey::new(seed, round, players).deck()
}

/// The key of one round's chance, from all seeds together. As secret as the server's seed.
pub struct RoundKey(Hmac<Sha256>);

impl RoundKey {
    /// HMAC-SHA-256 with the server's seed as key, over what the round and the players add.
    pub fn new(seed: &ServerSeed, round: RoundId, players: &PlayerSeeds) -> RoundKey {
        let key = keyed(seed.bytes()).chain_update(message(round, players)).finalize();
        // Two steps: the round key depends on everything, and the blocks only on the key, so that the message is hashed
        // once.
        RoundKey(keyed(key.as_bytes()))
    }

    /// HMAC-SHA-256 of 0, 1, 2 and so on, byte by byte.
    pub fn stream(&self) -> impl Iterator<Item = u8> {
        (0..=u32::MAX).flat_map(|counter| self.block(counter))
    }

    /// The unshuffled deck after all swaps that the stream tells.
    ///
    /// # Panics
    /// If 2³⁷ bytes do not suffice for 51 swaps: then something is broken, and nothing may be dealt.
    pub fn deck(&self) -> Deck {
        // From the same order every time, so that nothing but the seeds decides.
        let mut deck = Deck::unshuffled();
        let mut swapped = 0;
        for (one, other) in swaps(52, self.stream()) {
            deck.swap(one, other);
            swapped += 1;
        }
        assert_eq!(swapped, 51, "the stream ended before the deck was shuffled");
        deck
    }

    fn block(&self, counter: u32) -> [u8; 32] {
        self.0.clone().chain_update(counter.to_be_bytes()).finalize().into_bytes().into()
    }
}

impl fmt::Debug for RoundKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoundKey(secret)")
    }
}

/// The swaps of a Fisher–Yates shuffle of up to 256 cards: the last place with any place up to itself, then the last
/// but one, down to the second. There are fewer when the bytes run out.
pub fn swaps(cards: usize, mut bytes: impl Iterator<Item = u8>) -> impl Iterator<Item = (usize, usize)> {
    (2..=cards).rev().map_while(move |left| {
        let drawn = bytes.find_map(|byte| draw(byte, left))?;
        Some((left - 1, drawn))
    })
}

/// One of the first `left` places, or nothing for a byte that would make some places likelier than others.
fn draw(byte: u8, left: usize) -> Option<usize> {
    let byte = usize::from(byte);
    // Bytes beyond the largest multiple are thrown away. Otherwise the first places would be drawn more often.
    (byte < 256 - 256 % left).then_some(byte % left)
}

/// The label, the table, the round, how many players gave a seed, and each of these with its seat.
fn message(round: RoundId, players: &PlayerSeeds) -> Vec<u8> {
    let mut message = LABEL.to_vec();
    message.extend(round.to_bytes());
    message.push(players.iter().count() as u8);
    for (seat, seed) in players.iter() {
        // All have the same length, so that no two sets of seeds are the same message.
        message.push(seat.number());
        message.extend(seed.bytes());
    }
    message
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}
