//! Domain types that are written as short texts: cards, accounts, actors, and the choices of a table's settings.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::convert::from_both_ways;

/// Declares a text form that is read by `FromStr` and written by `Display`.
macro_rules! text {
    ($name:ident, $domain:ty, $about:literal, $key:literal: $value:expr) => {
        #[doc = $about]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub $domain);

        from_both_ways! { $domain => $name, $name, |text| text.0; }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let text = Cow::<str>::deserialize(from)?;
                text.parse().map($name).map_err(de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"description": $about, "type": "string", $key: $value})
            }
        }
    };
}

text!(
    Card,
    uth::Card,
    "A card: its rank and its suit, like `As` or `Td`.",
    "pattern": "^[2-9TJQKA][cdhs]$"
);
text!(
    Account,
    table::Account,
    "Where chips lie: `wallet:` and the player's number, `escrow:` and the table's number, `house`, `drop` or \
     `cashier`.",
    "pattern": "^(wallet:[0-9]+|escrow:[0-9]+|house|drop|cashier)$"
);
text!(
    Actor,
    table::By,
    "Who did something: `player:` and their number, `floor:` and their number, or `table` for the table itself.",
    "pattern": "^(player:[0-9]+|floor:[0-9]+|table)$"
);
text!(Book, uth::Book, "A rule book, by its id.", "oneOf": uth::Book::ALL.map(titled).to_vec());
text!(
    PayTable,
    uth::PayTableId,
    "An approved pay table of Trips.",
    "enum": uth::PayTableId::ALL.map(uth::PayTableId::name)
);
text!(Dealing, uth::Dealing, "How cards are dealt.", "enum": uth::Dealing::ALL.map(uth::Dealing::name));

fn titled(book: uth::Book) -> Schema {
    json_schema!({"const": book.id(), "description": book.rules().title})
}
