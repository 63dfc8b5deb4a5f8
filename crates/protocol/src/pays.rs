//! What wagers pay.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a kind of hand pays: `pays` for every `to` staked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PayRow {
    /// The kind of hand, like `Full house`.
    pub hand: String,
    /// What is won.
    pub pays: u32,
    /// For every so much staked.
    pub to: u32,
}

/// The odds at which a wager won: `pays` for every `to` staked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// What is won.
    pub pays: u32,
    /// For every so much staked.
    pub to: u32,
}

impl From<uth::Odds> for Odds {
    fn from(odds: uth::Odds) -> Odds {
        Odds { pays: odds.pays(), to: odds.per() }
    }
}

/// Returns the paying kinds of hands, best first.
pub(crate) fn pay_rows(table: &uth::PayTable) -> Vec<PayRow> {
    let row = |(kind, odds): (uth::Category, uth::Odds)| PayRow {
        hand: kind.name().to_owned(),
        pays: odds.pays(),
        to: odds.per(),
    };
    table.rows().map(row).collect()
}
