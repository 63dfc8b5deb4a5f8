//! Exact fractions of 128-bit integers.

use core::cmp::Ordering;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, Mul, Neg, Sub};
use core::str::FromStr;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction::whole(0);
    /// One.
    pub const ONE: Fraction = Fraction::whole(1);

    /// Returns a whole number.
    pub const fn whole(number: i64) -> Fraction {
        Fraction { numerator: number as i128, denominator: 1 }
    }

    /// Returns the quotient in lowest terms, or `None` if the denominator is zero.
    pub fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        let divisor = greatest_common_divisor(numerator.checked_abs()?, denominator.checked_abs()?);
        (denominator != 0).then(|| Fraction {
            numerator: numerator / divisor * denominator.signum(),
            denominator: denominator.abs() / divisor,
        })
    }

    /// Returns `numerator / denominator`, where the denominator is known not to be zero.
    pub(crate) fn of(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator).expect("a count of deals is not zero")
    }

    /// The numerator; it carries the sign.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, at least 1.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest `f64`, for printing and for roots.
    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the sum, or `None` if it does not fit 128 bits.
    pub fn checked_add(self, other: Fraction) -> Option<Fraction> {
        // Over the least common denominator, not the product: values of one game share most of it.
        let common = greatest_common_divisor(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / common)?;
        let right = other.numerator.checked_mul(self.denominator / common)?;
        let denominator = self.denominator.checked_mul(other.denominator / common)?;
        Fraction::new(left.checked_add(right)?, denominator)
    }

    /// Returns the product, or `None` if it does not fit 128 bits.
    pub fn checked_mul(self, other: Fraction) -> Option<Fraction> {
        // Cross-cancelling first keeps the products as small as the result, so only a result that is too long
        // is refused.
        let left = greatest_common_divisor(self.numerator.abs(), other.denominator);
        let right = greatest_common_divisor(other.numerator.abs(), self.denominator);
        Fraction::new(
            (self.numerator / left).checked_mul(other.numerator / right)?,
            (self.denominator / right).checked_mul(other.denominator / left)?,
        )
    }

    /// Returns the quotient, or `None` if the divisor is zero or the result does not fit 128 bits.
    pub fn checked_div(self, other: Fraction) -> Option<Fraction> {
        self.checked_mul(Fraction::new(other.denominator, other.numerator)?)
    }

    /// Returns the fraction as a multiple of `1/unit`; `unit` must be a multiple of the denominator.
    pub(crate) fn in_units(self, unit: i64) -> i64 {
        (self.numerator * i128::from(unit) / self.denominator) as i64
    }
}

/// Euclid's algorithm on non-negative numbers. Returns at least 1, so that the result can divide.
pub(crate) fn greatest_common_divisor(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left, right);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left.max(1)
}

impl Add for Fraction {
    type Output = Fraction;
    /// # Panics
    /// Where the sum leaves 128 bits, which no value of a [`Game`](crate::Game) does.
    fn add(self, other: Fraction) -> Fraction {
        self.checked_add(other).expect("a sum of fractions left 128 bits")
    }
}

impl Sub for Fraction {
    type Output = Fraction;
    fn sub(self, other: Fraction) -> Fraction {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Fraction;
    /// # Panics
    /// Where the product leaves 128 bits, which no value of a [`Game`](crate::Game) does.
    fn mul(self, other: Fraction) -> Fraction {
        self.checked_mul(other).expect("a product of fractions left 128 bits")
    }
}

impl Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction { numerator: -self.numerator, ..self }
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(fractions: I) -> Fraction {
        fractions.fold(Fraction::ZERO, Add::add)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        // By the difference, over the least common denominator: plain cross-multiplication would leave 128
        // bits sooner.
        (*self - *other).numerator.cmp(&0)
    }
}

impl From<i64> for Fraction {
    fn from(number: i64) -> Fraction {
        Fraction::whole(number)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FractionError {
    /// The text is not of the form `3`, `-3`, `3/2` or `1.5`.
    Form,
    /// The denominator is zero.
    ZeroDenominator,
    /// The numerator or the denominator has more than eighteen digits.
    TooLong,
}

impl fmt::Display for FractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FractionError::Form => "a number is written as 3, 3/2 or 1.5",
            FractionError::ZeroDenominator => "the number below the line is zero",
            FractionError::TooLong => "a number has at most eighteen digits, and seventeen after the point",
        })
    }
}

impl core::error::Error for FractionError {}

impl FromStr for Fraction {
    type Err = FractionError;

    fn from_str(text: &str) -> Result<Fraction, FractionError> {
        let text = text.trim();
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (above, below) = match (text.split_once('/'), text.split_once('.')) {
            (Some((above, below)), _) => (digits(above)?, digits(below)?),
            (None, Some((whole, part))) => {
                // A decimal is kept as numerator and power of ten, with the same limit on digits, so that the printed
                // form can be parsed again.
                (digits(&format!("{whole}{part}"))?, digits(&format!("1{}", "0".repeat(part.len())))?)
            }
            (None, None) => (digits(text)?, 1),
        };
        Fraction::new(sign * above, below).ok_or(FractionError::ZeroDenominator)
    }
}

fn digits(text: &str) -> Result<i128, FractionError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FractionError::Form);
    }
    if text.len() > 18 {
        return Err(FractionError::TooLong);
    }
    text.parse().map_err(|_| FractionError::Form)
}
