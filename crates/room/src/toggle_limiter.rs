//! The pace of commands that only change a player's mind: sitting out and coming back, putting wagers down and taking
//! them back. Each is an entry that stays in the log for ever, and no card brings their number to an end as it does for
//! decisions, so that each player has a few at once and then one every now and then.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::ErrorCode;
use table::{Command, PlayerId, Table};

use super::command_error::CommandError;
use super::table_state::CommandRequest;

/// How many are free at once.
const AT_ONCE: u32 = 30;

/// How long one has to be waited for after that.
const INTERVAL: Duration = Duration::from_secs(2);

/// When the next such command of each player would be due if all came evenly. Players who are not ahead of that are
/// not kept.
#[derive(Default)]
pub(super) struct ToggleLimiter {
    due: BTreeMap<PlayerId, Duration>,
}

impl ToggleLimiter {
    /// Refuses a command that comes too soon after others of its kind; `now` is monotonic time.
    pub(super) fn admit(
        &self,
        request: &CommandRequest,
        table: &Table,
        now: Duration,
    ) -> Result<(), CommandError> {
        let due = paced(request, table).and_then(|player| self.due.get(&player));
        let may_be_ahead = INTERVAL * (AT_ONCE - 1);
        match due.and_then(|due| due.checked_sub(now + may_be_ahead)) {
            None | Some(Duration::ZERO) => Ok(()),
            Some(missing) => {
                let seconds = missing.as_millis().div_ceil(1_000);
                let reason = format!("you change your mind too often at this table: wait {seconds} s");
                Err(CommandError::new(ErrorCode::TooFast, reason))
            }
        }
    }

    /// Counts a command that is about to be written. A conflict may have it counted twice, which delays nobody who
    /// does not toggle.
    pub(super) fn count(&mut self, request: &CommandRequest, table: &Table, now: Duration) {
        self.due.retain(|_, due| *due > now);
        if let Some(player) = paced(request, table) {
            let due = self.due.entry(player).or_insert(now);
            *due += INTERVAL;
        }
    }
}

/// Returns the player whose change of mind it is. Leaving is not counted: nobody is kept at a table, and a seat that
/// was left has to be taken again.
fn paced(request: &CommandRequest, table: &Table) -> Option<PlayerId> {
    let player = request.player()?;
    let is_counted = match &request.command {
        Command::Sit { .. }
        | Command::SitOut { .. }
        | Command::ComeBack { .. }
        | Command::Withdraw { .. }
        | Command::WithdrawBank { .. }
        | Command::OfferBankAgain { .. } => true,
        // The first wager of a seat is play, and the next one is a change.
        Command::Wager { seat, .. } => {
            table.live().is_some_and(|live| live.owners[seat.index()] == Some(player))
        }
        _ => false,
    };
    is_counted.then_some(player)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::{ClientCommand, ErrorCode, SeatNumber};
    use table::{Event, PlayerId, Settings, Table, TableId, TableMode};
    use uth::{Book, Seat, Setup};

    use super::{AT_ONCE, INTERVAL, ToggleLimiter};
    use crate::table_state::CommandRequest;

    fn table() -> Table {
        let terms = Setup::new(Book::House).approved().expect("terms");
        let settings = Box::new(Settings::new(terms, TableMode::Solo, 1).expect("settings"));
        Table::opened(&Event::Opened { table: TableId(1), settings, floor: PlayerId(0) }).expect("a table")
    }

    fn request(player: u64, command: impl Fn(SeatNumber) -> ClientCommand) -> CommandRequest {
        let (id, seat) = ("c".parse().expect("an id"), SeatNumber(Seat::new(1).expect("a seat")));
        CommandRequest::new(PlayerId(player), id, table::Seq(0), command(seat))
    }

    #[test]
    fn each_player_has_a_few_toggles_at_once_and_then_one_every_now_and_then() {
        let (table, mut limiter) = (table(), ToggleLimiter::default());
        let toggle = |player| request(player, |seat| ClientCommand::SitOut { seat });
        let mut count = |player, now| {
            let admitted = limiter.admit(&toggle(player), &table, now);
            if admitted.is_ok() {
                limiter.count(&toggle(player), &table, now);
            }
            admitted.map_err(|refused| refused.code)
        };
        let mut now = Duration::from_secs(1_000);
        assert_eq!((0..100).filter(|_| count(1, now).is_ok()).count(), AT_ONCE as usize);
        assert_eq!(count(1, now), Err(ErrorCode::TooFast));
        assert_eq!(count(2, now), Ok(()), "another player has a pace of their own");
        now += INTERVAL;
        assert_eq!((count(1, now), count(1, now)), (Ok(()), Err(ErrorCode::TooFast)));
        now += INTERVAL * 10 * AT_ONCE;
        assert_eq!((0..100).filter(|_| count(1, now).is_ok()).count(), AT_ONCE as usize);
        assert_eq!(limiter.due.len(), 1, "players who are not ahead are not kept");
    }

    #[test]
    fn play_and_leaving_are_not_paced() {
        let (table, mut limiter, now) = (table(), ToggleLimiter::default(), Duration::ZERO);
        let play: [fn(SeatNumber) -> ClientCommand; 4] = [
            |seat| ClientCommand::Check { seat },
            |seat| ClientCommand::Wager { seat, ante: 500, trips: 0, bad_beat: 0 },
            |seat| ClientCommand::Leave { seat },
            |_| ClientCommand::NoMoreBets {},
        ];
        for command in play.iter().cycle().take(1_000) {
            let request = request(1, command);
            assert_eq!(limiter.admit(&request, &table, now), Ok(()));
            limiter.count(&request, &table, now);
        }
    }
}
