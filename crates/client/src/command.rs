//! What a player may ask of a table, as it is sent. Money is in cents, seats are numbered from 1.

use serde::Serialize;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Command {
    Sit { seat: u8 },
    Leave { seat: u8 },
    SitOut { seat: u8 },
    ComeBack { seat: u8 },
    Wager { seat: u8, ante: i64, trips: i64, bad_beat: i64 },
    Withdraw { seat: u8 },
    AddSeed { seat: u8, seed: String },
    NoMoreBets {},
    Check { seat: u8 },
    Raise { seat: u8, times: u8 },
    Fold { seat: u8 },
    AcceptBank { seat: u8, wager: i64 },
    DeclineBank { seat: u8 },
    WithdrawBank { seat: u8 },
    OfferBankAgain {},
}
