//! What has happened at a table. Its whole state follows from its events, and an event that moves chips says so.

use uth::{Cents, Deck, Seat, Stage, Wagers};

use crate::command::Decision;
use crate::money::Move;
use crate::settings::Settings;
use crate::who::{By, Commitment, PlayerId, Seed, TableId};

/// What has happened. Only [`Event::Dealt`] holds anything that not everybody may see.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    /// The floor opened the table: the first event of each.
    Opened { table: TableId, settings: Box<Settings>, floor: PlayerId },
    /// A player took a seat.
    Sat { player: PlayerId, seat: Seat },
    /// A player takes no part for now.
    SatOut { seat: Seat },
    /// A player takes part again.
    CameBack { seat: Seat },
    /// A player leaves as soon as the hand is over.
    Leaving { seat: Seat },
    /// A seat is free again.
    Left { player: PlayerId, seat: Seat },
    /// The bank is offered to a seat until then.
    BankOffered { seat: Seat, until_ms: u64 },
    /// The seat to which the bank was offered is no longer there to answer, and nobody else is.
    OfferLapsed,
    /// A seat passed the bank on, or did not answer in time.
    BankDeclined { seat: Seat, by: By },
    /// Everybody may be asked again.
    BankOfferedAgain,
    /// A player put up the bank.
    BankAccepted { player: PlayerId, seat: Seat, wager: Cents, moves: Vec<Move> },
    /// The bank went back to its player before a round was opened.
    BankWithdrawn { seat: Seat, moves: Vec<Move> },
    /// Wagers are taken, and the shuffle is committed to.
    RoundOpened { number: u64, commitment: Commitment },
    /// Wagers lie at a seat; bets close then.
    Wagered { player: PlayerId, seat: Seat, wagers: Wagers, closes_ms: Option<u64>, moves: Vec<Move> },
    /// The wagers of a seat were taken back.
    Withdrawn { seat: Seat, closes_ms: Option<u64>, moves: Vec<Move> },
    /// A player added to the shuffle.
    SeedAdded { player: PlayerId, seat: Seat, seed: Seed },
    /// "No more bets." The collection is taken; a house bank puts up what it may have to pay.
    BetsClosed { by: By, moves: Vec<Move> },
    /// Cards are dealt, and the players decide until then. Nobody sees this event before the round is revealed.
    Dealt { deck: Deck, until_ms: u64 },
    /// A hand decided, or the table did so for an absent player (R20).
    Decided { seat: Seat, decision: Decision, by: By, moves: Vec<Move> },
    /// All have decided, the next cards are turned, and the players decide again until then.
    Turned { stage: Stage, until_ms: u64 },
    /// All cards are turned, and every wager is settled.
    Settled { moves: Vec<Move> },
    /// The round is void and everything went back.
    Voided { by: By, reason: String, moves: Vec<Move> },
    /// The card room's part of the shuffle is open to everybody.
    Revealed { seed: Seed },
    /// The floor closes the table when the hand is over.
    Closing { floor: PlayerId, reason: String },
    /// The table is closed for good.
    Closed,
}

impl Event {
    /// The chips that moved, in order.
    pub fn moves(&self) -> &[Move] {
        match self {
            Event::BankAccepted { moves, .. }
            | Event::BankWithdrawn { moves, .. }
            | Event::Wagered { moves, .. }
            | Event::Withdrawn { moves, .. }
            | Event::BetsClosed { moves, .. }
            | Event::Decided { moves, .. }
            | Event::Settled { moves }
            | Event::Voided { moves, .. } => moves,
            _ => &[],
        }
    }
}
