//! What players protect themselves with: a limit of losses for a day, and exclusion.
//!
//! Tightening counts at once, loosening a day later. An exclusion can be made longer and never shorter.

use serde::{Deserialize, Serialize};
use table::{Account, Allowance, PlayerId, TableId, Timestamp};
use uth::Cents;

use super::refusal::{AccountError, Refusal};
use super::{Accounts, DAY_MS, Effects};
use crate::side_records;
use store::{Precondition, RecordKind, RecordWrite, StoreError};

/// How much a player may still do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protection {
    /// The most that may be lost in a day, in cents.
    daily_loss: Option<i64>,
    /// What was asked for and is looser; it counts from then on.
    looser: Option<Looser>,
    excluded_until_ms: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Looser {
    daily_loss: Option<i64>,
    from_ms: u64,
}

impl Protection {
    /// The limit that counts now.
    pub fn daily_loss(&self, now_ms: u64) -> Option<Cents> {
        let limit = match self.looser {
            Some(looser) if looser.from_ms <= now_ms => looser.daily_loss,
            _ => self.daily_loss,
        };
        limit.map(Cents)
    }

    /// The limit that was asked for and does not count yet, and from when on it will.
    pub fn asked_for(&self, now_ms: u64) -> Option<(Option<Cents>, u64)> {
        let looser = self.looser.filter(|looser| looser.from_ms > now_ms)?;
        Some((looser.daily_loss.map(Cents), looser.from_ms))
    }

    /// Until when the player may not play.
    pub fn excluded_until(&self, now_ms: u64) -> Option<u64> {
        self.excluded_until_ms.filter(|until| *until > now_ms)
    }

    fn limit(&mut self, wanted: Option<i64>, now_ms: u64) {
        let present = self.daily_loss(now_ms).map(|cents| cents.0);
        let tighter = wanted.unwrap_or(i64::MAX) <= present.unwrap_or(i64::MAX);
        *self = Protection {
            daily_loss: if tighter { wanted } else { present },
            looser: (!tighter).then_some(Looser { daily_loss: wanted, from_ms: now_ms + DAY_MS }),
            ..*self
        };
    }

    fn exclude(&mut self, until_ms: u64) {
        self.excluded_until_ms = self.excluded_until_ms.max(Some(until_ms));
    }
}

impl Accounts {
    /// Sets or lifts a player's own limit of losses for a day.
    pub async fn limit_losses(
        &self,
        player: PlayerId,
        limit: Option<Cents>,
        now_ms: u64,
    ) -> Result<Protection, AccountError> {
        if limit.is_some_and(|limit| limit.0 <= 0) {
            return Err(Refusal::LimitAmount.into());
        }
        let changed = self.amend(player, now_ms, |record| {
            record.protection.limit(limit.map(|limit| limit.0), now_ms);
            Ok(Effects::default())
        });
        Ok(changed.await?.protection)
    }

    /// Keeps a player from playing for so many days.
    pub async fn exclude(
        &self,
        player: PlayerId,
        days: u32,
        now_ms: u64,
    ) -> Result<Protection, AccountError> {
        if !(1..=3_650).contains(&days) {
            return Err(Refusal::ExclusionDays.into());
        }
        let changed = self.amend(player, now_ms, |record| {
            record.protection.exclude(now_ms + u64::from(days) * DAY_MS);
            Ok(Effects::default())
        });
        Ok(changed.await?.protection)
    }

