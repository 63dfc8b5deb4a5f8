//! The server's seed at rest: sealed, so that a copy of the database shows no card that has not been seen.

use core::fmt;

use chacha20poly1305::aead::AeadInOut;
use chacha20poly1305::{Key, KeyInit, Tag, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::entropy::{Entropy, NoEntropy, fill};
use crate::seed::ServerSeed;
use crate::shuffle::RoundId;

/// What the sealed round's name starts with. Another way to seal would have another number.
const LABEL: &[u8; 10] = b"uth/seal/1";

/// The server's key. It is kept away from the database, cannot be printed, and its memory is wiped.
pub struct SealKey(XChaCha20Poly1305);

impl SealKey {
    /// The key with those bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> SealKey {
        // A cipher with 24-byte nonces: with the usual 12 bytes, random nonces of millions of rounds could meet.
        SealKey(XChaCha20Poly1305::new(&Key::from(*bytes)))
    }

    /// Seals the seed of that round, with a nonce of its own.
    ///
    /// # Panics
    /// Never: the cipher refuses only messages of many gigabytes.
    pub fn seal(
        &self,
        seed: &ServerSeed,
        round: RoundId,
        entropy: &dyn Entropy,
    ) -> Result<Sealed, NoEntropy> {
        self.seal_bytes(seed.bytes(), &name(round), entropy)
    }

    /// Seals 32 secret bytes under a name, which says what they are for. It must begin with a label of its own, so that
    /// no secret of one kind can stand for one of another.
    ///
    /// # Panics
    /// Never: the cipher refuses only messages of many gigabytes.
    pub fn seal_bytes(
        &self,
        secret: &[u8; 32],
        name: &[u8],
        entropy: &dyn Entropy,
    ) -> Result<Sealed, NoEntropy> {
        // 24 random bytes never repeat in practice, so no counter has to survive a restart or be shared by nodes.
        let mut nonce = [0; 24];
        fill(&mut nonce, entropy)?;
        // Encrypted in place, so that no second copy of the secret stays in memory.
        let mut seed = Zeroizing::new(*secret);
        let tag = self
            .0
            .encrypt_inout_detached(&XNonce::from(nonce), name, seed.as_mut_slice().into())
            .expect("32 bytes are not too long for the cipher");
        Ok(Sealed { nonce, seed: *seed, tag: tag.into() })
    }

    /// The seed, if this key sealed it for that round and not one bit was changed since.
    pub fn open(&self, sealed: &Sealed, round: RoundId) -> Result<ServerSeed, CannotOpen> {
        self.open_bytes(sealed, &name(round)).map(|seed| ServerSeed::from_bytes(*seed))
    }

    /// The secret bytes, if this key sealed them under that name and not one bit was changed since.
    pub fn open_bytes(&self, sealed: &Sealed, name: &[u8]) -> Result<Zeroizing<[u8; 32]>, CannotOpen> {
        let mut secret = Zeroizing::new(sealed.seed);
        let (nonce, tag) = (XNonce::from(sealed.nonce), Tag::from(sealed.tag));
        self.0
            .decrypt_inout_detached(&nonce, name, secret.as_mut_slice().into(), &tag)
            // The buffer holds nothing of the secret if the tag is wrong: the cipher checks before it decrypts.
            .map_err(|_| CannotOpen::Refused)?;
        Ok(secret)
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey(secret)")
    }
}

/// A sealed seed, or another secret of 32 bytes, as it is stored: nonce, ciphertext and tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sealed {
    nonce: [u8; 24],
    seed: [u8; 32],
    tag: [u8; 16],
}

impl Sealed {
    /// How many bytes are stored.
    pub const LENGTH: usize = 24 + 32 + 16;

    /// What is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.nonce[..], &self.seed, &self.tag].concat()
    }

    /// What was stored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sealed, CannotOpen> {
        let parts = bytes.split_first_chunk().and_then(|(nonce, rest)| {
            let (seed, tag) = rest.split_first_chunk()?;
            Some(Sealed { nonce: *nonce, seed: *seed, tag: tag.try_into().ok()? })
        });
        parts.ok_or(CannotOpen::Length)
    }
}

/// Why a stored seed cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotOpen {
    /// It is not as long as a sealed seed.
    #[error("a sealed seed has {} bytes", Sealed::LENGTH)]
    Length,
    /// It was changed, or sealed for another round or with another key; the cipher does not tell which.
    #[error("the sealed seed was changed, or is of another round, or was sealed with another key")]
    Refused,
}

/// Which round it is, bound to the ciphertext, so that records cannot be exchanged.
fn name(round: RoundId) -> Vec<u8> {
    [&LABEL[..], &round.to_bytes()].concat()
}
