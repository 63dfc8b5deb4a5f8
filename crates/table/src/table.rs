//! The state of one table. It follows from the table's events and from nothing else.

use std::sync::Arc;

use uth::{Banker, Button, Cents, DeckColour, Play, Round, Seat, Settlement, Stage};

use crate::id::{Commitment, PlayerId, Seed, Seq, TableId, Timestamp};
use crate::settings::Settings;

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupant {
    /// The player.
    pub player: PlayerId,
    /// Whether they take no part for now.
    pub sits_out: bool,
    /// Whether they leave as soon as the hand is over.
    pub leaves: bool,
}

/// How the bank of the next round stands at a player-banked table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BankOffer {
    /// No seat is asked: a round is under way, the house banks, or no seat is left to ask.
    Nobody,
    /// A seat is asked.
    Offered { seat: Seat, until: Timestamp },
    /// A player has put up the bank, and the round is about to open.
    Accepted { seat: Seat, player: PlayerId, wager: Cents },
}

/// Whether a table takes players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// It takes players and opens rounds.
    Open,
    /// It finishes the hand that is under way and then closes.
    Closing,
    /// It is closed for good.
    Closed,
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// A player to sit down, wager or decide; at the deadline, if there is one, a tick.
    Players {
        /// The deadline.
        until: Option<Timestamp>,
    },
    /// The card room's commitment to the shuffle of the next round.
    Commitment,
    /// The opening of a round: by the card room where a player has put up the bank, by the first wager elsewhere.
    Opening,
    /// A shuffled deck.
    Deck,
    /// The card room's seed of the round that is over.
    Reveal,
    /// Nothing: the table is closed.
    Nothing,
}

/// A round at this table: what the rules know of it, and what only the table knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRound {
    /// Counted from 0.
    pub number: u64,
    /// The colour of the deck in play. Two decks alternate by rounds that were dealt (R16, R28).
    pub deck: DeckColour,
    /// The round itself.
    pub round: Round,
    /// Whose the wagers at each seat are.
    pub owners: [Option<PlayerId>; Seat::MOST],
    /// What the card room committed to.
    pub commitment: Commitment,
    /// What players added to the shuffle, in order, and where they sat.
    pub seeds: Vec<(Seat, Seed)>,
    /// When bets close, or when the table decides for hands that have not.
    pub until: Option<Timestamp>,
    /// When bets close at the latest. They close before it once every player has wagered who may.
    pub latest: Option<Timestamp>,
    /// What the player/dealer has paid to the drop.
    pub collected: Cents,
    /// The settlement of a round that is over, settled or void. It is computed once, when the round ends; from then on
    /// no chips of the round lie on the table.
    pub settlement: Option<Arc<Settlement>>,
    /// The card room's seed, once it is revealed.
    pub revealed: Option<Seed>,
}

impl TableRound {
    /// Returns whether the round is settled or void.
    pub const fn is_over(&self) -> bool {
        self.settlement.is_some()
    }

    /// Returns whether wagers may still be placed, changed and withdrawn.
    pub(crate) fn takes_wagers(&self) -> bool {
        self.round.stage() == Stage::Betting
    }

    pub(crate) fn player_dealer(&self) -> Option<(Seat, PlayerId)> {
        match self.round.banker() {
            Banker::House => None,
            Banker::PlayerDealer { seat, person, .. } => Some((*seat, PlayerId::from(*person))),
        }
    }
}

/// A table: who sits there, who banks, what is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) settings: Settings,
    pub(crate) status: TableStatus,
    pub(crate) seats: [Option<Occupant>; Seat::MOST],
    pub(crate) button: Button,
    pub(crate) bank: BankOffer,
    pub(crate) round: Option<TableRound>,
    /// What the card room committed to for the round that opens next.
    pub(crate) next_commitment: Option<Commitment>,
    /// How many rounds were opened.
    pub(crate) rounds: u64,
    /// How many of them were dealt.
    pub(crate) rounds_dealt: u64,
    /// The chips that lie on the table.
    pub(crate) escrow: Cents,
    /// How many events made this state.
    pub(crate) seq: Seq,
}

