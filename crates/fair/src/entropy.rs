//! Where chance comes from, and what happens when it does not come: nothing is dealt.

/// A source of bytes that nobody can foresee.
pub trait Entropy {
    /// Fills all of the bytes, or fails; what it left in them then is not to be used.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy>;
}

/// Fills a seed, a key or a nonce, and looks at what came.
///
/// A source that claims success and repeats one byte is broken: 32 honest bytes do so once in 2²⁴⁸ times.
pub fn fill(bytes: &mut [u8], entropy: &dyn Entropy) -> Result<(), NoEntropy> {
    entropy.fill(bytes)?;
    // A virtual machine that starts without entropy, or a broken driver, typically repeats one byte.
    let stuck = bytes.iter().all(|byte| *byte == bytes[0]);
    if stuck { Err(NoEntropy::Stuck) } else { Ok(()) }
}

/// The operating system's generator.
#[derive(Clone, Copy, Debug)]
pub struct OperatingSystem;

impl Entropy for OperatingSystem {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        getrandom::fill(bytes).map_err(|_| NoEntropy::Unavailable)
    }
}

/// Why there is no seed. Without one there is no commitment, and without a commitment no round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoEntropy {
    /// The source refused.
    #[error("the operating system gives no random bytes, so nothing is dealt")]
    Unavailable,
    /// The source gave the same byte again and again.
    #[error("the random bytes repeat, so nothing is dealt")]
    Stuck,
}
