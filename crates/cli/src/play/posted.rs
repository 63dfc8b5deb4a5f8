//! What the rule books want posted at a table: the odds of every wager, and everything else in sentences.

use protocol::{PayRow, Wager, WagerOffer, dollars};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use uth::{Category, Cents};

use super::Scene;
use crate::output::joined;

/// The width of the kinds of hands, of which "three of a kind" is the longest, and of a column of odds.
const KIND: usize = 15;
const ODDS: usize = 10;

/// Returns the pay tables next to each other, a line for each kind of hand; what the player was paid is marked.
pub(super) fn pay_tables(scene: &Scene<'_>) -> Vec<Line<'static>> {
    let offers: Vec<&WagerOffer> = scene.view.offers.iter().filter(|offer| !offer.pays.is_empty()).collect();
    let name = |offer: &&WagerOffer| format!("{:>ODDS$}", uth::Wager::from(offer.wager).inscription());
    let mut lines = vec![Line::from(format!("{:KIND$}{}", "", joined(offers.iter().map(name), ""))).dim()];
    for kind in Category::ALL.into_iter().rev().map(Category::name) {
        let rows = offers.iter().map(|offer| (offer.wager, offer.pays.iter().find(|row| row.hand == kind)));
        let rows: Vec<(Wager, Option<&PayRow>)> = rows.collect();
        if rows.iter().all(|(_, row)| row.is_none()) {
            continue;
        }
        let mut spans = vec![Span::raw(format!("{kind:<KIND$}"))];
        spans.extend(rows.into_iter().map(|(wager, row)| match row {
            None => Span::raw(" ".repeat(ODDS)),
            // The sign is there for terminals without reversed video.
            Some(row) if is_hit(scene, wager, row) => {
                Span::raw(format!("{:>ODDS$}", format!("▸{}", odds(row)))).reversed()
            }
            Some(row) => Span::raw(format!("{:>ODDS$}", odds(row))),
        }));
        lines.push(Line::from(spans));
    }
    lines
}

fn odds(row: &PayRow) -> String {
    format!("{} to {}", row.pays, row.to)
}

/// Returns whether the round on the table paid one of the player's wagers by that row.
fn is_hit(scene: &Scene<'_>, wager: Wager, row: &PayRow) -> bool {
    let Some(round) = scene.finished() else { return false };
    round.hands_of(scene.player.id).any(|hand| {
        let is_paid = hand
            .wagers
            .iter()
            .filter(|laid| laid.wager == wager)
            .any(|laid| laid.odds.is_some_and(|odds| (odds.pays, odds.to) == (row.pays, row.to)));
        // Two kinds of hands may pay the same. Which hand a wager is paid for is the rules' business; it is one of
        // those that were turned over.
        let shown = [hand.hand.as_ref(), round.dealer_hand.as_ref()];
        is_paid && shown.into_iter().flatten().any(|best| best.kind == row.hand)
    })
}

/// Returns the pay table's name and the limits.
pub(super) fn limits(scene: &Scene<'_>) -> String {
    let posted = &scene.view.posted;
    let name = posted.pay_table.map_or("pays of its own".to_owned(), |table| format!("pay table {table}"));
    let amount = |name: &str, cents: Option<i64>| {
        cents.map_or(format!("no {name}"), |cents| format!("{name} {}", dollars(Cents(cents))))
    };
    format!("{name} · {} · {}", amount("minimum", posted.minimum), amount("maximum", posted.maximum))
}

/// Returns everything else that is posted: the inscription, notices, and the collection.
pub(super) fn sentences(scene: &Scene<'_>) -> String {
    let posted = &scene.view.posted;
    let inscription = posted.inscription.iter().map(|text| format!("“{text}”"));
    let collection = posted.collection.iter().map(|fees| {
        let schedule = posted.schedule.map_or(String::new(), |number| format!(", schedule {number}"));
        let fees = fees.iter().map(|line| format!("{} {}", line.table_action, Cents(line.fee)));
        format!("Collection{schedule}: {}.", joined(fees, ", "))
    });
    joined(inscription.chain(posted.notices.iter().cloned()).chain(collection), " ")
}
