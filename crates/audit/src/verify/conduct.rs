//! What the state of a table does not show, but its rules of conduct ask for: who may decide for whom, and when.

use table::{By, Event, Table};
use uth::Stage;

/// Whether whoever is said to have done something may have done it then.
pub(super) fn check(table: &Table, event: &Event, at_ms: u64) -> Result<(), String> {
    match event {
        Event::SeedAdded { player, seat, .. } => {
            let sits = table.occupant(*seat).is_some_and(|who| who.player == *player);
            let live = table.live().filter(|live| live.round.stage() == Stage::Betting);
            match live {
                _ if !sits => Err(format!("player {player} does not sit in seat {seat}")),
                None => Err("a seed is added after bets have closed".to_owned()),
                Some(live) if live.seeds.iter().any(|(other, _)| other == seat) => {
                    Err(format!("seat {seat} adds a second seed"))
                }
                Some(_) => Ok(()),
            }
        }
        Event::Decided { seat, by: By::Player(player), .. } => {
            let owner = table.live().and_then(|live| live.owners[seat.index()]);
            if owner == Some(*player) {
                Ok(())
            } else {
                Err(format!("player {player} decides for a hand that is not theirs"))
            }
        }
        Event::Decided { by: By::Floor(_), .. } => Err("the floor decides for a player".to_owned()),
        Event::Decided { seat, decision, by: By::Table, .. } => {
            let absent = table.live().and_then(|live| live.round.decision_for_absent(*seat));
            if absent != Some(*decision) {
                return Err("the table decides for an absent player otherwise than by the rule".to_owned());
            }
            in_time(table, at_ms)
        }
        Event::BetsClosed { by: By::Table, .. } => in_time(table, at_ms),
        _ => Ok(()),
    }
}

/// The table itself acts only when the players' time is up.
fn in_time(table: &Table, at_ms: u64) -> Result<(), String> {
    match table.live().and_then(|live| live.until) {
        Some(until) if at_ms >= until.0 => Ok(()),
        _ => Err("the table acts before the players' time is up".to_owned()),
    }
}
