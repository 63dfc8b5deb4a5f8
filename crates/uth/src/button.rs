//! The player/dealer button: who may bank next (R10).

use core::fmt;

use crate::seat::{Person, Seat};

/// Where the button is, and to whom it is offered. It goes clockwise, no player banks more than two rounds in a row in
/// whichever seats (CA.round.20, BB.type.4), and anybody may decline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Button {
    last: Option<Banked>,
    /// Who has declined since the last round, by seat.
    declined: [bool; Seat::MOST],
}

/// Who banked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Banked {
    /// In which seat.
    pub seat: Seat,
    /// Who.
    pub person: Person,
    /// How many rounds in a row, at least one.
    pub rounds: u8,
}

/// The most rounds that one player banks in a row.
pub const MOST_ROUNDS_BANKED: u8 = 2;

impl Button {
    /// Returns a button as it was left: who banked last, and which seats have declined since.
    pub fn left(last: Option<Banked>, declined: impl IntoIterator<Item = Seat>) -> Button {
        let mut button = Button { last, declined: [false; Seat::MOST] };
        for seat in declined {
            button.declined[seat.index()] = true;
        }
        button
    }

    /// Returns who banked the last round.
    pub const fn last(&self) -> Option<Banked> {
        self.last
    }

    /// Returns the seat that banked the last round.
    pub fn holder(&self) -> Option<Seat> {
        self.last.map(|last| last.seat)
    }

    /// Returns the seats that have declined since the last round.
    pub fn declined(&self) -> impl Iterator<Item = Seat> {
        Seat::up_to(Seat::MOST as u8).filter(|seat| self.declined[seat.index()])
    }

    /// Returns to whom the bank is offered now, given who sits where: to the player who banked last for a second round,
    /// then clockwise from their seat. `None` if nobody is left to ask; then no round starts.
    pub fn offered(&self, occupant: impl Fn(Seat) -> Option<Person>) -> Option<Seat> {
        let may_bank = |seat: &Seat| {
            let Some(person) = occupant(*seat) else { return false };
            let banked_enough =
                self.last.is_some_and(|last| last.person == person && last.rounds >= MOST_ROUNDS_BANKED);
            !self.declined[seat.index()] && !banked_enough
        };
        let all = Seat::MOST as u8;
        // The documents leave the first selection to other approved games; here the lowest seat is asked first (R10).
        let Some(last) = self.last else { return Seat::up_to(all).find(may_bank) };
        // Whoever sits in that seat now has had no turn there, and is asked last.
        let is_same = occupant(last.seat) == Some(last.person);
        let others = last.seat.others_clockwise(all);
        let first = is_same.then_some(last.seat);
        first.into_iter().chain(others).chain([last.seat]).find(may_bank)
    }

    /// Passes the bank on from the seat to which it is offered.
    pub fn decline(
        &mut self,
        seat: Seat,
        occupant: impl Fn(Seat) -> Option<Person>,
    ) -> Result<(), ButtonError> {
        self.check_offered(seat, &occupant)?;
        self.declined[seat.index()] = true;
        Ok(())
    }

    /// Records that the seat to which the bank is offered has banked a round to its end. A void round does not count
    /// (R23).
    pub fn banked(
        &mut self,
        seat: Seat,
        occupant: impl Fn(Seat) -> Option<Person>,
    ) -> Result<(), ButtonError> {
        self.check_offered(seat, &occupant)?;
        // A seat without an occupant is never offered.
        let Some(person) = occupant(seat) else { return Err(ButtonError { seat, offered: None }) };
        let rounds = match self.last {
            Some(last) if last.person == person => last.rounds + 1,
            _ => 1,
        };
        *self = Button { last: Some(Banked { seat, person, rounds }), declined: [false; Seat::MOST] };
        Ok(())
    }

    /// Forgets who declined, so that every seat is asked again. A player who has banked two rounds still waits until
    /// another has banked one.
    pub fn offer_again(&mut self) {
        self.declined = [false; Seat::MOST];
    }

    fn check_offered(
        &self,
        seat: Seat,
        occupant: impl Fn(Seat) -> Option<Person>,
    ) -> Result<(), ButtonError> {
        match self.offered(occupant) {
            Some(offered) if offered == seat => Ok(()),
            offered => Err(ButtonError { seat, offered }),
        }
    }
}

/// The bank is offered to another seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ButtonError {
    /// Who wanted to answer.
    pub seat: Seat,
    /// Who is asked.
    pub offered: Option<Seat>,
}

impl fmt::Display for ButtonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offered {
            Some(offered) => write!(f, "the bank is offered to seat {offered}, not to seat {}", self.seat),
            None => f.write_str("everybody has declined to bank, so no round starts"),
        }
    }
}

impl core::error::Error for ButtonError {}
