//! What players protect themselves with: a limit of losses for a day, and exclusion.
//!
//! Tightening counts at once, loosening a day later. An exclusion can be made longer and never shorter.

use serde::{Deserialize, Serialize};
use table::{Account, PlayerId};
use uth::Cents;

use super::refusal::{AccountError, Refusal};
use super::{Accounts, DAY_MS, Effects};
use crate::side_records;
use store::{Precondition, RecordKind, RecordWrite};

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

    /// Whether a player may put so many chips at risk now, by their own limits. What lies on tables counts as lost
    /// until it comes back. Who has a limit wagers one wager after the other, wherever they sit: the record that comes
    /// back goes into the storage with the wager, and only one of two that were allowed at the same time gets there.
    pub async fn may_wager(
        &self,
        player: PlayerId,
        stake: Cents,
        now_ms: u64,
    ) -> Result<Option<RecordWrite>, AccountError> {
        let record = self.present(player, now_ms).await?;
        if record.protection.excluded_until(now_ms).is_some() {
            return Err(Refusal::Excluded.into());
        }
        let Some(limit) = record.protection.daily_loss(now_ms) else { return Ok(None) };
        let key = side_records::stake(player);
        let before = self.store.record(RecordKind::Room, key.clone()).await?;
        let held = self.held(Account::Wallet(player)).await?;
        let lost = record.day.opening.saturating_sub(held.0).saturating_add(stake.0);
        if lost > limit.0 {
            return Err(Refusal::LossLimit.into());
        }
        let number = before.as_ref().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) + 1;
        let precondition = before.map_or(Precondition::Absent, Precondition::Equals);
        Ok(Some(RecordWrite { precondition, ..RecordWrite::put(RecordKind::Room, key, number.to_string()) }))
    }
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
