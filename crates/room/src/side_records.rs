//! Side records committed atomically with a table's events: floor outbox, solo-seat index, wager lock.

use protocol::ErrorCode;
use table::{Command, Event, PlayerId, TableId, TableMode};

use super::command_error::CommandError;
use super::table_state::{CommandRequest, TableState};
use ::journal::TableRecord;
use ::journal::record::{EventKey, FloorOutboxRecord, SoloSeat, create, delete, put};
use ::journal::room_log::RoomEvent;
use store::{RecordKind, RecordWrite};

/// Returns the records that are written with these events.
pub(super) fn writes(
    request: &CommandRequest,
    events: &[Event],
    after: &TableState,
    record: &TableRecord,
) -> Vec<RecordWrite> {
    let table = after.table();
    let mut writes: Vec<RecordWrite> = request.permit.guard.iter().cloned().collect();
    if let Some(event) = floor_event(&request.command, table.id(), record) {
        let key = EventKey { table: table.id(), seq: table.seq().0 };
        writes.push(create(&key, &FloorOutboxRecord(event)));
    }
    if matches!(request.command, Command::Open { .. }) {
        writes.push(create(&table.id(), record));
    }
    if events.contains(&Event::Closed) {
        let record = TableRecord { closed: true, ..record.clone() };
        writes.push(put(&table.id(), &record));
    }
    if table.settings().mode() == TableMode::Solo {
        writes.extend(events.iter().flat_map(|event| solo_seats(event, after)));
    }
    writes
}

/// Returns what the room log says of a command of the floor.
fn floor_event(command: &Command, table: TableId, record: &TableRecord) -> Option<RoomEvent> {
    let table = table.0;
    match command {
        Command::Open { floor, .. } => {
            let by = (*floor != PlayerId(0)).then_some(floor.0);
            Some(RoomEvent::TableOpened { table, name: record.name.clone(), by })
        }
        Command::Void { floor, reason } => {
            Some(RoomEvent::RoundVoided { table, by: floor.0, reason: reason.clone() })
        }
        Command::Close { floor, reason } => {
            Some(RoomEvent::TableClosed { table, by: floor.0, reason: reason.clone() })
        }
        _ => None,
    }
}

/// Returns the changes of the solo-seat index: a player sits at one solo table only.
fn solo_seats(event: &Event, after: &TableState) -> Vec<RecordWrite> {
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

/// Returns why a commit was refused whose precondition failed.
pub(super) fn precondition_failed(kind: RecordKind, key: &str) -> CommandError {
    match kind {
        RecordKind::SoloSeat => CommandError::new(ErrorCode::SeatTaken, "you sit at another solo table"),
        RecordKind::WagerLock => CommandError::raced(),
        _ => CommandError::new(
            ErrorCode::Fault,
            format!("the {} record {key} is not as expected", kind.name()),
        ),
    }
}
