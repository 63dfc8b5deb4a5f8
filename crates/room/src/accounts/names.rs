//! Which names and passwords players may choose.

use super::AccountError;
use ::journal::record::plain_letters;

/// What the card room calls itself and its staff.
const RESERVED: [&str; 12] = [
    "admin",
    "administrator",
    "auditor",
    "bank",
    "cashier",
    "dealer",
    "floor",
    "moderator",
    "operator",
    "root",
    "support",
    "table",
];

/// Returns a name as it is stored: without spaces around it, and one between its words.
pub(super) fn checked(name: &str) -> Result<String, AccountError> {
    // A bound on the work before characters are counted.
    if name.len() > 400 {
        return Err(AccountError::NAME_LENGTH);
    }
    let name = tidied(name);
    if !(2..=24).contains(&name.chars().count()) {
        return Err(AccountError::NAME_LENGTH);
    }
    // One alphabet: letters of another may look the same, and a player could pass for another one.
    let is_letter = |character: char| {
        character.is_ascii_alphanumeric() || (('À'..='ɏ').contains(&character) && character.is_alphabetic())
    };
    if !name.chars().all(|character| is_letter(character) || matches!(character, ' ' | '-' | '_')) {
        return Err(AccountError::NAME_LETTERS);
    }
    // A name of hyphens alone could not be told from another one.
    if !name.chars().any(is_letter) {
        return Err(AccountError::NAME_LETTERS);
    }
    if is_reserved(&name) { Err(AccountError::NAME_RESERVED) } else { Ok(name) }
}

/// Whether a password may be taken.
pub(super) fn check_password(password: &str) -> Result<(), AccountError> {
    // The bytes bound the work of counting characters.
    let fits = password.len() <= 800 && (8..=200).contains(&password.chars().count());
    if fits { Ok(()) } else { Err(AccountError::PASSWORD_LENGTH) }
}

fn tidied(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a name could be taken for a bot's ("Ada (house)"), a guest's ("Guest 482") or the staff's.
fn is_reserved(name: &str) -> bool {
    let plain = plain_letters(name);
    let numbers =
        name.chars().filter(|character| character.is_alphanumeric()).skip(5).all(|c| c.is_ascii_digit());
    let guest = plain.starts_with("guest") && numbers;
    guest || plain.contains("house") || RESERVED.contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::{AccountError, check_password, checked};

    #[test]
    fn names_are_short_plain_and_nobody_elses() {
        let rows: [(&str, Result<&str, AccountError>); 24] = [
            ("Ada", Ok("Ada")),
            ("  Ada   Lovelace ", Ok("Ada Lovelace")),
            ("Zoë-9_x", Ok("Zoë-9_x")),
            ("A", Err(AccountError::NAME_LENGTH)),
            ("", Err(AccountError::NAME_LENGTH)),
            ("abcdefghijklmnopqrstuvwx", Ok("abcdefghijklmnopqrstuvwx")),
            ("abcdefghijklmnopqrstuvwxy", Err(AccountError::NAME_LENGTH)),
            ("--", Err(AccountError::NAME_LETTERS)),
            ("a<b>", Err(AccountError::NAME_LETTERS)),
            ("Аda", Err(AccountError::NAME_LETTERS)),
            ("a\u{202e}b", Err(AccountError::NAME_LETTERS)),
            ("Ada (house)", Err(AccountError::NAME_LETTERS)),
            ("Ada house", Err(AccountError::NAME_RESERVED)),
            ("Ada H0U5E", Err(AccountError::NAME_RESERVED)),
            ("Ada hóúše", Err(AccountError::NAME_RESERVED)),
            ("Ada h-o-u-s-e", Err(AccountError::NAME_RESERVED)),
            ("Floor", Err(AccountError::NAME_RESERVED)),
            ("fl00r", Err(AccountError::NAME_RESERVED)),
            ("D e a l e r", Err(AccountError::NAME_RESERVED)),
            ("Guest 482", Err(AccountError::NAME_RESERVED)),
            ("guest_7", Err(AccountError::NAME_RESERVED)),
            ("Guest", Err(AccountError::NAME_RESERVED)),
            ("Guesthouse", Err(AccountError::NAME_RESERVED)),
            ("Guesting Gail", Ok("Guesting Gail")),
        ];
        for (name, expected) in rows {
            assert_eq!(checked(name), expected.map(str::to_owned), "{name}");
        }
        assert_eq!(checked(&"a ".repeat(1_000)), Err(AccountError::NAME_LENGTH));
    }

    #[test]
    fn passwords_have_8_to_200_characters() {
        let rows = [(7, false), (8, true), (200, true), (201, false), (100_000, false)];
        for (length, expected) in rows {
            assert_eq!(check_password(&"é".repeat(length)).is_ok(), expected, "{length}");
        }
    }
}
