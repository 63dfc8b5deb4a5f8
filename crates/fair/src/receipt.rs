//! Receipts: what the card room has confirmed, signed, so that it cannot deny it later.
//!
//! A receipt names a log, the last event of one of its entries, the entry's hash and its time. The hash covers every
//! entry before it. A card room that shows another log afterwards has contradicted its own signature, and anybody who
//! has the public key can prove it.

use core::fmt;
use core::str::FromStr;

use ed25519_dalek::{Signature as Ed25519, Signer as _, SigningKey, VerifyingKey};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// What the signed bytes start with. Another layout would have another number.
const LABEL: &[u8; 13] = b"uth/receipt/1";

/// What the signing key is derived with from the card room's key.
const KEY_LABEL: &[u8; 17] = b"uth/receipt-key/1";

/// What a receipt confirms: an entry of a log is durable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Confirmation {
    /// The log: the number of a table, or 0 for the journal.
    pub log: u64,
    /// The last event of the entry.
    pub seq: u64,
    /// The hash of the entry.
    pub hash: [u8; 32],
    /// When the entry was written, in milliseconds since 1970.
    pub at_ms: u64,
}

impl Confirmation {
    /// How many bytes are signed.
    pub const LENGTH: usize = LABEL.len() + 8 + 8 + 32 + 8;

    /// Returns the bytes that are signed.
    pub fn to_bytes(&self) -> [u8; Confirmation::LENGTH] {
        let Confirmation { log, seq, hash, at_ms } = self;
        let mut bytes = [0; Confirmation::LENGTH];
        let parts = [&LABEL[..], &log.to_be_bytes(), &seq.to_be_bytes(), hash, &at_ms.to_be_bytes()];
        let mut rest = &mut bytes[..];
        // Each part has a fixed width, so that no two confirmations have the same bytes.
        for part in parts {
            let (head, tail) = rest.split_at_mut(part.len());
            head.copy_from_slice(part);
            rest = tail;
        }
        bytes
    }
}

/// Signs what the card room confirms. Its key cannot be printed, and its memory is wiped.
///
/// Ed25519 is deterministic: to sign the same confirmation again gives the same bytes, so that signatures need not be
/// stored to answer a repeated command as the first was answered.
pub struct Signer(SigningKey);

impl Signer {
    /// Derives the signing key from the card room's key, so that there is one key file to keep.
    ///
    /// # Panics
    /// Never: HMAC takes keys of any length.
    pub fn from_key(key: &[u8; 32]) -> Signer {
        // Derived, and not the key itself: that one encrypts seeds, and one key must not serve two algorithms.
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
        mac.update(KEY_LABEL);
        let seed = Zeroizing::new(<[u8; 32]>::from(mac.finalize().into_bytes()));
        Signer(SigningKey::from_bytes(&seed))
    }

    /// Returns the key with which anybody can check the signatures.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs a confirmation.
    pub fn sign(&self, confirmation: &Confirmation) -> Signature {
        self.sign_bytes(&confirmation.to_bytes())
    }

    /// Signs bytes that begin with a label of their own, so that no signature is taken for one of another kind.
    pub fn sign_bytes(&self, bytes: &[u8]) -> Signature {
        Signature(self.0.sign(bytes).to_bytes())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signer(secret)")
    }
}

/// The card room's public key, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Returns the key with those bytes, unless they are no point of the curve.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<PublicKey, NotAPublicKey> {
        VerifyingKey::from_bytes(bytes).map(PublicKey).map_err(|_| NotAPublicKey)
    }

    /// Returns its bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Whether the card room with this key has signed the confirmation.
    pub fn has_signed(&self, confirmation: &Confirmation, signature: &Signature) -> bool {
        self.has_signed_bytes(&confirmation.to_bytes(), signature)
    }

    /// Whether the card room with this key has signed these bytes, label included.
    pub fn has_signed_bytes(&self, bytes: &[u8], signature: &Signature) -> bool {
        // The strict form: a key of small order would fit signatures that nobody made.
        self.0.verify_strict(bytes, &Ed25519::from_bytes(&signature.0)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.to_bytes()))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl FromStr for PublicKey {
    type Err = NotAPublicKey;

    fn from_str(text: &str) -> Result<PublicKey, NotAPublicKey> {
        let bytes = hex::FromHex::from_hex(text).map_err(|_| NotAPublicKey)?;
        PublicKey::from_bytes(&bytes)
    }
}

/// A text or bytes are no public key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a public key is written in 64 hexadecimal digits, and lies on the curve")]
pub struct NotAPublicKey;

/// An Ed25519 signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature(pub [u8; 64]);
