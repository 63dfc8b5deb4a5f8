//! Advice for programs and for pages.

use odds::{Fraction, ShowdownCounts};
use serde::Serialize;

use crate::advice::{Advised, Outs, written};

/// Each action and its exact value in Antes, best first; on the river also what the dealer may hold.
#[derive(Serialize)]
pub struct AdviceRecord {
    actions: Vec<ActionRecord>,
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dealer_hands: Option<HandsRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outs: Option<Vec<OutsRecord>>,
}

#[derive(Serialize)]
struct ActionRecord {
    action: String,
    exact: String,
    value: f64,
    cost: f64,
    cost_exact: String,
}

/// What the dealer's possible hands do.
#[derive(Serialize)]
struct HandsRecord {
    win: i64,
    tie: i64,
    lose: i64,
}

#[derive(Serialize)]
struct OutsRecord {
    makes: String,
    count: usize,
    cards: String,
}

impl From<&Advised> for AdviceRecord {
    fn from(advised: &Advised) -> AdviceRecord {
        let best = advised.advice.first();
        let actions = advised.advice.iter().map(|(action, value)| {
            let cost = best.map_or(Fraction::ZERO, |(_, best)| *best - *value);
            ActionRecord {
                action: action.to_string(),
                exact: value.to_string(),
                value: value.to_f64(),
                cost: cost.to_f64(),
                cost_exact: cost.to_string(),
            }
        });
        let outs = advised.outs.iter().map(OutsRecord::from);
        AdviceRecord {
            actions: actions.collect(),
            best: best.map(|(action, _)| action.to_string()),
            dealer_hands: advised.against.as_ref().map(HandsRecord::from),
            outs: advised.against.is_some().then(|| outs.collect()),
        }
    }
}

impl From<&ShowdownCounts> for HandsRecord {
    fn from(against: &ShowdownCounts) -> HandsRecord {
        HandsRecord { win: against.losses, tie: against.ties, lose: against.wins }
    }
}

impl From<&Outs> for OutsRecord {
    fn from(outs: &Outs) -> OutsRecord {
        OutsRecord { makes: outs.makes.clone(), count: outs.cards.len(), cards: written(&outs.cards) }
    }
}
