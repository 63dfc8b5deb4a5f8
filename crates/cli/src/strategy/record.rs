//! Strategies for programs.

use std::io::{self, Write};

use odds::{Fraction, PlayerAction};
use serde_json::{Map, Value, json};

use super::{Costed, Listed};

pub(super) fn write_list(output: &mut impl Write, all: &[Listed]) -> io::Result<()> {
    let one = |Listed { named, value, cost }: &Listed| {
        json!({
            "name": named.name,
            "title": named.title,
            "about": named.about,
            "source": named.source,
            "base": exact(*value),
            "house_edge": (-*value).to_f64(),
            "cost": exact(*cost),
        })
    };
    write(output, &all.iter().map(one).collect())
}

pub(super) fn write_cost(output: &mut impl Write, costed: &Costed) -> io::Result<()> {
    let Costed { named, evaluation, best } = costed;
    let base = evaluation.base();
    let actions = evaluation.actions();
    write(
        output,
        &json!({
            "name": named.name,
            "title": named.title,
            "deals": evaluation.distribution.deals().to_string(),
            "base": {
                "exact": base.to_string(),
                "value": base.to_f64(),
                "house_edge": (-base).to_f64(),
                "element_of_risk": evaluation.element_of_risk().to_f64(),
                "element_of_risk_exact": evaluation.element_of_risk().to_string(),
                "sd": evaluation.distribution.standard_deviation(),
                "average_wager": evaluation.average_wager().to_f64(),
                "average_wager_exact": evaluation.average_wager().to_string(),
                "actions": shares(&actions, |share| json!(share.to_f64())),
                "actions_exact": shares(&actions, |share| json!(share.to_string())),
            },
            "best": exact(*best),
            "cost": exact(costed.cost()),
            "wagers": {
                "ante": exact(evaluation.wagers.ante),
                "blind": exact(evaluation.wagers.blind),
                "play": exact(evaluation.wagers.play),
            },
        }),
    )
}

fn write(output: &mut impl Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, value)?;
    writeln!(output)
}

fn exact(value: Fraction) -> Value {
    json!({"exact": value.to_string(), "value": value.to_f64()})
}

fn shares(actions: &[(PlayerAction, Fraction)], write: impl Fn(Fraction) -> Value) -> Value {
    let share = |(action, share): &(PlayerAction, Fraction)| (action.to_string(), write(*share));
    Value::Object(actions.iter().map(share).collect::<Map<_, _>>())
}
