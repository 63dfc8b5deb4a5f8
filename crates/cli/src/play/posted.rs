//! What the rule books want posted at a table: the odds of every wager, and everything else in sentences.

use protocol::{PayRow, PostedFee, Wager, dollars};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use uth::{Category, Cents};

use super::Scene;
use crate::output::joined;

/// The width of the kinds of hands, of which "three of a kind" is the longest.
const KIND: usize = 15;

/// Returns the pay tables next to each other, a line for each kind of hand; what the player was paid is marked. `to`
/// stands between the two numbers of odds.
pub(super) fn pay_tables(scene: &Scene<'_>, to: &str) -> Vec<Line<'static>> {
    let kinds = || Category::ALL.into_iter().rev().map(Category::name);
    let mut lines: Vec<Line<'static>> =
        [""].into_iter().chain(kinds()).map(|kind| Line::from(format!("{kind:<KIND$}"))).collect();
    for offer in scene.view.offers.iter().filter(|offer| !offer.pays.is_empty()) {
        let name = uth::Wager::from(offer.wager).inscription();
        let odds = |row: &PayRow| format!("{}{to}{}", row.pays, row.to);
        let widest = offer.pays.iter().map(|row| odds(row).len()).max().unwrap_or(0);
        let width = widest.max(name.len()) + to.len().min(2);
        lines[0].push_span(Span::raw(format!("{name:>width$}")).dim());
        for (line, kind) in lines.iter_mut().skip(1).zip(kinds()) {
            line.push_span(match offer.pays.iter().find(|row| row.hand == kind) {
                None => Span::raw(" ".repeat(width)),
                // The sign is there for terminals without reversed video.
                Some(row) if is_hit(scene, offer.wager, row) => {
                    Span::raw(format!("{:>width$}", format!("▸{}", odds(row)))).reversed()
                }
                Some(row) => Span::raw(format!("{:>width$}", odds(row))),
            });
        }
    }
    // Kinds that no table pays, like a pair, have no line.
    lines.retain(|line| {
        line.spans.len() == 1 || line.spans[1..].iter().any(|span| !span.content.trim().is_empty())
    });
    lines
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
        // A bracket and its fee stay on one line.
        let fee =
            |line: &PostedFee| format!("{} {}", line.table_action, Cents(line.fee)).replace(' ', "\u{a0}");
        let fees = fees.iter().map(fee);
        format!("Collection{schedule}: {}.", joined(fees, ", "))
    });
    joined(inscription.chain(posted.notices.iter().cloned()).chain(collection), " ")
}
