//! Events as they are stored and told: all that is in them but the deck, which nobody may see and which follows from
//! the seeds.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::{By, Commitment, Decision, Event, Move, PlayerId, Seed, Settings, TableId, Timestamp};
use uth::{Cents, Deck, Seat, Stage, Wagers};

use super::bits::{DecisionTwin, WagersTwin};
use super::bits::{by, cents, commitment, deadline, moves, player, seat, seed, stage, table_id, timestamp};
use super::settings::twin as settings;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", tag = "type", rename_all = "snake_case")]
enum EventTwin {
    Opened {
        #[serde(with = "table_id")]
        table: TableId,
        #[serde(with = "settings")]
        settings: Box<Settings>,
        #[serde(with = "player")]
        floor: PlayerId,
    },
    Sat {
        #[serde(with = "player")]
        player: PlayerId,
        #[serde(with = "seat")]
        seat: Seat,
    },
    SatOut {
        #[serde(with = "seat")]
        seat: Seat,
    },
    CameBack {
        #[serde(with = "seat")]
        seat: Seat,
    },
    Leaving {
        #[serde(with = "seat")]
        seat: Seat,
    },
    Left {
        #[serde(with = "player")]
        player: PlayerId,
        #[serde(with = "seat")]
        seat: Seat,
    },
    BankOffered {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(rename = "until_ms", with = "timestamp")]
        until: Timestamp,
    },
    OfferLapsed,
    BankDeclined {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "by")]
        by: By,
    },
    BankOfferedAgain,
    BankAccepted {
        #[serde(with = "player")]
        player: PlayerId,
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "cents")]
        wager: Cents,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    BankWithdrawn {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    RoundOpened {
        number: u64,
        #[serde(with = "commitment")]
        commitment: Commitment,
    },
    Wagered {
        #[serde(with = "player")]
        player: PlayerId,
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "WagersTwin")]
        wagers: Wagers,
        #[serde(rename = "closes_ms", with = "deadline")]
        closes: Option<Timestamp>,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    Withdrawn {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(rename = "closes_ms", with = "deadline")]
        closes: Option<Timestamp>,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    SeedAdded {
        #[serde(with = "player")]
        player: PlayerId,
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "seed")]
        seed: Seed,
    },
    BetsClosed {
        #[serde(with = "by")]
        by: By,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    Dealt {
        /// Never written: what is read back is a [`StoredEvent::Dealt`].
        #[serde(skip, default = "Deck::unshuffled")]
        deck: Deck,
        #[serde(rename = "until_ms", with = "timestamp")]
        until: Timestamp,
    },
    Decided {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "DecisionTwin")]
        decision: Decision,
        #[serde(with = "by")]
        by: By,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    Turned {
        #[serde(with = "stage")]
        stage: Stage,
        #[serde(rename = "until_ms", with = "timestamp")]
        until: Timestamp,
    },
    Settled {
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    Voided {
        #[serde(with = "by")]
        by: By,
        reason: String,
        #[serde(with = "moves")]
        moves: Vec<Move>,
    },
    Revealed {
        #[serde(with = "seed")]
        seed: Seed,
    },
    Closing {
        #[serde(with = "player")]
        floor: PlayerId,
        reason: String,
    },
    Closed,
}

/// An event as everybody may see it.
#[derive(Serialize)]
#[serde(transparent)]
pub struct EventRef<'a>(#[serde(with = "EventTwin")] pub &'a Event);

#[derive(Deserialize)]
#[serde(transparent)]
struct Read(#[serde(with = "EventTwin")] Event);

/// What an entry of a table's log says.
#[derive(Serialize)]
pub struct Body<'a> {
    /// Who asked for it; the card room itself, if nobody.
    pub by: Option<u64>,
    /// The name that they gave their command.
    pub command: Option<&'a str>,
    /// What happened.
    #[serde(serialize_with = "each")]
    pub events: &'a [Event],
}

fn each<S: Serializer>(events: &[Event], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(events.iter().map(EventRef))
}

/// Something that an entry of a log tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredEvent {
    /// All of it.
    Event(Event),
    /// Cards were dealt; which ones follows from the seeds.
    Dealt {
        /// Until when players decide.
        until: Timestamp,
    },
}

/// An entry of a table's log that was read back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredEvents {
    /// Who asked for it.
    pub by: Option<u64>,
    /// The name that they gave their command.
    pub command: Option<String>,
    /// What happened.
    #[serde(deserialize_with = "all")]
    pub events: Vec<StoredEvent>,
}

fn all<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<StoredEvent>, D::Error> {
    let fact = |read: Read| match read.0 {
        Event::Dealt { until, .. } => StoredEvent::Dealt { until },
        event => StoredEvent::Event(event),
    };
    Ok(Vec::<Read>::deserialize(from)?.into_iter().map(fact).collect())
}
