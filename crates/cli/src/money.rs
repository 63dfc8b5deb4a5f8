//! Money as players type and read it.

use std::str::FromStr;

use uth::Cents;

/// An amount that was typed in dollars: `5`, `2.50`, `$5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dollars(pub(crate) Cents);

impl FromStr for Dollars {
    type Err = String;

    fn from_str(text: &str) -> Result<Dollars, String> {
        let why = || format!("{text:?} is not an amount: write dollars, like 5 or 2.50");
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 10;
        let typed = text.strip_prefix('$').unwrap_or(text);
        let (whole, cents) = typed.split_once('.').unwrap_or((typed, "00"));
        if whole.is_empty() || cents.len() != 2 || !digits(whole) || !digits(cents) {
            return Err(why());
        }
        let number = |text: &str| text.parse::<i64>().map_err(|_| why());
        Ok(Dollars(Cents(number(whole)? * 100 + number(cents)?)))
    }
}

/// Formats an amount with its sign, also when it is a gain.
pub(crate) fn signed(amount: Cents) -> String {
    if amount > Cents::ZERO { format!("+{amount}") } else { amount.to_string() }
}

#[cfg(test)]
mod tests {
    use super::{Cents, Dollars, signed};

    #[test]
    fn dollars_are_read_as_people_type_them() {
        let rows = [
            ("5", Some(500)),
            ("2.50", Some(250)),
            ("$5", Some(500)),
            ("0", Some(0)),
            ("", None),
            ("5.5", None),
            ("-5", None),
            (".50", None),
            ("5 ", None),
            ("99999999999", None),
        ];
        for (text, expected) in rows {
            assert_eq!(text.parse::<Dollars>().ok().map(|dollars| dollars.0.0), expected, "{text:?}");
        }
    }

    #[test]
    fn a_gain_shows_its_sign() {
        assert_eq!([-350, 0, 125_000].map(|cents| signed(Cents(cents))), ["-$3.50", "$0.00", "+$1,250.00"]);
    }
}
