//! Events of a table in their one serialized form, which is stored in the log and sent to viewers.
//!
//! An event holds nothing that a viewer may not see: the deck of [`table::Event::Dealt`] is left out, and follows from
//! the seeds once they are revealed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::convert::{Convert, both_ways, from_both_ways};
use super::id::{CommandDigest, CommandId, Hex32, PlayerId, RoundId, SeatNumber, TableId, Timestamp};
use super::settings::{SettingsError, TableSettings};
use super::text::{Account, Actor};
use super::view::Stage;

// An event or field of a later version is refused: skipped, it would leave a table that its log does not explain.
/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The floor opened the table. It is the first event of every table.
    Opened {
        /// The number of the table.
        table: TableId,
        // Boxed, because one event of a log has settings and all events would be as large.
        /// What it plays by.
        settings: Box<TableSettings>,
        /// Who opened it; 0 for the card room itself.
        floor: PlayerId,
    },
    /// A player took a seat.
    Sat {
        /// The player.
        player: PlayerId,
        /// The seat.
        seat: SeatNumber,
    },
    /// A player takes no part for now.
    SatOut {
        /// The seat.
        seat: SeatNumber,
    },
    /// A player takes part again.
    CameBack {
        /// The seat.
        seat: SeatNumber,
    },
    /// A player leaves as soon as the hand is over.
    Leaving {
        /// The seat.
        seat: SeatNumber,
    },
    /// A seat is free again.
    Left {
        /// The player who had it.
        player: PlayerId,
        /// The seat.
        seat: SeatNumber,
    },
    /// The bank is offered to a seat.
    BankOffered {
        /// The seat.
        seat: SeatNumber,
        /// How long the offer stands.
        until_ms: Timestamp,
    },
    /// The seat to which the bank was offered can no longer answer, and there is no other to ask.
    OfferLapsed {},
    /// A seat passed the bank on, or did not answer in time.
    BankDeclined {
        /// The seat.
        seat: SeatNumber,
        /// The player, or the table when time was up.
        by: Actor,
    },
    /// Seats that declined the bank may be asked again.
    BankOfferedAgain {},
    /// A player put up the bank.
    BankAccepted {
        /// The player.
        player: PlayerId,
        /// The seat.
        seat: SeatNumber,
        /// What the bank was put up with, in cents.
        wager: i64,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// The bank went back to its player before a round was opened.
    BankWithdrawn {
        /// The seat.
        seat: SeatNumber,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// The card room has committed to the shuffle of the next round, before anybody wagers or adds a seed.
    Committed {
        /// The number of the round.
        number: RoundId,
        /// The hash of the card room's seed.
        commitment: Hex32,
    },
    /// Wagers are taken.
    RoundOpened {
        /// The number of the round.
        number: RoundId,
        /// The hash of the card room's seed, as it was published before.
        commitment: Hex32,
    },
    /// Wagers lie at a seat.
    Wagered {
        /// The player.
        player: PlayerId,
        /// The seat.
        seat: SeatNumber,
        /// What lies there now.
        wagers: Wagers,
        /// When bets close, if the clock runs: soon, if every player has wagered who may.
        closes_ms: Option<Timestamp>,
        /// When they close at the latest, whatever happens until then.
        latest_ms: Option<Timestamp>,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// The wagers of a seat were taken back.
    Withdrawn {
        /// The seat.
        seat: SeatNumber,
        /// When bets close, if the clock still runs.
        closes_ms: Option<Timestamp>,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// Players came or went, and bets close at another time.
    ClockChanged {
        /// When bets close.
        closes_ms: Timestamp,
    },
    /// A player added to the shuffle.
    SeedAdded {
        /// The player.
        player: PlayerId,
        /// The seat.
        seat: SeatNumber,
        /// What they added.
        seed: Hex32,
    },
    /// "No more bets." The collection is taken; a house bank puts up what it may have to pay.
    BetsClosed {
        /// The player, or the table when time was up.
        by: Actor,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// Cards were dealt, and the players decide. Which cards lie in whose hand is not said here.
    Dealt {
        /// How long they may decide.
        until_ms: Timestamp,
    },
    /// A hand decided, or the table decided for an absent player.
    Decided {
        /// The seat.
        seat: SeatNumber,
        /// What was decided.
        decision: Decision,
        /// The player, or the table when time was up.
        by: Actor,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// All hands have decided, the next cards are turned, and the players decide again.
    Turned {
        /// The street that begins.
        stage: Stage,
        /// How long they may decide.
        until_ms: Timestamp,
    },
    /// All cards are turned, and every wager is settled.
    Settled {
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// The round is void, and every wager went back.
    Voided {
        /// The floor, or the table.
        by: Actor,
        /// Why.
        reason: String,
        /// The chips that moved.
        moves: Vec<Move>,
    },
    /// The card room's seed of the round is public.
    Revealed {
        /// The seed.
        seed: Hex32,
    },
    /// The floor closes the table when the hand is over.
    Closing {
        /// Who.
        floor: PlayerId,
        /// Why.
        reason: String,
    },
    /// The table is closed for good.
    Closed {},
}

/// Chips that moved from one account to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Where they came from.
    pub debit: Account,
    /// Where they went.
    pub credit: Account,
    /// How many, in cents.
    pub amount: i64,
}

/// The wagers of a hand before the cards, in cents. The Blind is as high as the Ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wagers {
    /// The Ante.
    pub ante: i64,
    /// The Trips bonus wager; 0 for none.
    pub trips: i64,
    /// The Bad Beat bonus wager; 0 for none.
    pub bad_beat: i64,
}

from_both_ways! {
    uth::Wagers => Wagers,
        |laid| Wagers { ante: laid.ante.0, trips: laid.trips.0, bad_beat: laid.bad_beat.0 },
        |laid| {
            let [ante, trips, bad_beat] = [laid.ante, laid.trips, laid.bad_beat].map(uth::Cents);
            uth::Wagers { ante, trips, bad_beat }
        };
}

/// What was decided for a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// It passed.
    Check {},
    /// It made the Play wager.
    Raise {
        /// The Play wager in Antes.
        times: u8,
    },
    /// It was given up.
    Fold {},
}

/// The body of an entry of a table's log: what one command, or the card room itself, led to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryBody {
    /// The player whose command it was; null for the card room itself.
    pub by: Option<PlayerId>,
    /// The name that they gave the command.
    pub command: Option<CommandId>,
    /// What the command said, so that the same name for another command is noticed; null for the card room itself and
    /// its own players.
    pub digest: Option<CommandDigest>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl EntryBody {
    /// Writes down what happened, without a command that led to it.
    pub fn new(events: &[table::Event]) -> EntryBody {
        EntryBody { by: None, command: None, digest: None, events: events.iter().map(Event::from).collect() }
    }

    /// Adds the command of a player that led to it.
    #[must_use]
    pub fn caused_by(
        self,
        by: table::PlayerId,
        command: CommandId,
        digest: Option<CommandDigest>,
    ) -> EntryBody {
        EntryBody { by: Some(by.into()), command: Some(command), digest, ..self }
    }

    /// Returns the body as it is stored.
    ///
    /// # Panics
    /// Never: nothing in a body refuses to be written.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("an entry has text keys and no floats")
    }
}

// Separate from the table's event, which has a deck: the type shows that a deal cannot be applied as it was read.
/// An event that was read back from a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredEvent {
    /// The whole event.
    Event(table::Event),
    /// Cards were dealt; which ones follows from the seeds.
    Dealt {
        /// How long the players may decide.
        until: table::Timestamp,
    },
}

/// An entry of a table's log that was read back.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "EntryBody")]
pub struct StoredEvents {
    /// The player whose command it was.
    pub by: Option<u64>,
    /// The name that they gave the command.
    pub command: Option<String>,
    /// What the command said.
    pub digest: Option<CommandDigest>,
    /// What happened.
    pub events: Vec<StoredEvent>,
}

impl TryFrom<EntryBody> for StoredEvents {
    type Error = SettingsError;

    fn try_from(body: EntryBody) -> Result<StoredEvents, SettingsError> {
        Ok(StoredEvents {
            by: body.by.map(|player| player.0),
            command: body.command.map(|id| id.to_string()),
            digest: body.digest,
            events: body.events.into_iter().map(StoredEvent::try_from).collect::<Result<_, _>>()?,
        })
    }
}

/// Declares the fields that an event has both on the wire and in the domain, and behind a semicolon those whose names
/// on the wire tell their unit. The compiler holds that no event and no field is missing, in either direction.
macro_rules! same_events {
    ($($name:ident { $($field:ident),* $(; $($domain:ident => $wire:ident),*)? })*) => {
        impl From<&table::Event> for Event {
            fn from(event: &table::Event) -> Event {
                match event.clone() {
                    table::Event::Opened { table, settings, floor } => {
                        let settings = Box::new(TableSettings::from(&*settings));
                        Event::Opened { table: table.into(), settings, floor: floor.into() }
                    }
                    // The deck is the one thing that is not written: until the seed is revealed it is secret.
                    table::Event::Dealt { deck: _, until } => Event::Dealt { until_ms: until.into() },
                    $(table::Event::$name { $($field,)* $($($domain,)*)? } => {
                        Event::$name { $($field: $field.convert(),)* $($($wire: $domain.convert(),)*)? }
                    })*
                }
            }
        }

        impl TryFrom<Event> for StoredEvent {
            type Error = SettingsError;

            /// Fails only for settings that no rule book permits: everything else is checked when it is read.
            fn try_from(event: Event) -> Result<StoredEvent, SettingsError> {
                Ok(StoredEvent::Event(match event {
                    Event::Opened { table, settings, floor } => {
                        let settings = Box::new(settings.settings()?);
                        table::Event::Opened { table: table.into(), settings, floor: floor.into() }
                    }
                    Event::Dealt { until_ms } => return Ok(StoredEvent::Dealt { until: until_ms.into() }),
                    $(Event::$name { $($field,)* $($($wire,)*)? } => {
                        table::Event::$name { $($field: $field.convert(),)* $($($domain: $wire.convert(),)*)? }
                    })*
                }))
            }
        }
    };
}

same_events! {
    Sat { player, seat }
    SatOut { seat }
    CameBack { seat }
    Leaving { seat }
    Left { player, seat }
    BankOffered { seat; until => until_ms }
    OfferLapsed {}
    BankDeclined { seat, by }
    BankOfferedAgain {}
    BankAccepted { player, seat, wager, moves }
    BankWithdrawn { seat, moves }
    Committed { number, commitment }
    RoundOpened { number, commitment }
    Wagered { player, seat, wagers, moves; closes => closes_ms, latest => latest_ms }
    Withdrawn { seat, moves; closes => closes_ms }
    ClockChanged { ; closes => closes_ms }
    SeedAdded { player, seat, seed }
    BetsClosed { by, moves }
    Decided { seat, decision, by, moves }
    Turned { stage; until => until_ms }
    Settled { moves }
    Voided { by, reason, moves }
    Revealed { seed }
    Closing { floor, reason }
    Closed {}
}

both_ways! {
    table::Move => Move,
        |one| Move { debit: one.debit.into(), credit: one.credit.into(), amount: one.amount.0 },
        |one| table::Move { debit: one.debit.0, credit: one.credit.0, amount: uth::Cents(one.amount) };
    uth::Decision => Decision,
        |decision| match decision {
            uth::Decision::Check => Decision::Check {},
            uth::Decision::Raise(times) => Decision::Raise { times },
            uth::Decision::Fold => Decision::Fold {},
        },
        |decision| match decision {
            Decision::Check {} => uth::Decision::Check,
            Decision::Raise { times } => uth::Decision::Raise(times),
            Decision::Fold {} => uth::Decision::Fold,
        };
}
