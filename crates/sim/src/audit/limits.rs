//! The limits that players set for themselves, counted plainly from the events of the journal and of the tables.

use std::collections::BTreeMap;

use journal::room_log::RoomEvent;
use protocol::{Event, Move};

use crate::checker::{Checker, Violation, ensure};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// What every player has set, and has lost today.
#[derive(Default)]
pub(super) struct PlainLimits {
    players: BTreeMap<u64, PlainPlayer>,
    day: u64,
}

#[derive(Default)]
struct PlainPlayer {
    /// Limits and when each of them begins to count, in the order in which they were asked for.
    limits: Vec<(u64, Option<i64>)>,
    excluded_until_ms: u64,
    /// What went from the wallet to tables today, less what came back. A stake that lay on a table at midnight makes
    /// it too small and never too large.
    lost: i64,
}

impl PlainPlayer {
    fn limit(&self, at_ms: u64) -> Option<i64> {
        self.limits.iter().rev().find(|(from_ms, _)| *from_ms <= at_ms).and_then(|(_, limit)| *limit)
    }
}

impl PlainLimits {
    /// Follows an event of the journal.
    pub(super) fn follow_journal(&mut self, event: &RoomEvent, at_ms: u64) {
        match event {
            RoomEvent::LimitSet { player, daily_loss } => {
                let player = self.players.entry(*player).or_default();
                let present = player.limit(at_ms).unwrap_or(i64::MAX);
                // What was asked for before and does not count yet is replaced.
                player.limits.retain(|(from_ms, _)| *from_ms <= at_ms);
                let is_tighter = daily_loss.unwrap_or(i64::MAX) <= present;
                player.limits.push((if is_tighter { at_ms } else { at_ms + DAY_MS }, *daily_loss));
            }
            RoomEvent::Excluded { player, until_ms } => {
                let player = self.players.entry(*player).or_default();
                player.excluded_until_ms = player.excluded_until_ms.max(*until_ms);
            }
            _ => {}
        }
    }

    /// Follows an event of a table, which moves chips.
    pub(super) fn follow(
        &mut self,
        table: u64,
        at_ms: u64,
        event: &Event,
        moves: &[Move],
    ) -> Result<(), Violation> {
        if at_ms / DAY_MS > self.day {
            self.day = at_ms / DAY_MS;
            self.players.values_mut().for_each(|player| player.lost = 0);
        }
        for Move { debit, credit, amount } in moves {
            for (account, lost) in [(debit, *amount), (credit, -amount)] {
                let number =
                    account.to_string().strip_prefix("wallet:").and_then(|number| number.parse().ok());
                if let Some(number) = number {
                    self.players.entry(number).or_default().lost += lost;
                }
            }
        }
        let (Event::Wagered { player, .. } | Event::BankAccepted { player, .. }) = event else {
            return Ok(());
        };
        let Some(limited) = self.players.get(&player.0) else { return Ok(()) };
        ensure(limited.excluded_until_ms <= at_ms, Checker::Limits, || {
            let until_ms = limited.excluded_until_ms;
            format!("player {} is excluded until {until_ms} and wagers at table {table} at {at_ms}", player.0)
        })?;
        let (limit, lost) = (limited.limit(at_ms), limited.lost);
        ensure(limit.is_none_or(|limit| lost <= limit), Checker::Limits, || {
            format!("player {} may lose {limit:?} today and wagers {lost} in all at table {table}", player.0)
        })
    }
}
