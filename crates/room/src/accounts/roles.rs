//! Who is floor and who is auditor: a one-time code for the first, and their word for all others.

use serde::{Deserialize, Serialize};
use table::PlayerId;

use super::record::{read, text};
use super::refusal::{AccountError, Refusal};
use super::secret::Secret;
use super::{Accounts, Effects, Role};
use ::journal::journal::RoomEvent;
use store::{Commit, Precondition, RecordKind, RecordWrite};

const PLACE: &str = "floor-code";

/// The code that makes an account floor.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Code {
    Open { key: String },
    Used { by: u64, at_ms: u64 },
}

impl Accounts {
    /// A new one-time code, as long as none has been used. A code that was lost is replaced by the next start.
    pub async fn floor_code(&self) -> Result<Option<Secret>, AccountError> {
        let kept = self.store.record(RecordKind::Room, PLACE.into()).await?;
        if let Some(Code::Used { .. }) = kept.as_deref().map(read::<Code>).transpose()? {
            return Ok(None);
        }
        let secret = Secret::fresh("floor_", self.room.entropy())?;
        let value = text(&Code::Open { key: secret.key() })?;
        let put = RecordWrite {
            kind: RecordKind::Room,
            key: PLACE.into(),
            value: Some(value),
            precondition: kept.map_or(Precondition::Absent, Precondition::Equals),
        };
        self.store.append(Commit { writes: vec![put], ..Commit::default() }).await?;
        Ok(Some(secret))
    }

    /// Makes an account floor, once.
    pub async fn use_floor_code(
        &self,
        player: PlayerId,
        code: &Secret,
        now_ms: u64,
    ) -> Result<(), AccountError> {
        let kept = self.store.record(RecordKind::Room, PLACE.into()).await?.ok_or(Refusal::WrongCode)?;
        match read::<Code>(&kept)? {
            Code::Open { key } if key == code.key() => {}
            _ => return Err(Refusal::WrongCode.into()),
        }
        let used = text(&Code::Used { by: player.0, at_ms: now_ms })?;
        let amended = self.amend(player, now_ms, |record| {
            if record.password.is_none() {
                return Err(Refusal::GuestsMayNot);
            }
            record.role = Role::Floor;
            let reason = "the one-time code of the first start".to_owned();
            let given = RoomEvent::RoleGiven { player: player.0, role: Role::Floor, by: None, reason };
            let precondition = Precondition::Equals(kept.clone());
            let put = RecordWrite {
                precondition,
                ..RecordWrite::put(RecordKind::Room, PLACE.into(), used.clone())
            };
            Ok(Effects { notices: vec![given], writes: vec![put] })
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
    ) -> Result<(), AccountError> {
        let reason = reason.trim();
        if !(1..=200).contains(&reason.chars().count()) {
            return Err(Refusal::NoReason.into());
        }
        if by == to {
            return Err(Refusal::RoleNotTheirs.into());
        }
        let amended = self.amend(to, now_ms, |record| {
            if record.house_run || record.password.is_none() {
                return Err(Refusal::RoleNotTheirs);
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
