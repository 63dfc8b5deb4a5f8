//! Whether a hand was dealt from the seed that the server committed to.

use uth::{Card, Deck};

use crate::seed::{Commitment, PlayerSeeds, RevealedSeed};
use crate::shuffle::{RoundId, deck};

/// All that is known of a round's shuffle when it is over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct HandProof {
    pub round: RoundId,
    pub commitment: Commitment,
    pub seed: RevealedSeed,
    pub players: PlayerSeeds,
    pub deck: Deck,
}

impl HandProof {
    /// Repeats the shuffle.
    pub fn verify(&self) -> Result<(), Mismatch> {
        let seed = self.seed.as_dealt();
        if seed.commitment() != self.commitment {
            return Err(Mismatch::Commitment);
        }
        let expected = deck(&seed, self.round, &self.players);
        // The first card that differs is enough to disprove the deal, and anybody can check it by hand.
        let mut pairs = expected.cards().iter().zip(self.deck.cards());
        match pairs.position(|(expected, found)| expected != found) {
            None => Ok(()),
            Some(place) => Err(Mismatch::Deck {
                place,
                expected: expected.cards()[place],
                found: self.deck.cards()[place],
            }),
        }
    }
}

/// What does not match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// The seed is not the one that was committed to.
    #[error("the seed is not the one that the server committed to")]
    Commitment,
    /// The deck does not follow from the seeds, the table and the round.
    #[error("card {} of the deck should be {expected} and is {found}", place + 1)]
    Deck {
        /// The first place where it differs, from 0.
        place: usize,
        /// The card that the seeds put there.
        expected: Card,
        /// The card that is there.
        found: Card,
    },
}
