//! Moments of amounts, from which means and standard errors follow.

use core::ops::AddAssign;

use uth::Cents;

/// The count, sum and sum of squares of amounts, in whole cents without rounding.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moments {
    /// The number of amounts.
    pub count: u64,
    /// The sum.
    pub sum: i128,
    /// The sum of squares.
    pub squares: i128,
}

impl Moments {
    /// Adds an amount.
    #[inline]
    pub(crate) fn add(&mut self, Cents(amount): Cents) {
        self.count += 1;
        self.sum += i128::from(amount);
        self.squares += i128::from(amount) * i128::from(amount);
    }

    /// The mean, in cents.
    #[allow(clippy::cast_precision_loss)]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The sample variance, in square cents.
    #[allow(clippy::cast_precision_loss)]
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = self.count as f64;
        (self.squares as f64 - self.sum as f64 * self.mean()).max(0.0) / (count - 1.0)
    }

    /// The sample standard deviation.
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The standard error of the mean.
    #[allow(clippy::cast_precision_loss)]
    pub fn standard_error(&self) -> f64 {
        if self.count == 0 { 0.0 } else { (self.variance() / self.count as f64).sqrt() }
    }

    /// The number of standard errors by which the mean exceeds `value`, or `None` if the standard error is zero.
    pub fn z_score(&self, value: f64) -> Option<f64> {
        let error = self.standard_error();
        (error > 0.0).then(|| (self.mean() - value) / error)
    }
}

impl AddAssign<&Moments> for Moments {
    fn add_assign(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

#[cfg(test)]
mod tests {
    use super::Moments;
    use uth::Cents;

    #[test]
    fn averages_and_their_errors_follow_from_the_sums() {
        let mut moments = Moments::default();
        for amount in [2, 4, 4, 4, 5, 5, 7, 9] {
            moments.add(Cents(amount));
        }
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        close(moments.mean(), 5.0);
        close(moments.variance(), 32.0 / 7.0);
        close(moments.standard_error(), (32.0_f64 / 56.0).sqrt());
        close(moments.z_score(4.0).expect("the amounts differ"), 1.0 / (32.0_f64 / 56.0).sqrt());
        assert_eq!(Moments::default().z_score(0.0), None);
    }
}
