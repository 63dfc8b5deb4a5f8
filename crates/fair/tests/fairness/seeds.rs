//! Seeds, commitments, and a source of chance that fails.

use fair::entropy::{Entropy, NoEntropy, OperatingSystem};
use fair::seal::SealKey;
use fair::seed::{Commitment, PlayerSeed, RevealedSeed, SeedError, ServerSeed};
use fair::shuffle::{RoundId, deck};

use crate::players;

struct Unplugged;

impl Entropy for Unplugged {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        bytes[0] = 1;
        Err(NoEntropy::Unavailable)
    }
}

/// Claims that all is well and leaves the bytes as they are.
struct Idle;

impl Entropy for Idle {
    fn fill(&self, _: &mut [u8]) -> Result<(), NoEntropy> {
        Ok(())
    }
}

#[test]
fn a_failing_source_leaves_nothing_to_deal_from() {
    let key = SealKey::from_bytes(&[9; 32]);
    let seed = ServerSeed::from_bytes([1; 32]);
    let round = RoundId { table: 1, round: 1 };
    let rows: [(&dyn Entropy, NoEntropy); 2] =
        [(&Unplugged, NoEntropy::Unavailable), (&Idle, NoEntropy::Stuck)];
    for (source, expected) in rows {
        assert_eq!(ServerSeed::fresh(source).err(), Some(expected));
        assert_eq!(key.seal(&seed, round, source).err(), Some(expected), "a nonce must be fresh too");
        assert!(expected.to_string().ends_with("nothing is dealt"));
    }
}

#[test]
fn the_operating_system_gives_a_new_seed_each_time() {
    let seeds: Vec<String> = (0..1_000)
        .map(|_| ServerSeed::fresh(&OperatingSystem).expect("entropy").reveal().to_string())
        .collect();
    let different: std::collections::HashSet<&String> = seeds.iter().collect();
    assert_eq!(different.len(), seeds.len());
}

#[test]
fn a_commitment_is_the_sha_256_of_the_seed() {
    let zeros = ServerSeed::from_bytes([0; 32]).commitment();
    let expected = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    assert_eq!(zeros.to_string(), expected);
    assert_eq!(expected.parse(), Ok(zeros));
    assert_ne!(ServerSeed::from_bytes([1; 32]).commitment(), zeros);
}

#[test]
fn what_is_public_is_read_as_it_is_written() {
    let seed = ServerSeed::from_bytes(*b"the server's seed of thirty-two.").reveal();
    assert_eq!(seed.to_string().parse(), Ok(seed));
    assert_eq!(seed.to_string().to_uppercase().parse(), Ok(seed));
    let player = PlayerSeed::from_bytes([7; 32]);
    assert_eq!(player.to_string(), "07".repeat(32));
    assert_eq!(player.to_string().parse(), Ok(player));
    let wrong = ["", "00", "zz", &"0".repeat(63), &"0".repeat(66), &"0".repeat(128), &"g".repeat(64)];
    for text in wrong {
        assert_eq!(text.parse::<RevealedSeed>(), Err(SeedError::NotThirtyTwoBytes), "{text}");
        assert_eq!(text.parse::<Commitment>(), Err(SeedError::NotThirtyTwoBytes), "{text}");
        assert_eq!(text.parse::<PlayerSeed>(), Err(SeedError::NotThirtyTwoBytes), "{text}");
    }
}

#[test]
fn a_players_seed_is_not_in_a_log() {
    let printed = format!("{:?}", players(&[(1, b"secret until bets close")]));
    assert!(printed.contains("PlayerSeed(32 bytes)"), "{printed}");
    assert!(!printed.contains("secret"), "{printed}");
    assert_eq!(format!("{:?}", SealKey::from_bytes(&[9; 32])), "SealKey(secret)");
}

/// No two of these may give the same deck: bytes that move from one field to the next are the classic mistake.
#[test]
fn every_seed_seat_table_and_round_matters() {
    let round = RoundId { table: 1, round: 2 };
    let inputs = [
        ([0; 32], round, players(&[])),
        ([1; 32], round, players(&[])),
        ([0; 32], RoundId { table: 2, ..round }, players(&[])),
        ([0; 32], RoundId { round: 3, ..round }, players(&[])),
        ([0; 32], RoundId { table: 2, round: 1 }, players(&[])),
        ([0; 32], round, players(&[(1, b"")])),
        ([0; 32], round, players(&[(2, b"")])),
        ([0; 32], round, players(&[(1, b"ab")])),
        ([0; 32], round, players(&[(2, b"ab")])),
        ([0; 32], round, players(&[(1, b"a"), (2, b"b")])),
        ([0; 32], round, players(&[(1, b"b"), (2, b"a")])),
        ([0; 32], round, players(&[(1, b"a\x02\x01b")])),
        ([0; 32], round, players(&[(1, b"ab"), (2, b"")])),
        ([0; 32], round, players(&[(1, b""), (2, b"ab")])),
    ];
    let decks: Vec<_> = inputs
        .iter()
        .map(|(seed, round, players)| deck(&ServerSeed::from_bytes(*seed), *round, players))
        .collect();
    for (place, one) in decks.iter().enumerate() {
        assert!(!decks[..place].contains(one), "row {place} deals the deck of an earlier row");
    }
}

#[test]
fn seeds_count_in_the_order_of_seats_however_they_came_in() {
    let round = RoundId { table: 1, round: 2 };
    let seed = ServerSeed::from_bytes([5; 32]);
    let one = deck(&seed, round, &players(&[(1, b"a"), (6, b"b")]));
    assert_eq!(one, deck(&seed, round, &players(&[(6, b"b"), (1, b"a")])));
    assert_eq!(one, deck(&seed, round, &players(&[(6, b"changed my mind"), (1, b"a"), (6, b"b")])));
}
