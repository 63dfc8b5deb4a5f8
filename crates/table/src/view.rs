//! What somebody who looks at a table may know.
//!
//! A view is made only of what its viewer may see, card by card, and never of a whole that something is struck from
//! afterwards. The player/dealer takes no decisions, so the dealer's hand lies face down for everybody, the
//! player/dealer included, until it is turned over.

use uth::{
    Banker, Card, Cents, DeckColour, Hand, Line, Play, Seat, SeatSettlement, Settlement, Stage, Verdict,
    Wager, Wagers,
};

use crate::settings::Settings;
use crate::table::{Awaits, BankOffer, Occupant, Standing, Table, TableRound};
use crate::who::{Commitment, PlayerId, Seed, TableId};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Somebody without a seat, the floor included.
    Spectator,
    /// A player, wherever they sit.
    Player(PlayerId),
}

/// A table as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Which table.
    pub table: TableId,
    /// The sequence number of the last event.
    pub seq: u64,
    /// What it plays by.
    pub settings: Settings,
    /// Whether it takes players.
    pub standing: Standing,
    /// Who sits where, seat by seat.
    pub chairs: Vec<Chair>,
    /// How the bank of the next round stands.
    pub bank: BankOffer,
    /// Who banked last.
    pub button: Option<Seat>,
    /// What the table waits for.
    pub awaits: Awaits,
    /// The round that is under way, or the last one.
    pub round: Option<RoundView>,
}

/// A seat and who sits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Chair {
    pub seat: Seat,
    pub occupant: Option<Occupant>,
}

/// A round as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundView {
    /// Counted from 0.
    pub number: u64,
    /// The deck in play.
    pub deck: DeckColour,
    /// How far it has come.
    pub stage: Stage,
    /// Who banks, and with how much.
    pub banker: Banker,
    /// What the card room committed to.
    pub commitment: Commitment,
    /// What players added to the shuffle, and where they sat.
    pub seeds: Vec<(Seat, Seed)>,
    /// The card room's seed, once it is open.
    pub revealed: Option<Seed>,
    /// What was collected from the player/dealer.
    pub collection: Option<Cents>,
    /// The hands that play, seat by seat.
    pub hands: Vec<HandView>,
    /// The cards of the board that have been turned over.
    pub board: Vec<Card>,
    /// The dealer's cards, once they have been turned over.
    pub dealer: Option<[Card; 2]>,
    /// The dealer's best five, likewise.
    pub dealer_hand: Option<Hand>,
    /// Every wager in the order in which it settled, once the round is over.
    pub lines: Vec<Line>,
    /// What a player/dealer's bank won or lost, once the round is over.
    pub bank_net: Option<Cents>,
    /// Why it was declared void.
    pub void_reason: Option<String>,
}

/// A hand as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandView {
    /// Where it lies.
    pub seat: Seat,
    /// Whose it is.
    pub player: PlayerId,
    /// What was wagered before the cards.
    pub wagers: Wagers,
    /// How it was played, once it raised or folded.
    pub play: Option<Play>,
    /// Whether the round waits for its decision.
    pub awaited: bool,
    /// Its cards, if the viewer may see them.
    pub hole: Option<[Card; 2]>,
    /// Its best five, once the round is settled, if the viewer may see them.
    pub hand: Option<Hand>,
    /// How it fared against the dealer's, once the round is settled.
    pub verdict: Option<Verdict>,
    /// What it won or lost in all, once the round is over.
    pub net: Option<Cents>,
}

/// The table as that viewer may see it.
pub fn view(table: &Table, viewer: Viewer) -> View {
    View {
        table: table.id(),
        seq: table.seq(),
        settings: *table.settings(),
        standing: table.standing(),
        chairs: table.seats().map(|seat| Chair { seat, occupant: table.occupant(seat) }).collect(),
        bank: table.bank(),
        button: table.button.holder(),
        awaits: table.awaits(),
        round: table.round().map(|round| round_view(round, viewer)),
    }
}

fn round_view(at: &TableRound, viewer: Viewer) -> RoundView {
    let round = &at.round;
    let settlement = round.settlement();
    let hands = round.seats().filter_map(|seat| hand_view(at, seat, settlement.as_ref(), viewer));
    RoundView {
        number: at.number,
        deck: at.deck(),
        stage: round.stage(),
        banker: *round.banker(),
        commitment: at.commitment,
        seeds: at.seeds.clone(),
        revealed: at.revealed,
        collection: round.collection(),
        hands: hands.collect(),
        board: round.board().to_vec(),
        dealer: round.dealer(),
        dealer_hand: settlement.as_ref().and_then(|settlement| settlement.dealer),
        bank_net: settlement.as_ref().and_then(|settlement| Some(settlement.bank?.net())),
        lines: settlement.map_or_else(Vec::new, |settlement| settlement.lines),
        void_reason: round.void_reason().map(str::to_owned),
    }
}

fn hand_view(
    at: &TableRound,
    seat: Seat,
    settlement: Option<&Settlement>,
    viewer: Viewer,
) -> Option<HandView> {
    let round = &at.round;
    let player = at.owners[seat.index()]?;
    let is_seen = viewer == Viewer::Player(player)
        || settlement.is_some_and(|settlement| is_turned_up(at, seat, settlement));
    let settled =
        settlement.and_then(|settlement| settlement.seats.iter().find(|settled| settled.seat == seat));
    Some(HandView {
        seat,
        player,
        wagers: round.wagers(seat)?,
        play: round.play(seat),
        awaited: round.awaits(seat),
        hole: if is_seen { round.hole(seat) } else { None },
        hand: settled.filter(|_| is_seen).and_then(|settled| settled.hand),
        verdict: settled.and_then(|settled: &SeatSettlement| settled.verdict),
        net: settled.map(|settled| settled.net),
    })
}

/// Whether a hand is turned up for everybody at the end: when it meets the dealer's (CA.round.10a), and when it has
/// folded but its Trips is paid, so that all can see for what (CA.round.17, BB.settle.8).
fn is_turned_up(at: &TableRound, seat: Seat, settlement: &Settlement) -> bool {
    match at.round.play(seat) {
        _ if at.round.stage() != Stage::Settled => false,
        Some(Play::Raise(_)) => true,
        Some(Play::Fold) => {
            settlement.lines_of(seat).any(|line| line.wager == Wager::Trips && line.net > Cents::ZERO)
        }
        None => false,
    }
}
