//! Seats whose players are gone. The clock plays their hands (R20); if they do not return for a while, their seats are
//! given up once their hand is over. A solo table is also given back by a player who is connected and does nothing: it
//! is there for one player, and another may be waiting for it.

use std::collections::BTreeMap;

use table::{Command, PlayerId, TableMode};
use uth::Stage;

use super::table_state::{CommandRequest, TableState};

/// How long a seat is kept without a connection.
const KEPT_MS: u64 = 10 * 60 * 1_000;

/// The same where other nodes may have the connection: there only a long silence tells that the player is gone. And the
/// same for a connected player at a solo table.
const KEPT_LONG_MS: u64 = 30 * 60 * 1_000;

/// Since when, in monotonic time, each seated player has sent no command, and since when they have had no connection
/// here.
#[derive(Default)]
pub(super) struct IdleSeats {
    idle: BTreeMap<PlayerId, Idle>,
    kept_ms: u64,
}

struct Idle {
    silent_since_ms: u64,
    /// `None` while they are connected.
    gone_since_ms: Option<u64>,
}

impl IdleSeats {
    pub(super) fn new(is_shared: bool) -> IdleSeats {
        IdleSeats { idle: BTreeMap::new(), kept_ms: if is_shared { KEPT_LONG_MS } else { KEPT_MS } }
    }

    /// Notes which players are connected; returns when the first seat is to be given up. Bots are never idle.
    pub(super) fn look(
        &mut self,
        state: &TableState,
        now_ms: u64,
        is_bot: impl Fn(PlayerId) -> bool,
        is_there: impl Fn(PlayerId) -> bool,
    ) -> Option<u64> {
        // A player who has left starts anew the next time.
        self.idle.retain(|player, _| state.seated().any(|other| other == *player));
        for player in state.seated().filter(|player| !is_bot(*player)) {
            let unknown = Idle { silent_since_ms: now_ms, gone_since_ms: None };
            let idle = self.idle.entry(player).or_insert(unknown);
            let gone_since_ms = idle.gone_since_ms.unwrap_or(now_ms);
            idle.gone_since_ms = (!is_there(player)).then_some(gone_since_ms);
        }
        let first = self.idle.values().filter_map(|idle| self.ends_ms(state, idle)).min();
        first.filter(|_| can_leave(state))
    }

    /// Notes a command of a player.
    pub(super) fn heard(&mut self, player: PlayerId) {
        self.idle.remove(&player);
    }

    /// Returns the command that gives up a seat whose time has run out. If it is refused, the time begins anew.
    pub(super) fn leave(&mut self, state: &TableState, now_ms: u64) -> Option<CommandRequest> {
        let has_ended = |idle: &Idle| self.ends_ms(state, idle).is_some_and(|ends_ms| ends_ms <= now_ms);
        let player = *self.idle.iter().find(|(_, idle)| has_ended(idle))?.0;
        let seat = state.table().seats_of(player).next().filter(|_| can_leave(state))?;
        self.idle.remove(&player);
        Some(CommandRequest::of_the_room(Command::Leave { player, seat }))
    }

    /// Returns when the seat of a player is to be given up.
    fn ends_ms(&self, state: &TableState, idle: &Idle) -> Option<u64> {
        let gone = idle.gone_since_ms.map(|since_ms| since_ms + self.kept_ms);
        let is_solo = state.table().settings().mode() == TableMode::Solo;
        let silent = is_solo.then_some(idle.silent_since_ms + KEPT_LONG_MS);
        gone.into_iter().chain(silent).min()
    }
}

/// Whether seats can be given up. A hand that was dealt is played by the clock first; wagers before the deal go back,
/// because at a solo table no clock ever ends the betting.
fn can_leave(state: &TableState) -> bool {
    state.table().live().is_none_or(|live| live.round.stage() == Stage::Betting)
}

#[cfg(test)]
mod tests {
    use table::{Command, Commitment, Event, PlayerId, Settings, Table, TableId, TableMode};
    use uth::{Book, Seat, Setup};

