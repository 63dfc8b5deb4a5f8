//! Secrets that are shown once: sessions, tokens and one-time codes. Only their hashes are kept.

use std::fmt;

use ::journal::record::SecretHash;
use fair::entropy::{Entropy, NoEntropy, fill};

/// Something that only its owner knows. It is never printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// 32 bytes that nobody can foresee.
    pub(super) fn fresh(prefix: &str, entropy: &dyn Entropy) -> Result<Secret, NoEntropy> {
        let mut bytes = [0; 32];
        fill(&mut bytes, entropy)?;
        Ok(Secret(format!("{prefix}{}", hex::encode(bytes))))
    }

    /// What somebody claims to know.
    pub fn claimed(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    /// What is kept of it, and what it is found by. Its 256 bits need no slow hash.
    pub(super) fn key(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }

    /// The secret itself, for its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
