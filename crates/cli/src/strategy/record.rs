//! Strategies for programs. Values are in Antes.

use std::collections::BTreeMap;

use odds::{Fraction, PlayerAction};
use serde::Serialize;

use super::{Costed, Listed};
use crate::json::Exact;

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
    base: BaseRecord,
    best: Exact,
    cost: Exact,
    wagers: WagersRecord,
}

#[derive(Serialize)]
struct BaseRecord {
    #[serde(flatten)]
    value: Exact,
    house_edge: f64,
    element_of_risk: f64,
    element_of_risk_exact: String,
    sd: f64,
    average_wager: f64,
    average_wager_exact: String,
    actions: BTreeMap<String, f64>,
    actions_exact: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct WagersRecord {
    ante: Exact,
    blind: Exact,
    play: Exact,
}

pub(super) fn list(all: &[Listed]) -> Vec<ListedRecord<'_>> {
    let records = all.iter().map(|Listed { named, value, cost }| ListedRecord {
        name: &named.name,
        title: &named.title,
        about: &named.about,
        source: named.source.as_deref(),
        base: (*value).into(),
        house_edge: (-*value).to_f64(),
        cost: (*cost).into(),
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
        base: BaseRecord {
            value: evaluation.base().into(),
            house_edge: (-evaluation.base()).to_f64(),
            element_of_risk: evaluation.element_of_risk().to_f64(),
            element_of_risk_exact: evaluation.element_of_risk().to_string(),
            sd: evaluation.distribution.standard_deviation(),
            average_wager: evaluation.average_wager().to_f64(),
            average_wager_exact: evaluation.average_wager().to_string(),
            actions: shares(&actions, Fraction::to_f64),
            actions_exact: shares(&actions, |share| share.to_string()),
        },
        best: (*best).into(),
        cost: costed.cost().into(),
        wagers: WagersRecord {
            ante: evaluation.wagers.ante.into(),
            blind: evaluation.wagers.blind.into(),
            play: evaluation.wagers.play.into(),
        },
    }
}

fn shares<T>(actions: &[(PlayerAction, Fraction)], write: impl Fn(Fraction) -> T) -> BTreeMap<String, T> {
    actions.iter().map(|(action, share)| (action.to_string(), write(*share))).collect()
}
