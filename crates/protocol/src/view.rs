//! A table as one viewer may see it, with the names of those who sit there.

use serde::{Deserialize, Serialize};
use table::{Awaits, BankOffer, HandView, PlayerId, RoundView, SeatView, TableStatus, TableView};
use uth::{Banker, Card, DeckColour, Hand, Play, SettlementLine, Wager};

use super::bits::{BankOfferTwin, stage_name};
use fair::hex;

/// Who somebody is, as far as everybody may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedPlayer {
    /// Their number.
    pub id: u64,
    /// Their name.
    pub name: String,
    /// Whether the card room plays for them.
    pub house_run: bool,
}

/// A table as one viewer sees it.
#[derive(Debug, Serialize)]
pub struct ViewRecord {
    table: u64,
    seq: u64,
    standing: &'static str,
    seats: Vec<SeatRecord>,
    button: Option<u8>,
    #[serde(with = "BankOfferTwin")]
    bank: BankOffer,
    awaits: &'static str,
    until_ms: Option<u64>,
    round: Option<RoundRecord>,
}

#[derive(Debug, Serialize)]
struct SeatRecord {
    seat: u8,
    player: Option<NamedPlayer>,
    sits_out: bool,
    leaves: bool,
}

#[derive(Debug, Serialize)]
struct RoundRecord {
    number: u64,
    deck: &'static str,
    stage: &'static str,
    banker: BankerRecord,
    commitment: String,
    seeds: Vec<SeedRecord>,
    revealed: Option<String>,
    collection: Option<i64>,
    hands: Vec<HandRecord>,
    board: Vec<String>,
    dealer: Option<[String; 2]>,
    dealer_hand: Option<BestRecord>,
    bank_net: Option<i64>,
    void_reason: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum BankerRecord {
    House,
    PlayerDealer { seat: u8, player: u64, wager: Option<i64> },
}

#[derive(Debug, Serialize)]
struct SeedRecord {
    seat: u8,
    seed: String,
}

#[derive(Debug, Serialize)]
struct HandRecord {
    seat: u8,
    player: u64,
    ante: i64,
    trips: i64,
    bad_beat: i64,
    /// The Play wager in Antes: 0 for a fold.
    play: Option<u8>,
    awaited: bool,
    hole: Option<[String; 2]>,
    hand: Option<BestRecord>,
    verdict: Option<String>,
    net: Option<i64>,
    wagers: Vec<LineRecord>,
}

#[derive(Debug, Serialize)]
struct BestRecord {
    kind: &'static str,
    name: String,
    best: [String; 5],
}

/// A wager that was settled.
#[derive(Debug, Serialize)]
pub struct LineRecord {
    wager: &'static str,
    stake: i64,
    outcome: String,
    net: i64,
    clause: &'static str,
    /// Which wager of the round was settled before which, from 1.
    step: usize,
    /// The bank's result after it.
    bank: i64,
}

impl ViewRecord {
    /// The view as it is sent. `named` says who somebody is.
    pub fn new(view: &TableView, named: impl Fn(PlayerId) -> NamedPlayer) -> ViewRecord {
        let (awaits, until_ms) = match view.awaits {
            Awaits::Players { until } => ("players", until.map(|until| until.0)),
            Awaits::Commitment => ("wagers", None),
            Awaits::Deck | Awaits::Reveal => ("room", None),
            Awaits::Nothing => ("nothing", None),
        };
        ViewRecord {
            table: view.table.0,
            seq: view.seq.0,
            standing: match view.status {
                TableStatus::Open => "open",
                TableStatus::Closing => "closing",
                TableStatus::Closed => "closed",
            },
            seats: view.seats.iter().map(|seat| SeatRecord::new(seat, &named)).collect(),
            button: view.button.map(uth::Seat::number),
            bank: view.bank,
            awaits,
            until_ms,
            round: view.round.as_ref().map(RoundRecord::new),
        }
    }
}

impl SeatRecord {
    fn new(seat: &SeatView, named: impl Fn(PlayerId) -> NamedPlayer) -> SeatRecord {
        let who = seat.occupant;
        SeatRecord {
            seat: seat.seat.number(),
            player: who.map(|who| named(who.player)),
            sits_out: who.is_some_and(|who| who.sits_out),
            leaves: who.is_some_and(|who| who.leaves),
        }
    }
}

impl RoundRecord {
    fn new(round: &RoundView) -> RoundRecord {
        let seed = |(seat, seed): &(uth::Seat, table::Seed)| SeedRecord {
            seat: seat.number(),
            seed: hex::text(&seed.0),
        };
        RoundRecord {
            number: round.number,
            deck: match round.deck {
                DeckColour::Red => "red",
                DeckColour::Blue => "blue",
            },
            stage: stage_name(round.stage),
            banker: match round.banker {
                Banker::House => BankerRecord::House,
                Banker::PlayerDealer { seat, person, wager } => BankerRecord::PlayerDealer {
                    seat: seat.number(),
                    player: PlayerId::from(person).0,
                    wager: wager.map(|wager| wager.0),
                },
            },
            commitment: hex::text(&round.commitment.0),
            seeds: round.seeds.iter().map(seed).collect(),
            revealed: round.revealed.map(|seed| hex::text(&seed.0)),
            collection: round.collection.map(|fee| fee.0),
            hands: round.hands.iter().map(HandRecord::new).collect(),
            board: round.board.iter().map(Card::to_string).collect(),
            dealer: round.dealer.map(notation),
            dealer_hand: round.dealer_hand.map(BestRecord::new),
            bank_net: round.bank_net.map(|net| net.0),
            void_reason: round.void_reason.clone(),
        }
    }
}

impl HandRecord {
    fn new(hand: &HandView) -> HandRecord {
        let stake = |wager| {
            let laid = hand.wagers.iter().find(|laid| laid.wager == wager);
            laid.map_or(0, |laid| laid.stake.0)
        };
        let mut wagers: Vec<LineRecord> = hand
            .wagers
            .iter()
            .filter_map(|laid| laid.settled)
            .map(|settled| LineRecord::new(&settled.line, settled.order + 1))
            .collect();
        wagers.sort_by_key(|line| line.step);
        HandRecord {
            seat: hand.seat.number(),
            player: hand.player.0,
            ante: stake(Wager::Ante),
            trips: stake(Wager::Trips),
            bad_beat: stake(Wager::BadBeat),
            play: hand.play.map(Play::times),
            awaited: hand.awaited,
            hole: hand.hole.map(notation),
            hand: hand.hand.map(BestRecord::new),
            verdict: hand.result.map(|result| result.to_string()),
            net: hand.net.map(|net| net.0),
            wagers,
        }
    }
}

impl BestRecord {
    fn new(hand: Hand) -> BestRecord {
        BestRecord {
            kind: hand.category().name(),
            name: hand.to_string(),
            best: hand.best().map(|card| card.to_string()),
        }
    }
}

impl LineRecord {
    /// The wager that was settled as that one of the round, counted from 1.
    pub fn new(line: &SettlementLine, step: usize) -> LineRecord {
        LineRecord {
            wager: wager_name(line.wager),
            stake: line.stake.0,
            outcome: line.outcome.to_string(),
            net: line.net.0,
            clause: line.clause,
            step,
            bank: line.bank.0,
        }
    }
}

pub const fn wager_name(wager: Wager) -> &'static str {
    match wager {
        Wager::Ante => "ante",
        Wager::Blind => "blind",
        Wager::Play => "play",
        Wager::Trips => "trips",
        Wager::BadBeat => "bad_beat",
    }
}

fn notation(cards: [Card; 2]) -> [String; 2] {
    cards.map(|card| card.to_string())
}
