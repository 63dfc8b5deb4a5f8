//! What players protect themselves with: a limit of losses for a day, and exclusion.
//!
//! Tightening counts at once, loosening a day later. An exclusion can be made longer and never shorter.

use table::{Account, PlayerId};
use uth::Cents;

use super::refusal::{AccountError, Refusal};
use super::{Accounts, DAY_MS, Effects};
use ::journal::ReadRecords;
use ::journal::protection::Protection;
use ::journal::record::{WagerLock, replace};
use store::RecordWrite;

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
        let before = self.store.get_stored::<WagerLock>(&player).await?;
        let held = self.held(Account::Wallet(player)).await?;
        let lost = record.day.opening.saturating_sub(held.0).saturating_add(stake.0);
        if lost > limit.0 {
            return Err(Refusal::LossLimit.into());
        }
        let count = before.as_ref().map_or(0, |before| before.record.count) + 1;
        Ok(Some(replace(before, &player, &WagerLock { count })))
    }
}