impl Table {
    /// Returns a table as it is before its first event.
    pub(crate) fn new(id: TableId, settings: &Settings) -> Table {
        Table {
            id,
            settings: *settings,
            status: TableStatus::Open,
            seats: [None; Seat::MOST],
            button: Button::default(),
            bank: BankOffer::Nobody,
            round: None,
            next_commitment: None,
            rounds: 0,
            rounds_dealt: 0,
            escrow: Cents::ZERO,
            seq: Seq(0),
        }
    }

    /// Returns which table it is.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// Returns what the table was opened with.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns whether the table takes players.
    pub const fn status(&self) -> TableStatus {
        self.status
    }

    /// Returns the number of the last event.
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns how many rounds were opened: the number of the next.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns what the card room committed to for the round that opens next.
    pub const fn next_commitment(&self) -> Option<Commitment> {
        self.next_commitment
    }

    /// Returns the chips that lie on the table.
    pub const fn escrow(&self) -> Cents {
        self.escrow
    }

    /// Returns how the bank of the next round stands.
    pub const fn bank(&self) -> BankOffer {
        self.bank
    }

    /// Returns who sits in a seat.
    pub const fn occupant(&self, seat: Seat) -> Option<Occupant> {
        self.seats[seat.index()]
    }

    /// Returns the seats of the table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::up_to(self.settings.terms().places())
    }

    /// Returns the seats of a player.
    pub fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |seat| self.occupant(*seat).is_some_and(|who| who.player == player))
    }

    /// Returns whether a player sits there and takes part.
    pub fn is_active(&self, seat: Seat) -> bool {
        self.occupant(seat).is_some_and(|who| !who.sits_out && !who.leaves)
    }

    /// Returns the round that is under way, or the last one, hidden cards included. Viewers get a
    /// [`crate::TableView`].
    pub const fn round(&self) -> Option<&TableRound> {
        self.round.as_ref()
    }

    /// Returns the round that is under way.
    pub fn live(&self) -> Option<&TableRound> {
        self.round.as_ref().filter(|round| !round.is_over())
    }

    /// Returns the seats without a wager whose players the rules would let wager. What the players hold, and their own
    /// limits, is not known here.
    pub(crate) fn without_wager(&self) -> impl Iterator<Item = PlayerId> {
        let smallest = self.settings.terms().smallest_wagers();
        self.live().into_iter().flat_map(move |live| {
            let active = self.seats().filter(|seat| self.is_active(*seat));
            // A wager that is already there counts even if its player sits out by now.
            let without = active.filter(|seat| live.round.wagers(*seat).is_none());
            let occupied = without.filter_map(|seat| Some((seat, self.occupant(seat)?.player)));
            let may_wager = move |(seat, player): &(Seat, PlayerId)| {
                live.round.may_wager(*seat, player.person(), smallest)
            };
            occupied.filter(may_wager).map(|(_, player)| player)
        })
    }

    /// Returns how far away the deadline can have been, in milliseconds, when it was set for what the table waits for.
    pub fn longest_wait_ms(&self) -> u64 {
        let settings = &self.settings;
        match self.live().map(|live| live.round.stage()) {
            None => settings.bank_ms(),
            Some(Stage::Betting) => settings.betting_ms().unwrap_or(settings.decision_ms()),
            Some(_) => settings.decision_ms(),
        }
    }

    /// Returns what the table waits for.
    pub fn awaits(&self) -> Awaits {
        let unrevealed = self.round.as_ref().is_some_and(|round| round.is_over() && round.revealed.is_none());
        match (self.live(), self.bank) {
            // Before everything else, even on a closed table: the seed is owed to the players of the round.
            _ if unrevealed => Awaits::Reveal,
            _ if self.status == TableStatus::Closed => Awaits::Nothing,
            (Some(live), _) if live.round.stage() == Stage::Closed => Awaits::Deck,
            (Some(live), _) => Awaits::Players { until: live.until },
            // Before a seat is asked, sits or wagers: nobody puts chips down before the shuffle is fixed.
            (None, _) if self.status == TableStatus::Open && self.next_commitment.is_none() => {
                Awaits::Commitment
            }
            (None, BankOffer::Accepted { .. }) => Awaits::Opening,
            (None, BankOffer::Offered { until, .. }) => Awaits::Players { until: Some(until) },
            (None, BankOffer::Nobody) => {
                let ready =
                    !self.settings.is_player_banked() && self.seats().any(|seat| self.is_active(seat));
                if ready { Awaits::Opening } else { Awaits::Players { until: None } }
            }
        }
    }

    /// Returns the chips that a player has put on the table: wagers of hands that are not settled, and the bank.
    pub fn staked(&self, player: PlayerId) -> Cents {
        let hands = self.live().into_iter().flat_map(|live| {
            let own = self.seats().filter(move |seat| live.owners[seat.index()] == Some(player));
            own.filter_map(|seat| {
                // A hand that has not raised yet has no Play wager, as a folded one.
                let play = live.round.play(seat).unwrap_or(Play::Fold);
                Some(live.round.wagers(seat)?.stakes(play).map(|(_, stake)| stake).sum::<Cents>())
            })
        });
        let bank = match (self.bank, self.live().map(|live| live.round.banker())) {
            (BankOffer::Accepted { player: bank, wager, .. }, _) if bank == player => wager,
            (_, Some(Banker::PlayerDealer { person, wager, .. })) if PlayerId::from(*person) == player => {
                wager.unwrap_or_default()
            }
            _ => Cents::ZERO,
        };
        hands.sum::<Cents>() + bank
    }

    /// Returns what a player can still be asked to pay for what they have begun at this table: the largest raise that
    /// each of their hands can still make, and the largest collection of a bank whose fee is not yet known. These
    /// chips are still in the wallet, but no other wager may use them up if the player has a loss limit.
    pub fn reserved(&self, player: PlayerId) -> Cents {
        let raises = self.live().into_iter().flat_map(|live| {
            let own = self.seats().filter(move |seat| live.owners[seat.index()] == Some(player));
            own.map(|seat| live.round.largest_raise_left(seat))
        });
        let banks = match (self.bank, self.live()) {
            (BankOffer::Accepted { player: bank, .. }, _) => bank == player,
            (_, Some(live)) if live.takes_wagers() => {
                live.player_dealer().is_some_and(|(_, bank)| bank == player)
            }
            _ => false,
        };
        let collection = if banks { self.settings.largest_collection() } else { Cents::ZERO };
        raises.sum::<Cents>() + collection
    }

    /// Returns whether chips of a player are on the table: under a hand, or as the bank.
    pub fn has_chips_of(&self, player: PlayerId) -> bool {
        let plays = |live: &TableRound| {
            live.owners.contains(&Some(player))
                || live.player_dealer().is_some_and(|(_, bank)| bank == player)
        };
        let has_put_up_bank = matches!(self.bank, BankOffer::Accepted { player: bank, .. } if bank == player);
        has_put_up_bank || self.live().is_some_and(plays)
    }

    /// Returns the seat to which the bank is due to be offered. There is no round without a second player.
    pub(crate) fn next_to_bank(&self) -> Option<Seat> {
        let active = |seat: Seat| self.occupant(seat).filter(|_| self.is_active(seat));
        // A bank without an opponent would hold a player's chips for nothing. One player may have several seats (R30).
        let mut players = self.seats().filter_map(active).map(|occupant| occupant.player);
        let first = players.next()?;
        if players.all(|other| other == first) {
            return None;
        }
        self.button.offered(|seat| active(seat).map(|occupant| occupant.player.person()))
    }
}

/// Returns the bank as the rules see it. At a table it always has a limit (R7).
pub(crate) const fn player_dealer(seat: Seat, player: PlayerId, wager: Cents) -> Banker {
    Banker::PlayerDealer { seat, person: player.person(), wager: Some(wager) }
}
