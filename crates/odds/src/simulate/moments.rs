//! Sums of amounts, from which averages and their errors follow.

use core::ops::AddAssign;

use uth::Cents;

/// A number of amounts, their sum and the sum of their squares, in cents and without rounding.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moments {
    /// How many there were.
    pub count: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
}

impl Moments {
    /// Counts one more amount.
    #[inline]
    pub(crate) fn add(&mut self, Cents(amount): Cents) {
        self.count += 1;
        self.sum += i128::from(amount);
        self.squares += i128::from(amount) * i128::from(amount);
    }

    /// The average, in cents.
    #[allow(clippy::cast_precision_loss)]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The variance of one amount as estimated from all of them, in square cents.
    #[allow(clippy::cast_precision_loss)]
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = self.count as f64;
        (self.squares as f64 - self.sum as f64 * self.mean()).max(0.0) / (count - 1.0)
    }

    /// The standard deviation of one amount.
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The standard error of the average.
    #[allow(clippy::cast_precision_loss)]
    pub fn standard_error(&self) -> f64 {
        if self.count == 0 { 0.0 } else { (self.variance() / self.count as f64).sqrt() }
    }

    /// How many standard errors the average lies above a value; nothing where there is no error to measure by.
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
