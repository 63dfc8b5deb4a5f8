//! Numbers and short texts that name something, each a type of its own so that no two of them are confused.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::convert::from_both_ways;

/// Declares numbers that are written as such.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
            )]
            #[serde(transparent)]
            pub struct $name(pub u64);

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
    };
}

// All of them stay below 2⁵³, up to which JavaScript counts exactly.
numbers! {
    /// The number of a table. Tables are numbered from 1.
    TableId;
    /// The number of a player's account.
    PlayerId;
    /// The number of a round at its table. Rounds are numbered from 0.
    RoundId;
    /// The number of an event of a table, from 1. In a message it is the last event that the sender knows of.
    Seq;
    /// A time in milliseconds since 1970-01-01 00:00 UTC.
    Timestamp;
}

from_both_ways! {
    table::TableId => TableId, |id| TableId(id.0), |id| table::TableId(id.0);
    table::PlayerId => PlayerId, |id| PlayerId(id.0), |id| table::PlayerId(id.0);
    table::Seq => Seq, |seq| Seq(seq.0), |seq| table::Seq(seq.0);
    table::Timestamp => Timestamp, |time| Timestamp(time.0), |time| table::Timestamp(time.0);
    uth::Seat => SeatNumber, SeatNumber, |seat| seat.0;
}

// Checked as it is read, so that no handler ever sees a seat that no table has.
/// The number of a seat, from 1 to 8, clockwise from the casino dealer's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("minimum" = 1, "maximum" = uth::Seat::MOST))]
pub struct SeatNumber(pub uth::Seat);

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

/// No table has a seat with that number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("seats are numbered from 1 to 8")]
pub struct NoSuchSeat;

/// The name that a client gives a command: 1 to 64 bytes. A command that is sent again under the same id has one
/// effect, so an id is used for one command only.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("minLength" = 1, "maxLength" = CommandId::MOST_BYTES))]
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
        // Bounded, because each table remembers the ids of many commands, and stores them with its checkpoints.
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

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is empty, or longer than an id may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a command id has 1 to 64 bytes")]
pub struct InvalidCommandId;

/// Declares bytes of a fixed number that are written in hexadecimal digits.
macro_rules! hexadecimal {
    ($($(#[$doc:meta])* $name:ident, $length:literal, $pattern:literal, $error:ident, $message:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
            )]
            #[serde(try_from = "String", into = "String")]
            #[schemars(extend("pattern" = $pattern))]
            pub struct $name(pub [u8; $length]);

            impl Default for $name {
                fn default() -> $name {
                    $name([0; $length])
                }
            }

            impl TryFrom<String> for $name {
                type Error = $error;

                fn try_from(text: String) -> Result<$name, $error> {
                    let mut bytes = [0; $length];
                    // Digits of either case are read; one form is written.
                    hex::decode_to_slice(text, &mut bytes).map_err(|_| $error)?;
                    Ok($name(bytes))
                }
            }

            impl From<$name> for String {
                fn from(bytes: $name) -> String {
                    hex::encode(bytes.0)
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(&hex::encode(self.0))
                }
            }

            /// The text has another number of hexadecimal digits.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
            #[error($message)]
            pub struct $error;
        )*
    };
}

hexadecimal! {
    /// The first 16 bytes of the SHA-256 of a command as it is written, in 32 lower-case hexadecimal digits.
    CommandDigest, 16, "^[0-9a-f]{32}$", InvalidCommandDigest, "16 bytes are written as 32 hexadecimal digits";
    /// 32 bytes in 64 lower-case hexadecimal digits: a hash, a seed, a commitment or a public key.
    Hex32, 32, "^[0-9a-f]{64}$", InvalidHex32, "32 bytes are written as 64 hexadecimal digits";
    /// 64 bytes in 128 lower-case hexadecimal digits: an Ed25519 signature.
    Hex64, 64, "^[0-9a-f]{128}$", InvalidHex64, "64 bytes are written as 128 hexadecimal digits";
}
