//! Players' own limits: a loss limit for a day, and exclusion.
//!
//! Tightening counts at once, loosening a day later. An exclusion can be made longer and never shorter.

use ::journal::ReadRecords;
use ::journal::accounts::LONGEST_EXCLUSION_DAYS;
use ::journal::protection::Protection;
use ::journal::record::{RecordRange, SeatRecord, WagerLock, replace};
use ::journal::room_log::RoomEvent;
use protocol::{ClientCommand, CommandId, Receipt, Seq};
use store::RecordWrite;
use table::{Allowance, PlayerId, TableId, Timestamp};
use uth::Cents;

use super::{AccountError, Accounts, Change, DAY_MS};
use crate::CommandError;
use crate::table_state::CommandRequest;

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
            ClientCommand::Wager { .. } | ClientCommand::AcceptBank { .. } | ClientCommand::Sit { .. } => {
                self.permit(player).await?
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
    ) -> Result<Protection, CommandError> {
        if limit.is_some_and(|limit| limit.0 <= 0) {
            return Err(AccountError::LIMIT_AMOUNT.into());
        }
        let event = RoomEvent::LimitSet { player: player.0, daily_loss: limit.map(|limit| limit.0) };
        Ok(self.amend(player, |_, _| Ok(event.clone().into())).await?.protection)
    }

    /// Keeps a player from playing for so many days.
    pub async fn exclude(&self, player: PlayerId, days: u32) -> Result<Protection, CommandError> {
        if !(1..=LONGEST_EXCLUSION_DAYS).contains(&u64::from(days)) {
            return Err(AccountError::EXCLUSION_DAYS.into());
        }
        let amended = self.amend(player, |record, now_ms| {
            let until_ms = now_ms + u64::from(days) * DAY_MS;
            // An exclusion is never shortened, so that a shorter one changes nothing.
            let is_longer = record.protection.excluded_until(now_ms).is_none_or(|present| until_ms > present);
            let excluded = is_longer.then_some(RoomEvent::Excluded { player: player.0, until_ms });
            Ok(excluded.map(Change::from).unwrap_or_default())
        });
        Ok(amended.await?.protection)
    }

    /// Returns what a player's own limits leave for one command.
    ///
    /// What may still be lost is the limit less today's losses, chips on tables included, and less what the player's
    /// hands and bank may still be asked for at any table. The sum of a wallet and of minus these reserves falls only
    /// by a wager and by accepting a bank: a raise takes no more from the wallet than was reserved for it. So a sum
    /// that was read earlier is still a lower bound when the table decides, if two conditions hold:
    ///
    /// - the reserves are read before the wallet. A raise in between is counted twice, and never not at all;
    /// - no other wager and no change of the limits comes in between. The guards see to that: the commit fails unless
    ///   account and wager lock are as they were read here, and every wager of a player with a limit changes the lock.
    ///   A wager that was permitted before a limit was set fails after it, or is among the reserves.
    ///
    /// Every hand is at a table where its player sits, so that the seats tell which tables to ask, whether or not there
    /// was a limit when the hand began.
    pub async fn permit(&self, player: PlayerId) -> Result<WagerPermit, CommandError> {
        let account = self.loaded(player).await?;
        let account = self.present(player, account).await?;
        let now_ms = self.room.now_ms();
        let (protection, opening) = (account.record.protection, account.record.day.opening);
        let mut guards = vec![account.require(&player)];
        if let Some(until) = protection.excluded_until(now_ms) {
            return Ok(WagerPermit { allowance: Allowance::Excluded { until: Timestamp(until) }, guards });
        }
        let Some(limit) = protection.daily_loss(now_ms) else {
            return Ok(WagerPermit { allowance: Allowance::Unlimited, guards });
        };
        let lock = self.store.get_stored::<WagerLock>(&player).await?;
        let count = lock.as_ref().map_or(0, |lock| lock.record.count) + 1;
        guards.push(replace(lock, &player, &WagerLock { count }));
        let mut reserved = Cents::ZERO;
        for (key, _) in self.store.scan(&RecordRange::<SeatRecord>::of_seats(player)).await? {
            reserved += self.room.stake(key.table, player).await?.reserved;
        }
        let losses = Cents(opening.saturating_sub(self.balance(player).await?.0));
        Ok(WagerPermit { allowance: Allowance::AtMost(limit - losses - reserved), guards })
    }
}

/// What a player's own limits permit, for one command.
#[derive(Clone, Debug)]
pub struct WagerPermit {
    /// What the limits leave.
    pub allowance: Allowance,
    /// Records that must be as they were when the limits were asked; committed with the command.
    pub guards: Vec<RecordWrite>,
}

impl WagerPermit {
    /// No limit.
    pub const UNLIMITED: WagerPermit = WagerPermit { allowance: Allowance::Unlimited, guards: Vec::new() };
}
