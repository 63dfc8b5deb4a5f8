//! Devices: a long-lived cookie that a browser keeps from one sign-in to the next.
//!
//! A device serves two ends. An account is not locked out on a device where it was used before, whatever strangers do
//! to its name. And accounts that were used on one device count as one person where that matters: nobody rules about a
//! round in which another account of theirs has chips. That is all that can be known. Accounts that share a device may
//! be two people at one computer, and a person with two computers, or with a private window, is not recognised.

use ::journal::ReadRecords;
use ::journal::record::{AccountDevices, DeviceAccount, DeviceRecord, SecretHash, replace};
use protocol::{ClientCommand, CommandId, Receipt, Seq};
use store::{Commit, CommitResult};
use table::{PlayerId, TableId};

use super::{Accounts, DAY_MS, Secret};
use crate::CommandError;
use crate::table_state::CommandRequest;

/// How many accounts a device remembers, and how many devices an account. The oldest are forgotten.
const MOST_REMEMBERED: usize = 16;

/// How long two accounts that were used on one device count as one person's, and a device as known.
const REMEMBERED_MS: u64 = 400 * DAY_MS;

impl Accounts {
    /// Notes that a player has signed in on a device. Returns the secret of the device if it is new, for its cookie.
    pub async fn note_device(
        &self,
        player: PlayerId,
        claimed: Option<&Secret>,
    ) -> Result<Option<Secret>, CommandError> {
        loop {
            let known = match claimed {
                Some(claimed) => self.store.get_stored::<DeviceRecord>(&claimed.key()).await?,
                None => None,
            };
            // A cookie that the card room has not issued, or has forgotten, is replaced.
            let fresh =
                if known.is_some() { None } else { Some(Secret::fresh("device_", self.room.entropy())?) };
            let Some(key) = fresh.as_ref().or(claimed).map(Secret::key) else { return Ok(None) };
            let now_ms = self.room.now_ms();
            let device = known.as_ref().map(|known| known.record.clone()).unwrap_or_default();
            // Written once a day at most: nobody needs to know the minute.
            let is_noted =
                |account: &DeviceAccount| account.player == player.0 && account.seen_ms + DAY_MS > now_ms;
            if device.accounts.iter().any(is_noted) {
                return Ok(None);
            }
            let owned = self.store.get_stored::<AccountDevices>(&player).await?;
            let devices = owned.as_ref().map(|owned| owned.record.clone()).unwrap_or_default();
            let writes = vec![
                replace(known, &key, &with_account(device, player, now_ms)),
                replace(owned, &player, &with_device(devices, key)),
            ];
            let result = self.store.append(Commit { writes, ..Commit::default() }).await?;
            if matches!(result, CommitResult::Done(_)) {
                return Ok(fresh);
            }
        }
    }

    /// Whether a player was signed in on a device before.
    pub(super) async fn knows_device(
        &self,
        player: Option<PlayerId>,
        claimed: Option<&Secret>,
    ) -> Result<bool, CommandError> {
        let Some(claimed) = claimed else { return Ok(false) };
        let device = self.store.get::<DeviceRecord>(&claimed.key()).await?.unwrap_or_default();
        let now_ms = self.room.now_ms();
        Ok(player.is_some_and(|player| used(&device, now_ms).any(|other| other == player)))
    }

    /// Returns the other accounts that were used on a device of a player.
    pub async fn same_person(&self, player: PlayerId) -> Result<Vec<PlayerId>, CommandError> {
        let AccountDevices { devices } = self.store.get(&player).await?.unwrap_or_default();
        let mut same = Vec::new();
        for key in devices {
            let device = self.store.get::<DeviceRecord>(&key).await?.unwrap_or_default();
            same.extend(used(&device, self.room.now_ms()).filter(|other| *other != player));
        }
        same.sort_unstable();
        same.dedup();
        Ok(same)
    }

    /// Executes a command of the floor, who must have no chips in the round, under any account that is known to be
    /// theirs. The caller checks the role.
    pub async fn execute_as_floor(
        &self,
        table: TableId,
        floor: PlayerId,
        id: CommandId,
        seen: Seq,
        command: ClientCommand,
    ) -> Result<Receipt, CommandError> {
        let same_person = self.same_person(floor).await?;
        let request = CommandRequest { same_person, ..CommandRequest::new(floor, id, seen, command) };
        self.room.execute(table, request).await
    }
}

/// Returns the accounts that were used on a device and still count.
fn used(device: &DeviceRecord, now_ms: u64) -> impl Iterator<Item = PlayerId> {
    let recent = device.accounts.iter().filter(move |account| account.seen_ms + REMEMBERED_MS > now_ms);
    recent.map(|account| PlayerId(account.player))
}

fn with_account(mut device: DeviceRecord, player: PlayerId, seen_ms: u64) -> DeviceRecord {
    device.accounts.retain(|account| account.player != player.0);
    device.accounts.push(DeviceAccount { player: player.0, seen_ms });
    let forgotten = device.accounts.len().saturating_sub(MOST_REMEMBERED);
    device.accounts.drain(..forgotten);
    device
}

fn with_device(mut owned: AccountDevices, key: SecretHash) -> AccountDevices {
    owned.devices.retain(|device| *device != key);
    owned.devices.push(key);
    let forgotten = owned.devices.len().saturating_sub(MOST_REMEMBERED);
    owned.devices.drain(..forgotten);
    owned
}

/// Whether nobody has used a device for so long that it no longer counts.
pub(super) fn is_forgotten(device: &DeviceRecord, now_ms: u64) -> bool {
    used(device, now_ms).next().is_none()
}
