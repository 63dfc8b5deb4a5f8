//! A hand in JSON, as an auditor writes it or as a card room exports it.

use std::fmt;
use std::str::FromStr;

use protocol::{HandView, RoundHistory};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use uth::{
    Banker, Banking, Book, Card, Cents, Dealing, Limits, PayTableId, Pays, Person, Play, RulesError,
    Schedule, Seat, Setup, SetupError, Terms, Wagers, parse_cards,
};

use super::hand::{ParsedHand, ParsedSeat, Settled};

/// One hand at one table, as an auditor writes it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Document {
    id: Option<DocumentId>,
    #[serde(alias = "rules")]
    book: String,
    #[serde(alias = "paytable")]
    pay_table: Option<String>,
    collection_schedule: Option<u8>,
    button: Option<u8>,
    bank: Option<Amount>,
    seats: Vec<SeatDocument>,
    dealer: String,
    board: String,
    limits: Option<LimitsDocument>,
    chip: Option<Amount>,
    places: Option<u8>,
    dealing: Option<String>,
    seat_order: Option<protocol::SeatOrder>,
    bad_beat_needs_trips: Option<bool>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SeatDocument {
    seat: u8,
    player: Option<String>,
    ante: Amount,
    blind: Option<Amount>,
    #[serde(default)]
    trips: Amount,
    #[serde(default)]
    bad_beat: Amount,
    hole: String,
    play: String,
}

#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct LimitsDocument {
    min: Amount,
    max: Amount,
}

/// What the writer calls a document; the settlement repeats it.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub(super) enum DocumentId {
    Number(u64),
    Text(String),
}

/// A whole number of cents.
#[derive(Deserialize, Debug, Clone, Copy, Default, PartialEq, Eq)]
#[serde(try_from = "Number")]
struct Amount(Cents);

impl TryFrom<Number> for Amount {
    type Error = String;

    fn try_from(number: Number) -> Result<Amount, String> {
        let cents = number.as_i64().map(|cents| Amount(Cents(cents)));
        cents.ok_or_else(|| format!("{number} is not a whole number of cents"))
    }
}

/// A fault of a document, with its field.
#[derive(Debug, PartialEq, Eq)]
pub struct DocumentError {
    field: String,
    why: String,
}

impl DocumentError {
    pub(super) fn new(field: impl Into<String>, why: impl fmt::Display) -> DocumentError {
        DocumentError { field: field.into(), why: why.to_string() }
    }

    /// Returns the same fault with its field inside the seat at that index.
    pub(super) fn inside(self, index: usize) -> DocumentError {
        DocumentError { field: format!("seats[{index}].{}", self.field), why: self.why }
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.why) } else { write!(f, "{}: {}", self.field, self.why) }
    }
}

impl Document {
    /// Reads a document.
    pub fn parse(text: &[u8]) -> Result<Document, DocumentError> {
        // Tracking the path is slow, so it happens only for documents that are wrong.
        serde_json::from_slice(text).map_err(|_| match parse_with_path::<Document>(text) {
            Err(fault) => fault,
            Ok(_) => DocumentError::new("", "something follows the document's last brace"),
        })
    }

    /// Plays the hand as it is written and settles it.
    pub fn settle(&self) -> Result<Settled, DocumentError> {
        let terms = self.terms()?;
        let hand = ParsedHand {
            id: self.id.clone(),
            banker: self.banker(&terms)?,
            terms,
            seats: self.hands()?,
            dealer: cards("dealer", &self.dealer)?,
            board: cards("board", &self.board)?,
        };
        hand.settle()
    }

