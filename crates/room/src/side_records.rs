//! Side records committed atomically with a table's events: floor outbox, solo-seat index, wager lock.

use table::{Command, Event, PlayerId, TableId, TableMode};

use super::command_error::CommandError;
use super::table_state::{CommandRequest, TableState};
use ::journal::TableRecord;
use ::journal::journal::RoomEvent;
use protocol::ErrorCode;
use store::{LogId, RecordKind, RecordWrite, StoreError};

/// Acts of the floor that the journal does not contain yet.
pub(super) const ACTS: &str = "act/";

/// The solo table at which a player sits.
const ALONE: &str = "alone/";

/// The wager lock of a player with a limit.
const STAKES: &str = "stake/";

/// Returns the key of the record that says at which solo table a player sits.
pub fn alone(player: PlayerId) -> String {
    format!("{ALONE}{:016x}", player.0)
}

/// Returns the key of a player's wager lock, a record that changes with each wager of a player with a limit. Of two wagers
/// that were permitted at the same time only one finds it as expected.
pub fn stake(player: PlayerId) -> String {
    format!("{STAKES}{:016x}", player.0)
}

/// Returns an act of the floor for the outbox.
fn act(table: TableId, seq: u64, event: &RoomEvent) -> Result<RecordWrite, StoreError> {
    let text = serde_json::to_string(event).map_err(|error| StoreError::Broken(error.to_string()))?;
    Ok(RecordWrite::create(RecordKind::Room, format!("{ACTS}{:016x}/{seq:016x}", table.0), text))
}

/// Returns the records that are written with these events.
pub(super) fn writes(
    request: &CommandRequest,
    events: &[Event],
    after: &TableState,
    record: &TableRecord,
) -> Result<Vec<RecordWrite>, StoreError> {
    let table = after.table();
    let key = || TableRecord::key(LogId(table.id().0));
    let mut writes: Vec<RecordWrite> = request.permit.guard.iter().cloned().collect();
    if let Some(event) = floor_event(&request.command, table.id(), record) {
        writes.push(act(table.id(), table.seq().0, &event)?);
    }
    if matches!(request.command, Command::Open { .. }) {
        writes.push(RecordWrite::create(RecordKind::Table, key(), record.to_text()));
    }
    if events.contains(&Event::Closed) {
        let record = TableRecord { closed: true, ..record.clone() };
        writes.push(RecordWrite::put(RecordKind::Table, key(), record.to_text()));
    }
    if table.settings().mode() == TableMode::Solo {
        writes.extend(events.iter().flat_map(|event| solo_seats(event, after)));
    }
    Ok(writes)
}

/// Returns what the journal says of a command of the floor.
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

/// Returns why a commit was refused whose precondition failed.
pub(super) fn precondition_failed(kind: RecordKind, key: &str) -> CommandError {
    match kind {
        RecordKind::Room if key.starts_with(ALONE) => {
            CommandError::new(ErrorCode::SeatTaken, "you sit at another solo table")
        }
        RecordKind::Room if key.starts_with(STAKES) => CommandError::raced(),
        _ => {
            let reason = format!("the {} record {key} is not as expected", kind.name());
            CommandError::new(ErrorCode::Fault, reason)
        }
    }
}
