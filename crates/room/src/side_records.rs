//! What becomes true together with what happens at a table, and is kept outside of its log.

use table::{Command, Event, PlayerId, TableId, TableMode};

use super::command_error::CommandError;
use super::table_state::{CommandRequest, TableState};
use ::journal::TableRecord;
use ::journal::journal::RoomEvent;
use store::{LogId, RecordKind, RecordWrite};

/// Acts of the floor that the card room's own log does not tell of yet.
pub(super) const ACTS: &str = "act/";

/// At which table for one somebody sits.
const ALONE: &str = "alone/";

/// Which wager was the last of somebody with a limit of their own.
const STAKES: &str = "stake/";

/// The place of the record that says at which table for one somebody sits.
pub fn alone(player: PlayerId) -> String {
    format!("{ALONE}{:016x}", player.0)
}

/// The place of the record that is another one after each wager of somebody with a limit of their own.
pub fn stake(player: PlayerId) -> String {
    format!("{STAKES}{:016x}", player.0)
}

/// An act of the floor that is to be told of.
pub(super) fn act(table: TableId, seq: u64, notice: &RoomEvent) -> Option<RecordWrite> {
    let text = serde_json::to_string(notice).ok()?;
    Some(RecordWrite::create(RecordKind::Room, format!("{ACTS}{:016x}/{seq:016x}", table.0), text))
}

/// The records that are written with these events.
pub(super) fn writes(
    request: &CommandRequest,
    events: &[Event],
    after: &TableState,
    record: &TableRecord,
) -> Vec<RecordWrite> {
    let table = after.table();
    let mut writes: Vec<RecordWrite> = request.guard.iter().cloned().collect();
    writes.extend(
        told(&request.command, table.id()).and_then(|notice| act(table.id(), table.seq().0, &notice)),
    );
    if events.contains(&Event::Closed) {
        let record = TableRecord { closed: true, ..record.clone() };
        writes.push(RecordWrite::put(
            RecordKind::Table,
            TableRecord::key(LogId(table.id().0)),
            record.to_text(),
        ));
    }
    if table.settings().mode() == TableMode::Solo {
        writes.extend(events.iter().flat_map(|event| seats(event, after)));
    }
    writes
}

/// What is told of a command, if only the floor may give it.
fn told(command: &Command, table: TableId) -> Option<RoomEvent> {
    let table = table.0;
    match command {
        Command::Void { floor, reason } => {
            Some(RoomEvent::RoundVoided { table, by: floor.0, reason: reason.clone() })
        }
        Command::Close { floor, reason } => {
            Some(RoomEvent::TableClosed { table, by: floor.0, reason: reason.clone() })
        }
        _ => None,
    }
}

/// Who sits alone, and who no longer does.
fn seats(event: &Event, after: &TableState) -> Vec<RecordWrite> {
    let gone = |player| RecordWrite::delete(RecordKind::Room, alone(player));
    let table = after.table();
    match event {
        Event::Sat { player, .. } => {
            vec![RecordWrite::create(RecordKind::Room, alone(*player), table.id().0.to_string())]
        }
        Event::Left { player, .. } => vec![gone(*player)],
        Event::Closed => table.seats().filter_map(|seat| Some(gone(table.occupant(seat)?.player))).collect(),
        _ => Vec::new(),
    }
}

/// Why nothing was written: a record is not as expected.
pub(super) fn unexpected(kind: RecordKind, key: &str) -> CommandError {
    match key {
        _ if kind != RecordKind::Room => {}
        _ if key.starts_with(ALONE) => {
            return CommandError::new("seat_taken", "you sit at another table for one");
        }
        _ if key.starts_with(STAKES) => return CommandError::raced(),
        _ => {}
    }
    CommandError::new("fault", format!("the {} record {key} is not as expected", kind.name()))
}
