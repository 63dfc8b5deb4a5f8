//! Bytes as text: two lower-case digits each.

use core::fmt;

pub fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

pub fn text(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// The bytes of a text that has just so many.
pub fn array<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    read(text)?.try_into().ok()
}

/// The bytes of a text, if all of it is digits in pairs.
pub fn read(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    let (pairs, rest) = digits.as_deref()?.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn only_pairs_of_digits_are_bytes() {
        let rows: [(&str, Option<&[u8]>); 6] = [
            ("", Some(&[])),
            ("00ff", Some(&[0, 255])),
            ("0AfF", Some(&[10, 255])),
            ("0", None),
            ("+1", None),
            ("é0", None),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text).as_deref(), expected, "{text}");
        }
    }
}
