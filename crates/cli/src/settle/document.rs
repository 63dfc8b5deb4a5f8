//! A hand in JSON, as an auditor writes it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};
use uth::Cents;

/// One hand at one table, as an auditor writes it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub(super) id: Option<DocumentId>,
    #[serde(alias = "rules")]
    pub(super) book: String,
    #[serde(alias = "paytable")]
    pub(super) pay_table: Option<String>,
    pub(super) collection_schedule: Option<u8>,
    pub(super) button: Option<u8>,
    pub(super) bank: Option<Amount>,
    pub(super) seats: Vec<SeatDocument>,
    pub(super) dealer: String,
    pub(super) board: String,
    pub(super) limits: Option<LimitsDocument>,
    pub(super) chip: Option<Amount>,
    pub(super) places: Option<u8>,
    pub(super) dealing: Option<String>,
    pub(super) seat_order: Option<String>,
    pub(super) bad_beat_needs_trips: Option<bool>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatDocument {
    pub(super) seat: u8,
    pub(super) player: Option<String>,
    pub(super) ante: Amount,
    pub(super) blind: Option<Amount>,
    #[serde(default)]
    pub(super) trips: Amount,
    #[serde(default)]
    pub(super) bad_beat: Amount,
    pub(super) hole: String,
    pub(super) play: String,
}

#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitsDocument {
    pub(super) min: Amount,
    pub(super) max: Amount,
}

/// What the writer calls a document; the settlement repeats it.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub(super) enum DocumentId {
    Number(u64),
    Text(String),
}

/// A whole number of cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Amount(pub(super) Cents);

/// A fault of a document, with its field.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    field: String,
    why: String,
}

impl Fault {
    pub(super) fn new(field: impl Into<String>, why: impl fmt::Display) -> Fault {
        Fault { field: field.into(), why: why.to_string() }
    }

    /// Returns the same fault with its field inside the seat at that index.
    pub(super) fn inside(self, index: usize) -> Fault {
        Fault { field: format!("seats[{index}].{}", self.field), why: self.why }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.why) } else { write!(f, "{}: {}", self.field, self.why) }
    }
}

impl Document {
    /// Reads a document.
    pub fn parse(text: &[u8]) -> Result<Document, Fault> {
        serde_json::from_slice(text).map_err(|_| {
            // Tracking the path is slow, so it happens only for documents that are wrong.
            let mut json = serde_json::Deserializer::from_slice(text);
            match serde_path_to_error::deserialize::<_, Document>(&mut json) {
                Err(error) => Fault::new(error.path().to_string().trim_matches('.'), error.inner()),
                Ok(_) => Fault::new("", "something follows the document's last brace"),
            }
        })
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl de::Visitor<'_> for Whole {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number of cents")
            }

            fn visit_i64<E: de::Error>(self, cents: i64) -> Result<Amount, E> {
                Ok(Amount(Cents(cents)))
            }

            fn visit_u64<E: de::Error>(self, cents: u64) -> Result<Amount, E> {
                i64::try_from(cents)
                    .map(|cents| Amount(Cents(cents)))
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(cents), &self))
            }
        }
        deserializer.deserialize_i64(Whole)
    }
}
