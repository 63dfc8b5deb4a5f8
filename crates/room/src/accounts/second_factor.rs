//! The second factor: six digits that follow from a shared secret and the time (RFC 6238: SHA-1, thirty seconds).
//!
//! The secret is sealed with the card room's key, so that a copy of the database signs nobody in. Six digits are good
//! for one sign-in, within a step of thirty seconds on either side of the clock.

use ::journal::ReadRecords;
use ::journal::record::{
    AccountRecord, SecondFactorRecord, SecondFactorStep, SecretHash, delete, digest, put, replace,
};
use ::journal::room_log::{Authority, RoomEvent};
use fair::entropy::fill;
use fair::seal::Sealed;
use protocol::{ErrorCode, NewSecondFactor};
use qrcode::{Color, QrCode};
use sha1::{Digest, Sha1};
use store::StoreError;
use table::PlayerId;
use zeroize::Zeroizing;

use super::recovery::{matching_code, use_code};
use super::sessions::{Caller, Joined};
use super::{AccountError, Accounts, Change, base32};
use crate::CommandError;

const STEP_MS: u64 = 30_000;
/// How many steps the clocks of the card room and of an authenticator may differ.
const SKEW: u64 = 1;
/// The length that RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// What a sealed secret's name begins with.
const LABEL: &[u8] = b"uth/second-factor/1";

/// A secret that an authenticator shares. It is wiped from memory.
type FactorSecret = Zeroizing<[u8; SECRET_BYTES]>;

impl AccountError {
    const SECOND_FACTOR_NEEDED: Self = Self(
        ErrorCode::SecondFactorNeeded,
        "This account has a second factor: send its six digits as well, or a recovery code.",
    );
    const WRONG_SECOND_FACTOR: Self = Self(
        ErrorCode::WrongSecondFactor,
        "The six digits are wrong or were used before; wait for the next ones.",
    );
    const NO_SECOND_FACTOR: Self = Self(ErrorCode::WrongSecondFactor, "This account has no second factor.");
    const BAD_SECRET: Self =
        Self(ErrorCode::InvalidFields, "The secret is the one that the card room gave, in Base32.");
}

impl Accounts {
    /// Returns a new secret for an authenticator. It counts once it is [confirmed](Accounts::enrol_second_factor).
    pub fn new_second_factor(&self, caller: &Caller) -> Result<NewSecondFactor, CommandError> {
        if caller.guest {
            return Err(AccountError::GUESTS_MAY_NOT.into());
        }
        let mut secret = FactorSecret::default();
        fill(&mut *secret, self.room.entropy())?;
        let secret = base32::encode(&*secret);
        let account: String = caller.name.chars().map(|one| if one == ' ' { '_' } else { one }).collect();
        let account = percent_encoded(&account);
        let link = format!("otpauth://totp/uth:{account}?secret={secret}&issuer=uth");
        let qr_code = svg(&link).unwrap_or_default();
        Ok(NewSecondFactor { secret, link, qr_code })
    }

    /// Enrols a second factor, for an owner who knows the password and whose authenticator has the secret. All other
    /// sessions and all tokens end.
    pub async fn enrol_second_factor(
        &self,
        caller: &Caller,
        current: &str,
        secret: &str,
        code: &str,
    ) -> Result<Joined, CommandError> {
        let bytes = base32::decode(secret).map(Zeroizing::new).ok_or(AccountError::BAD_SECRET)?;
        let secret: FactorSecret =
            Zeroizing::new(bytes.as_slice().try_into().map_err(|_| AccountError::BAD_SECRET)?);
        self.require_password(caller, current).await?;
        let step =
            matching_step(&secret, code, self.room.now_ms()).ok_or(AccountError::WRONG_SECOND_FACTOR)?;
        self.use_step(caller.player, step).await?;
        let player = caller.player;
        let factor = SecondFactorRecord { sealed: self.sealed(player, &secret)? };
        let amended = self.amend(player, |_, _| {
            let set = RoomEvent::SecondFactorSet { player: player.0, secret: digest(&factor) };
            let ended = RoomEvent::SignedOutEverywhere { player: player.0, by: Authority::Owner };
            Ok(Change { events: vec![set, ended], writes: vec![put(&player, &factor)] })
        });
        let record = amended.await?;
        self.joined(player, record.name, record.epoch).await
    }

    /// Removes the second factor, for an owner who knows the password and has the factor or a recovery code.
    pub async fn remove_second_factor(
        &self,
        caller: &Caller,
        current: &str,
        code: &str,
    ) -> Result<(), CommandError> {
        let record = self.require_password(caller, current).await?;
        self.require_second_factor(caller.player, &record, Some(code)).await?;
        let player = caller.player;
        let amended = self.amend(player, |record, _| {
            // Two requests at once: one of them has removed it.
            record.second_factor.ok_or(AccountError::NO_SECOND_FACTOR)?;
            let removed = RoomEvent::SecondFactorRemoved { player: player.0, by: Authority::Owner };
            Ok(Change { events: vec![removed], writes: vec![delete::<SecondFactorRecord>(&player)] })
        });
        amended.await.map(|_| ())
    }

    /// Requires the second factor of an account that has one: six digits, or a recovery code, which is used up.
    pub(super) async fn require_second_factor(
        &self,
        player: PlayerId,
        record: &AccountRecord,
        code: Option<&str>,
    ) -> Result<(), CommandError> {
        let Some(expected) = record.second_factor else { return Ok(()) };
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        let code = code.ok_or(AccountError::SECOND_FACTOR_NEEDED)?;
        if let Ok(recovery) = matching_code(record, code) {
            let amended = self.amend(player, |record, _| Ok(use_code(player, record, recovery)?.into()));
            return amended.await.map(|_| ());
        }
        let secret = self.opened(player, expected).await?;
        let step =
            matching_step(&secret, code, self.room.now_ms()).ok_or(AccountError::WRONG_SECOND_FACTOR)?;
        self.use_step(player, step).await
    }

