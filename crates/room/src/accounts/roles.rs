//! Who is floor and who is auditor: a one-time code for the first, and their word for all others.

use table::PlayerId;

use super::account_error::{AccountError, AccountFailure};
use super::secret::Secret;
use super::{Accounts, Effects, Role};
use ::journal::ReadRecords;
use ::journal::record::{FloorCode, Unkeyed, replace};
use ::journal::room_log::RoomEvent;
use store::Commit;

impl Accounts {
    /// A new one-time code, as long as none has been used. A code that was lost is replaced by the next start.
    pub async fn floor_code(&self) -> Result<Option<Secret>, AccountFailure> {
        let kept = self.store.get_stored::<FloorCode>(&Unkeyed).await?;
        if kept.as_ref().is_some_and(|kept| matches!(kept.record, FloorCode::Used { .. })) {
            return Ok(None);
        }
        let secret = Secret::fresh("floor_", self.room.entropy())?;
        let write = replace(kept, &Unkeyed, &FloorCode::Open { key: secret.key() });
        self.store.append(Commit { writes: vec![write], ..Commit::default() }).await?;
        Ok(Some(secret))
    }

    /// Makes an account floor, once.
    pub async fn use_floor_code(
        &self,
        player: PlayerId,
        code: &Secret,
        now_ms: u64,
    ) -> Result<(), AccountFailure> {
        let kept = self.store.get_stored::<FloorCode>(&Unkeyed).await?.ok_or(AccountError::WrongCode)?;
        match kept.record {
            FloorCode::Open { key } if key == code.key() => {}
            _ => return Err(AccountError::WrongCode.into()),
        }
        let used = FloorCode::Used { by: player.0, at_ms: now_ms };
        let amended = self.amend(player, now_ms, |record| {
            if record.password.is_none() {
                return Err(AccountError::GuestsMayNot);
            }
            record.role = Role::Floor;
            let reason = "the one-time code of the first start".to_owned();
            let given = RoomEvent::RoleGiven { player: player.0, role: Role::Floor, by: None, reason };
            Ok(Effects { notices: vec![given], writes: vec![kept.clone().replace(&Unkeyed, &used)] })
        });
        amended.await?;
        Ok(())
    }

    /// Gives somebody a role, or takes it back. Whether the giver may is known from who is asking.
    pub async fn give_role(
        &self,
        by: PlayerId,
        to: PlayerId,
        role: Role,
        reason: &str,
        now_ms: u64,
    ) -> Result<(), AccountFailure> {
        let reason = reason.trim();
        if !(1..=200).contains(&reason.chars().count()) {
            return Err(AccountError::NoReason.into());
        }
        if by == to {
            return Err(AccountError::RoleNotTheirs.into());
        }
        let amended = self.amend(to, now_ms, |record| {
            if record.bot || record.password.is_none() {
                return Err(AccountError::RoleNotTheirs);
            }
            record.role = role;
            let reason = reason.to_owned();
            let given = RoomEvent::RoleGiven { player: to.0, role, by: Some(by.0), reason };
            Ok(Effects { notices: vec![given], writes: Vec::new() })
        });
        amended.await?;
        Ok(())
    }
}
