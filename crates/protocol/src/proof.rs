//! The proof of a hand as anybody can check it: the layout of `docs/FAIRNESS.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uth::{Card, Deck, Seat};

use fair::proof::HandProof;
use fair::seed::{PlayerSeed, PlayerSeeds};
use fair::shuffle::RoundId;

/// What is known of a shuffle when its round is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofRecord {
    /// The number of the table.
    pub table: u64,
    /// The number of the round.
    pub round: u64,
    /// The hash of the card room's seed, published before bets closed, in hexadecimal digits.
    pub commitment: String,
    /// The card room's seed, in hexadecimal digits.
    pub seed: String,
    /// What players added to the shuffle, seat by seat.
    pub player_seeds: Vec<ProofSeed>,
    /// The 52 cards in the order of the shuffle, separated by spaces.
    pub deck: String,
}

/// What a player added to the shuffle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofSeed {
    /// Where they sat.
    pub seat: u8,
    /// What they added, in hexadecimal digits.
    pub seed: String,
}

impl From<&HandProof> for ProofRecord {
    fn from(proof: &HandProof) -> ProofRecord {
        let seed =
            |(seat, seed): (Seat, &PlayerSeed)| ProofSeed { seat: seat.number(), seed: seed.to_string() };
        let cards: Vec<String> = proof.deck.cards().iter().map(Card::to_string).collect();
        ProofRecord {
            table: proof.round.table,
            round: proof.round.round,
            commitment: proof.commitment.to_string(),
            seed: proof.seed.to_string(),
            player_seeds: proof.players.iter().map(seed).collect(),
            deck: cards.join(" "),
        }
    }
}

impl ProofRecord {
    /// Returns the proof that was written.
    pub fn proof(&self) -> Result<HandProof, String> {
        let mut players = PlayerSeeds::default();
        for ProofSeed { seat, seed } in &self.player_seeds {
            let place = Seat::new(*seat).ok_or_else(|| format!("there is no seat {seat}"))?;
            if players.iter().any(|(other, _)| other == place) {
                return Err(format!("seat {seat} is there twice"));
            }
            players.set(place, seed.parse().map_err(|error| format!("seat {seat}: {error}"))?);
        }
        let cards = self.deck.split_whitespace().map(str::parse);
        let cards: Vec<Card> =
            cards.collect::<Result<_, uth::CardError>>().map_err(|error| error.to_string())?;
        let count = cards.len();
        let cards: [Card; 52] =
            cards.try_into().map_err(|_| format!("the deck must have 52 cards and has {count}"))?;
        Ok(HandProof {
            round: RoundId { table: self.table, round: self.round },
            commitment: self.commitment.parse().map_err(|error| format!("the commitment: {error}"))?,
            seed: self.seed.parse().map_err(|error| format!("the seed: {error}"))?,
            players,
            deck: Deck::new(cards).map_err(|error| error.to_string())?,
        })
    }
}
