//! Base32 as RFC 4648 has it, without padding: secrets that people copy by hand.

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Returns the text of some bytes.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    for group in bytes.chunks(5) {
        let mut padded = [0; 8];
        padded[3..3 + group.len()].copy_from_slice(group);
        let bits = u64::from_be_bytes(padded);
        let characters = (group.len() * 8).div_ceil(5);
        text.extend(
            (0..characters).map(|place| char::from(ALPHABET[(bits >> (35 - 5 * place)) as usize & 31])),
        );
    }
    text
}

/// Returns the bytes of a text, in capitals or not, with spaces or without; `None` if it is no Base32.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for character in text.bytes().filter(|byte| *byte != b' ') {
        let digit = ALPHABET.iter().position(|one| *one == character.to_ascii_uppercase())?;
        bits = bits << 5 | digit as u32;
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // Bits that are left over are padding, and no byte's.
    (bits == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn the_examples_of_the_standard_hold() {
        let rows = [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ];
        for (bytes, text) in rows {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(decode("mzxw 6ytb oi").as_deref(), Some(&b"foobar"[..]));
        for wrong in ["M0", "é", "MZ1", "MZ="] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
