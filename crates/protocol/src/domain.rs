//! How types of the domain are written where a command holds them as they are.

/// Declares how a domain type is written and read as a wire type.
macro_rules! as_wire {
    ($name:ident, $domain:ty, $wire:ty, $to_wire:expr, $to_domain:expr) => {
        pub(crate) mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub(crate) fn serialize<S: Serializer>(value: &$domain, to: S) -> Result<S::Ok, S::Error> {
                let to_wire: fn($domain) -> $wire = $to_wire;
                to_wire(*value).serialize(to)
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$domain, D::Error> {
                let to_domain: fn($wire) -> $domain = $to_domain;
                <$wire>::deserialize(from).map(to_domain)
            }
        }
    };
}

as_wire!(seat, uth::Seat, crate::id::SeatNumber, |seat| seat.into(), |seat| seat.into());
as_wire!(cents, uth::Cents, i64, |cents| cents.0, uth::Cents);
as_wire!(seed, table::Seed, crate::id::Hex32, |seed| crate::id::Hex32(seed.0), |seed| table::Seed(seed.0));
