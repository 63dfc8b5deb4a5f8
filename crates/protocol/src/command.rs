//! What a player may ask of a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Command, PlayerId, Seed};
use uth::{Cents, Decision, Wagers};

use super::id::{Hex32, SeatNumber};

// Unknown fields are refused: a wager with a misspelt `trips` would otherwise lie there without it.
/// A command as it is sent. Which player sends it is known from the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientCommand {
    /// Takes a free seat.
    Sit {
        /// Which seat.
        seat: SeatNumber,
    },
    /// Gives a seat up, at once or when the hand that is under way is over.
    Leave {
        /// Which seat.
        seat: SeatNumber,
    },
    /// Keeps the seat but takes no part in the next rounds.
    SitOut {
        /// Which seat.
        seat: SeatNumber,
    },
    /// Takes part again, or stays after all.
    ComeBack {
        /// Which seat.
        seat: SeatNumber,
    },
    /// Banks the next round.
    AcceptBank {
        /// The seat to which the bank is offered.
        seat: SeatNumber,
        /// What the bank is put up with, in cents.
        wager: i64,
    },
    /// Passes the bank on to the next seat.
    DeclineBank {
        /// The seat to which the bank is offered.
        seat: SeatNumber,
    },
    /// Takes the bank back, as long as no player has wagered against it.
    WithdrawBank {
        /// The seat that banks.
        seat: SeatNumber,
    },
    // In braces, here and below: serde would let a variant without them have unknown fields.
    /// Has the bank offered again after every seat declined it. Only while `bank` is `nobody` and no round is under
    /// way.
    OfferBankAgain {},
    /// Puts wagers down, or changes them while bets are open. The Blind is always as high as the Ante.
    Wager {
        /// Which seat.
        seat: SeatNumber,
        /// The Ante, in cents.
        ante: i64,
        /// The Trips bonus wager, in cents; none if left out.
        #[serde(default)]
        trips: i64,
        /// The Bad Beat bonus wager, in cents; none if left out.
        #[serde(default)]
        bad_beat: i64,
    },
    /// Takes the wagers of a seat back while bets are open.
    Withdraw {
        /// Which seat.
        seat: SeatNumber,
    },
    /// Adds 32 bytes of the player's own to the shuffle, once for each seat and round. See FAIRNESS.md.
    AddSeed {
        /// Which seat.
        seat: SeatNumber,
        /// The bytes.
        seed: Hex32,
    },
    /// Closes betting and has the cards dealt, where no other player has to be waited for.
    NoMoreBets {},
    /// Passes, before the flop or on it.
    Check {
        /// The hand that decides.
        seat: SeatNumber,
    },
    /// Makes the Play wager. `actions` of the view lists what is legal.
    Raise {
        /// The hand that decides.
        seat: SeatNumber,
        /// The Play wager in Antes.
        times: u8,
    },
    /// Gives the hand up on the river.
    Fold {
        /// The hand that decides.
        seat: SeatNumber,
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
        // The exceptions are listed, so that a command that is added here goes stale unless it is decided otherwise.
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
        // The player is the connection's and never the message's, so no client acts for another.
        let decide = |seat: SeatNumber, decision| Command::Decide { player, seat: seat.0, decision };
        match self {
            ClientCommand::Sit { seat } => Command::Sit { player, seat: seat.0 },
            ClientCommand::Leave { seat } => Command::Leave { player, seat: seat.0 },
            ClientCommand::SitOut { seat } => Command::SitOut { player, seat: seat.0 },
            ClientCommand::ComeBack { seat } => Command::ComeBack { player, seat: seat.0 },
            ClientCommand::AcceptBank { seat, wager } => {
                Command::AcceptBank { player, seat: seat.0, wager: Cents(wager) }
            }
            ClientCommand::DeclineBank { seat } => Command::DeclineBank { player, seat: seat.0 },
            ClientCommand::WithdrawBank { seat } => Command::WithdrawBank { player, seat: seat.0 },
            ClientCommand::OfferBankAgain {} => Command::OfferBankAgain { player },
            ClientCommand::Wager { seat, ante, trips, bad_beat } => {
                let [ante, trips, bad_beat] = [ante, trips, bad_beat].map(Cents);
                Command::Wager { player, seat: seat.0, wagers: Wagers { ante, trips, bad_beat } }
            }
            ClientCommand::Withdraw { seat } => Command::Withdraw { player, seat: seat.0 },
            ClientCommand::AddSeed { seat, seed } => {
                Command::AddSeed { player, seat: seat.0, seed: Seed(seed.0) }
            }
            ClientCommand::NoMoreBets {} => Command::NoMoreBets { player },
            ClientCommand::Check { seat } => decide(seat, Decision::Check),
            ClientCommand::Raise { seat, times } => decide(seat, Decision::Raise(times)),
            ClientCommand::Fold { seat } => decide(seat, Decision::Fold),
            ClientCommand::Void { reason } => Command::Void { floor: player, reason },
            ClientCommand::Close { reason } => Command::Close { floor: player, reason },
        }
    }
}
