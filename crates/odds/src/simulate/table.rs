//! A table to be simulated: who sits where, with which wagers, and how they play.

use core::fmt;

use uth::{Action, Banker, Banking, Cents, Person, Round, RulesError, Seat, Terms, Wagers};

use crate::strategy::Strategy;

/// Somebody at the table.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    /// Where.
    pub seat: Seat,
    /// What is wagered in every round.
    pub wagers: Wagers,
    /// How decisions are taken.
    pub strategy: &'a dyn Strategy,
    /// Whether the bank is taken, where players bank.
    pub on_offer: OnOffer,
}

/// What a player does when the bank is offered (R10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnOffer {
    /// Passes it on.
    Decline,
    /// Takes it and puts up so much (R7), or more than can ever be lost.
    Bank(Option<Cents>),
}

/// A table at which every round can be played.
pub struct Table<'a> {
    terms: Terms,
    players: Vec<Player<'a>>,
    /// Who banks every round; without it the button goes round.
    bank: Option<Banker>,
}

/// Why a table cannot be simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableError {
    /// Nobody sits there.
    Empty,
    /// Two players on one seat.
    SeatTwice(Seat),
    /// Fewer than two players take the bank, but nobody banks more than two rounds in a row (R10).
    TooFewBankers,
    /// The rules refuse what the player at the seat wants.
    Refused(Seat, RulesError),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Empty => f.write_str("nobody sits at the table"),
            TableError::SeatTwice(seat) => write!(f, "two players sit on seat {seat}"),
            TableError::TooFewBankers => f.write_str(
                "nobody banks more than two rounds in a row, so at least two players must take the bank",
            ),
            TableError::Refused(seat, refusal) => write!(f, "seat {seat}: {refusal}"),
        }
    }
}

impl core::error::Error for TableError {}

impl<'a> Table<'a> {
    /// The table, if every round at it can be played, whoever banks. Where players bank, the button goes round.
    pub fn new(terms: Terms, players: Vec<Player<'a>>) -> Result<Table<'a>, TableError> {
        let house = (terms.rules().banking == Banking::House).then_some(Banker::House);
        let table = Table { terms, players, bank: house }.seated()?;
        match house {
            Some(house) => table.try_round(house)?,
            None if table.bankers() < 2 => return Err(TableError::TooFewBankers),
            None => {
                let mut bankers = table.players.iter().filter_map(Player::as_banker);
                bankers.try_for_each(|banker| table.try_round(banker))?;
            }
        }
        Ok(table)
    }

    /// Only the rounds that one seat banks, putting up so much (R7) or more than can ever be lost. Nobody banks more
    /// than two rounds in a row, and what happens between them is left out.
    pub fn banked_by(
        terms: Terms,
        seat: Seat,
        wager: Option<Cents>,
        players: Vec<Player<'a>>,
    ) -> Result<Table<'a>, TableError> {
        let banker = Banker::PlayerDealer { seat, person: Person(seat.number().into()), wager };
        let table = Table { terms, players, bank: Some(banker) }.seated()?;
        if table.player(seat).is_some() {
            return Err(TableError::SeatTwice(seat));
        }
        table.try_round(banker)?;
        Ok(table)
    }

    /// In the order of seats, each of them once.
    fn seated(mut self) -> Result<Table<'a>, TableError> {
        self.players.sort_by_key(|player| player.seat);
        if self.players.is_empty() {
            return Err(TableError::Empty);
        }
        match self.players.windows(2).find(|pair| pair[0].seat == pair[1].seat) {
            Some(pair) => Err(TableError::SeatTwice(pair[0].seat)),
            None => Ok(self),
        }
    }

    /// What it is played by.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who sits there, by seat.
    pub fn players(&self) -> &[Player<'a>] {
        &self.players
    }

    /// Who banks every round, unless the button goes round.
    pub(crate) const fn bank(&self) -> Option<Banker> {
        self.bank
    }

    pub(crate) fn player(&self, seat: Seat) -> Option<&Player<'a>> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// How many players take the bank.
    pub(crate) fn bankers(&self) -> usize {
        self.players.iter().filter(|player| player.on_offer != OnOffer::Decline).count()
    }

    /// Opens a round with that bank and puts down all wagers.
    fn try_round(&self, banker: Banker) -> Result<(), TableError> {
        let first = self.players[0].seat;
        let at_bank = match banker {
            Banker::House => first,
            Banker::PlayerDealer { seat, .. } => seat,
        };
        let refused = |seat| move |refusal| TableError::Refused(seat, refusal);
        let mut round = Round::open(self.terms, banker).map_err(refused(at_bank))?;
        for player in self.players.iter().filter(|player| player.plays_against(&banker)) {
            round.act(player.wager()).map_err(refused(player.seat))?;
        }
        round.act(Action::NoMoreBets).map_err(refused(first))
    }
}

impl Player<'_> {
    #[inline]
    pub(crate) fn wager(&self) -> Action {
        Action::Wager { seat: self.seat, person: self.person(), wagers: self.wagers }
    }

    #[inline]
    pub(crate) fn plays_against(&self, banker: &Banker) -> bool {
        !matches!(banker, Banker::PlayerDealer { seat, .. } if *seat == self.seat)
    }

    pub(crate) fn as_banker(&self) -> Option<Banker> {
        match self.on_offer {
            OnOffer::Decline => None,
            OnOffer::Bank(wager) => {
                Some(Banker::PlayerDealer { seat: self.seat, person: self.person(), wager })
            }
        }
    }

    /// Everybody sits on one seat only.
    const fn person(&self) -> Person {
        Person(self.seat.number() as u64)
    }
}
