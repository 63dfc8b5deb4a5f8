//! Nobody can foresee a deck, and anybody can check it.

#[path = "../../examples/shuffle_statistics/chance.rs"]
mod chance;
#[path = "../../examples/shuffle_statistics/tally.rs"]
mod tally;

mod proof;
mod receipts;
mod script;
mod seal;
mod seeds;
mod statistics;

use fair::proof::HandProof;
use fair::seed::{PlayerSeed, PlayerSeeds, ServerSeed};
use fair::shuffle::{RoundId, deck};
use uth::Seat;

/// Seeds that begin with these bytes and go on with zeros.
fn players(seeds: &[(u8, &[u8])]) -> PlayerSeeds {
    let mut players = PlayerSeeds::default();
    for (seat, bytes) in seeds {
        let mut seed = [0; 32];
        seed[..bytes.len()].copy_from_slice(bytes);
        players.set(Seat::new(*seat).expect("a seat"), PlayerSeed::from_bytes(seed));
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
