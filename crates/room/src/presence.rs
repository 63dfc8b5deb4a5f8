//! Which seated players are away: without a connection to the card room, as far as this node knows.
//!
//! No log tells who is connected. A node knows its own connections. Of players who are connected to another node it
//! hears only when they do something at the table; so between nodes a player counts as present for a while after that,
//! and a player who does nothing for longer is away here, connected elsewhere or not.

use std::collections::{BTreeMap, BTreeSet};

use table::PlayerId;

/// How long a player counts as present after their last connection here has ended: a page that is loaded again is back
/// within that time, and viewers see no flicker.
const RECONNECT_MS: u64 = 2_000;

/// How long a command that came through another node counts as a sign of life. No notice tells that a connection
/// there has ended, but whoever plays does something in every hand.
const HEARD_MS: u64 = 2 * 60 * 1_000;

/// The pause between two looks at the connections.
const LOOK_INTERVAL_MS: u64 = 1_000;

/// Who among the seated players is away. All times are monotonic.
#[derive(Default)]
pub(super) struct Presence {
    /// How long a sign of life counts that is no connection to this node.
    sign_ms: u64,
    /// Until when each seated player counts as present.
    until_ms: BTreeMap<PlayerId, u64>,
    away: BTreeSet<PlayerId>,
    looked_ms: Option<u64>,
}

impl Presence {
    pub(super) fn new(is_shared: bool) -> Presence {
        Presence { sign_ms: if is_shared { HEARD_MS } else { RECONNECT_MS }, ..Presence::default() }
    }

    pub(super) fn is_away(&self, player: PlayerId) -> bool {
        self.away.contains(&player)
    }

    /// Returns when to look again; `None` if there is nobody to look for.
    pub(super) fn next_look_ms(&self) -> Option<u64> {
        self.looked_ms.filter(|_| !self.until_ms.is_empty()).map(|looked_ms| looked_ms + LOOK_INTERVAL_MS)
    }

    /// Whether it is time to look again.
    pub(super) fn is_due(&self, now_ms: u64) -> bool {
        self.looked_ms.is_none_or(|looked_ms| now_ms >= looked_ms + LOOK_INTERVAL_MS)
    }

    /// Notes that a player has done something at the table.
    pub(super) fn heard(&mut self, player: PlayerId, now_ms: u64) {
        self.until_ms.insert(player, now_ms + self.sign_ms);
    }

    /// Looks who is connected, and returns whether a player has gone away or come back since the last look. A player
    /// who is seen for the first time, because they have just sat down or this node has just loaded the table, gets
    /// the time of a sign of life to connect.
    pub(super) fn look(
        &mut self,
        seated: impl Iterator<Item = PlayerId>,
        now_ms: u64,
        is_connected: impl Fn(PlayerId) -> bool,
    ) -> bool {
        let until_ms = |player: PlayerId| match self.until_ms.get(&player) {
            // What was heard before does not count on top: when this connection ends, this node knows it at once.
            _ if is_connected(player) => now_ms + RECONNECT_MS,
            Some(until_ms) => *until_ms,
            None => now_ms + self.sign_ms,
        };
        self.until_ms = seated.map(|player| (player, until_ms(player))).collect();
        let gone = self.until_ms.iter().filter(|(_, until_ms)| **until_ms <= now_ms);
        let away = gone.map(|(player, _)| *player).collect();
        self.looked_ms = Some(now_ms);
        std::mem::replace(&mut self.away, away) != self.away
    }
}

#[cfg(test)]
mod tests {
    use table::PlayerId;

    use super::{HEARD_MS, Presence, RECONNECT_MS};

    const ANN: PlayerId = PlayerId(7);

    /// Looks whether Ann is connected to this node; returns whether she is away.
    fn look(presence: &mut Presence, now_ms: u64, is_connected: bool) -> bool {
        presence.look([ANN].into_iter(), now_ms, |_| is_connected);
        presence.is_away(ANN)
    }

    #[test]
    fn a_player_is_away_soon_after_the_connection_ends_and_back_with_the_next() {
        for is_shared in [false, true] {
            let mut presence = Presence::new(is_shared);
            assert!(!look(&mut presence, 10_000, true));
            assert!(!look(&mut presence, 9_999 + RECONNECT_MS, false), "the page is being loaded again");
            assert!(look(&mut presence, 10_000 + RECONNECT_MS, false));
            assert!(!look(&mut presence, 20_000, true));
        }
    }

    #[test]
    fn a_command_through_another_node_is_a_sign_of_life_for_a_while() {
        let mut presence = Presence::new(true);
        assert!(!look(&mut presence, 0, false), "she may be connected to another node");
        assert!(look(&mut presence, HEARD_MS, false));
        presence.heard(ANN, HEARD_MS);
        assert!(!look(&mut presence, HEARD_MS, false));
        assert!(look(&mut presence, 2 * HEARD_MS, false));
    }

    #[test]
    fn only_a_change_is_told_and_nobody_is_looked_for_at_an_empty_table() {
        let mut presence = Presence::new(false);
        assert_eq!(presence.next_look_ms(), None);
        assert!(presence.is_due(0));
        let looks = [(0, false), (RECONNECT_MS, true), (RECONNECT_MS + 1_000, false)];
        for (now_ms, has_changed) in looks {
            assert_eq!(presence.look([ANN].into_iter(), now_ms, |_| false), has_changed, "{now_ms}");
        }
        assert_eq!(presence.next_look_ms(), Some(RECONNECT_MS + 2_000));
        assert!(!presence.is_due(RECONNECT_MS + 1_999) && presence.is_due(RECONNECT_MS + 2_000));
        assert!(presence.look(std::iter::empty(), 9_000, |_| false), "she has left the table");
        assert_eq!(presence.next_look_ms(), None);
    }
}
