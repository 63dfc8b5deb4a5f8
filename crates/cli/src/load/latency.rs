//! Latencies: how they are counted, and how a viewer's update is matched with the command that caused it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

/// The longest latency that is told apart: two minutes. Longer ones count as that.
const LONGEST_US: u64 = 120_000_000;

/// Three significant digits: no percentile is off by more than one part in a thousand.
const SIGNIFICANT_DIGITS: u8 = 3;

/// How many commands and updates are remembered for each table; what is not matched in time is forgotten.
const REMEMBERED: usize = 1_024;

/// A histogram of latencies in microseconds.
#[derive(Clone, Debug)]
pub(super) struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Latencies {
        // Fails only for bounds or digits that are out of range, and these are constants.
        let histogram = Histogram::new_with_bounds(1, LONGEST_US, SIGNIFICANT_DIGITS);
        Latencies(histogram.unwrap_or_else(|error| unreachable!("{error}")))
    }
}

impl Latencies {
    pub(super) fn add(&mut self, latency: Duration) {
        self.0.saturating_record(u64::try_from(latency.as_micros()).unwrap_or(LONGEST_US));
    }

    /// Adds all latencies of another histogram.
    pub(super) fn join(&mut self, other: &Latencies) {
        // Both have the same bounds, so nothing is out of range.
        let _ = self.0.add(&other.0);
    }

    pub(super) fn count(&self) -> u64 {
        self.0.len()
    }

    pub(super) fn max_ms(&self) -> f64 {
        ms(self.0.max())
    }

    pub(super) fn mean_ms(&self) -> f64 {
        self.0.mean().round() / 1e3
    }

    /// Returns the latency within which that share of the commands were answered: 99.9 is the 99.9th percentile.
    pub(super) fn percentile_ms(&self, percentile: f64) -> f64 {
        if self.0.is_empty() { 0.0 } else { ms(self.0.value_at_percentile(percentile).min(self.0.max())) }
    }
}

/// Microseconds as milliseconds.
#[allow(clippy::cast_precision_loss)]
fn ms(us: u64) -> f64 {
    us as f64 / 1e3
}

/// Matches the commands of one table with the updates that its viewers receive. A viewer may have the update before
/// the player has the answer, so whichever comes first waits for the other.
#[derive(Default)]
pub(super) struct UpdateMatcher {
    sent: VecDeque<(u64, Instant)>,
    seen: VecDeque<(u64, Instant)>,
}

impl UpdateMatcher {
    /// Records that a command, sent at that time, led to event `seq`. Returns the latencies of all viewers who have
    /// seen that event already.
    pub(super) fn answered(&mut self, seq: u64, sent: Instant) -> Vec<Duration> {
        let seen = self.seen.iter().filter(|(other, _)| *other == seq);
        let latencies = seen.map(|(_, seen)| seen.saturating_duration_since(sent)).collect();
        self.seen.retain(|(other, _)| *other != seq);
        remember(&mut self.sent, (seq, sent));
        latencies
    }

    /// Records that a viewer has seen event `seq`. Returns the latency if the command that led to it is known.
    pub(super) fn seen(&mut self, seq: u64, seen: Instant) -> Option<Duration> {
        let sent = self.sent.iter().rev().find(|(other, _)| *other == seq);
        if sent.is_none() {
            remember(&mut self.seen, (seq, seen));
        }
        sent.map(|(_, sent)| seen.saturating_duration_since(*sent))
    }
}

fn remember(remembered: &mut VecDeque<(u64, Instant)>, one: (u64, Instant)) {
    if remembered.len() == REMEMBERED {
        remembered.pop_front();
    }
    remembered.push_back(one);
}

#[cfg(test)]
mod tests {
    use super::{Latencies, REMEMBERED, UpdateMatcher};
    use std::time::{Duration, Instant};

    #[test]
    fn percentiles_are_those_of_the_sorted_latencies() {
        let (mut latencies, mut other) = (Latencies::default(), Latencies::default());
        for ms in 1..=1_000 {
            let either = if ms % 3 == 0 { &mut latencies } else { &mut other };
            either.add(Duration::from_millis(ms));
        }
        latencies.join(&other);
        for (percentile, expected_ms) in [(50.0, 500.0), (90.0, 900.0), (99.0, 990.0), (100.0, 1_000.0)] {
            let ms = latencies.percentile_ms(percentile);
            assert!((ms - expected_ms).abs() <= expected_ms / 1_000.0, "{percentile} {ms}");
        }
        assert_eq!(latencies.count(), 1_000);
        assert!((latencies.mean_ms() - 500.5).abs() < 1.0);
        assert!((Latencies::default().percentile_ms(99.0)).abs() < f64::EPSILON);
    }

    #[test]
    fn it_does_not_matter_whether_the_player_or_the_viewer_hears_first() {
        let (start, ms) = (Instant::now(), Duration::from_millis);
        let mut matcher = UpdateMatcher::default();
        assert_eq!(matcher.seen(7, start + ms(3)), None);
        assert_eq!(matcher.answered(7, start), [ms(3)]);
        assert_eq!(matcher.seen(7, start + ms(5)), Some(ms(5)));
        // What the table did by itself belongs to no command.
        assert_eq!(matcher.seen(8, start + ms(6)), None);
        assert_eq!(matcher.answered(9, start + ms(6)), []);
    }

    #[test]
    fn memory_is_bounded() {
        let now = Instant::now();
        let mut matcher = UpdateMatcher::default();
        for seq in 0..5 * REMEMBERED as u64 {
            matcher.seen(2 * seq, now);
            matcher.answered(2 * seq + 1, now);
        }
        assert_eq!((matcher.sent.len(), matcher.seen.len()), (REMEMBERED, REMEMBERED));
    }
}
