//! A solution for programs and for pages.

use odds::{BonusValue, ExactPayTable, Fraction, PlayerAction, PreflopRow};
use serde_json::{Map, Value, json};
use uth::Category;

use crate::solve::Solved;

/// Everything that is known of a game: its edges, deviation, distribution, and what every starting hand is worth.
pub fn solution_record(Solved { solution, base: base_results, round }: &Solved) -> Value {
    let base = solution.base();
    let [wins, pushes, losses] = round.outcomes();
    json!({
        "deals": solution.deals.to_string(),
        "game": game(&solution.game),
        "base": {
            "exact": base.to_string(),
            "value": base.to_f64(),
            "house_edge": (-base).to_f64(),
            "element_of_risk": solution.element_of_risk().to_f64(),
            "element_of_risk_exact": solution.element_of_risk().to_string(),
            "sd": base_results.standard_deviation(),
            "average_wager": solution.average_wager().to_f64(),
            "average_wager_exact": solution.average_wager().to_string(),
            "actions": shares(&solution.actions, |share| json!(share.to_f64())),
            "actions_exact": shares(&solution.actions, |share| json!(share.to_string())),
        },
        "wagers": {
            "ante": exact_record(solution.wagers.ante),
            "blind": exact_record(solution.wagers.blind),
            "play": exact_record(solution.wagers.play),
        },
        "trips": bonus(&solution.trips),
        "bad_beat": bad_beat(&solution.bad_beat, &solution.bad_beat_without_folds),
        "mix": exact_record(solution.mix()),
        "round": {
            "win": wins.to_f64(),
            "push": pushes.to_f64(),
            "lose": losses.to_f64(),
            "sd": round.standard_deviation(),
            "distribution": round.results.iter().map(|(net, deals)| json!({
                "net": net.to_string(),
                "deals": deals.to_string(),
                "share": Fraction::new(*deals, round.deals()).map(Fraction::to_f64),
            })).collect::<Vec<_>>(),
        },
        "preflop": solution.preflop.iter().map(start).collect::<Vec<_>>(),
    })
}

/// A fraction, to the last digit and as a number.
pub fn exact_record(value: Fraction) -> Value {
    json!({"exact": value.to_string(), "value": value.to_f64()})
}

fn bonus(bonus: &BonusValue) -> Value {
    json!({
        "exact": bonus.value.to_string(),
        "value": bonus.value.to_f64(),
        "house_edge": (-bonus.value).to_f64(),
        "hit": bonus.hit_rate.to_f64(),
        "hit_exact": bonus.hit_rate.to_string(),
    })
}

fn bad_beat(with_folds: &BonusValue, without: &BonusValue) -> Value {
    let mut record = bonus(with_folds);
    record["no_fold_exact"] = json!(without.value.to_string());
    record["no_fold_value"] = json!(without.value.to_f64());
    record["no_fold_hit"] = json!(without.hit_rate.to_f64());
    record
}

/// The shares by the name of the action. Where two streets raise by the same, their shares are one.
fn shares(actions: &[(PlayerAction, Fraction)], write: impl Fn(Fraction) -> Value) -> Value {
    let mut summed: Vec<(String, Fraction)> = Vec::new();
    for (action, share) in actions {
        match summed.iter_mut().find(|(name, _)| *name == action.to_string()) {
            Some((_, sum)) => *sum = *sum + *share,
            None => summed.push((action.to_string(), *share)),
        }
    }
    Value::Object(summed.into_iter().map(|(name, share)| (name, write(share))).collect())
}

fn start(start: &PreflopRow) -> Value {
    let mut record = Map::new();
    record.insert("hand".into(), json!(start.hand.to_string()));
    record.insert("combos".into(), json!(start.hand.combos()));
    for (raise, value) in &start.raises {
        record.insert(PlayerAction::Raise(*raise).to_string(), exact_record(*value));
    }
    record.insert("check".into(), exact_record(start.check));
    record.insert("best".into(), json!(start.best.to_string()));
    Value::Object(record)
}

fn game(game: &odds::Game) -> Value {
    json!({
        "blind": pays(&game.blind),
        "trips": pays(&game.trips),
        "bad_beat": pays(&game.bad_beat),
        "qualify": if game.qualify == odds::Qualify::Pair { "pair" } else { "none" },
        "raises": {
            "preflop": game.raises.preflop.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "flop": game.raises.flop.to_string(),
            "river": game.raises.river.to_string(),
        },
        "mix": {"trips": game.mix.trips.to_string(), "bad_beat": game.mix.bad_beat.to_string()},
    })
}

fn pays(table: &ExactPayTable) -> Value {
    let rows = Category::ALL.into_iter().rev().filter_map(|kind| Some((kind, table.pay(kind)?)));
    rows.map(|(kind, pay)| (kind.name().to_string(), json!(pay.to_string()))).collect::<Map<_, _>>().into()
}
