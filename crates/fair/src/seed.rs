//! What a deck grows from: the server's seed, which is secret until the round is over, and the players' seeds.

use core::fmt;
use core::str::FromStr;

use sha2::{Digest, Sha256};
use uth::Seat;
use zeroize::Zeroizing;

use crate::entropy::{Entropy, NoEntropy, fill};

/// The server's part of one round's chance. Whoever has it knows every card, so it cannot be printed or copied,
/// and its memory is wiped.
pub struct ServerSeed(Zeroizing<[u8; 32]>);

impl ServerSeed {
    /// A seed that nobody has seen.
    pub fn fresh(entropy: &dyn Entropy) -> Result<ServerSeed, NoEntropy> {
        let mut seed = ServerSeed::from_bytes([0; 32]);
        fill(&mut *seed.0, entropy)?;
        Ok(seed)
    }

    /// A seed that was made before.
    pub fn from_bytes(bytes: [u8; 32]) -> ServerSeed {
        ServerSeed(Zeroizing::new(bytes))
    }

    /// What is published before the first wager: it fixes the seed and tells nothing about it.
    pub fn commitment(&self) -> Commitment {
        // Plain SHA-256, without a salt: 32 random bytes cannot be guessed, and anybody can repeat it with one command.
        Commitment(Sha256::digest(self.bytes()).into())
    }

    /// The seed for everybody to see. Only for a round that is over or void.
    pub fn reveal(&self) -> RevealedSeed {
        RevealedSeed(*self.0)
    }

    /// Returns the secret bytes, to seal them or to derive the deck.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(secret)")
    }
}

/// The seed of a round that is over: public, and written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RevealedSeed([u8; 32]);

impl RevealedSeed {
    /// The seed as it was when it dealt.
    pub fn as_dealt(&self) -> ServerSeed {
        ServerSeed::from_bytes(self.0)
    }
}

/// The SHA-256 of a server's seed, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

/// A player's part of the chance: 32 bytes of their own choice, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PlayerSeed([u8; 32]);

impl PlayerSeed {
    /// Those bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> PlayerSeed {
        PlayerSeed(bytes)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Not its bytes: a log that has them before bets close would favour whoever reads it.
impl fmt::Debug for PlayerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerSeed(32 bytes)")
    }
}

/// The seeds of those players who gave one, by seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayerSeeds([Option<PlayerSeed>; Seat::MOST]);

impl PlayerSeeds {
    /// Puts that seed at that seat, in place of an earlier one.
    pub fn set(&mut self, seat: Seat, seed: PlayerSeed) {
        self.0[seat.index()] = Some(seed);
    }

    /// The seeds in the order of seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &PlayerSeed)> {
        // By seat and not by time: the order in which seeds arrive must not matter to the deck.
        let seats = Seat::up_to(Seat::MOST as u8).zip(&self.0);
        seats.filter_map(|(seat, seed)| Some((seat, seed.as_ref()?)))
    }
}

/// Why something is no seed or commitment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeedError {
    /// It is not written in 64 hexadecimal digits.
    #[error("seeds and commitments are written in 64 hexadecimal digits")]
    NotThirtyTwoBytes,
}

/// What is public is written in hexadecimal digits and read back from them.
macro_rules! written_in_hexadecimal {
    ($type:ty, $read:expr) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl FromStr for $type {
            type Err = SeedError;

            fn from_str(text: &str) -> Result<Self, SeedError> {
                $read(text)
            }
        }
    };
}

written_in_hexadecimal!(RevealedSeed, |text| thirty_two_bytes(text).map(RevealedSeed));
written_in_hexadecimal!(Commitment, |text| thirty_two_bytes(text).map(Commitment));
written_in_hexadecimal!(PlayerSeed, |text| thirty_two_bytes(text).map(PlayerSeed));

impl fmt::Debug for RevealedSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RevealedSeed({self})")
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

fn thirty_two_bytes(text: &str) -> Result<[u8; 32], SeedError> {
    hex::FromHex::from_hex(text).map_err(|_| SeedError::NotThirtyTwoBytes)
}
