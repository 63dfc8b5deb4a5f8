//! The deck of a round, derived from its seeds.

use table::{Table, TableRound};
use uth::Deck;

use fair::seed::{PlayerSeed, PlayerSeeds, ServerSeed};
use fair::shuffle::{RoundId, deck};

/// Returns the name of a round in its shuffle, its seal and its proof.
pub fn round_id(table: &Table, number: u64) -> RoundId {
    RoundId { table: table.id().0, round: number }
}

/// Returns the seeds that the players added to a round.
///
/// # Panics
/// Never: a seed at a table has 32 bytes, and 64 may count.
pub fn player_seeds(round: &TableRound) -> PlayerSeeds {
    let mut seeds = PlayerSeeds::default();
    // In any order: `PlayerSeeds` sorts by seat, so who was first to add has no influence on the deck.
    for (seat, seed) in &round.seeds {
        seeds.set(*seat, PlayerSeed::from_bytes(seed.0));
    }
    seeds
}

/// Returns the deck that follows from all seeds of a round.
pub fn dealt(table: &Table, round: &TableRound, seed: &ServerSeed) -> Deck {
    deck(seed, round_id(table, round.number), &player_seeds(round))
}
