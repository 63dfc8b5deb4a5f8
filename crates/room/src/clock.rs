//! The wall clock, and whether it was set.
//!
//! Deadlines are written in wall-clock time, which other nodes and clients understand, but they are counted in
//! monotonic time from the moment at which a node learns of them: a clock that is set back must not keep a table
//! waiting, nor one that is set forward take away the time of its players.

use std::time::Duration;

/// By how much the wall clock may move against the monotonic one between two looks, and by how much those of two nodes
/// may differ. With a time server they stay far below.
const TOLERANCE_MS: u64 = 1_000;

/// A clock that was set counts as steady again after so long.
const STEADY_AFTER: Duration = Duration::from_secs(10);

/// A look that took longer proves nothing: the process stood still between the two clocks.
const LONGEST_LOOK: Duration = Duration::from_millis(100);

/// Compares the two clocks.
#[derive(Default)]
pub(crate) struct ClockWatch {
    /// The wall clock less the monotonic one, in milliseconds, at the last look.
    offset_ms: Option<i64>,
    /// When the wall clock was last set, in monotonic time.
    set_at: Option<Duration>,
}

/// What a look has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockChange {
    /// The wall clock was set by so many milliseconds.
    Set {
        /// Negative if it was set back.
        by_ms: i64,
    },
    /// It has not been set for a while.
    Steady,
}

impl ClockWatch {
    /// Compares the clocks. The wall clock was read between `before` and `after`.
    pub(crate) fn look(&mut self, wall_ms: u64, before: Duration, after: Duration) -> Option<ClockChange> {
        if after.saturating_sub(before) > LONGEST_LOOK {
            return None;
        }
        let offset_ms = wall_ms.cast_signed().saturating_sub((after.as_millis() as u64).cast_signed());
        let by_ms = self.offset_ms.replace(offset_ms).map_or(0, |known| offset_ms.saturating_sub(known));
        if by_ms.unsigned_abs() > TOLERANCE_MS {
            self.set_at = Some(after);
            return Some(ClockChange::Set { by_ms });
        }
        self.set_at.take_if(|set_at| after > *set_at + STEADY_AFTER).map(|_| ClockChange::Steady)
    }
}

/// A deadline of a table, as this node counts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deadline {
    /// The deadline in the log, in wall-clock time.
    pub(crate) until_ms: u64,
    /// When it has passed, in monotonic time.
    counted_ms: u64,
}

impl Deadline {
    /// A deadline that this node learns of now. It is never further away than when it was written: if it seems to be,
    /// one of two clocks is wrong.
    pub(crate) fn new(until_ms: u64, wall_ms: u64, monotonic_ms: u64, longest_ms: u64) -> Deadline {
        let wait_ms = until_ms.saturating_sub(wall_ms);
        let is_wrong = wait_ms > longest_ms.saturating_add(TOLERANCE_MS);
        let wait_ms = if is_wrong { longest_ms } else { wait_ms };
        Deadline { until_ms, counted_ms: monotonic_ms.saturating_add(wait_ms) }
    }

    /// Returns when it has passed, in monotonic time. A wall clock that is only a little behind is waited for, so that
    /// the log does not say that the table acted early.
    pub(crate) fn due_ms(self, wall_ms: u64, monotonic_ms: u64) -> u64 {
        match self.until_ms.saturating_sub(wall_ms) {
            rest_ms @ 1..=TOLERANCE_MS if monotonic_ms >= self.counted_ms => monotonic_ms + rest_ms,
            // Also once it has passed: an actor that is woken again and again must find the same moment each time.
            _ => self.counted_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ClockChange, ClockWatch, Deadline, STEADY_AFTER};

    const HOUR_MS: i64 = 60 * 60 * 1_000;

    #[test]
    fn a_clock_that_is_set_is_noticed_once_and_steady_after_a_while() {
        for by_ms in [-HOUR_MS, -2_000, 2_000, HOUR_MS] {
            let mut watch = ClockWatch::default();
            let mut look = |seconds: u64, set_ms: i64| {
                let now = Duration::from_secs(seconds);
                let wall_ms = (1_800_000_000_000 + 1_000 * seconds).cast_signed() + set_ms;
                watch.look(wall_ms.cast_unsigned(), now, now)
            };
            assert_eq!((look(1, 0), look(2, 0)), (None, None));
            assert_eq!(look(3, by_ms), Some(ClockChange::Set { by_ms }));
            assert_eq!(look(4, by_ms), None);
            let steady = 4 + STEADY_AFTER.as_secs();
            assert_eq!(look(steady, by_ms), Some(ClockChange::Steady));
            assert_eq!(look(steady + 1, by_ms), None);
        }
    }

    #[test]
    fn a_clock_that_drifts_and_a_process_that_stood_still_are_no_jump() {
        let mut watch = ClockWatch::default();
        for second in 1..1_000 {
            let now = Duration::from_secs(second);
            assert_eq!(watch.look(1_000_000 + 1_001 * second, now, now), None);
        }
        let (before, after) = (Duration::from_secs(1_000), Duration::from_secs(1_010));
        assert_eq!(watch.look(1_000_000 + 1_001 * 1_000, before, after), None);
        assert_eq!(watch.look(1_000_000 + 1_001 * 1_010, after, after), None);
    }

    #[test]
    fn a_deadline_is_never_further_away_than_when_it_was_written() {
        let due_ms = |wall_ms| Deadline::new(10_000, wall_ms, 500, 3_000).due_ms(wall_ms, 500);
        assert_eq!((due_ms(8_000), due_ms(6_000), due_ms(1)), (2_500, 4_500, 3_500));
        assert_eq!((due_ms(10_000), due_ms(99_999)), (500, 500), "it has passed");
    }

    #[test]
    fn a_clock_that_is_a_little_behind_is_waited_for_and_one_that_was_set_back_is_not() {
        let deadline = Deadline::new(10_000, 8_000, 500, 3_000);
        let due_ms = |wall_ms| deadline.due_ms(wall_ms, 2_500);
        assert_eq!((due_ms(10_000), due_ms(9_700), due_ms(1)), (2_500, 2_800, 2_500));
        assert_eq!(deadline.due_ms(9_900, 2_400), 2_500, "nor is one that was set forward obeyed");
        assert_eq!(deadline.due_ms(12_000, 4_500), 2_500, "it passed then and not now");
    }
}
