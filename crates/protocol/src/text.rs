//! Domain types that are written as short texts: cards, accounts and actors.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Declares a text form that is read by `FromStr` and written by `Display`.
macro_rules! text {
    ($name:ident, $domain:ty, $about:literal, $pattern:literal) => {
        #[doc = $about]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub $domain);

        impl From<$domain> for $name {
            fn from(value: $domain) -> $name {
                $name(value)
            }
        }

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
                json_schema!({"description": $about, "type": "string", "pattern": $pattern})
            }
        }
    };
}

text!(Card, uth::Card, "A card: its rank and its suit, like `As` or `Td`.", "^[2-9TJQKA][cdhs]$");
text!(
    Account,
    table::Account,
    "Where chips lie: `wallet:` and the player's number, `escrow:` and the table's number, `house`, `drop` or \
     `cashier`.",
    "^(wallet:[0-9]+|escrow:[0-9]+|house|drop|cashier)$"
);
text!(
    Actor,
    ActorName,
    "Who did something: `player:` and their number, `floor:` and their number, or `table` for the table itself.",
    "^(player:[0-9]+|floor:[0-9]+|table)$"
);

/// Who did something, with the text form of [`Actor`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActorName(pub table::By);

impl From<table::By> for Actor {
    fn from(by: table::By) -> Actor {
        Actor(ActorName(by))
    }
}

impl From<Actor> for table::By {
    fn from(actor: Actor) -> table::By {
        actor.0.0
    }
}

impl fmt::Display for ActorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            table::By::Player(player) => write!(f, "player:{player}"),
            table::By::Floor(floor) => write!(f, "floor:{floor}"),
            table::By::Table => f.write_str("table"),
        }
    }
}

impl FromStr for ActorName {
    type Err = InvalidActor;

    fn from_str(text: &str) -> Result<ActorName, InvalidActor> {
        let player = |number: &str| number.parse().map(table::PlayerId).map_err(|_| InvalidActor);
        match text.split_once(':') {
            None if text == "table" => Ok(ActorName(table::By::Table)),
            Some(("player", number)) => Ok(ActorName(table::By::Player(player(number)?))),
            Some(("floor", number)) => Ok(ActorName(table::By::Floor(player(number)?))),
            _ => Err(InvalidActor),
        }
    }
}

/// The text names no actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidActor;

impl fmt::Display for InvalidActor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the actors are player:NUMBER, floor:NUMBER and table")
    }
}

impl std::error::Error for InvalidActor {}
