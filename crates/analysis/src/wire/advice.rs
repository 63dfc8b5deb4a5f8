//! Advice in its wire form.

use odds::{Fraction, ShowdownCounts};
use protocol::{ActionValue, Advice, DealerHands, DealerOuts};

use crate::advice::{Advised, Outs, written};

/// Writes advice down: each action and its exact value in Antes, best first.
pub fn advice(advised: &Advised) -> Advice {
    let best = advised.advice.first();
    let actions = advised.advice.iter().map(|(action, value)| {
        let cost = best.map_or(Fraction::ZERO, |(_, best)| *best - *value);
        ActionValue {
            action: action.to_string(),
            exact: value.to_string(),
            value: value.to_f64(),
            cost: cost.to_f64(),
            cost_exact: cost.to_string(),
        }
    });
    Advice {
        actions: actions.collect(),
        best: best.map(|(action, _)| action.to_string()),
        dealer_hands: advised.against.as_ref().map(dealer_hands),
        outs: advised.against.is_some().then(|| advised.outs.iter().map(dealer_outs).collect()),
    }
}

/// A hand of the dealer that wins is one against which the player loses.
const fn dealer_hands(against: &ShowdownCounts) -> DealerHands {
    DealerHands { win: against.losses, tie: against.ties, lose: against.wins }
}

fn dealer_outs(outs: &Outs) -> DealerOuts {
    DealerOuts { makes: outs.makes.clone(), count: outs.cards.len(), cards: written(&outs.cards) }
}
