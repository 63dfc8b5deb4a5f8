//! Nobody can foresee a deck, and anybody can check it.

#[path = "../../examples/shuffle_statistics/chance.rs"]
mod chance;
#[path = "../../examples/shuffle_statistics/tally.rs"]
mod tally;

mod proof;
mod script;
mod seal;
mod seeds;
mod statistics;

use fair::proof::HandProof;
use fair::seed::{PlayerSeed, PlayerSeeds, ServerSeed};
use fair::shuffle::{RoundId, deck};
use uth::Seat;

fn players(seeds: &[(u8, &[u8])]) -> PlayerSeeds {
    let mut players = PlayerSeeds::default();
    for (seat, bytes) in seeds {
        players.set(Seat::new(*seat).expect("a seat"), PlayerSeed::new(bytes).expect("short enough"));
    }
    players
}

fn dealt(seed: [u8; 32], round: RoundId, players: PlayerSeeds) -> HandProof {
    let seed = ServerSeed::from_bytes(seed);
    let deck = deck(&seed, round, &players);
    HandProof { round, commitment: seed.commitment(), seed: seed.reveal(), players, deck }
}

/// A proof with two players' seeds.
fn honest() -> HandProof {
    dealt([3; 32], RoundId { table: 5, round: 88 }, players(&[(2, b"north"), (3, b"south")]))
}