    /// Returns what a player's own limits leave for a wager at a table. The table subtracts what it has reserved itself.
    ///
    /// A player with a limit wagers at one table after the other: the guard is a record that goes into the storage with
    /// the wager, and of two that were permitted at the same time only one is written. It also remembers the tables at
    /// which a hand may still raise.
    pub async fn permit(
        &self,
        player: PlayerId,
        table: TableId,
        now_ms: u64,
    ) -> Result<WagerPermit, AccountError> {
        let record = self.present(player, now_ms).await?;
        if let Some(until) = record.protection.excluded_until(now_ms) {
            return Ok(WagerPermit {
                allowance: Allowance::Excluded { until: Timestamp(until) },
                ..WagerPermit::UNLIMITED
            });
        }
        let Some(limit) = record.protection.daily_loss(now_ms) else { return Ok(WagerPermit::UNLIMITED) };
        let key = side_records::stake(player);
        let before = self.store.record(RecordKind::Room, key.clone()).await?;
        let last: LimitedWagers = match &before {
            Some(text) => serde_json::from_str(text)
                .map_err(|error| StoreError::Broken(format!("the {key} record: {error}")))?,
            None => LimitedWagers::default(),
        };
        let mut tables = vec![table.0];
        let mut reserved = Cents::ZERO;
        for other in last.tables.into_iter().filter(|other| *other != table.0) {
            let there = self.room.reserved(TableId(other), player).await;
            let there = there.map_err(|error| StoreError::Unavailable(error.reason))?;
            if there > Cents::ZERO {
                tables.push(other);
                reserved += there;
            }
        }
        // The wallet is read after the reserves: a raise in between is then counted twice, and never not at all.
        let held = self.held(Account::Wallet(player)).await?;
        let lost = Cents(record.day.opening.saturating_sub(held.0));
        let value = serde_json::to_string(&LimitedWagers { count: last.count + 1, tables })
            .map_err(|error| StoreError::Broken(error.to_string()))?;
        let precondition = before.map_or(Precondition::Absent, Precondition::Equals);
        let guard = RecordWrite { precondition, ..RecordWrite::put(RecordKind::Room, key, value) };
        Ok(WagerPermit { allowance: Allowance::AtMost(limit - lost - reserved), guard: Some(guard) })
    }
}

/// What a player's own limits permit, for one command.
#[derive(Clone, Debug)]
pub struct WagerPermit {
    /// What the limits leave, not counting what the table of the command has reserved.
    pub allowance: Allowance,
    /// A record that must be as expected, and is written with the command.
    pub guard: Option<RecordWrite>,
}

impl WagerPermit {
    /// No limit.
    pub const UNLIMITED: WagerPermit = WagerPermit { allowance: Allowance::Unlimited, guard: None };
}

/// The last wagers of a player with a limit.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitedWagers {
    /// How many there were, so that no two records are equal.
    count: u64,
    /// The tables at which a hand of the player may still raise.
    tables: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::{Cents, DAY_MS, Protection};

    /// What was asked for, one after the other; what counts now and a day later.
    type Row<'a> = (&'a [Option<i64>], Option<i64>, Option<i64>);

    #[test]
    fn tightening_counts_at_once_and_loosening_a_day_later() {
        let rows: [Row; 7] = [
            (&[], None, None),
            (&[Some(500)], Some(500), Some(500)),
            (&[Some(500), Some(300)], Some(300), Some(300)),
            (&[Some(500), Some(900)], Some(500), Some(900)),
            (&[Some(500), None], Some(500), None),
            (&[Some(500), None, Some(500)], Some(500), Some(500)),
            (&[Some(500), Some(900), Some(200)], Some(200), Some(200)),
        ];
        for (asked, now, later) in rows {
            let mut protection = Protection::default();
            for wanted in asked {
                protection.limit(*wanted, 1_000);
            }
            assert_eq!(protection.daily_loss(1_000), now.map(Cents), "{asked:?}");
            assert_eq!(protection.daily_loss(1_000 + DAY_MS), later.map(Cents), "{asked:?}");
        }
    }

    #[test]
    fn an_exclusion_is_made_longer_and_never_shorter() {
        let mut protection = Protection::default();
        for (until, expected) in [(50, 50), (70, 70), (60, 70)] {
            protection.exclude(until);
            assert_eq!(protection.excluded_until(10), Some(expected));
        }
        assert_eq!(protection.excluded_until(70), None);
    }
}
