//! Waiting times, counted in classes that grow with them: none is off by more than one part in 64.

use std::time::Duration;

/// So many classes for each doubling.
const CLASSES: usize = 64;

/// The longest time that has a class of its own: two minutes. What is longer counts as that.
const LONGEST_US: u64 = 120_000_000;

/// How often each waiting time was measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Histogram {
    counts: Vec<u64>,
    count: u64,
    sum_us: u64,
    most_us: u64,
}

impl Histogram {
    pub(super) fn add(&mut self, time: Duration) {
        let us = u64::try_from(time.as_micros()).unwrap_or(LONGEST_US).min(LONGEST_US);
        let class = class(us);
        if self.counts.len() <= class {
            self.counts.resize(class + 1, 0);
        }
        self.counts[class] += 1;
        self.count += 1;
        self.sum_us += us;
        self.most_us = self.most_us.max(us);
    }

    /// Counts what another has counted.
    pub(super) fn join(&mut self, other: &Histogram) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.count += other.count;
        self.sum_us += other.sum_us;
        self.most_us = self.most_us.max(other.most_us);
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) const fn most_us(&self) -> u64 {
        self.most_us
    }

    pub(super) fn mean_us(&self) -> u64 {
        self.sum_us / self.count.max(1)
    }

    /// The time within which so many of 100,000 were: 99,900 of them is the 99.9th percentile.
    pub(super) fn within_us(&self, of_100_000: u64) -> u64 {
        let rank = (u128::from(self.count) * u128::from(of_100_000)).div_ceil(100_000).max(1);
        let mut seen = 0;
        for (class, count) in self.counts.iter().enumerate() {
            seen += u128::from(*count);
            if seen >= rank {
                return longest_us(class).min(self.most_us);
            }
        }
        self.most_us
    }
}

fn class(us: u64) -> usize {
    let doublings = us.max(1).ilog2().saturating_sub(CLASSES.ilog2());
    doublings as usize * CLASSES + (us >> doublings) as usize
}

/// The longest time of a class.
fn longest_us(class: usize) -> u64 {
    let doublings = (class / CLASSES).saturating_sub(1);
    (((class - doublings * CLASSES + 1) as u64) << doublings) - 1
}

#[cfg(test)]
mod tests {
    use super::{Histogram, LONGEST_US, class, longest_us};
    use std::time::Duration;

    #[test]
    fn classes_follow_each_other_and_are_narrow() {
        let mut last = 0;
        for us in (0..10_000).chain((10_000..LONGEST_US).step_by(9_973)) {
            let class = class(us);
            let longest = longest_us(class);
            assert!(class == last || class == last + 1 || us > 10_000, "{us}");
            assert!(class >= last && longest >= us && longest - us <= us / 64, "{us} {longest}");
            last = class;
        }
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let (mut histogram, mut other) = (Histogram::default(), Histogram::default());
        for ms in 1..=1_000 {
            let either = if ms % 3 == 0 { &mut histogram } else { &mut other };
            either.add(Duration::from_millis(ms));
        }
        histogram.join(&other);
        let rows = [(50_000, 500_000), (90_000, 900_000), (99_000, 990_000), (100_000, 1_000_000)];
        for (of_100_000, expected_us) in rows {
            let us = histogram.within_us(of_100_000);
            assert!(us >= expected_us && us - expected_us <= expected_us / 64, "{of_100_000} {us}");
        }
        assert_eq!(
            (histogram.count(), histogram.most_us(), histogram.mean_us()),
            (1_000, 1_000_000, 500_500)
        );
        assert_eq!(Histogram::default().within_us(99_000), 0);
    }
}
