//! Results of the mathematics in their wire forms. Amounts are in Antes, those of banks in cents.

use std::collections::BTreeMap;

use odds::bank::{BankEdge, BracketResult, Covered};
use odds::{
    BonusValue, ExactPayTable, Fraction, PlayerAction, PreflopRow, Ruin, ShowdownCounts, WagerValues,
};
use protocol::{
    ActionValue, Advice, BadBeatValues, BankBracket, BankSchedule, BaseValues, BaseWagers, BonusMix,
    BonusValues, DealerHands, DealerOuts, Exact, Quantiles, RoundOutcomes, RoundResult, RuinResult, Solution,
    SolvedGame, StartingHand, StreetRaises,
};
use uth::{Category, Schedule};

use crate::advice::{Advised, FULL_COVER, Outs, written};
use crate::solve::Solved;

/// Writes down everything that is known of a game: its edges, deviation, distribution, and what every starting hand is
/// worth.
pub fn solution(Solved { solution, base, round }: &Solved) -> Solution {
    let [wins, pushes, losses] = round.outcomes();
    let result = |(net, deals): (&Fraction, &i128)| RoundResult {
        net: net.to_string(),
        deals: deals.to_string(),
        share: Fraction::new(*deals, round.deals()).map(Fraction::to_f64),
    };
    Solution {
        deals: solution.deals.to_string(),
        game: game(&solution.game),
        base: base_values(
            solution.base(),
            solution.element_of_risk(),
            solution.average_wager(),
            base.standard_deviation(),
            &solution.actions,
        ),
        wagers: base_wagers(&solution.wagers),
        trips: bonus(&solution.trips),
        bad_beat: bad_beat(&solution.bad_beat, &solution.bad_beat_without_folds),
        mix: exact(solution.mix()),
        round: RoundOutcomes {
            win: wins.to_f64(),
            push: pushes.to_f64(),
            lose: losses.to_f64(),
            standard_deviation: round.standard_deviation(),
            distribution: round.results.iter().map(result).collect(),
        },
        preflop: solution.preflop.iter().map(starting_hand).collect(),
        ruin: None,
    }
}

/// Writes a fraction down, to the last digit and as a number.
pub fn exact(value: Fraction) -> Exact {
    Exact { exact: value.to_string(), value: value.to_f64() }
}

/// Writes down what the base game is worth to a strategy, and how often each action ends its decisions.
pub fn base_values(
    base: Fraction,
    element_of_risk: Fraction,
    average_wager: Fraction,
    standard_deviation: f64,
    actions: &[(PlayerAction, Fraction)],
) -> BaseValues {
    let actions = shares(actions);
    BaseValues {
        exact: base.to_string(),
        value: base.to_f64(),
        house_edge: (-base).to_f64(),
        element_of_risk: element_of_risk.to_f64(),
        element_of_risk_exact: element_of_risk.to_string(),
        standard_deviation,
        average_wager: average_wager.to_f64(),
        average_wager_exact: average_wager.to_string(),
        actions: actions.iter().map(|(name, share)| (name.clone(), share.to_f64())).collect(),
        actions_exact: actions.iter().map(|(name, share)| (name.clone(), share.to_string())).collect(),
    }
}

/// Writes down what each wager of the base game is worth.
pub fn base_wagers(wagers: &WagerValues) -> BaseWagers {
    BaseWagers { ante: exact(wagers.ante), blind: exact(wagers.blind), play: exact(wagers.play) }
}

fn bonus(bonus: &BonusValue) -> BonusValues {
    BonusValues {
        exact: bonus.value.to_string(),
        value: bonus.value.to_f64(),
        house_edge: (-bonus.value).to_f64(),
        hit: bonus.hit_rate.to_f64(),
        hit_exact: bonus.hit_rate.to_string(),
    }
}

fn bad_beat(with_folds: &BonusValue, without: &BonusValue) -> BadBeatValues {
    BadBeatValues {
        bonus: bonus(with_folds),
        no_fold_exact: without.value.to_string(),
        no_fold_value: without.value.to_f64(),
        no_fold_hit: without.hit_rate.to_f64(),
    }
}

