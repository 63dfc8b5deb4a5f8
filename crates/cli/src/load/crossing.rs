//! Where a command and what its viewers saw of it are put together. Whichever is known first waits for the other.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How many of each are remembered; what nobody asks about in time is forgotten.
const KEPT: usize = 1_024;

/// What is known of one table: where it stood after a command, and when a viewer saw it stand there.
#[derive(Default)]
pub(super) struct Crossing {
    sent: VecDeque<(u64, Instant)>,
    seen: VecDeque<(u64, Instant)>,
}

impl Crossing {
    /// A command that was sent then is durable, and the table stood there. How long each viewer who has seen it by
    /// now had waited.
    pub(super) fn answered(&mut self, seq: u64, sent: Instant) -> Vec<Duration> {
        let seen = self.seen.iter().filter(|(other, _)| *other == seq);
        let waited = seen.map(|(_, seen)| seen.saturating_duration_since(sent)).collect();
        self.seen.retain(|(other, _)| *other != seq);
        remember(&mut self.sent, (seq, sent));
        waited
    }

    /// A viewer has just seen the table there. How long that took, if it is known which command led to it.
    pub(super) fn seen(&mut self, seq: u64, seen: Instant) -> Option<Duration> {
        let sent = self.sent.iter().rev().find(|(other, _)| *other == seq);
        if sent.is_none() {
            remember(&mut self.seen, (seq, seen));
        }
        sent.map(|(_, sent)| seen.saturating_duration_since(*sent))
    }
}

fn remember(kept: &mut VecDeque<(u64, Instant)>, one: (u64, Instant)) {
    if kept.len() == KEPT {
        kept.pop_front();
    }
    kept.push_back(one);
}

#[cfg(test)]
mod tests {
    use super::{Crossing, KEPT};
    use std::time::{Duration, Instant};

    #[test]
    fn it_does_not_matter_who_hears_first() {
        let (start, ms) = (Instant::now(), Duration::from_millis);
        let mut crossing = Crossing::default();
        assert_eq!(crossing.seen(7, start + ms(3)), None);
        assert_eq!(crossing.answered(7, start), [ms(3)]);
        assert_eq!(crossing.seen(7, start + ms(5)), Some(ms(5)));
        // What the table did by itself is nobody's command.
        assert_eq!(crossing.seen(8, start + ms(6)), None);
        assert_eq!(crossing.answered(9, start + ms(6)), []);
    }

    #[test]
    fn little_is_remembered() {
        let now = Instant::now();
        let mut crossing = Crossing::default();
        for seq in 0..5 * KEPT as u64 {
            crossing.seen(2 * seq, now);
            crossing.answered(2 * seq + 1, now);
        }
        assert_eq!((crossing.sent.len(), crossing.seen.len()), (KEPT, KEPT));
    }
}
