//! Numbers and short texts that name something, each a type of its own so that no two of them are confused.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Declares a number that is written as such.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number! {
    /// The number of a table. Tables are numbered from 1.
    TableId
}
number! {
    /// The number of a player's account.
    PlayerId
}
number! {
    /// The number of a round at its table, from 0.
    RoundId
}
number! {
    /// The number of an event of a table, from 1. In a message it is the last event that the sender knows of.
    Seq
}
number! {
    /// A time in milliseconds since 1970-01-01 00:00 UTC.
    Timestamp
}

/// Declares that a wire number and a domain number are the same number.
macro_rules! same_number {
    ($name:ident) => {
        impl From<table::$name> for $name {
            fn from(number: table::$name) -> $name {
                $name(number.0)
            }
        }

        impl From<$name> for table::$name {
            fn from(number: $name) -> table::$name {
                table::$name(number.0)
            }
        }
    };
}

same_number!(TableId);
same_number!(PlayerId);
same_number!(Seq);
same_number!(Timestamp);

/// The number of a seat, from 1 to 8, clockwise from the casino dealer's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct SeatNumber(pub uth::Seat);

impl From<uth::Seat> for SeatNumber {
    fn from(seat: uth::Seat) -> SeatNumber {
        SeatNumber(seat)
    }
}

impl From<SeatNumber> for uth::Seat {
    fn from(seat: SeatNumber) -> uth::Seat {
        seat.0
    }
}

impl From<SeatNumber> for u8 {
    fn from(seat: SeatNumber) -> u8 {
        seat.0.number()
    }
}

impl TryFrom<u8> for SeatNumber {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<SeatNumber, NoSuchSeat> {
        uth::Seat::new(number).map(SeatNumber).ok_or(NoSuchSeat)
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl JsonSchema for SeatNumber {
    fn schema_name() -> Cow<'static, str> {
        "SeatNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The number of a seat, from 1 to 8, clockwise from the casino dealer's left.",
            "type": "integer", "minimum": 1, "maximum": uth::Seat::MOST,
        })
    }
}

/// No table has a seat with that number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchSeat;

impl fmt::Display for NoSuchSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("seats are numbered from 1 to 8")
    }
}

impl std::error::Error for NoSuchSeat {}

/// The name that a client gives a command: 1 to 64 bytes. A command that is sent again under the same id has one
/// effect, so an id is used for one command only.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CommandId(String);

impl CommandId {
    /// The most bytes that an id has.
    pub const MOST_BYTES: usize = 64;

    /// Returns the id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CommandId {
    type Error = InvalidCommandId;

    fn try_from(text: String) -> Result<CommandId, InvalidCommandId> {
        if (1..=CommandId::MOST_BYTES).contains(&text.len()) {
            Ok(CommandId(text))
        } else {
            Err(InvalidCommandId)
        }
    }
}

impl FromStr for CommandId {
    type Err = InvalidCommandId;

    fn from_str(text: &str) -> Result<CommandId, InvalidCommandId> {
        CommandId::try_from(text.to_owned())
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> String {
        id.0
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for CommandId {
    fn schema_name() -> Cow<'static, str> {
        "CommandId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The name that a client gives a command: 1 to 64 bytes. A command that is sent again under \
                            the same id has one effect, so an id is used for one command only.",
            "type": "string", "minLength": 1, "maxLength": CommandId::MOST_BYTES,
        })
    }
}

/// The text is empty, or longer than an id may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidCommandId;

impl fmt::Display for InvalidCommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command id has 1 to 64 bytes")
    }
}

impl std::error::Error for InvalidCommandId {}

/// 32 bytes in 64 lower-case hexadecimal digits: a hash, a seed or a commitment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hex32(pub [u8; 32]);

impl TryFrom<String> for Hex32 {
    type Error = InvalidHex32;

    fn try_from(text: String) -> Result<Hex32, InvalidHex32> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| InvalidHex32)?;
        Ok(Hex32(bytes))
    }
}

impl From<Hex32> for String {
    fn from(bytes: Hex32) -> String {
        hex::encode(bytes.0)
    }
}

impl fmt::Display for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl JsonSchema for Hex32 {
    fn schema_name() -> Cow<'static, str> {
        "Hex32".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "32 bytes in 64 lower-case hexadecimal digits: a hash, a seed or a commitment.",
            "type": "string", "pattern": "^[0-9a-f]{64}$",
        })
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidHex32;

impl fmt::Display for InvalidHex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("32 bytes are written as 64 hexadecimal digits")
    }
}

impl std::error::Error for InvalidHex32 {}