    use super::{IdleSeats, KEPT_LONG_MS, KEPT_MS};
    use crate::table_state::TableState;

    const PLAYER: PlayerId = PlayerId(7);

    fn seated(mode: TableMode) -> (Table, Seat) {
        let settings =
            Settings::new(Setup::new(Book::House).approved().expect("terms"), mode, 1).expect("settings");
        let opened = Event::Opened { table: TableId(1), settings: Box::new(settings), floor: PlayerId(0) };
        let mut table = Table::opened(&opened).expect("a table");
        let seat = Seat::new(1).expect("a seat");
        table.apply(&Event::Sat { player: PLAYER, seat }).expect("seated");
        (table, seat)
    }

    fn is_bot(_: PlayerId) -> bool {
        false
    }

    #[test]
    fn a_seat_is_kept_for_a_while_and_then_given_up() {
        let (table, seat) = seated(TableMode::Clock { betting_ms: 10, bank_ms: 10 });
        let state = TableState::new(table, [0; 32]);
        let mut idle = IdleSeats::new(false);
        assert_eq!(idle.look(&state, 1_000, is_bot, |_| true), None);
        assert_eq!(idle.look(&state, 2_000, is_bot, |_| false), Some(2_000 + KEPT_MS));
        assert_eq!(idle.look(&state, 3_000, is_bot, |_| false), Some(2_000 + KEPT_MS));
        idle.heard(PLAYER);
        assert_eq!(idle.look(&state, 4_000, is_bot, |_| false), Some(4_000 + KEPT_MS));
        assert_eq!(idle.look(&state, 4_000, is_bot, |_| true), None, "they are back");
        assert_eq!(idle.look(&state, 5_000, is_bot, |_| false), Some(5_000 + KEPT_MS));
        assert!(idle.leave(&state, 4_999 + KEPT_MS).is_none());
        let left = idle.leave(&state, 5_000 + KEPT_MS).map(|request| request.command);
        assert_eq!(left, Some(Command::Leave { player: PLAYER, seat }));
        assert!(idle.leave(&state, 5_000 + KEPT_MS).is_none(), "once");
    }

    #[test]
    fn a_solo_table_is_given_back_by_a_player_who_is_connected_and_does_nothing() {
        let (table, seat) = seated(TableMode::Solo);
        let state = TableState::new(table, [0; 32]);
        let mut idle = IdleSeats::new(false);
        assert_eq!(idle.look(&state, 1_000, is_bot, |_| true), Some(1_000 + KEPT_LONG_MS));
        idle.heard(PLAYER);
        assert_eq!(idle.look(&state, 2_000, is_bot, |_| true), Some(2_000 + KEPT_LONG_MS));
        assert!(idle.leave(&state, 1_999 + KEPT_LONG_MS).is_none());
        let left = idle.leave(&state, 2_000 + KEPT_LONG_MS).map(|request| request.command);
        assert_eq!(left, Some(Command::Leave { player: PLAYER, seat }));
        let mut bots = IdleSeats::new(false);
        assert_eq!(bots.look(&state, 1_000, |_| true, |_| false), None);
    }

    #[test]
    fn a_round_without_a_clock_does_not_keep_the_seat() {
        let (mut table, seat) = seated(TableMode::Solo);
        let commitment = Commitment([3; 32]);
        table.apply(&Event::Committed { number: 0, commitment }).expect("a commitment");
        table.apply(&Event::RoundOpened { number: 0, commitment }).expect("a round");
        let state = TableState::new(table, [0; 32]);
        let mut idle = IdleSeats::new(false);
        assert_eq!(idle.look(&state, 2_000, is_bot, |_| false), Some(2_000 + KEPT_MS));
        let left = idle.leave(&state, 2_000 + KEPT_MS).map(|request| request.command);
        assert_eq!(left, Some(Command::Leave { player: PLAYER, seat }));
    }
}
