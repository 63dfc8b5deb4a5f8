//! The day of an account, in universal time. Its first visit fills the wallet up to the grant.

use table::{Account, PlayerId};

use super::account_error::AccountFailure;
use super::{Accounts, DAY_MS, Effects, GRANT};
use ::journal::record::{AccountDay, AccountRecord};
use ::journal::room_log::RoomEvent;

impl Accounts {
    /// An account that is here today.
    pub(super) async fn present(
        &self,
        player: PlayerId,
        now_ms: u64,
    ) -> Result<AccountRecord, AccountFailure> {
        let record = self.loaded(player).await?.record;
        self.arrived(player, record, now_ms).await
    }

    /// An account that was read, once its day has begun. Somebody with less than the grant gets the difference; who
    /// has as much or more gets nothing. Players of the house get their chips from the house.
    pub(super) async fn arrived(
        &self,
        player: PlayerId,
        record: AccountRecord,
        now_ms: u64,
    ) -> Result<AccountRecord, AccountFailure> {
        let today = now_ms / DAY_MS;
        if record.day.number >= today || record.bot {
            return Ok(record);
        }
        let held = self.held(Account::Wallet(player)).await?;
        let missing = (GRANT.0 - held.0).max(0);
        let amended = self.amend(player, now_ms, |record| {
            if record.day.number >= today {
                return Ok(Effects::default());
            }
            record.day = AccountDay { number: today, opening: held.0 + missing };
            let granted = (missing > 0).then_some(RoomEvent::Granted { player: player.0, amount: missing });
            Ok(Effects { notices: granted.into_iter().collect(), writes: Vec::new() })
        });
        let record = amended.await?;
        // Tables remember what wallets held, and this one holds more now.
        self.room.wallet(player).await?;
        Ok(record)
    }
}