    fn terms(&self) -> Result<Terms, DocumentError> {
        let mut setup = Setup::new(parsed::<Book>("book", &self.book)?);
        // A document need not say which chip the table used. Without it any even amount settles exactly (R22).
        setup.chip = self.chip.map_or(Cents(2), |chip| chip.0);
        if let Some(name) = &self.pay_table {
            setup.pays = Pays::approved(parsed::<PayTableId>("pay_table", name)?);
        }
        if let Some(number) = self.collection_schedule {
            let schedule = Schedule::printed(number)
                .ok_or_else(|| DocumentError::new("collection_schedule", SetupError::Schedule))?;
            setup.schedule = Some(*schedule);
        }
        setup.limits = self.limits.map(|limits| Limits { minimum: limits.min.0, maximum: limits.max.0 });
        setup.places = self.places.unwrap_or(setup.places);
        if let Some(dealing) = &self.dealing {
            setup.dealing = parsed::<Dealing>("dealing", dealing)?;
        }
        setup.seat_order = self.seat_order.map_or(setup.seat_order, Into::into);
        setup.bad_beat_needs_trips = self.bad_beat_needs_trips.unwrap_or(true);
        setup.approved().map_err(|error| DocumentError::new(setting_of(error), error))
    }

    fn banker(&self, terms: &Terms) -> Result<Banker, DocumentError> {
        let Some(number) = self.button else {
            return match (terms.rules().banking, self.bank) {
                (Banking::PlayerDealer, _) => {
                    Err(DocumentError::new("button", "a player-banked hand needs the player-dealer's seat"))
                }
                (Banking::House, Some(_)) => Err(DocumentError::new("bank", RulesError::HouseBanks)),
                (Banking::House, None) => Ok(Banker::House),
            };
        };
        let seat = seat(number, terms.places()).map_err(|why| DocumentError::new("button", why))?;
        let wager = self.bank.map(|Amount(wager)| wager);
        Ok(Banker::PlayerDealer { seat, person: BANKER, wager })
    }

    fn hands(&self) -> Result<Vec<ParsedSeat>, DocumentError> {
        let mut hands: Vec<ParsedSeat> = Vec::with_capacity(self.seats.len());
        for (index, written) in self.seats.iter().enumerate() {
            let hand = self.hand(index, written).map_err(|fault| fault.inside(index))?;
            if hands.iter().any(|other| other.seat == hand.seat) {
                let why = format!("seat {} is taken twice", hand.seat);
                return Err(DocumentError::new("seat", why).inside(index));
            }
            hands.push(hand);
        }
        Ok(hands)
    }

    fn hand(&self, index: usize, written: &SeatDocument) -> Result<ParsedSeat, DocumentError> {
        let seat = seat(written.seat, Seat::MOST as u8).map_err(|why| DocumentError::new("seat", why))?;
        // A seat without a player's name is a person of its own.
        let same_player = |other: &SeatDocument| written.player.is_some() && other.player == written.player;
        let person = Person(self.seats.iter().position(same_player).unwrap_or(index) as u64);
        if written.blind.is_some_and(|blind| blind != written.ante) {
            return Err(DocumentError::new("blind", "the Blind must equal the Ante"));
        }
        let wagers = Wagers { ante: written.ante.0, trips: written.trips.0, bad_beat: written.bad_beat.0 };
        let hole = cards("hole", &written.hole)?;
        let play = match written.play.as_bytes() {
            [times @ b'1'..=b'4', b'x'] => Play::Raise(times - b'0'),
            b"fold" => Play::Fold,
            _ => return Err(DocumentError::new("play", "a hand is played 4x, 3x, 2x, 1x or fold")),
        };
        Ok(ParsedSeat { seat, person, wagers, hole: Some(hole), play })
    }
}

/// The player-dealer, a person who plays no seat.
const BANKER: Person = Person(u64::MAX);

/// Reads a JSON document; a fault has the path of its field.
fn parse_with_path<T: DeserializeOwned>(text: &[u8]) -> Result<T, DocumentError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    serde_path_to_error::deserialize(&mut json)
        .map_err(|error| DocumentError::new(error.path().to_string().trim_matches('.'), error.inner()))
}

fn parsed<T: FromStr<Err: fmt::Display>>(field: &str, text: &str) -> Result<T, DocumentError> {
    text.parse().map_err(|error| DocumentError::new(field, error))
}

fn cards<const N: usize>(field: &str, text: &str) -> Result<[Card; N], DocumentError> {
    parse_cards(text).map_err(|error| DocumentError::new(field, format!("{text:?} cannot be read: {error}")))
}

