//! Receipts, and the key that they are signed with. `docs/FAIRNESS.md` has every byte.

use fair::receipt::{Confirmation, PublicKey, Signature, Signer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{Hex32, Hex64, Seq, TableId, Timestamp};

// The hash makes it evidence: no log that continues from another entry can contain it. The signature makes it proof to
// others: only the card room can have made it.
/// What a client keeps as proof that a command is durable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// Which table; 0 is the journal.
    pub table: TableId,
    /// The last event that the command led to.
    pub seq: Seq,
    /// The hash of the log's entry that ends with that event.
    pub hash: Hex32,
    /// When the entry was written.
    pub at_ms: Timestamp,
    /// The card room's Ed25519 signature of the four fields above.
    pub signature: Hex64,
}

impl Receipt {
    /// Signs a confirmation.
    pub fn new(confirmation: &Confirmation, signer: &Signer) -> Receipt {
        let Confirmation { log, seq, hash, at_ms } = *confirmation;
        Receipt {
            table: TableId(log),
            seq: Seq(seq),
            hash: Hex32(hash),
            at_ms: Timestamp(at_ms),
            signature: Hex64(signer.sign(confirmation).0),
        }
    }

    /// Returns what it confirms, whoever signed it.
    pub const fn confirmation(&self) -> Confirmation {
        Confirmation { log: self.table.0, seq: self.seq.0, hash: self.hash.0, at_ms: self.at_ms.0 }
    }

    /// Whether the card room with that key has signed it.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.has_signed(&self.confirmation(), &Signature(self.signature.0))
    }
}

impl From<PublicKey> for Hex32 {
    fn from(key: PublicKey) -> Hex32 {
        Hex32(key.to_bytes())
    }
}

/// The key with which the card room signs receipts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PublicKeyAnswer {
    /// The Ed25519 public key.
    pub public_key: Hex32,
}
