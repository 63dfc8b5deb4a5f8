//! What a player may ask of a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Command, PlayerId, Seed};
use uth::{Cents, Decision, Seat, Wagers};

use super::convert::As;
use super::id::{Hex32, SeatNumber};

/// A command as it is sent. Which player sends it is known from the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientCommand {
    /// Takes a free seat.
    Sit {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Gives a seat up, at once or when the hand that is under way is over.
    Leave {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Keeps the seat but takes no part in the next rounds.
    SitOut {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Takes part again, or stays after all.
    ComeBack {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Banks the next round.
    AcceptBank {
        /// The seat to which the bank is offered.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
        /// What the bank is put up with, in cents.
        #[serde(with = "As::<i64>")]
        wager: Cents,
    },
    /// Passes the bank on to the next seat.
    DeclineBank {
        /// The seat to which the bank is offered.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Takes the bank back, as long as no player has wagered against it.
    WithdrawBank {
        /// The seat that banks.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Has the bank offered again after every seat declined it. Only while `bank` is `nobody` and no round is under way.
    OfferBankAgain {},
    /// Puts wagers down, or changes them while bets are open. The Blind is always as high as the Ante.
    Wager {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
        /// The Ante, in cents.
        #[serde(with = "As::<i64>")]
        ante: Cents,
        /// The Trips bonus wager, in cents; none if left out.
        #[serde(with = "As::<i64>", default)]
        trips: Cents,
        /// The Bad Beat bonus wager, in cents; none if left out.
        #[serde(with = "As::<i64>", default)]
        bad_beat: Cents,
    },
    /// Takes the wagers of a seat back while bets are open.
    Withdraw {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Adds 32 bytes of the player's own to the shuffle, once for each seat and round. See FAIRNESS.md.
    AddSeed {
        /// Which seat.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
        /// The bytes.
        #[serde(with = "As::<Hex32>")]
        seed: Seed,
    },
    /// Closes betting and has the cards dealt, where no other player has to be waited for.
    NoMoreBets {},
    /// Passes, before the flop or on it.
    Check {
        /// The hand that decides.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Makes the Play wager. `actions` of the view lists what is legal.
    Raise {
        /// The hand that decides.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
        /// The Play wager in Antes.
        times: u8,
    },
    /// Gives the hand up on the river.
    Fold {
        /// The hand that decides.
        #[serde(with = "As::<SeatNumber>")]
        seat: Seat,
    },
    /// Declares the round void; every wager goes back. Only for the floor.
    Void {
        /// Why; it is recorded.
        reason: String,
    },
    /// Closes the table, at once or when the hand that is under way is over. Only for the floor.
    Close {
        /// Why; it is recorded.
        reason: String,
    },
}

impl ClientCommand {
    /// Returns whether only the floor may send it.
    pub const fn is_for_floor(&self) -> bool {
        matches!(self, ClientCommand::Void { .. } | ClientCommand::Close { .. })
    }

    /// Returns whether the command answers cards that the client has seen, so that it is stale when they have changed.
    pub const fn requires_current_street(&self) -> bool {
        !matches!(
            self,
            ClientCommand::Sit { .. }
                | ClientCommand::Leave { .. }
                | ClientCommand::SitOut { .. }
                | ClientCommand::ComeBack { .. }
                | ClientCommand::Void { .. }
                | ClientCommand::Close { .. }
        )
    }

    /// Returns the command as the table takes it from that player.
    pub fn command(self, player: PlayerId) -> Command {
        let decide = |seat, decision| Command::Decide { player, seat, decision };
        match self {
            ClientCommand::Sit { seat } => Command::Sit { player, seat },
            ClientCommand::Leave { seat } => Command::Leave { player, seat },
            ClientCommand::SitOut { seat } => Command::SitOut { player, seat },
            ClientCommand::ComeBack { seat } => Command::ComeBack { player, seat },
            ClientCommand::AcceptBank { seat, wager } => Command::AcceptBank { player, seat, wager },
            ClientCommand::DeclineBank { seat } => Command::DeclineBank { player, seat },
            ClientCommand::WithdrawBank { seat } => Command::WithdrawBank { player, seat },
            ClientCommand::OfferBankAgain {} => Command::OfferBankAgain { player },
            ClientCommand::Wager { seat, ante, trips, bad_beat } => {
                Command::Wager { player, seat, wagers: Wagers { ante, trips, bad_beat } }
            }
            ClientCommand::Withdraw { seat } => Command::Withdraw { player, seat },
            ClientCommand::AddSeed { seat, seed } => Command::AddSeed { player, seat, seed },
            ClientCommand::NoMoreBets {} => Command::NoMoreBets { player },
            ClientCommand::Check { seat } => decide(seat, Decision::Check),
            ClientCommand::Raise { seat, times } => decide(seat, Decision::Raise(times)),
            ClientCommand::Fold { seat } => decide(seat, Decision::Fold),
            ClientCommand::Void { reason } => Command::Void { floor: player, reason },
            ClientCommand::Close { reason } => Command::Close { floor: player, reason },
        }
    }
}
