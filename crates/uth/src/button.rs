//! The player/dealer button: who may bank next (R10).

use core::fmt;

use crate::seat::Seat;

/// Where the button is, and to whom it is offered. It goes clockwise, nobody banks more than two rounds in a row
/// (CA.round.20, BB.type.4), and anybody may decline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Button {
    /// Who banked last, and how many rounds in a row.
    last: Option<(Seat, u8)>,
    /// Who has declined since the last round, by seat.
    declined: [bool; Seat::MOST],
}

/// The most rounds that one seat banks in a row.
pub const MOST_ROUNDS_BANKED: u8 = 2;

impl Button {
    /// Returns who banked the last round.
    pub const fn holder(&self) -> Option<Seat> {
        match self.last {
            Some((seat, _)) => Some(seat),
            None => None,
        }
    }

    /// Returns to whom the bank is offered now, among the occupied seats: to the holder for a second round, then
    /// clockwise. `None` if nobody is left to ask; then no round starts.
    pub fn offered(&self, occupied: impl Fn(Seat) -> bool) -> Option<Seat> {
        let may_bank = |seat: &Seat| {
            let banked_enough =
                self.last.is_some_and(|(last, rounds)| last == *seat && rounds >= MOST_ROUNDS_BANKED);
            occupied(*seat) && !self.declined[seat.index()] && !banked_enough
        };
        let all = Seat::MOST as u8;
        match self.last {
            None => Seat::up_to(all).find(may_bank),
            Some((holder, _)) => core::iter::once(holder).chain(holder.others_clockwise(all)).find(may_bank),
        }
    }

    /// Passes the bank on from the seat to which it is offered.
    pub fn decline(&mut self, seat: Seat, occupied: impl Fn(Seat) -> bool) -> Result<(), ButtonError> {
        self.check_offered(seat, occupied)?;
        self.declined[seat.index()] = true;
        Ok(())
    }

    /// Records that the seat to which the bank is offered has banked a round to its end. A void round does not count
    /// (R23).
    pub fn banked(&mut self, seat: Seat, occupied: impl Fn(Seat) -> bool) -> Result<(), ButtonError> {
        self.check_offered(seat, occupied)?;
        let rounds = match self.last {
            Some((last, rounds)) if last == seat => rounds + 1,
            _ => 1,
        };
        *self = Button { last: Some((seat, rounds)), declined: [false; Seat::MOST] };
        Ok(())
    }

    /// Forgets who declined, so that every seat is asked again. A seat that has banked two rounds still waits until
    /// another has banked one.
    pub fn offer_again(&mut self) {
        self.declined = [false; Seat::MOST];
    }

    fn check_offered(&self, seat: Seat, occupied: impl Fn(Seat) -> bool) -> Result<(), ButtonError> {
        match self.offered(occupied) {
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
