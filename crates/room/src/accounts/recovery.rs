//! Recovery codes, for an owner who has lost the password or the second factor, or whose name is under attack.

use ::journal::record::{AccountRecord, SecretHash};
use ::journal::room_log::{Authority, RoomEvent};
use fair::entropy::{Entropy, NoEntropy, fill};
use protocol::ErrorCode;
use table::PlayerId;

use super::sessions::Caller;
use super::{AccountError, Accounts, Secret, base32};
use crate::CommandError;

/// How many codes an account has.
const CODES: usize = 10;
/// The random bytes of a code that its twenty characters are made of.
const CODE_BYTES: usize = 13;
const CODE_CHARACTERS: usize = 20;

impl AccountError {
    const WRONG_RECOVERY_CODE: Self =
        Self(ErrorCode::WrongCode, "The name or the recovery code is wrong, or the code has been used.");
}

impl Accounts {
    /// Makes ten recovery codes, which are returned now and never again. Earlier ones no longer count.
    pub async fn new_recovery_codes(
        &self,
        caller: &Caller,
        current: &str,
    ) -> Result<Vec<Secret>, CommandError> {
        self.require_password(caller, current).await?;
        let player = caller.player;
        let codes = (0..CODES).map(|_| self.fresh_recovery_code());
        let codes = codes.collect::<Result<Vec<Secret>, NoEntropy>>()?;
        let hashes: Vec<SecretHash> = codes.iter().map(|code| hash_of(code.reveal())).collect();
        let amended = self.amend(player, |_, _| {
            let (player, codes, by) = (player.0, hashes.clone(), Authority::Owner);
            Ok(RoomEvent::RecoveryCodesSet { player, codes, by }.into())
        });
        amended.await?;
        Ok(codes)
    }

    /// Returns a code that is nobody's yet.
    pub(super) fn fresh_recovery_code(&self) -> Result<Secret, NoEntropy> {
        fresh_code(self.room.entropy())
    }
}

/// Returns the hash of a recovery code, if it is an unused one of the account.
pub(super) fn matching_code(record: &AccountRecord, code: &str) -> Result<SecretHash, AccountError> {
    let hash = hash_of(code);
    // Hashes are compared, so that the time tells nothing about the codes.
    let is_unused = record.password.is_some() && record.recovery_codes.contains(&hash);
    if is_unused { Ok(hash) } else { Err(AccountError::WRONG_RECOVERY_CODE) }
}

/// Returns the event that uses a code up, unless another request has used it.
pub(super) fn use_code(
    player: PlayerId,
    record: &AccountRecord,
    code: SecretHash,
) -> Result<RoomEvent, AccountError> {
    let is_unused = record.recovery_codes.contains(&code);
    let used = RoomEvent::RecoveryCodeUsed { player: player.0, code };
    if is_unused { Ok(used) } else { Err(AccountError::WRONG_RECOVERY_CODE) }
}

/// Returns the refusal of a code under a name that nobody has.
pub(super) const fn wrong_code() -> AccountError {
    AccountError::WRONG_RECOVERY_CODE
}

/// Hashes a code as it was typed: capitals, spaces and hyphens do not matter. A hundred random bits need no slow hash.
pub(super) fn hash_of(code: &str) -> SecretHash {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).take(2 * CODE_CHARACTERS).collect();
    SecretHash::of(&format!("recovery {}", plain.to_ascii_uppercase()))
}

/// Returns a new code, in groups that are easy to copy: `ABCDE-FGHIJ-KLMNO-PQRST`.
fn fresh_code(entropy: &dyn Entropy) -> Result<Secret, NoEntropy> {
    let mut bytes = [0; CODE_BYTES];
    fill(&mut bytes, entropy)?;
    let text = base32::encode(&bytes);
    let groups: Vec<&str> = (0..CODE_CHARACTERS / 5).map(|group| &text[group * 5..][..5]).collect();
    Ok(Secret::claimed(&groups.join("-")))
}

#[cfg(test)]
mod tests {
    use fair::entropy::OperatingSystem;

    use super::{fresh_code, hash_of};

    #[test]
    fn a_code_counts_however_it_is_typed() {
        let code = fresh_code(&OperatingSystem).expect("random bytes");
        let text = code.reveal();
        assert_eq!((text.len(), text.matches('-').count()), (23, 3), "{text}");
        for typed in [text.to_lowercase(), text.replace('-', ""), format!(" {} ", text.replace('-', " "))] {
            assert_eq!(hash_of(&typed), hash_of(text), "{typed}");
        }
        assert_ne!(hash_of(&text[1..]), hash_of(text));
        assert_ne!(fresh_code(&OperatingSystem).expect("random bytes"), code);
    }
}
