//! What has happened at a table. The whole state follows from the events, and an event that moves chips carries the
//! moves.

use uth::{Cents, Decision, Deck, Seat, Stage, Wagers};

use crate::id::{By, Commitment, PlayerId, Seed, TableId, Timestamp};
use crate::money::Move;
use crate::settings::Settings;

/// Something that has happened. Only [`Event::Dealt`] holds anything that not every viewer may see.
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
    /// The bank is offered to a seat.
    BankOffered { seat: Seat, until: Timestamp },
    /// The seat to which the bank was offered can no longer answer, and there is no other to ask.
    OfferLapsed,
    /// A seat passed the bank on, or did not answer in time.
    BankDeclined { seat: Seat, by: By },
    /// Seats that declined the bank may be asked again.
    BankOfferedAgain,
    /// A player put up the bank.
    BankAccepted { player: PlayerId, seat: Seat, wager: Cents, moves: Vec<Move> },
    /// The bank went back to its player before a round was opened.
    BankWithdrawn { seat: Seat, moves: Vec<Move> },
    /// The card room has committed to the shuffle of the next round, before anybody wagers or adds a seed.
    Committed { number: u64, commitment: Commitment },
    /// Wagers are taken. The commitment is the one that was published before.
    RoundOpened { number: u64, commitment: Commitment },
    /// Wagers lie at a seat; bets close at `closes`, and at `latest` if another player may wager again by then.
    Wagered {
        player: PlayerId,
        seat: Seat,
        wagers: Wagers,
        closes: Option<Timestamp>,
        latest: Option<Timestamp>,
        moves: Vec<Move>,
    },
    /// The wagers of a seat were taken back.
    Withdrawn { seat: Seat, closes: Option<Timestamp>, moves: Vec<Move> },
    /// Players came or went, and bets close at another time.
    ClockChanged { closes: Timestamp },
    /// A player added to the shuffle.
    SeedAdded { player: PlayerId, seat: Seat, seed: Seed },
    /// "No more bets." The collection is taken; a house bank puts up what it may have to pay.
    BetsClosed { by: By, moves: Vec<Move> },
    /// Cards are dealt, and the players decide. No viewer gets this event before the round is revealed.
    Dealt { deck: Deck, until: Timestamp },
    /// A hand decided, or the table did so for an absent player (R20).
    Decided { seat: Seat, decision: Decision, by: By, moves: Vec<Move> },
    /// All have decided, the next cards are turned, and the players decide again.
    Turned { stage: Stage, until: Timestamp },
    /// All cards are turned, and every wager is settled.
    Settled { moves: Vec<Move> },
    /// The round is void and everything went back.
    Voided { by: By, reason: String, moves: Vec<Move> },
    /// The card room's seed is public.
    Revealed { seed: Seed },
    /// The floor closes the table when the hand is over.
    Closing { floor: PlayerId, reason: String },
    /// The table is closed for good.
    Closed,
}

impl Event {
    /// Returns the chips that moved, in order.
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
