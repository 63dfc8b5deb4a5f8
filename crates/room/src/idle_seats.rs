//! Seats whose players have no connection. The clock plays their hands (R20); if they do not return for a while, their
//! seats are given up once the round is over.

use std::collections::BTreeMap;

use table::{Command, PlayerId};

use super::table_state::{CommandRequest, TableState};

/// How long a seat is kept without a connection.
const KEPT_MS: u64 = 10 * 60 * 1_000;

/// The same where other nodes may have the connection: there only a long silence tells that the player is gone.
const KEPT_BY_NODES_MS: u64 = 30 * 60 * 1_000;

/// Since when each seated player has had no connection here and sent no command.
#[derive(Default)]
pub(super) struct IdleSeats {
    since_ms: BTreeMap<PlayerId, u64>,
    kept_ms: u64,
}

impl IdleSeats {
    pub(super) fn new(is_shared: bool) -> IdleSeats {
        IdleSeats { since_ms: BTreeMap::new(), kept_ms: if is_shared { KEPT_BY_NODES_MS } else { KEPT_MS } }
    }

    /// Notes which players are connected; returns when the first seat is to be given up.
    pub(super) fn look(
        &mut self,
        state: &TableState,
        now_ms: u64,
        is_there: impl Fn(PlayerId) -> bool,
    ) -> Option<u64> {
        // Whoever has left or come back starts anew the next time.
        self.since_ms.retain(|player, _| state.seated().any(|other| other == *player) && !is_there(*player));
        for player in state.seated().filter(|player| !is_there(*player)) {
            self.since_ms.entry(player).or_insert(now_ms);
        }
        let first = self.since_ms.values().min().map(|since_ms| since_ms + self.kept_ms);
        // A hand that is under way is played by the clock; its seat can be given up only afterwards.
        first.filter(|_| state.table().live().is_none())
    }

    /// Notes a command of a player.
    pub(super) fn heard(&mut self, player: PlayerId) {
        self.since_ms.remove(&player);
    }

    /// Returns the command that gives up a seat whose time has run out. If it is refused, the time begins anew.
    pub(super) fn leave(&mut self, state: &TableState, now_ms: u64) -> Option<CommandRequest> {
        let gone = |since_ms: u64| since_ms + self.kept_ms <= now_ms;
        let player = *self.since_ms.iter().find(|(_, since_ms)| gone(**since_ms))?.0;
        let seat = state.table().seats_of(player).next().filter(|_| state.table().live().is_none())?;
        self.since_ms.remove(&player);
        Some(CommandRequest::of_the_room(Command::Leave { player, seat }))
    }
}

#[cfg(test)]
mod tests {
    use table::{Command, Event, PlayerId, Settings, Table, TableId, TableMode};
    use uth::{Book, Seat, Setup};

    use super::{IdleSeats, KEPT_MS};
    use crate::table_state::TableState;

    #[test]
    fn a_seat_is_kept_for_a_while_and_then_given_up() {
        let settings = Settings::new(Setup::new(Book::House).approved().expect("terms"), TableMode::Solo, 1)
            .expect("settings");
        let opened = Event::Opened { table: TableId(1), settings: Box::new(settings), floor: PlayerId(0) };
        let mut table = Table::opened(&opened).expect("a table");
        let (player, seat) = (PlayerId(7), Seat::new(1).expect("a seat"));
        table.apply(&Event::Sat { player, seat }).expect("seated");
        let state = TableState::new(table, [0; 32]);
        let mut absent = IdleSeats::new(false);
        assert_eq!(absent.look(&state, 1_000, |_| true), None);
        assert_eq!(absent.look(&state, 2_000, |_| false), Some(2_000 + KEPT_MS));
        assert_eq!(absent.look(&state, 3_000, |_| false), Some(2_000 + KEPT_MS));
        absent.heard(player);
        assert_eq!(absent.look(&state, 4_000, |_| false), Some(4_000 + KEPT_MS));
        assert!(absent.leave(&state, 3_999 + KEPT_MS).is_none());
        let left = absent.leave(&state, 4_000 + KEPT_MS).map(|request| request.command);
        assert_eq!(left, Some(Command::Leave { player, seat }));
        assert!(absent.leave(&state, 4_000 + KEPT_MS).is_none(), "once");
    }
}