fn seat(number: u8, places: u8) -> Result<Seat, String> {
    Seat::new(number)
        .filter(|seat| seat.number() <= places)
        .ok_or_else(|| format!("there is no seat {number}; the seats are 1 to {places}"))
}

/// Returns the field of a document that makes a setup invalid.
fn setting_of(error: SetupError) -> &'static str {
    match error {
        SetupError::Places(_) => "places",
        SetupError::Dealing(_) => "dealing",
        SetupError::SeatOrder => "seat_order",
        SetupError::Chip | SetupError::Inexact => "chip",
        SetupError::Limits | SetupError::LimitRange(_) | SetupError::AuthorisedLimit(_) => "limits",
        SetupError::PayTable(_) => "pay_table",
        SetupError::Collection | SetupError::Schedule => "collection_schedule",
        // Only tables are asked for what is missing (R22).
        SetupError::Missing { .. } => "book",
        SetupError::Aggregate => "aggregate",
    }
}

/// Reads an exported hand and settles its round again, by the rules and from the cards, whatever the export says about
/// the result.
pub(super) fn settle_exported(text: &[u8]) -> Result<Settled, DocumentError> {
    exported_hand(&parse_with_path(text)?)?.settle()
}

fn exported_hand(history: &RoundHistory) -> Result<ParsedHand, DocumentError> {
    let last = history.steps.last().and_then(|step| step.view.round.as_ref());
    let round = last.ok_or_else(|| DocumentError::new("steps", "the last view has no round"))?;
    if round.stage != protocol::Stage::Settled {
        return Err(DocumentError::new("steps", "the round was not settled, so there is nothing to check"));
    }
    let settings = history.settings.settings().map_err(|error| DocumentError::new("settings", error))?;
    let hidden =
        || DocumentError::new("steps", "the last view does not show the dealer's hand and the board");
    let board: Vec<Card> = round.board.iter().map(|card| card.0).collect();
    Ok(ParsedHand {
        id: Some(DocumentId::Text(format!("{}/{}", history.proof.table, history.proof.round))),
        terms: *settings.terms(),
        banker: exported_banker(&round.banker),
        seats: round
            .hands
            .iter()
            .map(|hand| exported_seat(history, hand))
            .collect::<Result<_, DocumentError>>()?,
        dealer: round.dealer.ok_or_else(hidden)?.map(|card| card.0),
        board: board.try_into().map_err(|_| hidden())?,
    })
}

fn exported_seat(history: &RoundHistory, hand: &HandView) -> Result<ParsedSeat, DocumentError> {
    // The view hides the cards of other players' folded hands; an auditor's export lists them apart.
    let seat = hand.seat;
    let of_auditor = history.holes.iter().flatten().find(|hole| hole.seat == seat);
    let hole = hand.hole.or(of_auditor.map(|hole| hole.hole)).map(|hole| hole.map(|card| card.0));
    let play = match hand.play {
        Some(0) => Play::Fold,
        Some(times) => Play::Raise(times),
        None => return Err(DocumentError::new("steps", format!("the hand at seat {seat} did not decide"))),
    };
    // A fold loses whatever the cards are; a hand that was played cannot be judged without them.
    if hole.is_none() && play != Play::Fold {
        let why = format!("the cards of seat {seat} are not in this export; an auditor's has them");
        return Err(DocumentError::new("steps", why));
    }
    let stake = |wager| Cents(hand.stake(wager));
    let wagers = Wagers {
        ante: stake(protocol::Wager::Ante),
        trips: stake(protocol::Wager::Trips),
        bad_beat: stake(protocol::Wager::BadBeat),
    };
    Ok(ParsedSeat { seat: hand.seat.into(), person: Person(hand.player.0), wagers, hole, play })
}

fn exported_banker(banker: &protocol::Banker) -> Banker {
    match *banker {
        protocol::Banker::House {} => Banker::House,
        protocol::Banker::PlayerDealer { seat, player, wager } => {
            Banker::PlayerDealer { seat: seat.into(), person: Person(player.0), wager: wager.map(Cents) }
        }
    }
}
