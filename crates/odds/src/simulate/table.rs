//! A table to be simulated: the players, their wagers and their strategies.

use core::fmt;

use uth::{Action, Banker, Banking, Cents, Person, Round, RulesError, Seat, Terms, Wagers};

use crate::strategy::Strategy;

/// A player at a simulated table.
#[derive(Clone, Copy)]
pub struct SeatedPlayer<'a> {
    /// The seat.
    pub seat: Seat,
    /// The wagers of every round.
    pub wagers: Wagers,
    /// The strategy.
    pub strategy: &'a dyn Strategy,
    /// Whether the player takes the bank when it is offered.
    pub banking: BankingChoice,
}

/// What a player does when the bank is offered (R10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BankingChoice {
    /// Declines it.
    Decline,
    /// Takes it and puts up this amount (R7); `None` covers every possible loss.
    Bank(Option<Cents>),
}

/// A table at which every round can be played.
pub struct SimulatedTable<'a> {
    terms: Terms,
    players: Vec<SeatedPlayer<'a>>,
    /// The banker of every round; `None` if the button moves.
    bank: Option<Banker>,
}

/// Why a table cannot be simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimulatedTableError {
    /// No player is seated.
    Empty,
    /// Two players have the same seat.
    SeatTwice(Seat),
    /// Fewer than two players take the bank, but no player may bank more than two rounds in a row (R10).
    TooFewBankers,
    /// The rules refuse a wager or the bank of this seat.
    Refused(Seat, RulesError),
}

impl fmt::Display for SimulatedTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulatedTableError::Empty => f.write_str("nobody sits at the table"),
            SimulatedTableError::SeatTwice(seat) => write!(f, "two players sit on seat {seat}"),
            SimulatedTableError::TooFewBankers => f.write_str(
                "nobody banks more than two rounds in a row, so at least two players must take the bank",
            ),
            SimulatedTableError::Refused(seat, refusal) => write!(f, "seat {seat}: {refusal}"),
        }
    }
}

impl core::error::Error for SimulatedTableError {}

impl<'a> SimulatedTable<'a> {
    /// Checks that every round can be played with every possible banker by opening each of them once. Where players
    /// bank, the button moves.
    pub fn new(
        terms: Terms,
        players: Vec<SeatedPlayer<'a>>,
    ) -> Result<SimulatedTable<'a>, SimulatedTableError> {
        let house = (terms.rules().banking == Banking::House).then_some(Banker::House);
        let table = SimulatedTable { terms, players, bank: house }.seated()?;
        match house {
            Some(house) => table.try_round(house)?,
            None if table.bankers() < 2 => return Err(SimulatedTableError::TooFewBankers),
            None => {
                let mut bankers = table.players.iter().filter_map(SeatedPlayer::as_banker);
                bankers.try_for_each(|banker| table.try_round(banker))?;
            }
        }
        Ok(table)
    }

    /// Simulates only the rounds that one seat banks, putting up `wager` (R7); `None` covers every possible loss. The
    /// rounds that others bank in between (R10) are left out.
    pub fn banked_by(
        terms: Terms,
        seat: Seat,
        wager: Option<Cents>,
        players: Vec<SeatedPlayer<'a>>,
    ) -> Result<SimulatedTable<'a>, SimulatedTableError> {
        let banker = Banker::PlayerDealer { seat, person: Person(seat.number().into()), wager };
        let table = SimulatedTable { terms, players, bank: Some(banker) }.seated()?;
        if table.player(seat).is_some() {
            return Err(SimulatedTableError::SeatTwice(seat));
        }
        table.try_round(banker)?;
        Ok(table)
    }

    /// Sorts the players by seat and refuses a seat that is taken twice.
    fn seated(mut self) -> Result<SimulatedTable<'a>, SimulatedTableError> {
        self.players.sort_by_key(|player| player.seat);
        if self.players.is_empty() {
            return Err(SimulatedTableError::Empty);
        }
        match self.players.windows(2).find(|pair| pair[0].seat == pair[1].seat) {
            Some(pair) => Err(SimulatedTableError::SeatTwice(pair[0].seat)),
            None => Ok(self),
        }
    }

    /// The terms of play.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The players, by seat.
    pub fn players(&self) -> &[SeatedPlayer<'a>] {
        &self.players
    }

    /// The banker of every round, unless the button moves.
    pub(crate) const fn bank(&self) -> Option<Banker> {
        self.bank
    }

    pub(crate) fn player(&self, seat: Seat) -> Option<&SeatedPlayer<'a>> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// The number of players who take the bank.
    pub(crate) fn bankers(&self) -> usize {
        self.players.iter().filter(|player| player.banking != BankingChoice::Decline).count()
    }

    /// Opens a round with this banker and places all wagers.
    fn try_round(&self, banker: Banker) -> Result<(), SimulatedTableError> {
        let first = self.players[0].seat;
        let at_bank = match banker {
            Banker::House => first,
            Banker::PlayerDealer { seat, .. } => seat,
        };
        let refused = |seat| move |refusal| SimulatedTableError::Refused(seat, refusal);
        let mut round = Round::open(self.terms, banker).map_err(refused(at_bank))?;
        for player in self.players.iter().filter(|player| player.plays_against(&banker)) {
            round.act(player.wager()).map_err(refused(player.seat))?;
        }
        round.act(Action::NoMoreBets).map_err(refused(first))
    }
}

impl SeatedPlayer<'_> {
    #[inline]
    pub(crate) fn wager(&self) -> Action {
        Action::Wager { seat: self.seat, person: self.person(), wagers: self.wagers }
    }

    #[inline]
    pub(crate) fn plays_against(&self, banker: &Banker) -> bool {
        !matches!(banker, Banker::PlayerDealer { seat, .. } if *seat == self.seat)
    }

    pub(crate) fn as_banker(&self) -> Option<Banker> {
        match self.banking {
            BankingChoice::Decline => None,
            BankingChoice::Bank(wager) => {
                Some(Banker::PlayerDealer { seat: self.seat, person: self.person(), wager })
            }
        }
    }

    /// Each player has one seat, so the seat identifies the person.
    const fn person(&self) -> Person {
        Person(self.seat.number() as u64)
    }
}
