//! A player's own limits: losses in a day, and exclusion.
//!
//! A tighter limit counts at once, a looser one a day later. An exclusion can be made longer and never shorter.

use serde::{Deserialize, Serialize};
use uth::Cents;

use crate::summary::DAY_MS;

/// The limits that a player has set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protection {
    /// The most that may be lost in a day, in cents.
    daily_loss: Option<i64>,
    /// A looser limit that was asked for and does not count yet.
    looser: Option<LooserLimit>,
    excluded_until_ms: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LooserLimit {
    daily_loss: Option<i64>,
    from_ms: u64,
}

impl Protection {
    /// Returns the limit that counts now.
    pub fn daily_loss(&self, now_ms: u64) -> Option<Cents> {
        let limit = match self.looser {
            Some(looser) if looser.from_ms <= now_ms => looser.daily_loss,
            _ => self.daily_loss,
        };
        limit.map(Cents)
    }

    /// Returns the looser limit that was asked for and does not count yet, and when it will.
    pub fn asked_for(&self, now_ms: u64) -> Option<(Option<Cents>, u64)> {
        let looser = self.looser.filter(|looser| looser.from_ms > now_ms)?;
        Some((looser.daily_loss.map(Cents), looser.from_ms))
    }

    /// Returns until when the player may not play.
    pub fn excluded_until(&self, now_ms: u64) -> Option<u64> {
        self.excluded_until_ms.filter(|until| *until > now_ms)
    }

    /// Sets or lifts the limit.
    pub fn limit(&mut self, wanted: Option<i64>, now_ms: u64) {
        let present = self.daily_loss(now_ms).map(|cents| cents.0);
        // An equal limit counts as tighter, so asking for it again cancels a looser one that was asked for.
        let tighter = wanted.unwrap_or(i64::MAX) <= present.unwrap_or(i64::MAX);
        *self = Protection {
            // A looser limit that has come into force is `present` by now, and must not be undone by the next change.
            daily_loss: if tighter { wanted } else { present },
            looser: (!tighter).then_some(LooserLimit { daily_loss: wanted, from_ms: now_ms + DAY_MS }),
            ..*self
        };
    }

    /// Excludes the player, unless a longer exclusion is in force.
    pub fn exclude(&mut self, until_ms: u64) {
        // `None` is less than any time.
        self.excluded_until_ms = self.excluded_until_ms.max(Some(until_ms));
    }
}

#[cfg(test)]
mod tests {
    use super::{Cents, DAY_MS, Protection};

    /// What was asked for, one after the other; what counts now and a day later.
    type Row<'a> = (&'a [Option<i64>], Option<i64>, Option<i64>);

    #[test]
    fn tightening_counts_at_once_and_loosening_a_day_later() {
        let rows: [Row; 7] = [
            (&[], None, None),
            (&[Some(500)], Some(500), Some(500)),
            (&[Some(500), Some(300)], Some(300), Some(300)),
            (&[Some(500), Some(900)], Some(500), Some(900)),
            (&[Some(500), None], Some(500), None),
            (&[Some(500), None, Some(500)], Some(500), Some(500)),
            (&[Some(500), Some(900), Some(200)], Some(200), Some(200)),
        ];
        for (asked, now, later) in rows {
            let mut protection = Protection::default();
            for wanted in asked {
                protection.limit(*wanted, 1_000);
            }
            assert_eq!(protection.daily_loss(1_000), now.map(Cents), "{asked:?}");
            assert_eq!(protection.daily_loss(1_000 + DAY_MS), later.map(Cents), "{asked:?}");
        }
    }

    #[test]
    fn an_exclusion_is_made_longer_and_never_shorter() {
        let mut protection = Protection::default();
        for (until, expected) in [(50, 50), (70, 70), (60, 70)] {
            protection.exclude(until);
            assert_eq!(protection.excluded_until(10), Some(expected));
        }
        assert_eq!(protection.excluded_until(70), None);
    }
}
