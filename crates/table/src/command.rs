//! What a table can be asked to do. The card room has checked that the player or the floor is who they say.

use uth::{Cents, Decision, Deck, Seat, Wagers};

use crate::id::{Commitment, PlayerId, Seed, TableId, Timestamp};
use crate::settings::Settings;

/// A request to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Command {
    /// The floor opens the table: the first command of each.
    Open { table: TableId, settings: Box<Settings>, floor: PlayerId },
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
    /// The card room commits to the shuffle of the next round.
    Commit { commitment: Commitment },
    /// The card room opens the next round, to whose shuffle it is committed.
    OpenRound,
    /// A player puts down wagers, or changes them.
    Wager { player: PlayerId, seat: Seat, wagers: Wagers },
    /// A player takes the wagers of a seat back.
    Withdraw { player: PlayerId, seat: Seat },
    /// A player adds to the shuffle, once for each seat.
    AddSeed { player: PlayerId, seat: Seat, seed: Seed },
    /// A player calls "no more bets" where no other player could still wager.
    NoMoreBets { player: PlayerId },
    /// The card room deals from a shuffled deck.
    Deal { deck: Deck },
    /// A player decides for a hand.
    Decide { player: PlayerId, seat: Seat, decision: Decision },
    /// A deadline may have passed; the table acts if one has.
    Tick,
    /// A deadline has passed by the card room's own count of the time, whatever the wall clock says: it may have been
    /// set back.
    Expire {
        /// The deadline that is meant. If the table has another one by now, this one was acted on.
        until: Timestamp,
    },
    /// The floor declares the round void, and why (R18).
    Void { floor: PlayerId, reason: String },
    /// The floor closes the table, and why: at once, or when the hand that is under way is over.
    Close { floor: PlayerId, reason: String },
    /// The card room reveals its seed of a round that is over, void or not.
    Reveal { seed: Seed },
}
