//! The proof of a hand as anybody can check it: the layout of `docs/FAIRNESS.md`.

use fair::proof::HandProof;
use fair::seed::{Commitment, PlayerSeed, PlayerSeeds, ServerSeed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uth::{Card, Deck, Seat};

use super::id::{Hex32, RoundId, SeatNumber, TableId};

/// What is known of a shuffle when its round is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofRecord {
    /// The number of the table.
    pub table: TableId,
    /// The number of the round.
    pub round: RoundId,
    /// The hash of the card room's seed, published before the first wager.
    pub commitment: Hex32,
    /// The card room's seed.
    pub seed: Hex32,
    /// What players added to the shuffle, seat by seat.
    pub player_seeds: Vec<ProofSeed>,
    /// The 52 cards in the order of the shuffle, separated by spaces.
    pub deck: String,
}

/// What a player added to the shuffle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofSeed {
    /// Where they sat.
    pub seat: SeatNumber,
    /// What they added.
    pub seed: Hex32,
}

impl From<&HandProof> for ProofRecord {
    fn from(proof: &HandProof) -> ProofRecord {
        let seed =
            |(seat, seed): (Seat, &PlayerSeed)| ProofSeed { seat: seat.into(), seed: Hex32(*seed.bytes()) };
        let cards: Vec<String> = proof.deck.cards().iter().map(Card::to_string).collect();
        ProofRecord {
            table: TableId(proof.round.table),
            round: RoundId(proof.round.round),
            commitment: Hex32(proof.commitment.0),
            seed: Hex32(*proof.seed.as_dealt().bytes()),
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
            // A second seed would silently replace the first, and another shuffle than the written one be proved.
            if players.iter().any(|(other, _)| other == seat.0) {
                return Err(format!("seat {seat} is there twice"));
            }
            players.set(seat.0, PlayerSeed::from_bytes(seed.0));
        }
        let cards = self.deck.split_whitespace().map(str::parse);
        let cards: Vec<Card> =
            cards.collect::<Result<_, uth::CardError>>().map_err(|error| error.to_string())?;
        let count = cards.len();
        let cards: [Card; 52] =
            cards.try_into().map_err(|_| format!("the deck must have 52 cards and has {count}"))?;
        Ok(HandProof {
            round: fair::shuffle::RoundId { table: self.table.0, round: self.round.0 },
            commitment: Commitment(self.commitment.0),
            seed: ServerSeed::from_bytes(self.seed.0).reveal(),
            players,
            deck: Deck::new(cards).map_err(|error| error.to_string())?,
        })
    }
}