/// Returns the shares by the name of the action. Where two streets raise by the same, their shares are one.
fn shares(actions: &[(PlayerAction, Fraction)]) -> BTreeMap<String, Fraction> {
    let mut summed: BTreeMap<String, Fraction> = BTreeMap::new();
    for (action, share) in actions {
        // A game may raise by the same number of Antes on two streets, and JSON has each name once.
        let sum = summed.entry(action.to_string()).or_insert(Fraction::ZERO);
        *sum = *sum + *share;
    }
    summed
}

fn starting_hand(start: &PreflopRow) -> StartingHand {
    let raise =
        |(raise, value): &(Fraction, Fraction)| (PlayerAction::Raise(*raise).to_string(), exact(*value));
    StartingHand {
        hand: start.hand.to_string(),
        combos: start.hand.combos(),
        raises: start.raises.iter().map(raise).collect(),
        check: exact(start.check),
        best: start.best.to_string(),
    }
}

fn game(game: &odds::Game) -> SolvedGame {
    SolvedGame {
        blind: pays(&game.blind),
        trips: pays(&game.trips),
        bad_beat: pays(&game.bad_beat),
        qualify: if game.qualify == odds::Qualify::Pair { "pair" } else { "none" }.to_owned(),
        raises: StreetRaises {
            preflop: game.raises.preflop.iter().map(ToString::to_string).collect(),
            flop: game.raises.flop.to_string(),
            river: game.raises.river.to_string(),
        },
        mix: BonusMix { trips: game.mix.trips.to_string(), bad_beat: game.mix.bad_beat.to_string() },
    }
}

fn pays(table: &ExactPayTable) -> BTreeMap<String, String> {
    let rows = Category::ALL.into_iter().filter_map(|kind| Some((kind, table.pay(kind)?)));
    rows.map(|(kind, pay)| (kind.name().to_owned(), pay.to_string())).collect()
}

/// Writes advice down: each action and its exact value in Antes, best first. Of a bank that may be too short only the
/// caller knows.
pub fn wire_advice(advised: &Advised, bank_may_be_short: bool) -> Advice {
    let best = advised.advice.first();
    let actions = advised.advice.iter().map(|(action, value)| {
        // Advice is sorted, so the first value is the best.
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
        note: bank_may_be_short.then(|| FULL_COVER.to_owned()),
    }
}

/// A hand of the dealer that wins is one against which the player loses.
const fn dealer_hands(against: &ShowdownCounts) -> DealerHands {
    DealerHands { win: against.losses, tie: against.ties, lose: against.wins }
}

fn dealer_outs(outs: &Outs) -> DealerOuts {
    DealerOuts { makes: outs.makes.clone(), count: outs.cards.len(), cards: written(&outs.cards) }
}

/// Writes a schedule down, bracket by bracket, for a bank that wins so much of the action.
pub fn bank_schedule(rate: BankEdge, schedule: &Schedule) -> BankSchedule {
    BankSchedule {
        schedule: schedule.number(),
        covered_for_good_from: rate.covered_for_good(schedule).map(exact),
        brackets: rate.brackets(schedule).iter().map(bracket).collect(),
        collection: None,
        left: None,
    }
}

fn bracket(bracket: &BracketResult) -> BankBracket {
    let (covered, covered_from) = match bracket.covered {
        Covered::Whole => ("whole", None),
        Covered::From(action) => ("from", Some(exact(action))),
        Covered::Never => ("never", None),
    };
    BankBracket {
        from: bracket.from.0,
        to_below: bracket.to.map(|to| to.0),
        fee: bracket.fee.0,
        gain_at_start: exact(bracket.gain),
        break_even: bracket.break_even.map(exact),
        covered: covered.to_owned(),
        covered_from,
    }
}

/// Writes down the chance of ruin, how it grows, and what is left.
pub fn ruin_result(bankroll: Fraction, ruin: &Ruin) -> RuinResult {
    let [low, median, high] = ruin.quantiles;
    let last = ruin.curve.last();
    RuinResult {
        bankroll: exact(bankroll),
        needed: exact(ruin.minimum_bankroll),
        hands: last.map(|(hands, _)| *hands),
        ruin: last.map(|(_, chance)| *chance),
        doubt: ruin.error_bound,
        ahead: ruin.ahead,
        left: Quantiles { low, median, high },
        chances: ruin.curve.clone(),
    }
}
