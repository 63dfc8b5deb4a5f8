//! In which order seats and wagers settle (R8, R9). The order shows in the record; it moves money only when a
//! bank runs out.

use core::fmt;

use crate::seat::{Seat, SeatSet};
use crate::settlement::HandResult;
use crate::wager::Wager;

/// The order of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatOrder {
    /// From the seat to the player/dealer's left, folded hands first (CA.round.9, BB.action.1).
    ClockwiseFromBank,
    /// From the casino dealer's right to the left (WA.hand.11, R21).
    RightToLeft,
    /// From the casino dealer's left to the right: the casino may choose (WA.more.4).
    LeftToRight,
}

/// Completes "bets are resolved …".
impl fmt::Display for SeatOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SeatOrder::ClockwiseFromBank => "clockwise from the player/dealer's left, folded hands first",
            SeatOrder::RightToLeft => "from right to left",
            SeatOrder::LeftToRight => "from left to right",
        })
    }
}

impl SeatOrder {
    /// Returns the seats of a table in that order; the bank's own seat is left out.
    pub fn seats(self, places: u8, bank: Option<Seat>) -> impl Iterator<Item = Seat> + Clone {
        let all = SeatSet::up_to(places);
        self.among(bank.map_or(all, |bank| all.without(bank)), bank)
    }

    /// Returns those seats in that order.
    #[inline]
    pub(crate) fn among(self, seats: SeatSet, bank: Option<Seat>) -> impl Iterator<Item = Seat> + Clone {
        let (mut turns, first, step) = match (self, bank) {
            // Reversed, the highest seat has the first turn; a step of seven goes one seat back, modulo eight.
            (SeatOrder::RightToLeft, _) => (seats.0.reverse_bits(), Seat::MOST - 1, Seat::MOST - 1),
            // The seat to the bank's left has the first turn; the highest is followed by the lowest.
            (SeatOrder::ClockwiseFromBank, Some(bank)) => {
                (seats.0.rotate_right(u32::from(bank.number())), bank.index() + 1, 1)
            }
            (SeatOrder::LeftToRight | SeatOrder::ClockwiseFromBank, _) => (seats.0, 0, 1),
        };
        core::iter::from_fn(move || {
            let turn = (turns != 0).then(|| turns.trailing_zeros() as usize)?;
            // Clears the lowest bit, the seat whose turn it is.
            turns &= turns - 1;
            Seat::new(((first + step * turn) % Seat::MOST) as u8 + 1)
        })
    }
}

/// The order of wagers within a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerOrder {
    winning: [Wager; 5],
    losing: [Wager; 5],
    unqualified: [Wager; 5],
    /// Whether all Antes are returned before anything else when the dealer does not qualify (WA.hand.12).
    pub(crate) antes_first: bool,
}

impl WagerOrder {
    const ANTE_PLAY: [Wager; 5] = [Wager::Ante, Wager::Play, Wager::Blind, Wager::Trips, Wager::BadBeat];
    const PLAY_ANTE: [Wager; 5] = [Wager::Play, Wager::Ante, Wager::Blind, Wager::Trips, Wager::BadBeat];

    /// CA.round.12a and BB.settle.3a for losing hands, CA.round.13a and BB.action.2 for winning ones, CA.round.9a and
    /// BB.unqualified.1a without a pair (R9).
    pub(crate) const CALIFORNIA: WagerOrder = WagerOrder {
        winning: Self::ANTE_PLAY,
        losing: Self::PLAY_ANTE,
        unqualified: Self::ANTE_PLAY,
        antes_first: false,
    };
    /// WA.hand.11a and WA.hand.12.
    pub(crate) const WASHINGTON: WagerOrder = WagerOrder {
        winning: Self::PLAY_ANTE,
        losing: Self::PLAY_ANTE,
        unqualified: Self::ANTE_PLAY,
        antes_first: true,
    };
    /// HB.7 and HB.11.
    pub(crate) const HOUSE: WagerOrder = WagerOrder {
        winning: Self::PLAY_ANTE,
        losing: Self::PLAY_ANTE,
        unqualified: Self::ANTE_PLAY,
        antes_first: false,
    };

    /// Returns the wagers of a hand with that result, in order.
    #[inline]
    pub fn wagers(&self, result: HandResult, qualifies: bool) -> &[Wager; 5] {
        match result {
            _ if !qualifies => &self.unqualified,
            HandResult::Lose => &self.losing,
            // A fold loses Ante and Blind, which stand in the same order in both lists, and has no Play.
            HandResult::Win | HandResult::Push | HandResult::Fold => &self.winning,
        }
    }
}