    /// Uses the digits of a step up. Two requests with the same digits depend on the same record, and one of them
    /// fails.
    async fn use_step(&self, player: PlayerId, step: u64) -> Result<(), CommandError> {
        let before = self.store.get_stored::<SecondFactorStep>(&player).await?;
        let is_used = before.as_ref().is_some_and(|before| before.record.step >= step);
        if is_used || !self.write(replace(before, &player, &SecondFactorStep { step })).await? {
            return Err(AccountError::WRONG_SECOND_FACTOR.into());
        }
        Ok(())
    }

    fn sealed(&self, player: PlayerId, secret: &FactorSecret) -> Result<String, CommandError> {
        // What is sealed has 32 bytes; those after the secret are zero.
        let mut padded = Zeroizing::new([0; 32]);
        padded[..SECRET_BYTES].copy_from_slice(&**secret);
        let sealed = self.room.options.key.seal_bytes(&padded, &seal_name(player), self.room.entropy())?;
        Ok(hex::encode(sealed.to_bytes()))
    }

    /// Returns the secret of a player's second factor, which must be the one that the journal names.
    async fn opened(&self, player: PlayerId, expected: SecretHash) -> Result<FactorSecret, CommandError> {
        let stored = self.store.get::<SecondFactorRecord>(&player).await?;
        let opened = stored.filter(|factor| digest(factor) == expected).and_then(|factor| {
            let sealed = Sealed::from_bytes(&hex::decode(factor.sealed).ok()?).ok()?;
            self.room.options.key.open_bytes(&sealed, &seal_name(player)).ok()
        });
        let padded = opened.ok_or_else(|| {
            let why = format!("the second factor of player {player} is not the one that the journal names");
            StoreError::Broken(why)
        })?;
        let mut secret = FactorSecret::default();
        secret.copy_from_slice(&padded[..SECRET_BYTES]);
        Ok(secret)
    }
}

/// Whose secret it is, bound to the ciphertext, so that nobody's secret can stand for another's.
fn seal_name(player: PlayerId) -> Vec<u8> {
    [LABEL, &player.0.to_be_bytes()].concat()
}

/// Returns the step near `now_ms` whose digits these are, the latest first.
fn matching_step(secret: &FactorSecret, code: &str, now_ms: u64) -> Option<u64> {
    let now = now_ms / STEP_MS;
    (now.saturating_sub(SKEW)..=now + SKEW).rev().find(|step| digits(secret, *step) == code)
}

/// Returns the six digits of a step (RFC 4226).
fn digits(secret: &FactorSecret, step: u64) -> String {
    let mac = hmac(&**secret, &step.to_be_bytes());
    let offset = usize::from(mac[19] & 15);
    let word = u32::from_be_bytes([mac[offset] & 0x7f, mac[offset + 1], mac[offset + 2], mac[offset + 3]]);
    format!("{:06}", word % 1_000_000)
}

/// HMAC-SHA-1 (RFC 2104) under a key of one block at most.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 20] {
    let padded = |pad: u8| {
        let mut block = Zeroizing::new([pad; 64]);
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha1::new().chain_update(&padded(0x36)[..]).chain_update(message).finalize();
    Sha1::new().chain_update(&padded(0x5c)[..]).chain_update(inner).finalize().into()
}

fn percent_encoded(text: &str) -> String {
    let encoded = text.bytes().map(|byte| {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    });
    encoded.collect()
}

/// Draws a text as a QR code with the margin that readers need. `None` if it is too long for one.
fn svg(text: &str) -> Option<String> {
    const MARGIN: usize = 4;
    let code = QrCode::new(text).ok()?;
    let (width, colors) = (code.width(), code.to_colors());
    let dark = colors.iter().enumerate().filter(|(_, color)| **color == Color::Dark);
    let modules =
        dark.map(|(place, _)| format!("M{} {}h1v1h-1z", place % width + MARGIN, place / width + MARGIN));
    let path = modules.collect::<String>();
    let side = width + 2 * MARGIN;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::{FactorSecret, STEP_MS, digits, hmac, matching_step, percent_encoded, svg};

    fn secret() -> FactorSecret {
        FactorSecret::new(*b"12345678901234567890")
    }

    #[test]
    fn the_digits_are_those_of_the_standard() {
        // RFC 6238, appendix B, the last six of its eight digits.
        let rows = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, expected) in rows {
            assert_eq!(digits(&secret(), seconds / 30), expected, "{seconds}");
        }
        // RFC 2202, the second test of HMAC-SHA-1.
        let mac = hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(hex::encode(mac), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
    }

    #[test]
    fn a_clock_may_differ_by_one_step() {
        let code = digits(&secret(), 100);
        for (step, expected) in [(98, None), (99, Some(100)), (100, Some(100)), (101, Some(100)), (102, None)]
        {
            assert_eq!(matching_step(&secret(), &code, step * STEP_MS), expected, "{step}");
        }
        assert_eq!(matching_step(&secret(), "", 0), None);
    }

    #[test]
    fn a_link_is_drawn_as_a_square() {
        let drawn = svg("otpauth://totp/uth:Flora?secret=ABC").expect("a code");
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>"), "{drawn}");
        assert_eq!(svg(&"x".repeat(10_000)), None);
        assert_eq!(percent_encoded("Zoë-1"), "Zo%C3%AB-1");
    }
}
