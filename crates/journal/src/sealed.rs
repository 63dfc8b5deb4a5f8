//! Sealed seeds are stored as hexadecimal text.

use fair::seal::Sealed;
use serde::{Deserialize, Deserializer, Serializer, de};

pub(crate) fn serialize<S: Serializer>(sealed: &Sealed, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&hex::encode(sealed.to_bytes()))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Sealed, D::Error> {
    let bytes = hex::decode(String::deserialize(from)?).map_err(de::Error::custom)?;
    Sealed::from_bytes(&bytes).map_err(de::Error::custom)
}
