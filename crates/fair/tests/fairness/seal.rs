//! A sealed seed opens for its own key and round, as it was, and otherwise not at all.

use fair::entropy::OperatingSystem;
use fair::seal::{CannotOpen, SealKey, Sealed};
use fair::seed::ServerSeed;
use fair::shuffle::RoundId;

const ROUND: RoundId = RoundId { table: 7, round: 1203 };

fn key() -> SealKey {
    SealKey::from_bytes(&[9; 32])
}

fn seed() -> ServerSeed {
    ServerSeed::from_bytes(*b"the server's seed of thirty-two.")
}

fn sealed() -> Sealed {
    key().seal(&seed(), ROUND, &OperatingSystem).expect("entropy")
}

#[test]
fn what_was_sealed_opens_after_it_was_stored() {
    let stored = sealed().to_bytes();
    assert_eq!(stored.len(), Sealed::LENGTH);
    let opened = key().open(&Sealed::from_bytes(&stored).unwrap(), ROUND).unwrap();
    assert_eq!(opened.reveal(), seed().reveal());
}

#[test]
fn every_changed_bit_is_refused() {
    let stored = sealed().to_bytes();
    for bit in 0..8 * stored.len() {
        let mut changed = stored.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let opened = key().open(&Sealed::from_bytes(&changed).unwrap(), ROUND);
        assert_eq!(opened.err(), Some(CannotOpen::Refused), "bit {bit}");
    }
}

#[test]
fn another_table_round_or_key_is_refused() {
    let sealed = sealed();
    let rows = [
        (key(), RoundId { table: 8, ..ROUND }),
        (key(), RoundId { round: 1204, ..ROUND }),
        (key(), RoundId { table: ROUND.round, round: ROUND.table }),
        (SealKey::from_bytes(&[8; 32]), ROUND),
    ];
    for (key, round) in rows {
        assert_eq!(key.open(&sealed, round).err(), Some(CannotOpen::Refused), "{round}");
    }
}

#[test]
fn a_record_of_another_length_is_refused() {
    let stored = [sealed().to_bytes(), vec![0]].concat();
    for length in (0..Sealed::LENGTH).chain([Sealed::LENGTH + 1]) {
        assert_eq!(Sealed::from_bytes(&stored[..length]).err(), Some(CannotOpen::Length), "{length} bytes");
    }
}

#[test]
fn the_same_seed_is_never_sealed_twice_the_same_way_and_never_shows() {
    let (one, other) = (sealed().to_bytes(), sealed().to_bytes());
    assert_ne!(one[..24], other[..24], "the nonce is fresh");
    assert_ne!(one[24..], other[24..], "and so is all that follows");
    assert!(
        !one.windows(4).any(|bytes| b"the server's seed of thirty-two.".windows(4).any(|seed| seed == bytes))
    );
}
