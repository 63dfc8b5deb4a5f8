//! A table as it is told to us. Money is in cents, seats are numbered from 1.

use serde::{Deserialize, Deserializer, de};
use uth::{Card, Stage};

/// A table as we may see it.
#[derive(Clone, Debug, Deserialize)]
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
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Seat {
    pub seat: u8,
    pub player: Option<Somebody>,
    pub sits_out: bool,
    pub leaves: bool,
}

/// Somebody at the table.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Somebody {
    pub id: u64,
    pub name: String,
    pub house_run: bool,
}

/// How the bank of the next round stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Bank {
    Nobody,
    Offered { seat: u8, until_ms: u64 },
    Accepted { seat: u8, player: u64, wager: i64 },
}

/// The round that is under way, or the last one.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Round {
    pub number: u64,
    #[serde(with = "StageTwin")]
    pub stage: Stage,
    pub banker: Banker,
    pub commitment: String,
    pub revealed: Option<String>,
    pub collection: Option<i64>,
    pub hands: Vec<Hand>,
    #[serde(deserialize_with = "cards")]
    pub board: Vec<Card>,
    #[serde(deserialize_with = "two_cards")]
    pub dealer: Option<[Card; 2]>,
    pub dealer_hand: Option<Best>,
    pub bank_net: Option<i64>,
    pub void_reason: Option<String>,
}

/// Who banks a round.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Banker {
    House,
    PlayerDealer { seat: u8, player: u64, wager: Option<i64> },
}

/// A hand that plays.
#[derive(Clone, Debug, Deserialize)]
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
    #[serde(deserialize_with = "two_cards")]
    pub hole: Option<[Card; 2]>,
    pub hand: Option<Best>,
    pub verdict: Option<String>,
    pub net: Option<i64>,
    /// What became of its wagers, once they are settled.
    pub wagers: Vec<Line>,
}

/// The best five of a hand.
#[derive(Clone, Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Best {
    pub name: String,
}

/// A wager that was settled, and the clause that settled it.
#[derive(Clone, Debug, Deserialize)]
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

#[derive(Deserialize)]
#[serde(remote = "Stage", rename_all = "snake_case")]
enum StageTwin {
    Betting,
    Closed,
    Preflop,
    Flop,
    River,
    Settled,
    Void,
}

fn cards<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Card>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| text.parse().map_err(de::Error::custom)).collect()
}

fn two_cards<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[Card; 2]>, D::Error> {
    let Some([one, other]) = Option::<[String; 2]>::deserialize(from)? else { return Ok(None) };
    let card = |text: &str| text.parse().map_err(de::Error::custom);
    Ok(Some([card(&one)?, card(&other)?]))
}
