//! What a viewer of a table may know, and what they may do.
//!
//! A view is made only of what its viewer may see, card by card; nothing is hidden afterwards. The player/dealer takes
//! no decisions, so the dealer's hand lies face down for everybody, the player/dealer included, until it is turned
//! over.

use uth::{
    Banker, Card, Cents, DeckColour, Hand, HandResult, LegalAction, Play, Posting, Seat, Settlement,
    SettlementLine, Stage, Wager, WagerOffer,
};

use crate::id::{Commitment, PlayerId, Seed, Seq, TableId};
use crate::settings::Settings;
use crate::table::{Awaits, BankOffer, Occupant, Table, TableRound, TableStatus};

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A viewer without a seat, the floor included.
    Spectator,
    /// A player, seated or not.
    Player(PlayerId),
}

/// A table as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// Which table.
    pub table: TableId,
    /// The number of the last event.
    pub seq: Seq,
    /// What the table plays by.
    pub settings: Settings,
    /// Whether it takes players.
    pub status: TableStatus,
    /// Every seat, in order.
    pub seats: Vec<SeatView>,
    /// The wagers of the layout: legal amounts and pays.
    pub offers: Vec<WagerOffer>,
    /// What the table posts for everybody to see (R25).
    pub posted: Posting,
    /// How the bank of the next round stands.
    pub bank: BankOffer,
    /// Which seat banked last.
    pub button: Option<Seat>,
    /// What the table waits for.
    pub awaits: Awaits,
    /// The round that opens next, once the card room has committed to its shuffle.
    pub next_round: Option<NextRound>,
    /// The round that is under way, or the last one.
    pub round: Option<RoundView>,
}

/// A round before it opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextRound {
    /// Its number.
    pub number: u64,
    /// What the card room committed to.
    pub commitment: Commitment,
}

/// A seat as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Which seat.
    pub seat: Seat,
    /// Who sits there.
    pub occupant: Option<Occupant>,
    /// Whether the viewer may wager there now, or with the next round, as [`TableView::offers`] say.
    pub may_wager: bool,
}

/// A round as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundView {
    /// Counted from 0.
    pub number: u64,
    /// The deck in play.
    pub deck: DeckColour,
    /// How far the round has come.
    pub stage: Stage,
    /// Who banks, and with how much.
    pub banker: Banker,
    /// What the card room committed to.
    pub commitment: Commitment,
    /// What players added to the shuffle, and where they sat.
    pub seeds: Vec<(Seat, Seed)>,
    /// The card room's seed, once it is revealed.
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
    /// What a player/dealer's bank won or lost, once the round is over.
    pub bank_net: Option<Cents>,
    /// Why it was declared void.
    pub void_reason: Option<String>,
}

impl RoundView {
    /// Returns every settled wager in the order of settlement, with the hand that it belongs to.
    pub fn settled_wagers(&self) -> Vec<(&HandView, &SettledWager)> {
        let mut all = Vec::new();
        for hand in &self.hands {
            all.extend(hand.wagers.iter().filter_map(|laid| Some((hand, laid.settled.as_ref()?))));
        }
        all.sort_unstable_by_key(|(_, settled)| settled.order);
        all
    }
}

/// A hand as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandView {
    /// Where it lies.
    pub seat: Seat,
    /// Whose it is.
    pub player: PlayerId,
    /// The wagers that lie there.
    pub wagers: Vec<WagerView>,
    /// How it was played, once it raised or folded.
    pub play: Option<Play>,
    /// Whether the round waits for its decision.
    pub awaited: bool,
    /// What the viewer may decide for it now; empty for hands of others.
    pub actions: Vec<LegalAction>,
    /// Its cards, if the viewer may see them.
    pub hole: Option<[Card; 2]>,
    /// Its best five, once the round is settled, if the viewer may see them.
    pub hand: Option<Hand>,
    /// How it ended against the dealer's, once the round is settled.
    pub result: Option<HandResult>,
    /// What it won or lost in all, once the round is over.
    pub net: Option<Cents>,
    /// What happened to each wager, in the order of settlement, once the round is over.
    pub explanation: Vec<String>,
}

/// One wager of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerView {
    /// Which wager.
    pub wager: Wager,
    /// The amount that lies there.
    pub stake: Cents,
    /// How it ended, once the round is over.
    pub settled: Option<SettledWager>,
}

/// How a wager ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettledWager {
    /// The place of the wager in the order of settlement, from 0, over all hands.
    pub order: usize,
    /// Its line of the settlement.
    pub line: SettlementLine,
}

