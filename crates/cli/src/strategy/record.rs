//! Strategies for programs. Values are in Antes.

use std::collections::BTreeMap;

use analysis::exact;
use odds::{Fraction, PlayerAction};
use protocol::{BaseValues, BaseWagers, Exact};
use serde::Serialize;

use super::{Costed, Listed};

/// A strategy that comes with the program.
#[derive(Serialize)]
pub(super) struct ListedRecord<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    source: Option<&'a str>,
    base: Exact,
    house_edge: f64,
    cost: Exact,
}

/// A strategy with everything that is known of it.
#[derive(Serialize)]
pub(super) struct CostRecord<'a> {
    name: &'a str,
    title: &'a str,
    deals: String,
    base: BaseValues,
    best: Exact,
    cost: Exact,
    wagers: BaseWagers,
}

pub(super) fn list(all: &[Listed]) -> Vec<ListedRecord<'_>> {
    let records = all.iter().map(|Listed { named, value, cost }| ListedRecord {
        name: &named.name,
        title: &named.title,
        about: &named.about,
        source: named.source.as_deref(),
        base: exact(*value),
        house_edge: (-*value).to_f64(),
        cost: exact(*cost),
    });
    records.collect()
}

pub(super) fn cost(costed: &Costed) -> CostRecord<'_> {
    let Costed { named, evaluation, best } = costed;
    let actions = evaluation.actions();
    CostRecord {
        name: &named.name,
        title: &named.title,
        deals: evaluation.distribution.deals().to_string(),
        base: BaseValues {
            exact: evaluation.base().to_string(),
            value: evaluation.base().to_f64(),
            house_edge: (-evaluation.base()).to_f64(),
            element_of_risk: evaluation.element_of_risk().to_f64(),
            element_of_risk_exact: evaluation.element_of_risk().to_string(),
            standard_deviation: evaluation.distribution.standard_deviation(),
            average_wager: evaluation.average_wager().to_f64(),
            average_wager_exact: evaluation.average_wager().to_string(),
            actions: shares(&actions, Fraction::to_f64),
            actions_exact: shares(&actions, |share| share.to_string()),
        },
        best: exact(*best),
        cost: exact(costed.cost()),
        wagers: BaseWagers {
            ante: exact(evaluation.wagers.ante),
            blind: exact(evaluation.wagers.blind),
            play: exact(evaluation.wagers.play),
        },
    }
}

fn shares<T>(actions: &[(PlayerAction, Fraction)], write: impl Fn(Fraction) -> T) -> BTreeMap<String, T> {
    actions.iter().map(|(action, share)| (action.to_string(), write(*share))).collect()
}
