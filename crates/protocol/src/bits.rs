//! The small types that all messages are made of.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use table::{
    Account, BankOffer, By, Commitment, Decision, Move, Occupant, PlayerId, Seed, TableId, Timestamp,
};
use uth::{Cents, Seat, Stage, Wagers};

macro_rules! as_number {
    ($name:ident, $type:ty, $number:ty, $of:expr, $make:expr) => {
        pub mod $name {
            use super::*;

            pub fn serialize<S: Serializer>(value: &$type, to: S) -> Result<S::Ok, S::Error> {
                let of: fn(&$type) -> $number = $of;
                of(value).serialize(to)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let make: fn($number) -> Option<$type> = $make;
                make(<$number>::deserialize(from)?)
                    .ok_or_else(|| de::Error::custom(concat!("that is no ", stringify!($name))))
            }
        }
    };
}

as_number!(player, PlayerId, u64, |player| player.0, |number| Some(PlayerId(number)));
as_number!(table_id, TableId, u64, |table| table.0, |number| Some(TableId(number)));
as_number!(cents, Cents, i64, |cents| cents.0, |number| Some(Cents(number)));
as_number!(timestamp, Timestamp, u64, |time| time.0, |number| Some(Timestamp(number)));
as_number!(deadline, Option<Timestamp>, Option<u64>, |time| time.map(|time| time.0), |number| Some(
    number.map(Timestamp)
));
as_number!(seat, Seat, u8, |seat| seat.number(), Seat::new);

/// What can be written as text and read back.
macro_rules! as_text {
    ($name:ident, $type:ty, $write:expr, $read:expr) => {
        pub mod $name {
            use super::*;

            pub fn serialize<S: Serializer>(value: &$type, to: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> String = $write;
                to.serialize_str(&write(value))
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let read: fn(&str) -> Option<$type> = $read;
                read(&std::borrow::Cow::<str>::deserialize(from)?)
                    .ok_or_else(|| de::Error::custom(concat!("that is no ", stringify!($name))))
            }
        }
    };
}

as_text!(account, Account, ToString::to_string, |text| text.parse().ok());
as_text!(commitment, Commitment, |bytes| hex::encode(bytes.0), |text| hex::FromHex::from_hex(text)
    .ok()
    .map(Commitment));
as_text!(seed, Seed, |bytes| hex::encode(bytes.0), |text| hex::FromHex::from_hex(text).ok().map(Seed));
as_text!(by, By, by_text, |text| match text.split_once(':') {
    None => (text == "table").then_some(By::Table),
    Some(("player", number)) => Some(By::Player(PlayerId(number.parse().ok()?))),
    Some(("floor", number)) => Some(By::Floor(PlayerId(number.parse().ok()?))),
    Some(_) => None,
});
as_text!(stage, Stage, |stage| stage_name(*stage).to_owned(), |text| {
    STAGES.into_iter().find(|stage| stage_name(*stage) == text)
});

pub fn by_text(by: &By) -> String {
    match by {
        By::Player(player) => format!("player:{player}"),
        By::Floor(floor) => format!("floor:{floor}"),
        By::Table => "table".to_owned(),
    }
}

const STAGES: [Stage; 7] =
    [Stage::Betting, Stage::Closed, Stage::Preflop, Stage::Flop, Stage::River, Stage::Settled, Stage::Void];

pub const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Betting => "betting",
        Stage::Closed => "closed",
        Stage::Preflop => "preflop",
        Stage::Flop => "flop",
        Stage::River => "river",
        Stage::Settled => "settled",
        Stage::Void => "void",
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Wagers", deny_unknown_fields)]
pub struct WagersTwin {
    #[serde(with = "cents")]
    ante: Cents,
    #[serde(with = "cents", default)]
    trips: Cents,
    #[serde(with = "cents", default)]
    bad_beat: Cents,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Move")]
struct MoveTwin {
    #[serde(with = "account")]
    debit: Account,
    #[serde(with = "account")]
    credit: Account,
    #[serde(with = "cents")]
    amount: Cents,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Decision", rename_all = "snake_case", tag = "action", content = "times")]
pub enum DecisionTwin {
    Check,
    Raise(u8),
    Fold,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Occupant")]
pub struct OccupantTwin {
    #[serde(with = "player")]
    player: PlayerId,
    sits_out: bool,
    leaves: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BankOffer", rename_all = "snake_case", tag = "type")]
pub enum BankOfferTwin {
    Nobody,
    Offered {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(rename = "until_ms", with = "timestamp")]
        until: Timestamp,
    },
    Accepted {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "player")]
        player: PlayerId,
        #[serde(with = "cents")]
        wager: Cents,
    },
}

/// Lists of what has a twin.
pub mod moves {
    use super::{Deserialize, Deserializer, Move, MoveTwin, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct One(#[serde(with = "MoveTwin")] Move);

    pub fn serialize<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(moves.iter().map(|one| One(*one)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        Ok(Vec::<One>::deserialize(from)?.into_iter().map(|one| one.0).collect())
    }
}