/// Returns the table as a viewer may see it.
pub fn view(table: &Table, viewer: Viewer) -> TableView {
    TableView {
        table: table.id(),
        seq: table.seq(),
        settings: *table.settings(),
        status: table.status(),
        seats: table.seats().map(|seat| seat_view(table, seat, viewer)).collect(),
        offers: table.settings().terms().wager_offers().collect(),
        // Made for every view and never stored: it follows from the settings.
        posted: table.settings().terms().posting(),
        bank: table.bank(),
        button: table.button.holder(),
        awaits: table.awaits(),
        next_round: table
            .next_commitment()
            .map(|commitment| NextRound { number: table.rounds(), commitment }),
        round: table.round().map(|round| round_view(round, viewer)),
    }
}

fn seat_view(table: &Table, seat: Seat, viewer: Viewer) -> SeatView {
    let occupant = table.occupant(seat);
    let is_own = occupant.is_some_and(|occupant| viewer == Viewer::Player(occupant.player));
    let takes_wagers = match table.live() {
        // The player/dealer takes no seat against the bank, whichever seats are theirs (R19).
        Some(live) => {
            let banks = |(_, banker)| occupant.is_some_and(|occupant| occupant.player == banker);
            live.takes_wagers() && !live.player_dealer().is_some_and(banks)
        }
        // Where the house banks, the card room opens a round for the first wager.
        None => !table.settings.is_player_banked() && table.status() == TableStatus::Open,
    };
    SeatView { seat, occupant, may_wager: is_own && takes_wagers && table.is_active(seat) }
}

fn round_view(at: &TableRound, viewer: Viewer) -> RoundView {
    let round = &at.round;
    let settlement = at.settlement.as_deref();
    RoundView {
        number: at.number,
        deck: at.deck,
        stage: round.stage(),
        banker: *round.banker(),
        commitment: at.commitment,
        seeds: at.seeds.clone(),
        revealed: at.revealed,
        collection: round.collection(),
        hands: round.seats().filter_map(|seat| hand_view(at, seat, viewer)).collect(),
        board: round.board().to_vec(),
        dealer: round.dealer(),
        dealer_hand: settlement.and_then(|settlement| settlement.dealer),
        bank_net: settlement.and_then(|settlement| Some(settlement.bank?.net())),
        void_reason: round.void_reason().map(str::to_owned),
    }
}

fn hand_view(at: &TableRound, seat: Seat, viewer: Viewer) -> Option<HandView> {
    let round = &at.round;
    let player = at.owners[seat.index()]?;
    let is_own = viewer == Viewer::Player(player);
    let settlement = at.settlement.as_deref();
    let is_seen = is_own || settlement.is_some_and(|settlement| is_turned_up(at, seat, settlement));
    let settled = settlement.and_then(|settlement| settlement.seats.iter().find(|one| one.seat == seat));
    let stakes = round.wagers(seat)?.stakes(round.play(seat).unwrap_or(Play::Fold));
    Some(HandView {
        seat,
        player,
        wagers: stakes.map(|(wager, stake)| wager_view(seat, wager, stake, settlement)).collect(),
        play: round.play(seat),
        awaited: round.awaits(seat),
        actions: if is_own { round.legal_actions(seat).collect() } else { Vec::new() },
        // Card by card: a viewer gets the hole cards of a hand or nothing.
        hole: if is_seen { round.hole(seat) } else { None },
        hand: settled.filter(|_| is_seen).and_then(|settled| settled.hand),
        result: settled.and_then(|settled| settled.result),
        net: settled.map(|settled| settled.net),
        // It names no card that is not turned up: a folded hand is told for what it was paid only if it was.
        explanation: settlement
            .map_or_else(Vec::new, |settlement| settlement.explanation(round.terms().rules(), seat)),
    })
}

fn wager_view(seat: Seat, wager: Wager, stake: Cents, settlement: Option<&Settlement>) -> WagerView {
    let mut lines = settlement.into_iter().flat_map(|settlement| settlement.lines.iter().enumerate());
    let line = lines.find(|(_, line)| line.seat == seat && line.wager == wager);
    let settled = line.map(|(order, line)| SettledWager { order, line: *line });
    WagerView { wager, stake, settled }
}

/// Returns whether a hand is turned up for everybody at the end: when it meets the dealer's (CA.round.10a), and when it
/// has folded but its Trips is paid, so that all can see for what (CA.round.17, BB.settle.8).
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
