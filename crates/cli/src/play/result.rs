//! How a round ended: the card room's sentences for the player's hands, and the sheet of whoever banked.

use protocol::{HandView, RoundView, WagerView};
use uth::Cents;

use super::{Banker, Scene};
use crate::options::signed;
use crate::output::{joined, round_number};

/// Returns paragraphs about the last round that the player took part in.
pub(super) fn paragraphs(scene: &Scene<'_>) -> Vec<String> {
    let Some(round) = scene.finished().or(scene.last) else { return Vec::new() };
    let number = round_number(round);
    let hands = round.hands_of(scene.player.id).map(|hand| {
        let sentences = joined(&hand.explanation, " ");
        match &round.void_reason {
            Some(reason) => format!("Round {number}: {sentences} Reason: {reason}."),
            None => format!("Round {number}, {}: {sentences}", signed(Cents(hand.net.unwrap_or(0)))),
        }
    });
    let mut paragraphs: Vec<String> = hands.collect();
    if let Banker::PlayerDealer { player, wager, .. } = round.banker
        && player == scene.player.id
    {
        paragraphs.extend(sheet(scene, round, wager));
    }
    paragraphs
}

/// Returns the banker's sheet: every wager in the order of settlement with what the bank won or lost on it, and the
/// bank's running result. Wagers of a seat that settled one after the other share a line.
fn sheet(scene: &Scene<'_>, round: &RoundView, wager: Option<i64>) -> Vec<String> {
    let number = round_number(round);
    let limit = wager.map_or("everything".to_owned(), |wager| Cents(wager).to_string());
    let mut lines = vec![format!("Round {number}, your bank of {limit}:")];
    let wagers = round.hands.iter().flat_map(|hand| hand.wagers.iter().map(move |laid| (hand, laid)));
    let mut settled: Vec<(&HandView, &WagerView)> = wagers.filter(|(_, laid)| laid.order.is_some()).collect();
    settled.sort_by_key(|(_, laid)| laid.order);
    for run in settled.chunk_by(|(one, _), (next, _)| one.seat == next.seat) {
        let (hand, last) = run[run.len() - 1];
        let each = run.iter().map(|(_, laid)| {
            let gain = laid.net.unwrap_or(0).saturating_neg();
            format!("{} {}", uth::Wager::from(laid.wager), short(gain))
        });
        let (seat, name) = (hand.seat, scene.name_at(hand.seat));
        lines.push(format!("Seat {seat} {name}: {} → {}", joined(each, ", "), short(last.bank.unwrap_or(0))));
    }
    let (gain, fee) = (round.bank_net.unwrap_or(0), round.collection.unwrap_or(0));
    let net = signed(Cents(gain.saturating_sub(fee)));
    lines.push(format!("Bank {}, collection {}: {net} in all.", short(gain), Cents(fee)));
    lines
}

/// Formats an amount with its sign and without cents if there are none; a line has little room.
fn short(cents: i64) -> String {
    signed(Cents(cents)).trim_end_matches(".00").to_owned()
}
