//! A table as it is told to us. Money is in cents, seats are numbered from 1.

use serde::Deserialize;
use uth::{Card, Stage};

/// A table as we may see it.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "protocol::TableView")]
#[allow(missing_docs)]
pub struct View {
    pub seq: u64,
    pub standing: String,
    pub seats: Vec<Seat>,
    pub button: Option<u8>,
    pub bank: Bank,
    /// players, wagers, room or nothing.
    pub awaits: String,
    pub until_ms: Option<u64>,
    pub round: Option<Round>,
}

/// A seat and who sits there.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Seat {
    pub seat: u8,
    pub player: Option<Somebody>,
    pub sits_out: bool,
    pub leaves: bool,
}

/// Somebody at the table.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Somebody {
    pub id: u64,
    pub name: String,
    pub bot: bool,
}

/// How the bank of the next round stands.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Bank {
    Nobody,
    Offered { seat: u8, until_ms: u64 },
    Accepted { seat: u8, player: u64, wager: i64 },
}

/// The round that is under way, or the last one.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "protocol::RoundView")]
#[allow(missing_docs)]
pub struct Round {
    pub number: u64,
    pub stage: Stage,
    pub banker: Banker,
    pub commitment: String,
    pub revealed: Option<String>,
    pub collection: Option<i64>,
    pub hands: Vec<Hand>,
    pub board: Vec<Card>,
    pub dealer: Option<[Card; 2]>,
    pub dealer_hand: Option<Best>,
    pub bank_net: Option<i64>,
    pub void_reason: Option<String>,
}

/// Who banks a round.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Banker {
    House,
    PlayerDealer { seat: u8, player: u64, wager: Option<i64> },
}

/// A hand that plays.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Hand {
    pub seat: u8,
    pub player: u64,
    pub ante: i64,
    pub trips: i64,
    pub bad_beat: i64,
    /// The Play wager in Antes: 0 for a fold.
    pub play: Option<u8>,
    /// Whether the round waits for its decision.
    pub awaited: bool,
    /// Its cards, if we may see them.
    pub hole: Option<[Card; 2]>,
    pub hand: Option<Best>,
    pub verdict: Option<String>,
    pub net: Option<i64>,
    /// What became of its wagers, once they are settled.
    pub wagers: Vec<Line>,
}

/// The best five of a hand.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Best {
    pub name: String,
}

/// A wager that was settled, and the clause that settled it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Line {
    pub wager: String,
    pub stake: i64,
    pub outcome: String,
    pub net: i64,
    pub clause: String,
}

impl View {
    /// The seats of a player.
    pub fn seats_of(&self, player: u64) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(move |seat| seat.player.as_ref().is_some_and(|who| who.id == player))
    }

    /// The round, as long as it is neither settled nor void.
    pub fn live(&self) -> Option<&Round> {
        self.round.as_ref().filter(|round| round.stage < Stage::Settled)
    }
}

impl Round {
    /// The hands of a player.
    pub fn hands_of(&self, player: u64) -> impl Iterator<Item = &Hand> {
        self.hands.iter().filter(move |hand| hand.player == player)
    }

    /// Whether that player banks it.
    pub fn is_banked_by(&self, id: u64) -> bool {
        matches!(self.banker, Banker::PlayerDealer { player, .. } if player == id)
    }
}

impl From<protocol::TableView> for View {
    fn from(view: protocol::TableView) -> View {
        View {
            seq: view.seq.0,
            standing: match view.status {
                protocol::TableStatus::Open => "open",
                protocol::TableStatus::Closing => "closing",
                protocol::TableStatus::Closed => "closed",
            }
            .to_owned(),
            seats: view.seats.into_iter().map(Seat::from).collect(),
            button: view.button.map(u8::from),
            bank: match view.bank {
                protocol::BankOffer::Nobody {} => Bank::Nobody,
                protocol::BankOffer::Offered { seat, until_ms } => {
                    Bank::Offered { seat: seat.into(), until_ms: until_ms.0 }
                }
                protocol::BankOffer::Accepted { seat, player, wager } => {
                    Bank::Accepted { seat: seat.into(), player: player.0, wager }
                }
            },
            awaits: match view.awaits {
                protocol::Awaits::Players => "players",
                protocol::Awaits::Wagers => "wagers",
                protocol::Awaits::Room => "room",
                protocol::Awaits::Nothing => "nothing",
            }
            .to_owned(),
            until_ms: view.until_ms.map(|until| until.0),
            round: view.round.map(Round::from),
        }
    }
}

impl From<protocol::SeatView> for Seat {
    fn from(seat: protocol::SeatView) -> Seat {
        Seat {
            seat: seat.seat.into(),
            player: seat.player.map(|named| Somebody { id: named.id.0, name: named.name, bot: named.bot }),
            sits_out: seat.sits_out,
            leaves: seat.leaves,
        }
    }
}

impl From<protocol::RoundView> for Round {
    fn from(round: protocol::RoundView) -> Round {
        Round {
            number: round.number.0,
            stage: round.stage.into(),
            banker: match round.banker {
                protocol::Banker::House {} => Banker::House,
                protocol::Banker::PlayerDealer { seat, player, wager } => {
                    Banker::PlayerDealer { seat: seat.into(), player: player.0, wager }
                }
            },
            commitment: round.commitment.to_string(),
            revealed: round.revealed.map(|seed| seed.to_string()),
            collection: round.collection,
            hands: round.hands.into_iter().map(Hand::from).collect(),
            board: round.board.into_iter().map(|card| card.0).collect(),
            dealer: round.dealer.map(|hole| hole.map(|card| card.0)),
            dealer_hand: round.dealer_hand.map(|hand| Best { name: hand.name }),
            bank_net: round.bank_net,
            void_reason: round.void_reason,
        }
    }
}

impl From<protocol::HandView> for Hand {
    fn from(hand: protocol::HandView) -> Hand {
        use protocol::Wager;
        Hand {
            seat: hand.seat.into(),
            player: hand.player.0,
            ante: hand.stake(Wager::Ante),
            trips: hand.stake(Wager::Trips),
            bad_beat: hand.stake(Wager::BadBeat),
            play: hand.play,
            awaited: hand.awaited,
            hole: hand.hole.map(|hole| hole.map(|card| card.0)),
            hand: hand.hand.map(|hand| Best { name: hand.name }),
            verdict: hand.result.map(|result| uth::HandResult::from(result).to_string()),
            net: hand.net,
            wagers: hand.wagers.into_iter().filter_map(Line::of).collect(),
        }
    }
}

impl Line {
    /// A wager that is settled.
    fn of(wager: protocol::WagerView) -> Option<Line> {
        Some(Line {
            wager: wager.wager.as_str().to_owned(),
            stake: wager.stake,
            outcome: uth::WagerOutcome::from(wager.outcome?).to_string(),
            net: wager.net?,
            clause: wager.clause?,
        })
    }
}
