//! What becomes true together with what happens at a table, and is kept outside of its log.

use protocol::ErrorCode;
use table::{Command, Event, PlayerId, TableId, TableMode};

use super::command_error::CommandError;
use super::table_state::{CommandRequest, TableState};
use ::journal::TableRecord;
use ::journal::record::{EventKey, FloorOutboxRecord, SoloSeat, create, delete, put};
use ::journal::room_log::RoomEvent;
use store::{RecordKind, RecordWrite};

/// Queues an act of the floor for the room log.
pub(super) fn act(table: TableId, seq: u64, event: RoomEvent) -> RecordWrite {
    create(&EventKey { table, seq }, &FloorOutboxRecord(event))
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
    writes.extend(told(&request.command, table.id()).map(|event| act(table.id(), table.seq().0, event)));
    if events.contains(&Event::Closed) {
        let record = TableRecord { closed: true, ..record.clone() };
        writes.push(put(&table.id(), &record));
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
    let gone = |player: PlayerId| delete::<SoloSeat>(&player);
    let table = after.table();
    match event {
        Event::Sat { player, .. } => {
            vec![create(player, &SoloSeat { table: table.id().0 })]
        }
        Event::Left { player, .. } => vec![gone(*player)],
        Event::Closed => table.seats().filter_map(|seat| Some(gone(table.occupant(seat)?.player))).collect(),
        _ => Vec::new(),
    }
}

/// Why nothing was written: a record is not as expected.
pub(super) fn unexpected(kind: RecordKind, key: &str) -> CommandError {
    match kind {
        RecordKind::SoloSeat => CommandError::new(ErrorCode::SeatTaken, "you sit at another table for one"),
        RecordKind::WagerLock => CommandError::raced(),
        _ => CommandError::new(
            ErrorCode::Fault,
            format!("the {} record {key} is not as expected", kind.name()),
        ),
    }
}
