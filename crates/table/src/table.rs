//! The state of one table. It follows from the table's events and from nothing else.

use uth::{Banker, Button, Cents, DeckColour, MOST_ROUNDS_BANKED, Round, Seat, Stage};

use crate::settings::Settings;
use crate::who::{Commitment, PlayerId, Seed, TableId};

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
    /// Nobody is asked: a round is under way, the house banks, or nobody is left to ask.
    Nobody,
    /// A seat is asked until then.
    Offered { seat: Seat, until_ms: u64 },
    /// A player has put up the bank, and the round is about to open.
    Accepted { seat: Seat, player: PlayerId, wager: Cents },
}

/// Whether a table takes players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It does.
    Open,
    /// It finishes the hand that is under way and then closes.
    Closing,
    /// It is closed for good.
    Closed,
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// Somebody to sit down, wager or decide; when the time is up, if there is one, a tick.
    Players {
        /// The deadline.
        until_ms: Option<u64>,
    },
    /// The card room's commitment, which opens a round.
    Commitment,
    /// A shuffled deck.
    Deck,
    /// The card room's seed of the round that is over.
    Reveal,
    /// Nothing any more.
    Nothing,
}

/// A round at this table: what the rules know of it, and what only the table knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRound {
    /// Counted from 0.
    pub number: u64,
    /// The round itself.
    pub round: Round,
    /// Whose the wagers at each seat are.
    pub owners: [Option<PlayerId>; Seat::MOST],
    /// What the card room committed to.
    pub commitment: Commitment,
    /// What players added to the shuffle, in order, and where they sat.
    pub seeds: Vec<(Seat, Seed)>,
    /// When bets close, or when those who have not decided are decided for.
    pub until_ms: Option<u64>,
    /// What the player/dealer has paid to the drop.
    pub collected: Cents,
    /// Whether all chips are off the table: settled or void.
    pub is_over: bool,
    /// The card room's seed, once it is open.
    pub revealed: Option<Seed>,
}

impl TableRound {
    pub(crate) fn player_dealer(&self) -> Option<(Seat, PlayerId)> {
        match self.round.banker() {
            Banker::House => None,
            Banker::PlayerDealer { seat, person, .. } => Some((*seat, PlayerId::from(*person))),
        }
    }

    /// The colour of the deck in play (R16).
    pub fn deck(&self) -> DeckColour {
        self.round.terms().rules().deck_in_play(self.number)
    }
}

/// A table: who sits there, who banks, what is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) settings: Settings,
    pub(crate) standing: Standing,
    pub(crate) chairs: [Option<Occupant>; Seat::MOST],
    pub(crate) button: Button,
    /// Who banked last, and how many rounds in a row, wherever they sat.
    pub(crate) streak: Option<(PlayerId, u8)>,
    pub(crate) bank: BankOffer,
    pub(crate) round: Option<TableRound>,
    /// How many rounds were opened.
    pub(crate) rounds: u64,
    /// The chips that lie on the table.
    pub(crate) escrow: Cents,
    /// How many events made this state.
    pub(crate) seq: u64,
}

impl Table {
    /// A table to which nothing has happened.
    pub(crate) fn new(id: TableId, settings: &Settings) -> Table {
        Table {
            id,
            settings: *settings,
            standing: Standing::Open,
            chairs: [None; Seat::MOST],
            button: Button::default(),
            streak: None,
            bank: BankOffer::Nobody,
            round: None,
            rounds: 0,
            escrow: Cents::ZERO,
            seq: 0,
        }
    }

    /// Which table it is.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// What it was opened with.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether it takes players.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// How many events made this state: the sequence number of the last one, counted from 1.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// How many rounds were opened: the number of the next.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The chips that lie on the table.
    pub const fn escrow(&self) -> Cents {
        self.escrow
    }

    /// How the bank of the next round stands.
    pub const fn bank(&self) -> BankOffer {
        self.bank
    }

    /// Who sits there.
    pub const fn occupant(&self, seat: Seat) -> Option<Occupant> {
        self.chairs[seat.index()]
    }

    /// The seats of the table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::up_to(self.settings.terms().places())
    }

    /// The seats of a player.
    pub fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |seat| self.occupant(*seat).is_some_and(|who| who.player == player))
    }

    /// Whether somebody sits there who takes part.
    pub fn is_active(&self, seat: Seat) -> bool {
        self.occupant(seat).is_some_and(|who| !who.sits_out && !who.leaves)
    }

    /// The round that is under way, or the last one. It is the whole truth, unseen cards included: viewers get
    /// a [`crate::View`].
    pub const fn round(&self) -> Option<&TableRound> {
        self.round.as_ref()
    }

    /// The round that is under way.
    pub fn live(&self) -> Option<&TableRound> {
        self.round.as_ref().filter(|round| !round.is_over)
    }

    /// What the table waits for.
    pub fn awaits(&self) -> Awaits {
        let unrevealed = self.round.as_ref().is_some_and(|round| round.is_over && round.revealed.is_none());
        match (self.live(), self.bank) {
            _ if unrevealed => Awaits::Reveal,
            _ if self.standing == Standing::Closed => Awaits::Nothing,
            (Some(live), _) if live.round.stage() == Stage::Closed => Awaits::Deck,
            (Some(live), _) => Awaits::Players { until_ms: live.until_ms },
            (None, BankOffer::Accepted { .. }) => Awaits::Commitment,
            (None, BankOffer::Offered { until_ms, .. }) => Awaits::Players { until_ms: Some(until_ms) },
            (None, BankOffer::Nobody) => {
                let ready =
                    !self.settings.is_player_banked() && self.seats().any(|seat| self.is_active(seat));
                if ready { Awaits::Commitment } else { Awaits::Players { until_ms: None } }
            }
        }
    }

    /// To whom the bank is to be offered now. It takes two to play.
    pub(crate) fn next_to_bank(&self) -> Option<Seat> {
        if self.seats().filter(|seat| self.is_active(*seat)).count() < 2 {
            return None;
        }
        self.button.offered(|seat| self.is_active(seat) && !self.has_banked_enough(seat))
    }

    /// Nobody holds the button for more than two hands in a row (CA.round.20), not even by changing seats.
    fn has_banked_enough(&self, seat: Seat) -> bool {
        let who = self.occupant(seat).map(|who| who.player);
        self.streak.is_some_and(|(player, rounds)| who == Some(player) && rounds >= MOST_ROUNDS_BANKED)
    }
}

/// The bank as the rules see it. At a table it always has a limit (R7).
pub(crate) const fn player_dealer(seat: Seat, player: PlayerId, wager: Cents) -> Banker {
    Banker::PlayerDealer { seat, person: player.person(), wager: Some(wager) }
}
