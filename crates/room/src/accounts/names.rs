//! Which names and passwords people may take.

use super::account_error::AccountError;
use ::journal::record::LikenessKey;

/// What the card room calls itself and its staff, without anything but letters.
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

/// The name as it will stand: without spaces around it, and one at most between its words.
pub(super) fn checked(name: &str) -> Result<String, AccountError> {
    // Whoever sends a megabyte is not told which of its letters is wrong.
    if name.len() > 400 {
        return Err(AccountError::NameLength);
    }
    let name = tidied(name);
    if !(2..=24).contains(&name.chars().count()) {
        return Err(AccountError::NameLength);
    }
    // One alphabet, so that nobody is somebody else with a letter that only looks the same.
    let is_letter = |character: char| {
        character.is_ascii_alphanumeric() || (('À'..='ɏ').contains(&character) && character.is_alphabetic())
    };
    if !name.chars().all(|character| is_letter(character) || matches!(character, ' ' | '-' | '_')) {
        return Err(AccountError::NameLetters);
    }
    if !name.chars().any(is_letter) {
        return Err(AccountError::NameLetters);
    }
    if is_reserved(&name) { Err(AccountError::NameReserved) } else { Ok(name) }
}

/// What names have in common that a quick look cannot tell apart. One player has all names of a likeness.
pub(super) fn likeness(name: &str) -> LikenessKey {
    LikenessKey(plain(name).replace('l', "i"))
}

/// Whether a password may be taken.
pub(super) fn check_password(password: &str) -> Result<(), AccountError> {
    let fits = password.len() <= 800 && (8..=200).contains(&password.chars().count());
    if fits { Ok(()) } else { Err(AccountError::PasswordLength) }
}

fn tidied(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// House-run players are called "Ada (house)", guests "Guest 482".
fn is_reserved(name: &str) -> bool {
    let plain = plain(name);
    let numbers =
        name.chars().filter(|character| character.is_alphanumeric()).skip(5).all(|c| c.is_ascii_digit());
    let guest = plain.starts_with("guest") && numbers;
    guest || plain.contains("house") || RESERVED.contains(&plain.as_str())
}

/// Its letters and digits, each as the plain letter that it looks like.
fn plain(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).map(looks_like).collect()
}

/// The plain letter that somebody may take it for.
fn looks_like(character: char) -> char {
    let lower = character.to_lowercase().next().unwrap_or(character);
    match lower {
        '0' | 'ò'..='ö' | 'ø' => 'o',
        '1' | 'ì'..='ï' | 'ı' => 'i',
        '3' | 'è'..='ë' => 'e',
        '4' | 'à'..='å' => 'a',
        '5' | 'ś' | 'š' | 'ş' => 's',
        'ù'..='ü' | 'ū' => 'u',
        'ħ' => 'h',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{AccountError, check_password, checked, likeness};

    #[test]
    fn names_are_short_plain_and_nobody_elses() {
        let rows: [(&str, Result<&str, AccountError>); 24] = [
            ("Ada", Ok("Ada")),
            ("  Ada   Lovelace ", Ok("Ada Lovelace")),
            ("Zoë-9_x", Ok("Zoë-9_x")),
            ("A", Err(AccountError::NameLength)),
            ("", Err(AccountError::NameLength)),
            ("abcdefghijklmnopqrstuvwx", Ok("abcdefghijklmnopqrstuvwx")),
            ("abcdefghijklmnopqrstuvwxy", Err(AccountError::NameLength)),
            ("--", Err(AccountError::NameLetters)),
            ("a<b>", Err(AccountError::NameLetters)),
            ("Аda", Err(AccountError::NameLetters)),
            ("a\u{202e}b", Err(AccountError::NameLetters)),
            ("Ada (house)", Err(AccountError::NameLetters)),
            ("Ada house", Err(AccountError::NameReserved)),
            ("Ada H0U5E", Err(AccountError::NameReserved)),
            ("Ada hóúše", Err(AccountError::NameReserved)),
            ("Ada h-o-u-s-e", Err(AccountError::NameReserved)),
            ("Floor", Err(AccountError::NameReserved)),
            ("fl00r", Err(AccountError::NameReserved)),
            ("D e a l e r", Err(AccountError::NameReserved)),
            ("Guest 482", Err(AccountError::NameReserved)),
            ("guest_7", Err(AccountError::NameReserved)),
            ("Guest", Err(AccountError::NameReserved)),
            ("Guesthouse", Err(AccountError::NameReserved)),
            ("Guesting Gail", Ok("Guesting Gail")),
        ];
        for (name, expected) in rows {
            assert_eq!(checked(name), expected.map(str::to_owned), "{name}");
        }
        assert_eq!(checked(&"a ".repeat(1_000)), Err(AccountError::NameLength));
    }

    #[test]
    fn names_that_look_the_same_have_one_likeness() {
        for name in ["Flora", "FLORA", "F1ora", "FIora", "fl0ra", "Flörà", "Flo_ra", "F-l-o-r-a"] {
            assert_eq!(likeness(name), likeness("flora"), "{name}");
        }
        for name in ["Flora 2", "Floras", "Clora"] {
            assert_ne!(likeness(name), likeness("flora"), "{name}");
        }
    }

    #[test]
    fn passwords_have_8_to_200_characters() {
        let rows = [(7, false), (8, true), (200, true), (201, false), (100_000, false)];
        for (length, expected) in rows {
            assert_eq!(check_password(&"é".repeat(length)).is_ok(), expected, "{length}");
        }
    }
}
