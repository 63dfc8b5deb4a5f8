//! What a table can be asked to do. Whether the one who asks is who they say is for the card room to know.

use uth::{Action, Cents, Deck, Seat, Wagers};

use crate::who::{Commitment, PlayerId, Seed};

/// What a hand may do when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Pass, before the flop or on it.
    Check,
    /// Make the Play wager of so many Antes.
    Raise(u8),
    /// Give the hand up on the river.
    Fold,
}

impl Decision {
    /// What the round is asked to do.
    pub const fn action(self, seat: Seat) -> Action {
        match self {
            Decision::Check => Action::Check(seat),
            Decision::Raise(times) => Action::Raise(seat, times),
            Decision::Fold => Action::Fold(seat),
        }
    }

    /// The decision that an action is, if it is one.
    pub(crate) const fn of(action: &Action) -> Option<Decision> {
        match action {
            Action::Check(_) => Some(Decision::Check),
            Action::Raise(_, times) => Some(Decision::Raise(*times)),
            Action::Fold(_) => Some(Decision::Fold),
            _ => None,
        }
    }
}

/// What somebody asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Command {
    /// A player takes a free seat.
    Sit { player: PlayerId, seat: Seat },
    /// A player gives a seat up: at once, or when the hand that is under way is over.
    Leave { player: PlayerId, seat: Seat },
    /// A player stays seated but takes no part.
    SitOut { player: PlayerId, seat: Seat },
    /// A player takes part again, or stays after all.
    ComeBack { player: PlayerId, seat: Seat },
    /// The player to whom the bank is offered puts up that wager (R7).
    AcceptBank { player: PlayerId, seat: Seat, wager: Cents },
    /// The player to whom the bank is offered passes it on (R10).
    DeclineBank { player: PlayerId, seat: Seat },
    /// The player/dealer takes the bank back, as long as nobody has wagered against it.
    WithdrawBank { player: PlayerId, seat: Seat },
    /// After everybody has declined, a player wants the bank to be offered again.
    OfferBankAgain { player: PlayerId },
    /// The card room opens the next round, committed to its shuffle.
    OpenRound { commitment: Commitment },
    /// A player puts down wagers, or changes them.
    Wager { player: PlayerId, seat: Seat, wagers: Wagers },
    /// A player takes the wagers of a seat back.
    Withdraw { player: PlayerId, seat: Seat },
    /// A player adds to the shuffle, once for each seat.
    AddSeed { player: PlayerId, seat: Seat, seed: Seed },
    /// A player for whom nobody else has to wait says that bets are in.
    NoMoreBets { player: PlayerId },
    /// The card room deals from a shuffled deck.
    Deal { deck: Deck },
    /// A player decides for a hand.
    Decide { player: PlayerId, seat: Seat, decision: Decision },
    /// Whoever notices that a time is up says so.
    Tick,
    /// The floor declares the round void, and why (R18).
    Void { floor: PlayerId, reason: String },
    /// The floor closes the table, and why: at once, or when the hand that is under way is over.
    Close { floor: PlayerId, reason: String },
    /// The card room opens its part of the shuffle of a round that is over, void or not.
    Reveal { seed: Seed },
}
