//! What a player may ask of a table.

use serde::Deserialize;
use table::{Command, Decision, PlayerId, Seed};
use uth::{Cents, Seat, Wagers};

use super::bits::{cents, seat, seed};

/// A command as it is sent. Who sends it is known from the connection.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum ClientCommand {
    Sit {
        #[serde(with = "seat")]
        seat: Seat,
    },
    Leave {
        #[serde(with = "seat")]
        seat: Seat,
    },
    SitOut {
        #[serde(with = "seat")]
        seat: Seat,
    },
    ComeBack {
        #[serde(with = "seat")]
        seat: Seat,
    },
    AcceptBank {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "cents")]
        wager: Cents,
    },
    DeclineBank {
        #[serde(with = "seat")]
        seat: Seat,
    },
    WithdrawBank {
        #[serde(with = "seat")]
        seat: Seat,
    },
    OfferBankAgain {},
    Wager {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "cents")]
        ante: Cents,
        #[serde(with = "cents", default)]
        trips: Cents,
        #[serde(with = "cents", default)]
        bad_beat: Cents,
    },
    Withdraw {
        #[serde(with = "seat")]
        seat: Seat,
    },
    AddSeed {
        #[serde(with = "seat")]
        seat: Seat,
        #[serde(with = "seed")]
        seed: Seed,
    },
    NoMoreBets {},
    Check {
        #[serde(with = "seat")]
        seat: Seat,
    },
    Raise {
        #[serde(with = "seat")]
        seat: Seat,
        times: u8,
    },
    Fold {
        #[serde(with = "seat")]
        seat: Seat,
    },
    /// Only the floor.
    Void {
        reason: String,
    },
    /// Only the floor.
    Close {
        reason: String,
    },
}

impl ClientCommand {
    /// Whether only the floor may ask for it.
    pub const fn is_for_floor(&self) -> bool {
        matches!(self, ClientCommand::Void { .. } | ClientCommand::Close { .. })
    }

    /// Whether it was meant for what lay on the table when it was sent, and for nothing that came later.
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

    /// The command of that player.
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
