//! Players' own limits: a loss limit for a day, and exclusion.
//!
//! Tightening counts at once, loosening a day later. An exclusion can be made longer and never shorter.

use protocol::{ClientCommand, CommandId, Receipt, Seq};
use table::{Account, Allowance, PlayerId, TableId, Timestamp};
use uth::Cents;

use super::account_error::{AccountError, AccountFailure};
use super::{Accounts, DAY_MS, Effects};
use crate::command_error::CommandError;
use crate::table_state::CommandRequest;
use ::journal::ReadRecords;
use ::journal::protection::Protection;
use ::journal::record::{WagerLock, replace};
use store::{RecordWrite, StoreError};

impl Accounts {
    /// Executes a player's command within the player's own limits.
    pub async fn execute(
        &self,
        table: TableId,
        player: PlayerId,
        id: CommandId,
        seen: Seq,
        command: ClientCommand,
    ) -> Result<Receipt, CommandError> {
        let permit = match command {
            ClientCommand::Wager { .. } | ClientCommand::AcceptBank { .. } => {
                self.permit(player, table, self.room.now_ms()).await?
            }
            // Only an exclusion matters for a seat, so no guard is written.
            ClientCommand::Sit { .. } => {
                let permit = self.permit(player, table, self.room.now_ms()).await?;
                WagerPermit { guard: None, ..permit }
            }
            // A hand that was accepted may be played to its end.
            _ => WagerPermit::UNLIMITED,
        };
        let request = CommandRequest { permit, ..CommandRequest::new(player, id, seen, command) };
        self.room.execute(table, request).await
    }

    /// Sets or lifts a player's own limit of losses for a day.
    pub async fn limit_losses(
        &self,
        player: PlayerId,
        limit: Option<Cents>,
        now_ms: u64,
    ) -> Result<Protection, AccountFailure> {
        if limit.is_some_and(|limit| limit.0 <= 0) {
            return Err(AccountError::LimitAmount.into());
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
    ) -> Result<Protection, AccountFailure> {
        if !(1..=3_650).contains(&days) {
            return Err(AccountError::ExclusionDays.into());
        }
        let changed = self.amend(player, now_ms, |record| {
            record.protection.exclude(now_ms + u64::from(days) * DAY_MS);
            Ok(Effects::default())
        });
        Ok(changed.await?.protection)
    }

    /// Returns what a player's own limits leave for a wager at a table. The table subtracts what it has reserved
    /// itself.
    ///
    /// A player with a limit wagers at one table after the other: the guard is a record that is committed with
    /// the wager, and of two that were permitted at the same time only one is written. It also remembers the tables at
    /// which a hand may still raise.
    pub async fn permit(
        &self,
        player: PlayerId,
        table: TableId,
        now_ms: u64,
    ) -> Result<WagerPermit, AccountFailure> {
        let record = self.present(player, now_ms).await?;
        if let Some(until) = record.protection.excluded_until(now_ms) {
            return Ok(WagerPermit {
                allowance: Allowance::Excluded { until: Timestamp(until) },
                ..WagerPermit::UNLIMITED
            });
        }
        let Some(limit) = record.protection.daily_loss(now_ms) else { return Ok(WagerPermit::UNLIMITED) };
        let before = self.store.get_stored::<WagerLock>(&player).await?;
        let last = before.as_ref().map(|before| before.record.clone()).unwrap_or_default();
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
        let losses = Cents(record.day.opening.saturating_sub(held.0));
        let guard = replace(before, &player, &WagerLock { count: last.count + 1, tables });
        Ok(WagerPermit { allowance: Allowance::AtMost(limit - losses - reserved), guard: Some(guard) })
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
