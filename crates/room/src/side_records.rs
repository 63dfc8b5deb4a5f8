//! Side records committed atomically with a table's events: floor outbox, seat indexes, and the guards of a wager.

use protocol::ErrorCode;
use table::{Command, Event, PlayerId, Table, TableId, TableMode};

use super::command_error::CommandError;
use super::table_state::{CommandRequest, TableState};
use ::journal::TableRecord;
use ::journal::record::{EventKey, FloorOutboxRecord, SeatKey, SeatRecord, SoloSeat, create, delete, put};
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
    // The guards come with the commit: between the permit and the commit, no other wager and no limit was written.
    let mut writes = request.permit.guards.clone();
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
    writes.extend(events.iter().flat_map(|event| seats(event, table)));
    writes
}

/// Returns what the room log says of a command of the floor.
fn floor_event(command: &Command, table: TableId, record: &TableRecord) -> Option<RoomEvent> {
    let table = table.0;
    match command {
        Command::Open { floor, .. } => {
            // Tables of the first start are opened by nobody.
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

/// Returns the changes of the seat index, which lists the tables at which a player may have a hand, and of the index of
/// solo seats: a player sits at one solo table only.
fn seats(event: &Event, table: &Table) -> Vec<RecordWrite> {
    let is_solo = table.settings().mode() == TableMode::Solo;
    let key = |player: PlayerId| SeatKey { player, table: table.id() };
    let taken = |player: PlayerId| {
        let solo = is_solo.then(|| create(&player, &SoloSeat { table: table.id().0 }));
        solo.into_iter().chain([put(&key(player), &SeatRecord {})]).collect()
    };
    let free = |player: PlayerId| {
        let solo = is_solo.then(|| delete::<SoloSeat>(&player));
        solo.into_iter().chain([delete::<SeatRecord>(&key(player))])
    };
    match event {
        Event::Sat { player, .. } => taken(*player),
        // A player with two seats stays in the index until the last one is free.
        Event::Left { player, .. } if table.seats_of(*player).next().is_none() => free(*player).collect(),
        Event::Closed => {
            let seated = table.seats().filter_map(|seat| Some(table.occupant(seat)?.player));
            seated.flat_map(free).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns why a commit was refused whose precondition failed.
pub(super) fn precondition_failed(kind: RecordKind, key: &str) -> CommandError {
    match kind {
        RecordKind::SoloSeat => CommandError::new(ErrorCode::SeatTaken, "you sit at another solo table"),
        RecordKind::Account | RecordKind::WagerLock => CommandError::new(
            ErrorCode::Busy,
            "another wager or a limit of yours is being written; try again",
        ),
        _ => CommandError::new(
            ErrorCode::Fault,
            format!("the {} record {key} is not as expected", kind.name()),
        ),
    }
}
